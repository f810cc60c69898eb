"""The commands that judge cards: is a card fair, and is a set of cards."""

from collections.abc import Callable
from typing import Any

import click

from generator import report
from generator.fairness import Fairness, Limits
from solver.penta_rush.commands import (
    NamedCard,
    examples,
    json_option,
    named_card,
    points_option,
    print_json,
)
from solver.penta_rush.points import Points
from solver.penta_rush.survey import survey
from solver.terminal import show

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
            type=click.FloatRange(min=0),
            default=default,
            show_default=default is not None,
            help=meaning,
        )(command)
    return command


def _cards(
    _context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]
) -> list[NamedCard]:
    return [named_card(name) for name in names]


@click.command(
    epilog=examples(
        "penta rush check meadow",
        "penta rush check meadow --rolls",
        "penta rush check meadow --json",
        "penta rush check orchard --max-sd 3.6 --min-optimum 3",
        "penta rush check harbour meadow orchard",
    )
)
@click.argument("cards", metavar="CARD...", nargs=-1, required=True, callback=_cards)
@points_option
@click.option(
    "--symbols",
    metavar="LETTERS",
    default="",
    help="What the dice bear, by default the symbols of the card.",
)
@click.option("--rolls", is_flag=True, help="Print the table of all rolls as well.")
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
    as_json: bool,
    **limits: float | None,
) -> None:
    """Judge whether CARD is fair, by what every roll is worth.

    Everything is exact, over all legal throws of the dice. A card is fair when it keeps the
    limits below, whose defaults one random 10x10 card in twenty keeps.

    Of several cards, 2 to 4, each is told, and how fair they are as a set, where every player has
    one of them and all share the rolls.

    Exit code 1 if a card is not fair.
    """
    bounds = Limits(**limits)
    graded = []
    for title, card in cards:
        fairness = Fairness(survey(card, points, symbols=symbols))
        graded.append((title, fairness, bounds.reasons(fairness)))
    if as_json:
        print_json(report.fairness_json(*graded[0][1:]))
    else:
        for number, (title, fairness, reasons) in enumerate(graded):
            if number:
                click.echo()
            show(report.verdict(title, reasons))
            show(report.measures(fairness))
            if rolls:
                show(report.roll_table(fairness.survey.rows))
    if any(reasons for _, _, reasons in graded):
        context.exit(1)
