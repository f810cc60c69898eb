"""`penta rush check`: is a card fair, and how fair is a set of cards."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from string import ascii_uppercase
from typing import TYPE_CHECKING

import click

from solver.console.options import (
    Command,
    ExactNumber,
    examples,
    input_names,
    json_option,
    parse_with,
    with_options,
)
from solver.console.terminal import show, show_json
from solver.drawing.chart import CHART_ENDINGS
from solver.drawing.text_grid import plain_line, plain_text
from solver.errors import RollError, UndecidedError, quoted
from solver.files.output_file import check_ending, check_writable, write_atomic
from solver.penta_rush.card import Card
from solver.penta_rush.fairness import card_report, set_report
from solver.penta_rush.fairness.card_fairness import CardFairness, FairnessLimits
from solver.penta_rush.fairness.html_report import CardVerdict, format_page
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.options import NamedCard, named_cards, points_option
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import Survey

if TYPE_CHECKING:
    from solver.penta_rush.fairness.match_chance import MatchChances

_LIMIT_HELP = {
    "max_sd": "The greatest standard deviation of the best score.",
    "min_mean": "The least mean best score.",
    "min_optimum": "The least best score of a roll.",
    "max_dud_chance": "The greatest chance of a dud.",
    "max_symbol_gap": "The greatest gap between the mean best scores of two symbols.",
    "min_five_chance": "The least chance of a roll for which five shapes can be packed.",
    "max_dead_cells": "The greatest number of dead cells.",
}


def _limit_option(name: str) -> Callable[[Command], Command]:
    """Return the option for the limit *name* of a fair card."""
    default = getattr(FairnessLimits(), name)
    return click.option(
        f"--{name.replace('_', '-')}",
        type=ExactNumber(most=1 if name.endswith("_chance") else None),
        default=default,
        show_default=default is not None and f"{float(default):g}",
        help=_LIMIT_HELP[name],
    )


def _parse_symbols(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    symbols = sorted(set(text.upper()) - set(", "))
    for symbol in symbols:
        if symbol not in ascii_uppercase:
            raise RollError(f"dice {quoted(text)}", expected="letters A-Z", found=quoted(symbol))
    return "".join(symbols)


@click.command(
    epilog=examples(
        "penta rush check meadow",
        "penta rush check meadow --rolls",
        "penta rush check meadow --json",
        "penta rush check orchard --max-sd 3.6 --min-optimum 3",
        "penta rush check harbour meadow orchard",
    )
)
@click.argument(
    "cards", metavar="CARD...", nargs=-1, required=True, callback=parse_with(named_cards)
)
@points_option
@click.option(
    "--symbols",
    metavar="LETTERS",
    default="",
    callback=_parse_symbols,
    help="The symbols on the dice.  [default: those of the card]",
)
@click.option("--rolls", is_flag=True, help="Also print a table of all rolls.")
@click.option("--plot", metavar="FILE", help="Draw a chart of one card, as .svg, .png or .pdf.")
@click.option("--report", "report_file", metavar="FILE", help="Write a report as a page of HTML.")
@with_options(*map(_limit_option, _LIMIT_HELP))
@json_option
@click.pass_context
def check(
    context: click.Context,
    /,
    cards: list[NamedCard],
    *,
    points: Points,
    symbols: str,
    rolls: bool,
    plot: str | None,
    report_file: str | None,
    as_json: bool,
    **limits: Fraction | None,
) -> None:
    """Judge whether CARD is fair, by the best score of every roll.

    All figures are exact, over all legal throws of the dice. A card is fair when it keeps the
    limits below; by default, one random 10x10 card in fifteen does. A dud is a roll that has no
    packing; a dead cell is one that no placement of any roll covers.

    Imperfect players are compared with perfect play: greedy always takes the highest-value
    placement that still fits, reader takes each that fits, row by row, and finder of 2 or 3 sees
    only that many placements, at random.

    With 2 to 4 cards, also judge how fair they are as a set, where each player has one of them and
    all share the rolls.

    Exit code 1 if a card is not fair; how fair the set is does not count.
    """
    plot_ending = _plot_ending(plot, len(cards))
    targets = {"plot": plot, "report": report_file}.items()
    check_writable(targets, sources=input_names(context))
    verdicts = list(_judge(cards, points, symbols, FairnessLimits(**limits)))
    card_set = _card_set(verdicts) if len(verdicts) > 1 else None
    titles = [verdict.title for verdict in verdicts]
    set_lines = list(set_report.format_set(*card_set, titles)) if card_set else []
    if plot is not None:
        from solver.penta_rush.fairness.chart import fairness_chart

        chart = fairness_chart(verdicts[0].fairness, plot_ending, title=verdicts[0].title)
        write_atomic(plot, chart, kind="plot")
    if report_file is not None:
        page = format_page(verdicts, set_text="\n".join(map(plain_text, set_lines)))
        write_atomic(report_file, page.encode(), kind="report")
    if as_json:
        values = [
            card_report.card_fairness_json(fairness, reasons) for _, fairness, reasons in verdicts
        ]
        if card_set:
            show_json({"cards": values, "set": set_report.set_fairness_json(*card_set)})
        else:
            show_json(values[0])
    else:
        for number, (title, fairness, reasons) in enumerate(verdicts):
            if number:
                click.echo()
            show(card_report.format_verdict(title, reasons))
            show(map(plain_line, card_report.format_measures(fairness)))
            if rolls:
                show(map(plain_line, card_report.format_roll_table(fairness.survey.rows)))
        show(set_lines)
    if any(verdict.reasons for verdict in verdicts):
        context.exit(1)


def _plot_ending(plot: str | None, cards: int) -> str:
    """Return the ending of the plot's file; empty if there is no plot."""
    if plot is None:
        return ""
    if cards > 1:
        raise click.UsageError("--plot draws one card; use --report for several.")
    return check_ending(plot, CHART_ENDINGS, kind="plot")


def _judge(
    cards: list[NamedCard], points: Points, symbols: str, limits: FairnessLimits
) -> Iterator[CardVerdict]:
    for title, card in cards:
        fairness = CardFairness(Survey(card, points, symbols))
        yield CardVerdict(title, fairness, limits.reasons(fairness))


def _card_set(verdicts: list[CardVerdict]) -> tuple[SetFairness, "MatchChances | None", list[Card]]:
    """Return the cards as a set, and their match unless its tables would be too large."""
    fairness = SetFairness.from_surveys([verdict.fairness.survey for verdict in verdicts])
    match = None
    with suppress(UndecidedError):
        match = fairness.match
    return fairness, match, [verdict.fairness.card for verdict in verdicts]
