"""The commands that judge cards: is a card fair, and is a set of cards."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import click

from solver.console.options import ExactNumber, examples, input_names, json_option, parse_with
from solver.console.terminal import show, show_json
from solver.drawing.text_grid import Line, text_of
from solver.errors import RollError, SourceError, UndecidedError, quoted
from solver.files.output_file import check_writable, write_atomic
from solver.penta_rush.fairness import report
from solver.penta_rush.fairness.card_fairness import Fairness, Limits
from solver.penta_rush.fairness.html_report import CardReport, page
from solver.penta_rush.fairness.set_fairness import Play, grade_set
from solver.penta_rush.options import NamedCard, named_cards, points_option
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import survey

FORMS = (".svg", ".png", ".pdf")

_MEANINGS = {
    "max_sd": "The standard deviation of the optimum is at most this.",
    "min_mean": "The mean optimum is at least this.",
    "min_optimum": "Every roll is worth at least this.",
    "max_dud_chance": "The chance of a roll worth nothing is at most this.",
    "max_symbol_gap": "The mean optima of two symbols are at most so far apart.",
    "min_five_chance": "The chance of a roll of five shapes is at least this.",
    "max_dead_cells": "At most so many cells are of no use.",
}


def _limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give *command* an option for each limit of a fair card."""
    defaults = Limits()
    for name, meaning in reversed(_MEANINGS.items()):
        default = getattr(defaults, name)
        command = click.option(
            f"--{name.replace('_', '-')}",
            type=ExactNumber(most=1 if name.endswith("_chance") else None),
            default=default,
            show_default=default is not None and f"{float(default):g}",
            help=meaning,
        )(command)
    return command


def _symbols(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    if not text:
        return ""
    symbols = sorted(set(text.upper().replace(",", "").replace(" ", "")))
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
    callback=_symbols,
    help="What the dice bear, by default the symbols of the card.",
)
@click.option("--rolls", is_flag=True, help="Print the table of all rolls as well.")
@click.option(
    "--plot",
    metavar="FILE",
    help="Draw one card: its optima, all rolls, hot and cold cells; .svg, .png or .pdf.",
)
@click.option("--report", "page_file", metavar="FILE", help="Write a page of HTML with all of it.")
@_limit_options
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
    page_file: str | None,
    as_json: bool,
    **limits: Fraction | None,
) -> None:
    """Judge whether CARD is fair, by what every roll is worth.

    Everything is exact, over all legal throws of the dice. A card is fair when it keeps the
    limits below, whose defaults one random 10x10 card in fifteen keeps.

    Of several cards, 2 to 4, each is told, and how fair they are as a set, where every player has
    one of them and all share the rolls.

    Exit code 1 if a card is not fair; how fair the set is does not count.
    """
    form = _form(plot, len(cards))
    targets = {"plot": plot, "report": page_file}.items()
    check_writable(targets, sources=input_names(context))
    graded = _graded(cards, points, symbols, Limits(**limits))
    together = _Together(graded) if len(graded) > 1 else None
    if plot is not None:
        from solver.penta_rush.fairness.chart import picture

        drawn = picture(graded[0].fairness, form, title=graded[0].title)
        write_atomic(plot, drawn, kind="plot")
    if page_file is not None:
        text = "\n".join(map(text_of, together.text())) if together else ""
        write_atomic(page_file, page(graded, extra=text).encode(), kind="report")
    if as_json:
        each = [report.fairness_json(one.fairness, one.reasons) for one in graded]
        show_json({"cards": each, "set": together.json()} if together else each[0])
    else:
        for number, one in enumerate(graded):
            if number:
                click.echo()
            show(report.verdict(one.title, one.reasons))
            show(report.measures(one.fairness))
            if rolls:
                show(report.roll_table(one.fairness.survey.rows))
        if together:
            show(together.text())
    if any(one.reasons for one in graded):
        context.exit(1)


def _form(plot: str | None, cards: int) -> str:
    """Return the form of the plot, by the ending of its name; empty if none is wanted."""
    if plot is None:
        return ""
    if cards > 1:
        raise click.UsageError("--plot goes with one card; --report tells of several.")
    ending = Path(plot).suffix.lower()
    if ending not in FORMS:
        raise SourceError(
            f"plot {quoted(plot)}", expected=f"an ending {' or '.join(FORMS)}", found=quoted(ending)
        )
    return ending[1:]


def _graded(
    cards: list[NamedCard], points: Points, symbols: str, limits: Limits
) -> list[CardReport]:
    graded = []
    for title, card in cards:
        fairness = Fairness(survey(card, points, symbols=symbols))
        graded.append(CardReport(title, fairness, limits.reasons(fairness)))
    return graded


class _Together:
    """The cards as a set; the match may be too large to compute."""

    def __init__(self, graded: list[CardReport]) -> None:
        self._titles = [one.title for one in graded]
        self._cards = [one.fairness.card for one in graded]
        self._grade = grade_set([one.fairness.survey for one in graded])
        self._play: Play | None = None
        with suppress(UndecidedError):
            self._play = self._grade.play

    def json(self) -> dict[str, Any]:
        return report.set_json(self._grade, self._play, self._cards)

    def text(self) -> Iterator[Line]:
        return report.set_report(self._grade, self._play, self._cards, self._titles)
