"""Exact cover in plain Python: options that together cover every primary item exactly once.

An item is any hashable value, an option a set of items, known by its index. A secondary item, one
that is not primary, is covered at most once, or at most as often as its bound allows.

Knuth, *The Art of Computer Programming* 7.2.2.1: Algorithm X, with secondary items (there solved
by Algorithm C) and upper bounds (a part of Algorithm M). The engine knows nothing of pieces:
options in, indices out. The tests use it as the oracle of faster engines.

The status of an answer is in CP-SAT's words: UNKNOWN is not INFEASIBLE, FEASIBLE not OPTIMAL.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from itertools import count
from operator import or_
from typing import Any

from solver.errors import CoverError, UndecidedError, quoted
from solver.geometry.bitset import bits

Item = Hashable


class Status(Enum):
    """What is known when a search ends."""

    OPTIMAL = "optimal"  # the best solution was found, or all were
    FEASIBLE = "feasible"  # a solution was found; there may be better ones, or more
    INFEASIBLE = "infeasible"  # it is proven that there is no solution
    UNKNOWN = "unknown"  # no solution was found, and nothing is proven


@dataclass(frozen=True, slots=True)
class CoverResult:
    """A status, and the options of the cover that was found, ascending, with their total value."""

    status: Status
    options: tuple[int, ...] = ()
    value: int = 0


def covers(
    options: Sequence[Iterable[Item]],
    primary: Sequence[Item],
    *,
    bounds: Mapping[Any, int] | None = None,
    in_order: bool = False,
    node_limit: int | None = None,
) -> Iterator[tuple[int, ...]]:
    """Yield every exact cover, as the ascending indices of its options.

    *bounds* names the secondary items that may be covered more than once, and how often. The item
    with the fewest options left is covered next; with *in_order*, the first of *primary*, so that
    the covers come in lexicographic order of the options that cover the items in turn. Raises
    `CoverError` as `check_problem` does, and `UndecidedError` when more than *node_limit* options
    have to be tried.

    >>> list(covers(["ab", "bc", "cd", "ad"], "abcd"))
    [(0, 2), (1, 3)]
    >>> list(covers(["as", "at", "bs", "bt"], "ab"))  # s and t are secondary
    [(0, 3), (1, 2)]
    """
    bounds = bounds or {}
    check_problem(options, primary, bounds)
    options_of = _options_by_item(options, primary)
    # For each option, those that may not be chosen with it, itself among them.
    excluded = [
        reduce(or_, (options_of[item] for item in option if item not in bounds), 1 << index)
        for index, option in enumerate(options)
    ]
    bounded = [(options_of.get(item, 0), bound) for item, bound in bounds.items()]

    nodes = count()

    def search(chosen: int, available: int, uncovered: list[int]) -> Iterator[tuple[int, ...]]:
        for members, bound in bounded:
            if (chosen & members).bit_count() == bound:
                available &= ~members
        if not uncovered:
            yield tuple(bits(chosen))
            return
        position = 0 if in_order else _position_of_fewest(available, uncovered)
        for index in bits(uncovered[position] & available):
            if next(nodes) == node_limit:
                raise UndecidedError(f"more than {node_limit} options have to be tried")
            still_uncovered = [members for members in uncovered if not members >> index & 1]
            yield from search(chosen | 1 << index, available & ~excluded[index], still_uncovered)

    return search(0, (1 << len(options)) - 1, [options_of[item] for item in primary])


def check_problem(
    options: Sequence[Iterable[Item]], primary: Sequence[Item], bounds: Mapping[Any, int]
) -> None:
    """Raise `CoverError` unless the arguments are an exact cover problem.

    An option needs a primary item, or it could be added to any cover; and only secondary items
    have bounds, since a primary one is covered exactly once.
    """
    primary_items = frozenset(primary)
    for index, option in enumerate(options):
        if primary_items.isdisjoint(option):
            raise CoverError(f"option {index}", expected="a primary item", found=quoted(option))
    for item in bounds:
        if item in primary_items:
            raise CoverError("bounds", expected="secondary items", found=quoted(item))


def _options_by_item(options: Sequence[Iterable[Item]], primary: Sequence[Item]) -> dict[Item, int]:
    """Return the bit set of the options that cover each item; a primary one may have none."""
    options_of = dict.fromkeys(primary, 0)
    for index, option in enumerate(options):
        for item in option:
            options_of[item] = options_of.get(item, 0) | 1 << index
    return options_of


def _position_of_fewest(available: int, uncovered: list[int]) -> int:
    """Return the position of the item with the fewest options left: Knuth's MRV heuristic."""
    counts = [(available & members).bit_count() for members in uncovered]
    return counts.index(min(counts))
