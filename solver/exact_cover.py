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
from operator import or_

from solver.bits import bits

Item = Hashable


def covers(
    options: Sequence[Iterable[Item]],
    primary: Sequence[Item],
    *,
    bounds: Mapping[Item, int] | None = None,
    listed: bool = False,
) -> Iterator[tuple[int, ...]]:
    """Yield every exact cover, as the ascending indices of its options.

    *bounds* names the secondary items that may be covered more than once, and how often. The item
    with the fewest options left is covered next; with *listed*, the first of *primary*, so that
    the covers come in lexicographic order of the options that cover the items in turn.

    >>> list(covers(["ab", "bc", "cd", "ad"], "abcd"))
    [(0, 2), (1, 3)]
    >>> list(covers(["as", "at", "bs", "bt"], "ab"))  # s and t are secondary
    [(0, 3), (1, 2)]
    """
    bounds = bounds or {}
    holders: dict[Item, int] = {item: 0 for item in primary}
    for index, option in enumerate(options):
        for item in option:
            holders[item] = holders.get(item, 0) | 1 << index
    # What may not stand beside an option, itself among it.
    barred = [
        reduce(or_, (holders[item] for item in option if item not in bounds), 1 << index)
        for index, option in enumerate(options)
    ]
    bounded = [(holders.get(item, 0), bound) for item, bound in bounds.items()]

    def search(chosen: int, live: int, uncovered: list[int]) -> Iterator[tuple[int, ...]]:
        if not uncovered:
            yield tuple(bits(chosen))
            return
        next_item = 0
        if not listed:
            fewest = [(live & options_of).bit_count() for options_of in uncovered]
            next_item = fewest.index(min(fewest))
        for index in bits(uncovered[next_item] & live):
            grown = chosen | 1 << index
            left = live & ~barred[index]
            for options_of, bound in bounded:
                if (grown & options_of).bit_count() == bound:
                    left &= ~options_of
            rest = [options_of for options_of in uncovered if not options_of >> index & 1]
            yield from search(grown, left, rest)

    every = (1 << len(options)) - 1
    for options_of, bound in bounded:
        if not bound:
            every &= ~options_of
    return search(0, every, [holders[item] for item in primary])
