"""Exact cover: options that together cover every primary item once; plain Python, the oracle.

item       what is to be covered; any hashable value
option     a set of items, chosen or not; it is known by its index
primary    an item that must be covered exactly once
secondary  any other item: covered at most once, or at most as often as its bound allows
cover      the chosen options

Knuth, *The Art of Computer Programming* 7.2.2.1: Algorithm X, with secondary items (there solved
by Algorithm C) and upper bounds (a part of Algorithm M). The engine knows nothing of pieces:
options in, indices out.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import count
from operator import or_
from typing import Any

from solver.errors import CoverError, UndecidedError, quoted
from solver.geometry.bitset import bits

Item = Hashable


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
    `CoverError` as `check_problem` does, and `UndecidedError` after *node_limit* options were tried.

    >>> list(covers(["ab", "bc", "cd", "ad"], "abcd"))
    [(0, 2), (1, 3)]
    >>> list(covers(["as", "at", "bs", "bt"], "ab"))  # s and t are secondary
    [(0, 3), (1, 2)]
    """
    bounds = bounds or {}
    check_problem(options, primary, bounds)
    holders = _holders(options, primary)
    # What may not stand beside an option, itself among it.
    barred = [
        reduce(or_, (holders[item] for item in option if item not in bounds), 1 << index)
        for index, option in enumerate(options)
    ]
    bounded = [(holders.get(item, 0), bound) for item, bound in bounds.items()]

    tries = count()

    def search(chosen: int, live: int, uncovered: list[int]) -> Iterator[tuple[int, ...]]:
        for options_of, bound in bounded:
            if (chosen & options_of).bit_count() == bound:
                live &= ~options_of
        if not uncovered:
            yield tuple(bits(chosen))
            return
        at = 0 if in_order else _fewest(live, uncovered)
        for index in bits(uncovered[at] & live):
            if next(tries) == node_limit:
                raise UndecidedError(f"{node_limit} options are tried, and more are left")
            rest = [options_of for options_of in uncovered if not options_of >> index & 1]
            yield from search(chosen | 1 << index, live & ~barred[index], rest)

    return search(0, (1 << len(options)) - 1, [holders[item] for item in primary])


def check_problem(
    options: Sequence[Iterable[Item]], primary: Sequence[Item], bounds: Mapping[Any, int]
) -> None:
    """Raise `CoverError` unless the three pose a problem.

    An option needs a primary item, or it would be free to join any cover; and only the others
    have bounds, since a primary item is covered exactly once.
    """
    needed = frozenset(primary)
    for index, option in enumerate(options):
        if needed.isdisjoint(option):
            raise CoverError(f"option {index}", expected="a primary item", found=quoted(option))
    for item in bounds:
        if item in needed:
            raise CoverError("bounds", expected="secondary items", found=quoted(item))


def _holders(options: Sequence[Iterable[Item]], primary: Sequence[Item]) -> dict[Item, int]:
    """Return the bit set of the options that cover each item; a primary one may have none."""
    holders = dict.fromkeys(primary, 0)
    for index, option in enumerate(options):
        for item in option:
            holders[item] = holders.get(item, 0) | 1 << index
    return holders


def _fewest(live: int, uncovered: list[int]) -> int:
    """Return which of *uncovered* has the fewest options left: Knuth's MRV heuristic."""
    left = [(live & options_of).bit_count() for options_of in uncovered]
    return left.index(min(left))
