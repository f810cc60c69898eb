"""The report on cards as one page of HTML that needs no other file, to be sent to someone.

The verdicts come first, then a section for each card. Numbers show the exact fraction, and drawings
the cell or the bar, to whoever hovers over them. No script and no date: same input, same bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from solver import MARK
from solver.drawing.artwork import Artwork
from solver.drawing.styled_text import capitalised
from solver.penta_rush.fairness.card_verdict import VERDICTS, CardVerdict
from solver.penta_rush.fairness.likeness import nearest_isomorph, visible_differences
from solver.penta_rush.fairness.match_chance import HeadToHeads
from solver.penta_rush.fairness.report_page.card_section import card_section
from solver.penta_rush.fairness.report_page.markup import (
    bar,
    html,
    number,
    percent,
    side_by_side,
    table,
    verdict,
)
from solver.penta_rush.fairness.report_page.page_symbols import PageSymbols
from solver.penta_rush.fairness.report_page.players_section import players_section, share_table
from solver.penta_rush.fairness.set_verdict import CRITERIA, SetVerdict
from solver.penta_rush.people.set_people import SetPeople

_STYLE = Path(__file__).with_name("style.css")


def format_page(
    cards: Sequence[CardVerdict],
    card_set: SetVerdict | None = None,
    people: SetPeople | None = None,
    *,
    art: Mapping[str, Artwork] | None = None,
) -> str:
    """Return the page on *cards*, on them as a set, and on *people* who play a match with them.

    Symbols are *art*, by letters, where it has any.
    """
    title = html(", ".join(card.title for card in cards))
    symbols = PageSymbols.of_art(art or {})
    body = [*symbols.definitions(), f"<h1>How fair: {title}</h1>", '<div class="set">']
    if card_set:
        body += _set_section(card_set)
    if people:
        body += players_section(people)
    if len(cards) > 1:
        heads = ("card", "verdict", "mean", "sd", "range", "duds")
        rows = (_summary_row(card, index) for index, card in enumerate(cards, start=1))
        body.append(table("Each card by itself", heads, rows))
    body.append("</div>")
    for index, card in enumerate(cards, start=1):
        section = card_section(card, f"roll-{index}", symbols)
        body += [f'<section id="card-{index}">', *section, "</section>"]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="description" content="{MARK}">\n<title>{title}</title>\n'
        f"<style>\n{_STYLE.read_text('utf-8')}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _summary_row(card: CardVerdict, index: int) -> list[str]:
    optimum = card.fairness.optimum
    return [
        f'<a href="#card-{index}">{html(card.title)}</a>',
        VERDICTS[card.judgement.is_fair],
        number(optimum.mean),
        number(optimum.sd),
        f"{optimum.least} to {optimum.greatest}",
        percent(card.fairness.dud_chance),
    ]


def _set_section(judged: SetVerdict) -> Iterator[str]:
    """Yield the section on a set: the verdict, who wins, and how alike the cards look."""
    fairness, match = judged.fairness, judged.match
    yield from verdict("Fair as a set", "The limits of a fair set", judged.judgement)
    yield _cards_table(judged)
    widest = f" {judged.widest_text}" if match else ""
    yield f'<p class="note">{judged.match_heading} The dashed line is an even share.{widest}</p>'
    if judged.threes:
        yield share_table("Wins, when these play", judged.threes, len(judged.cards))
    tables = [_head_to_head("Row wins a roll against column", fairness.head_to_head, judged)]
    if match:
        caption = "Row wins a match against column"
        tables.append(_head_to_head(caption, match.head_to_head, judged))
    yield side_by_side(*tables)
    if match is None:
        yield "<p>The match is not computed: its tables would be too large.</p>"
    for text in filter(None, (judged.range_text, judged.closest_text)):
        yield f"<p>{html(capitalised(text))}.</p>"
    yield _looks_table(judged)
    rows = (
        [
            f"{criterion.name} {criterion.description}",
            CRITERIA[criterion.name],
            html(judged.distance_text(criterion)),
        ]
        for criterion in fairness.criteria
    )
    caption = "Exact criteria, each asked of every two or more of the cards; no tolerance"
    yield f'<div class="words">{table(caption, ("", "met when", "distance"), rows)}</div>'


def _cards_table(judged: SetVerdict) -> str:
    fairness, match, count = judged.fairness, judged.match, len(judged.cards)
    rows = []
    for card, (title, optima) in enumerate(zip(judged.titles, fairness.optima, strict=True)):
        name = f'<a href="#card-{card + 1}">{card + 1} {html(title)}</a>'
        row = [name, number(fairness.mean(optima))]
        if match:
            win = match.wins[card]
            row += [percent(win), bar(win, f"{win} of matches", mark=Fraction(1, count))]
        rows.append(row)
    heads = ["card", "mean", *(["wins", ""] if match else [])]
    return table("The cards", heads, rows)


def _head_to_head(caption: str, chances: HeadToHeads, judged: SetVerdict) -> str:
    """Return how often the card of each row wins against that of each column."""
    cards = range(len(judged.cards))
    rows = []
    for card in cards:
        wins = (percent(chances[card, other].win) if card != other else "" for other in cards)
        rows.append([f"card {card + 1}", *wins])
    return table(caption, ["", *(f"{card + 1}" for card in cards)], rows)


def _looks_table(judged: SetVerdict) -> str:
    name, differences, rows = judged.legend.name, visible_differences(judged.cards), []
    for pair in judged.pairs:
        nearest = nearest_isomorph(*(judged.cards[card] for card in pair))
        how, distance = "", "other size"
        if nearest:
            letters = ", ".join(f"{name(old)} as {name(new)}" for old, new in nearest.renamed)
            how = html(nearest.isometry + (f"; {letters}" if letters else ""))
            distance = number(nearest.distance)
        lying = number(differences[pair].in_place) if pair in differences else "other size"
        rows.append([f"{pair[0] + 1} and {pair[1] + 1}", lying, distance, how])
    heads = ("cards", "as they lie", "at least", "turned, flipped, relabelled so")
    caption = f"Cells that differ, of {len(judged.cards[0].cells)}"
    return f'<div class="words">{table(caption, heads, rows)}</div>'
