"""The part of the report on a set of cards: the verdict, who wins, and how alike the cards look."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from solver.penta_rush.fairness.isomorphism import nearest_isomorph
from solver.penta_rush.fairness.match_chance import HeadToHeads
from solver.penta_rush.fairness.report_page.markup import (
    bar,
    html,
    limits_table,
    number,
    percent,
    side_by_side,
    table,
    verdict,
)
from solver.penta_rush.fairness.set_report import (
    CRITERIA,
    closest_text,
    distance_text,
    match_heading,
    range_text,
    widest_text,
)
from solver.penta_rush.fairness.verdict import SetVerdict
from solver.penta_rush.fairness.visible_difference import visible_differences


def format_set(judged: SetVerdict) -> Iterator[str]:
    """Yield the section on a set."""
    fairness, match, limits = judged.fairness, judged.match, judged.limits
    is_fair, reasons = limits.judge(fairness, match)
    yield verdict("Fair as a set", reasons, is_fair=is_fair)
    yield limits_table("The limits of a fair set", limits.checked(fairness, match))
    yield _cards_table(judged)
    wins = match_heading(len(judged.cards))
    widest = f" {widest_text(match)}" if match else ""
    yield f'<p class="note">{wins} The dashed line is an even share.{widest}</p>'
    tables = [_head_to_head("Row wins a roll against column", fairness.head_to_head, judged)]
    if match:
        caption = "Row wins a match against column"
        tables.append(_head_to_head(caption, match.head_to_head, judged))
    yield side_by_side(*tables)
    if match is None:
        yield "<p>The match is not computed: its tables would be too large.</p>"
    apart = range_text(fairness, judged.cards[0].legend)
    yield f"<p>{html(apart[0].upper() + apart[1:])}.</p>"
    if closest := closest_text(judged.cards):
        yield f"<p>{html(closest[0].upper() + closest[1:])}.</p>"
    yield _looks_table(judged)
    yield _criteria_table(judged)


def _cards_table(judged: SetVerdict) -> str:
    """Return the cards with their means, and their wins as bars."""
    fairness, match, count = judged.fairness, judged.match, len(judged.cards)
    means = [fairness.mean(optima) for optima in fairness.optima]
    rows = []
    for place, (title, mean) in enumerate(zip(judged.titles, means, strict=True)):
        row = [f'<a href="#card-{place + 1}">{place + 1} {html(title)}</a>', number(mean)]
        if match:
            win = match.wins[place]
            row += [percent(win), bar(win, f"{win} of matches", mark=Fraction(1, count))]
        rows.append(row)
    heads = ["card", "mean", *(["wins", ""] if match else [])]
    return table("The cards", heads, rows)


def _head_to_head(caption: str, chances: HeadToHeads, judged: SetVerdict) -> str:
    """Return how often the card of each row wins against that of each column."""
    places = range(len(judged.cards))
    rows = (
        [
            f"card {card + 1}",
            *(percent(chances[card, other].win) if card != other else "" for other in places),
        ]
        for card in places
    )
    return table(caption, ["", *(f"{place + 1}" for place in places)], rows)


def _looks_table(judged: SetVerdict) -> str:
    """Return in how many cells every two cards differ."""
    cards, rows = judged.cards, []
    name, differences = cards[0].legend.name, visible_differences(cards)
    for first, second in combinations(range(len(cards)), 2):
        difference = differences.get((first, second))
        nearest, how, distance = nearest_isomorph(cards[first], cards[second]), "", "other size"
        if nearest:
            renamed = sorted(nearest.relabelling.items())
            letters = ", ".join(f"{name(old)} as {name(new)}" for old, new in renamed if old != new)
            how = html(nearest.isometry + (f"; {letters}" if letters else ""))
            distance = number(nearest.distance)
        as_they_lie = number(difference.in_place) if difference else "other size"
        rows.append([f"{first + 1} and {second + 1}", as_they_lie, distance, how])
    heads = ("cards", "as they lie", "at least", "turned, flipped, relabelled so")
    caption = f"Cells that differ, of {len(cards[0].cells)}"
    return f'<div class="words">{table(caption, heads, rows)}</div>'


def _criteria_table(judged: SetVerdict) -> str:
    legend = judged.cards[0].legend
    rows = (
        [
            f"{criterion.name} {criterion.description}",
            CRITERIA[criterion.name],
            html(distance_text(criterion, legend)),
        ]
        for criterion in judged.fairness.criteria
    )
    caption = "Exact criteria, each asked of every two or more of the cards; no tolerance"
    return f'<div class="words">{table(caption, ("", "met when", "distance"), rows)}</div>'
