"""The commands of Pent-Up: judge a record, list its legal moves, draw its pile."""

import click

from solver import pent_up
from solver.console.command import Named, command
from solver.console.lazy_group import LazyGroup
from solver.pent_up.options import record_argument, upto_option


@click.group(
    "up",
    cls=LazyGroup,
    lazy={
        "climb": "solver.pent_up.climb.commands:climb",
        "surround": "solver.pent_up.surround.commands:surround",
        "suggest": "solver.pent_up.strategy.commands:suggest",
        "match": "solver.pent_up.strategy.commands:match",
        "play": "solver.pent_up.play.commands:play",
    },
)
def up() -> None:
    """Pent-Up: judge, draw and play games, get good moves, see its two puzzles solved."""


@command(up, examples=("penta up referee duel", "penta up referee duel --json"))
@record_argument
def referee(named: Named[pent_up.Record]) -> pent_up.RefereeReport:
    """Judge RECORD, the moves of a game, and say who wins.

    RECORD is a file, '-' for standard input, or a sample (duel, slip). It is JSON: {"moves":
    [{"colour": "white", "shape": "F", "cells": [[row, col], ...], "level": 1}, ...]}, the shapes as
    capital letters; the table has no bounds, so rows and cols may be less than 0. A cell may be
    named as well: "c4", "-a0".

    If a move breaks a rule, the first such move is named, with the rule, and the exit code is 1.
    """
    return pent_up.referee(named.value, title=named.title)


@command(
    up,
    examples=(
        "penta up moves duel --upto 20",
        "penta up moves duel --upto 20 --tile W",
        "penta up moves duel --upto 20 --svg places.svg",
        "penta up moves duel --upto 8 --json",
    ),
    pictures=True,
)
@record_argument
@click.option("--tile", metavar="LETTER", help="List only the moves of this tile, one by one.")
@upto_option
def moves(named: Named[pent_up.Record], tile: str | None, upto: int | None) -> pent_up.LegalMoves:
    """List the legal moves of the side to move after RECORD.

    A tile goes to the highest level on which it can be laid. For each level, the number of moves of
    each tile is printed, and a drawing of the pile's heights shows the cells that these moves may
    cover. On an empty table each orientation counts as one move.
    """
    return pent_up.legal_moves(named.value, upto=upto, tile=tile, title=named.title)


@command(
    up,
    examples=(
        "penta up draw duel",
        "penta up draw duel --upto 7",
        "penta up draw duel --svg duel.svg",
        "penta up draw duel --json",
    ),
    pictures=True,
)
@record_argument
@upto_option
def draw(named: Named[pent_up.Record], upto: int | None) -> pent_up.PileView:
    """Draw the pile of RECORD, level by level and from above.

    White's tiles have capital letters, Black's small ones.
    """
    return pent_up.pile_after(named.value, upto=upto, title=named.title)
