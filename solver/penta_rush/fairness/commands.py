"""`penta rush check`: is a card fair, and how fair is a set of cards."""

from collections.abc import Callable
from fractions import Fraction
from itertools import starmap

import click

from solver import penta_rush
from solver.console.command import Search, command
from solver.console.number_types import ExactNumber
from solver.console.options import (
    Command,
    check_goes_with,
    input_names,
    parse_with,
    seconds_option,
    with_options,
)
from solver.console.output import output_file_option
from solver.penta_rush.options import (
    CardArgument,
    chosen_reading,
    named_cards,
    points_for,
    points_option,
    reading_option,
    skills_option,
)

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


def _limit_option(name: str, help_text: str) -> Callable[[Command], Command]:
    share = name.endswith("_chance") or name == "max_win_gap"
    default: Fraction | None = getattr(penta_rush.SetLimits(), name, None)
    shown = "" if default is None else f"  [default: {float(default):g}]"
    return click.option(
        f"--{name.replace('_', '-')}",
        type=ExactNumber(most=1 if share else None),
        default=default,
        help=f"{help_text}{shown}",
    )


def _as_inputs(
    context: click.Context, _parameter: click.Parameter, folder: str | None
) -> str | None:
    """Return *folder*, whose art is read and must not be written over."""
    if folder is not None:
        input_names(context).extend(penta_rush.art_files(folder))
    return folder


@command(
    examples=(
        "penta rush check meadow",
        "penta rush check meadow --rolls",
        "penta rush check meadow --json",
        "penta rush check meadow --skill 0.2",
        "penta rush check orchard --max-sd 3.6 --min-optimum 3",
        "penta rush check harbour meadow orchard",
        "penta rush check spring summer --all",
        "penta rush check spring summer autumn winter",
        "penta rush check spring summer autumn --skill 0.25,0.25,0.1",
        "penta rush check pocket --skill 0.2 --skill 0.2,I=0.5",
        "penta rush check pocket --report pocket.html",
    ),
    files={"report": lambda report: report.page()},
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
@skills_option
@click.option("--rolls", is_flag=True, help="Also print a table of all rolls.")
@click.option(
    "--all",
    "criteria",
    is_flag=True,
    help="Also print how far a set is from the exact criteria F0 to F4.",
)
@output_file_option("--plot", help="Draw a chart of the card, or the set, as .svg, .png or .pdf.")
@output_file_option("--report", help="Write a report as a page of HTML.")
@click.option(
    "--art",
    "art_folder",
    metavar="FOLDER",
    callback=_as_inputs,
    help="In the report, an SVG or PNG for each symbol instead of ours: A.svg, red circle.png.",
)
@with_options(*starmap(_limit_option, (_LIMIT_HELP | _SET_LIMIT_HELP).items()))
@seconds_option(
    "Stop after S seconds: first people and the counts of packings are left out, then the verdict"
    " is undecided.",
    name="limit_s",
)
@click.pass_context
def check(
    context: click.Context,
    /,
    cards: list[penta_rush.NamedCard],
    *,
    points: penta_rush.Points | None,
    symbols: str,
    skill: list[penta_rush.Skill] | None,
    rolls: bool,
    criteria: bool,
    art_folder: str | None,
    limit_s: float | None,
    **limits: Fraction | None,
) -> "Search[penta_rush.FairnessReport]":
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
    Each card is judged as well. With --skill, so is the match of people: their chances of the
    ranks, and a head start for weaker players. With several skills, all play copies of a single
    CARD.

    Exit code 1 if the card is not fair; with several cards, if the set is not, whatever each card
    is by itself. Exit code 3 if --seconds end the search before that is known, or if there are no
    limits for a card that is judged alone.
    """
    check_goes_with("several cards", "criteria", *_SET_LIMIT_HELP, is_given=len(cards) > 1)
    given = {name: limits[name] for name in _LIMIT_HELP if limits[name] is not None}
    shows_counts = rolls or context.params["as_json"] or context.params["report"] is not None
    check_goes_with("--report", "art_folder", is_given=context.params["report"] is not None)
    dice = penta_rush.dice_symbols(symbols, cards[0].value, reading=chosen_reading())
    art = None
    if art_folder is not None:
        shown = sorted({*dice}.union(*(card.symbols for _, card in cards)))
        art = penta_rush.read_art(art_folder, "".join(shown), cards[0].value.legend)
    return penta_rush.check(
        cards,
        points=points_for(points, *cards),
        symbols=dice,
        limits=penta_rush.FairnessLimits(**given),
        set_limits=penta_rush.SetLimits(**{name: limits[name] for name in _SET_LIMIT_HELP}),
        lists_rolls=rolls,
        lists_criteria=criteria,
        counts_packings=shows_counts,
        skill=skill,
        art=art,
        limit_s=limit_s,
    )
