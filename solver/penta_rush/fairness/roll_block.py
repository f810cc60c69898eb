"""All legal rolls in blocks, so that a person finds one: in the chart, and in the report."""

from itertools import combinations
from typing import NamedTuple

from solver.penta_rush.dice import DICE, Roll


class RollBlock(NamedTuple):
    """The rolls with as many pairs, in *lines*; what the rolls of a line share is its head.

    A line of rolls without a pair has no head.
    """

    title: str
    lines: list[tuple[str, list[Roll]]]


def roll_blocks(symbols: str) -> list[RollBlock]:
    """Return every legal roll of dice with these *symbols*: with one pair, with two, with none.

    A line holds the rolls of one pair, or those of one symbol beside two pairs. Of six symbols a
    line has ten, and the roll without a pair that lacks its symbol.
    """
    one_pair, two_pairs = [], []
    for symbol in symbols:
        others = [other for other in symbols if other != symbol]
        pair = 2 * symbol
        one_pair.append((pair, [_roll(pair, *rest) for rest in combinations(others, 3)]))
        two_pairs.append((symbol, [_roll(symbol, *2 * pairs) for pairs in combinations(others, 2)]))
    different = [_roll(*five) for five in combinations(symbols, DICE)][::-1]
    cols = max(1, -(-len(different) // len(symbols)))
    no_pair = [("", different[start : start + cols]) for start in range(0, len(different), cols)]
    titles = "one pair, by the pair", "two pairs, by the single symbol", "no pair"
    blocks = zip(titles, (one_pair, two_pairs, no_pair), strict=True)
    return [RollBlock(title, lines) for title, lines in blocks if any(line for _, line in lines)]


def _roll(*symbols: str) -> Roll:
    return Roll("".join(sorted("".join(symbols))))
