"""Bit sets: Python ints whose set bits are the members."""

from collections.abc import Iterator


def bits(members: int) -> Iterator[int]:
    """Yield the members of a bit set, ascending.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest
