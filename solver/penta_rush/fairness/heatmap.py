"""What the chart and the page show alike: the colours of their heat maps, and all rolls in blocks.

The colours follow cividis, which the colour-blind see as others do (Nuñez, Anderton and Renslow,
2018).
"""

from itertools import combinations
from typing import NamedTuple

from solver.penta_rush.dice import DICE, Roll

_CIVIDIS = ((0, 34, 78), (67, 78, 108), (125, 124, 120), (188, 174, 108), (254, 232, 56))
_LUMINANCE, _GAMMA = (0.2126, 0.7152, 0.0722), 2.2  # WCAG 2
_EVEN = 0.179  # the luminance on which black and white can be read equally well
CROSS = "\N{MULTIPLICATION SIGN}"  # on a dead cell


def heatmap_colour(value: float, greatest: float) -> tuple[str, str]:
    """Return the fill of *value* on the scale from 0 to *greatest*, and the text colour on it.

    >>> heatmap_colour(0, 9), heatmap_colour(9, 9)
    (('#00224e', '#ffffff'), ('#fee838', '#000000'))
    """
    position = (len(_CIVIDIS) - 1) * value / max(1, greatest)
    index = min(int(position), len(_CIVIDIS) - 2)
    ends = zip(_CIVIDIS[index], _CIVIDIS[index + 1], strict=True)
    fill = bytes(round(low + (high - low) * (position - index)) for low, high in ends)
    channels = zip(_LUMINANCE, fill, strict=True)
    luminance = sum(weight * (channel / 255) ** _GAMMA for weight, channel in channels)
    return f"#{fill.hex()}", "#000000" if luminance > _EVEN else "#ffffff"


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
