"""The chart of several cards: what the rolls are worth on each, and who wins the most matches.

With people, what is expected of them stands beside perfect play, since a card that is flat for the
one need not be flat for the other.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from solver.drawing.chart import STYLES, Chart
from solver.drawing.scene import Box, Scene
from solver.penta_rush.fairness.card_verdict import CardVerdict
from solver.penta_rush.fairness.distribution import Distribution
from solver.penta_rush.fairness.match_chance import MatchChances
from solver.penta_rush.fairness.set_limits import WinShare, win_shares
from solver.penta_rush.fairness.set_verdict import SetVerdict
from solver.penta_rush.people.skill import MODEL

_PLAYED, _FOUND = (0.9, 1.3), (0.35, 0.9)  # mm: lines and marks of perfect play, and of people
_WIDEST = 8.0  # mm: the bar of a card
_LIMIT = len(STYLES) - 1  # a colour that no card has
_BESIDE = 0.6  # of a match: from the first and the last one to the ends of the axis


def set_chart(cards: Sequence[CardVerdict], card_set: SetVerdict) -> Scene:
    """Return the distribution of each of *cards*, above the shares of the wins if they are known.

    A share is drawn as in the verdict: by how far it is from an even one.
    """
    scenes = [_scores(cards)]
    if card_set.match:
        scenes.append(_shares(card_set, card_set.match, top=scenes[0].size.height))
    size = Box(0.0, 0.0, scenes[0].size.width, scenes[-1].size.height)
    return Scene(size, [mark for scene in scenes for mark in scene.marks])


def _scores(cards: Sequence[CardVerdict]) -> Scene:
    lines = list(_distributions(cards))
    bars = [(name, distribution.histogram()) for name, distribution, *_ in lines]
    least = min(distribution.least for _, distribution, *_ in lines)
    greatest = max(drawn[-1].last for _, drawn in bars)
    top = 105 * max(float(bar.chance) for _, drawn in bars for bar in drawn)
    has_people = len(lines) > len(cards)
    chart = Chart(
        "What a roll is worth" + (": best score, and points expected of people" * has_people),
        (f"points (those of people by {MODEL})" if has_people else "points", "% of throws"),
        (least - 0.5, max(greatest, least + 1) + 0.5),
        (0.0, top),
    )
    for (name, _, style, (width, radius)), (_, drawn) in zip(lines, bars, strict=True):
        points = [((bar.first + bar.last) / 2, 100 * float(bar.chance)) for bar in drawn]
        chart.add_line(points, style, name, width=width, radius=radius)
    return chart.scene()


def _distributions(
    cards: Sequence[CardVerdict],
) -> Iterator[tuple[str, Distribution, int, tuple[float, float]]]:
    """Yield the best scores of each card, then what people score there, to whole points."""
    for number, card in enumerate(cards):
        optimum = card.fairness.optimum
        yield f"{card.title}, sd {optimum.sd:.2f}", optimum, number, _PLAYED
    for number, card in enumerate(cards):
        if card.people and card.people.is_whole:
            rows = card.people.rows
            means = Distribution.of_rolls((round(row.mean) for row in rows), (r.ways for r in rows))
            name = f"{card.title}, people of skill {card.people.skill}, sd {card.people.sd:.2f}"
            yield name, means, number, _FOUND


def _shares(card_set: SetVerdict, match: MatchChances, *, top: float) -> Scene:
    """Return the chart of how far each share of the wins is from an even one, and of the limit."""
    count = len(card_set.titles)
    names = ["+".join(str(card + 1) for card in cards) for cards in match.shares]
    names[-1] = "all"
    shares = win_shares(match, *range(2, count + 1))
    above = {each: 100 * float(each.share - Fraction(1, len(each.cards))) for each in shares}
    limit = 100 * float(card_set.limits.max_win_gap or 0)
    height = 1.1 * max(limit, 0.1, *map(abs, above.values()))
    ends = -_BESIDE, len(names) - 1 + _BESIDE
    chart = Chart(
        "Wins with perfect play in five rounds, above or below an even share",
        ("cards that play", "% of the matches"),
        ends,
        (-height, height),
        x_text=lambda number: names[min(int(number), len(names) - 1)],
        top=top,
    )
    room = chart.x.at(1) - chart.x.at(0)  # of a match
    width = min(_WIDEST, 0.8 * room / count)
    place = {cards: number for number, cards in enumerate(match.shares)}
    for card, title in enumerate(card_set.titles):
        points = [
            (place[each.cards] + _steps(each) * width / room, above[each])
            for each in shares
            if each.card == card
        ]
        colour, _ = STYLES[card]
        chart.add_bars(points, colour, f"{card + 1}: {title}", width=width)
    unjudged = ", not for three" if count > 3 else ""  # noqa: PLR2004 - of more, all are judged
    for edge in (limit, -limit) if limit else ():
        name = f"limit of the verdict{unjudged}" if edge > 0 else ""
        chart.add_line([(end, edge) for end in ends], _LIMIT, name, width=0.3, radius=0.0)
    return chart.scene()


def _steps(share: WinShare) -> float:
    """Return how many bars from the middle of its match that of a share stands."""
    return share.cards.index(share.card) - (len(share.cards) - 1) / 2
