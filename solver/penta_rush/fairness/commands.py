"""`penta rush check`: is a card fair, and how fair is a set of cards."""

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import click

from solver.console.options import (
    Command,
    ExactNumber,
    examples,
    json_option,
    parse_with,
    with_options,
)
from solver.console.output import check_outputs, output_file_option
from solver.console.progress import progress_bar
from solver.console.terminal import show, show_json
from solver.drawing.chart import CHART_ENDINGS
from solver.drawing.text_grid import StyledLine, plain_line
from solver.errors import CardError, RollError, UndecidedError, quoted
from solver.files.output_file import check_ending, write_atomic
from solver.penta_rush.card import check_room
from solver.penta_rush.fairness import card_report
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_limits import FairnessLimits
from solver.penta_rush.fairness.set_fairness import check_set
from solver.penta_rush.fairness.set_limits import SetLimits
from solver.penta_rush.fairness.text_layout import fitting
from solver.penta_rush.fairness.verdict import CardVerdict, SetVerdict
from solver.penta_rush.legend import Legend
from solver.penta_rush.options import (
    CardArgument,
    NamedCard,
    chosen_reading,
    named_cards,
    points_for,
    points_option,
    reading_option,
)
from solver.penta_rush.points import Points
from solver.penta_rush.reading import Reading
from solver.penta_rush.survey.card_survey import Survey
from solver.penta_rush.symbol_name import is_letter

Decorator = Callable[[Command], Command]

_EXIT_CODES = {True: 0, False: 1, None: 3}  # by whether it is fair
_MAX_LABEL = 40  # columns, of a name beside a progress bar

_LIMIT_HELP = {
    "max_sd": "The greatest standard deviation of the best score.",
    "min_mean": "The least mean best score.",
    "min_optimum": "The least best score of a roll.",
    "max_dud_chance": "The greatest chance of a dud.",
    "max_symbol_gap": "The greatest gap between the mean best scores of two symbols.",
    "min_five_chance": "The least chance of a roll for which five shapes can be packed.",
    "max_dead_cells": "The greatest number of dead cells.",
}
_SET_LIMIT_HELP = {
    "max_win_gap": "Of a set: how far a card's share of the matches won may be from an even one.",
    "max_mean_gap": "Of a set: the greatest gap between the mean best scores of two cards.",
}


def _limit_option(name: str, help_text: str) -> Decorator:
    """Return the option for the limit *name* of a fair card or set."""
    share = name.endswith("_chance") or name == "max_win_gap"
    default: Fraction | None = getattr(SetLimits(), name, None)
    shown = "" if default is None else f"  [default: {float(default):g}]"
    return click.option(
        f"--{name.replace('_', '-')}",
        type=ExactNumber(most=1 if share else None),
        default=default,
        help=f"{help_text}{shown}",
    )


_LIMIT_OPTIONS = [
    _limit_option(name, help_text) for name, help_text in (_LIMIT_HELP | _SET_LIMIT_HELP).items()
]


def _parse_symbols(text: str, legend: Legend) -> str:
    """Return the letters of the symbols in *text*: names of *legend*, or letters.

    They are separated as the dice of a roll; each is read by itself. A letter may be one that no
    card shows.
    """
    words = legend.words(text)
    if "," not in text and not any(legend.fits(word, chosen_reading()) for word in words):
        words = [*"".join(words)]
    return "".join(sorted({_symbol(word, legend, f"dice {quoted(text)}") for word in words}))


def _symbol(word: str, legend: Legend, where: str) -> str:
    """Return the letter of the symbol *word*; raise `RollError` if it is none, or could be two."""
    reading = chosen_reading()
    fits = [] if reading is Reading.LETTERS else legend.fits(word, reading)
    shows_letters = legend.shows_letters or reading is Reading.LETTERS
    if not fits and is_letter(word) and shows_letters:
        return word.upper()
    if len(fits) == 1:
        return fits[0]
    shown = ", ".join(known for _, known in legend.names)
    expected = f"symbols of the card ({shown}) or letters" if legend else "letters A-Z"
    if fits:
        expected = " or ".join(map(legend.name, fits))
    raise RollError(where, expected=expected, found=quoted(word))


@click.command(
    epilog=examples(
        "penta rush check meadow",
        "penta rush check meadow --rolls",
        "penta rush check meadow --json",
        "penta rush check orchard --max-sd 3.6 --min-optimum 3",
        "penta rush check harbour meadow orchard",
        "penta rush check spring summer autumn winter",
    )
)
@click.argument(
    "cards",
    cls=CardArgument,
    metavar="CARD...",
    nargs=-1,
    required=True,
    callback=parse_with(named_cards),
)
@reading_option
@points_option
@click.option(
    "--symbols",
    metavar="LETTERS",
    default="",
    help="The symbols on the dice.  [default: those of the card]",
)
@click.option("--rolls", is_flag=True, help="Also print a table of all rolls.")
@output_file_option("--plot", help="Draw a chart of one card, as .svg, .png or .pdf.")
@output_file_option("--report", "report_file", help="Write a report as a page of HTML.")
@with_options(*_LIMIT_OPTIONS)
@click.option(
    "--seconds",
    type=ExactNumber(above=0),
    metavar="S",
    help="Stop after S seconds: first packings are not counted, then the verdict is undecided.",
)
@json_option
@click.pass_context
def check(
    context: click.Context,
    /,
    cards: list[NamedCard],
    *,
    points: Points | None,
    symbols: str,
    rolls: bool,
    plot: str | None,
    report_file: str | None,
    seconds: Fraction | None,
    as_json: bool,
    **limits: Fraction | None,
) -> None:
    """Judge whether CARD is fair, by the best score of every roll.

    All figures are exact, over all legal throws of the dice. A card is fair when it keeps the
    limits below. Those that are not given are taken from random cards of its size and number of
    symbols: of 10x10 cards with six symbols, one in fifteen keeps them. For some sizes, and for
    other tile values than the bundled ones, there are none. A dud is a roll that has no packing; a
    dead cell is one that no placement of any roll covers.

    Imperfect players are compared with perfect play: greedy always takes the highest-value
    placement that still fits, reader takes each that fits, row by row, and finder of 2 or 3 sees
    only that many placements, at random.

    2 to 4 cards are judged as a set, where each player has one of them and all share the rolls: it
    is fair when nobody could notice in play that one card wins more than another, or scores more.
    Each card is judged as well.

    Exit code 1 if the card is not fair; with several cards, if the set is not, whatever each card
    is by itself. Exit code 3 if --seconds end the search before that is known, or if there are no
    limits for a card that is judged alone.
    """
    for title, card in cards:
        check_room(card.rows, card.cols, title)
    plot_ending = _plot_ending(plot, len(cards))
    targets = {"plot": plot, "report": report_file}.items()
    check_outputs(context, targets)
    deadline = None if seconds is None else time.monotonic() + float(seconds)
    given = {name: limits[name] for name in _LIMIT_HELP if limits[name] is not None}
    card_limits = FairnessLimits(**given)
    set_limits = SetLimits(**{name: limits[name] for name in _SET_LIMIT_HELP})
    dice = _parse_symbols(symbols, cards[0].value.legend)
    counted = points_for(points, *cards)
    try:
        verdicts = [
            CardVerdict(title, CardFairness(Survey(card, counted, dice)), card_limits)
            for title, card in cards
        ]
        if len(verdicts) > 1:
            check_set([verdict.fairness.survey for verdict in verdicts])
    except CardError as error:
        where = _with_title(error.where, cards)
        found, hint = error.found, error.hint
        raise CardError(where, expected=error.expected, found=found, hint=hint) from None
    try:
        for verdict in verdicts:
            _measure(verdict, deadline)
    except UndecidedError as error:
        _show_known(verdicts, as_json=as_json)
        raise UndecidedError(f"{error}; more --seconds may do") from None
    set_verdict = SetVerdict.of_cards(verdicts, set_limits) if len(verdicts) > 1 else None
    if plot is not None:
        from solver.penta_rush.fairness.chart import fairness_chart

        chart = fairness_chart(verdicts[0].fairness, plot_ending, title=verdicts[0].title)
        write_atomic(plot, chart, kind="plot")
    if report_file is not None:
        from solver.penta_rush.fairness.report_page.page import format_page

        write_atomic(report_file, format_page(verdicts, set_verdict).encode(), kind="report")
    if as_json:
        values = [verdict.to_json() for verdict in verdicts]
        show_json({"cards": values, "set": set_verdict.to_json()} if set_verdict else values[0])
    else:
        show(_report_lines(verdicts, set_verdict, rolls=rolls))
    context.exit(_EXIT_CODES[(set_verdict or verdicts[0]).is_fair])


def _with_title(where: str, cards: Sequence[NamedCard]) -> str:
    """Return *where* with the title of a card instead of its id, by which nobody named it."""
    for title, card in cards:
        for name in (f"card {quoted(str(card))}", f"card {card}"):
            where = where.replace(name, title)
    return where


def _plot_ending(plot: str | None, cards: int) -> str:
    """Return the ending of the plot's file; empty if there is no plot."""
    if plot is None:
        return ""
    if cards > 1:
        raise click.UsageError("--plot draws one card; use --report for several.")
    return check_ending(plot, CHART_ENDINGS, kind="plot")


def _measure(verdict: CardVerdict, deadline: float | None) -> None:
    """Find all that takes time; raise `UndecidedError` when the verdict is not known in time."""
    fairness, label = verdict.fairness, f"judging {fitting(verdict.title, _MAX_LABEL)}"
    with progress_bar(label, "rolls") as progress:
        fairness.survey.search(progress=progress, deadline=deadline)
        fairness.measure_players(progress=progress, deadline=deadline)


def _report_lines(
    verdicts: Sequence[CardVerdict], set_verdict: SetVerdict | None, *, rolls: bool
) -> Iterator[StyledLine]:
    """Yield what is told about the set, then about each card."""
    if set_verdict:
        yield from set_verdict.lines()
    for number, verdict in enumerate(verdicts):
        title, fairness, _ = verdict
        if number or set_verdict:
            yield plain_line("")
        yield from card_report.format_verdict(title, verdict.judgement)
        yield from map(plain_line, card_report.format_measures(fairness))
        if rolls:
            legend = fairness.card.legend
            lines = card_report.format_roll_table(fairness.survey.rows, legend)
            yield from map(plain_line, lines)


def _show_known(verdicts: Sequence[CardVerdict], *, as_json: bool) -> None:
    """Print what is known so far of cards that are not all surveyed."""
    if as_json:
        values = [card_report.known_json(verdict.fairness.survey) for verdict in verdicts]
        show_json({"cards": values, "set": None} if len(values) > 1 else values[0])
        return
    for title, fairness, _ in verdicts:
        show(card_report.format_known(title, fairness.survey))
