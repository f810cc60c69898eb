"""The report on cards as one page of HTML that needs no other file, to be sent to someone.

The verdicts come first, then a section for each card. Numbers show the exact fraction, and drawings
the cell or the bar, to whoever hovers over them. No script and no date: same input, same bytes.
"""

from collections.abc import Sequence

from solver import MARK
from solver.penta_rush.fairness.card_report import VERDICTS
from solver.penta_rush.fairness.report_page.card_section import format_card
from solver.penta_rush.fairness.report_page.markup import html, numbers, percent, table
from solver.penta_rush.fairness.report_page.set_section import format_set
from solver.penta_rush.fairness.report_page.style import STYLE
from solver.penta_rush.fairness.verdict import CardVerdict, SetVerdict


def format_page(cards: Sequence[CardVerdict], card_set: SetVerdict | None = None) -> str:
    """Return the page on *cards*, and on them as a set."""
    title = html(", ".join(card.title for card in cards))
    body = [f"<h1>How fair: {title}</h1>"]
    if card_set:
        body += format_set(card_set)
    if len(cards) > 1:
        heads = ("card", "verdict", "mean", "sd", "range", "duds")
        rows = (_summary_row(card, number) for number, card in enumerate(cards, start=1))
        body.append(table("Each card by itself", heads, rows))
    for number, card in enumerate(cards, start=1):
        body += [
            f'<section id="card-{number}">',
            *format_card(card, f"roll-{number}"),
            "</section>",
        ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="description" content="{MARK}">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _summary_row(card: CardVerdict, number: int) -> list[str]:
    optimum = card.fairness.optimum
    return [
        f'<a href="#card-{number}">{html(card.title)}</a>',
        VERDICTS[card.is_fair],
        *numbers(optimum.mean, optimum.sd),
        f"{optimum.least} to {optimum.greatest}",
        percent(card.fairness.dud_chance),
    ]
