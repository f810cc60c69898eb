"""The commands of Pent-Up: judge a record, list its legal moves, draw its pile."""

import sys

import click

from solver.console.lazy_group import LazyGroup
from solver.console.options import examples, json_option
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.terminal import show_answer, shows_outlines
from solver.errors import PiecesError, quoted
from solver.pent_up import report
from solver.pent_up.options import NamedRecord, legal_pile, record_argument, upto_option
from solver.pent_up.position import Position
from solver.pent_up.record import colour_to_move
from solver.pent_up.rules import judge


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


@up.command(epilog=examples("penta up referee duel", "penta up referee duel --json"))
@record_argument
@json_option
@click.pass_context
def referee(context: click.Context, named: NamedRecord, *, as_json: bool) -> None:
    """Judge RECORD, the moves of a game, and say who wins.

    RECORD is a file, '-' for standard input, or a sample (duel, slip). It is JSON: {"moves":
    [{"colour": "white", "shape": "F", "cells": [[row, col], ...], "level": 1}, ...]}, the shapes as
    capital letters; the table has no bounds, so rows and cols may be less than 0. A cell may be
    named as well: "c4", "-a0".

    If a move breaks a rule, the first such move is named, with the rule, and the exit code is 1.
    """
    verdict = judge(named.value)
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.verdict_json(verdict, resigned=named.value.resigned),
        report.verdict_text(named.value, verdict, title=named.title, drawn=drawn),
        as_json=as_json,
    )
    if verdict.violation:
        context.exit(1)


@up.command(
    epilog=examples(
        "penta up moves duel --upto 20",
        "penta up moves duel --upto 20 --tile W",
        "penta up moves duel --upto 20 --svg places.svg",
        "penta up moves duel --upto 8 --json",
    )
)
@record_argument
@click.option("--tile", metavar="LETTER", help="List only the moves of this tile, one by one.")
@upto_option
@picture_options
@json_option
@click.pass_context
def moves(
    context: click.Context,
    *,
    named: NamedRecord,
    tile: str | None,
    upto: int | None,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """List the legal moves of the side to move after RECORD.

    A tile goes to the highest level on which it can be laid. For each level, the number of moves of
    each tile is printed, and a drawing of the pile's heights shows the cells that these moves may
    cover. On an empty table each orientation counts as one move.
    """
    check_pictures(context, svg=svg, png=png)
    pile = legal_pile(named, upto)
    position = Position.from_moves(pile.moves)
    shapes = position.tiles_left if tile is None else _parse_tile(tile, position)
    legal = [position.as_move(placement) for placement in position.placements(shapes)]
    if svg or png:
        from solver.pent_up.picture import moves_scene

        write_pictures(moves_scene(pile, legal), title=named.title, svg=svg, png=png)
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.moves_json(pile, legal),
        report.moves_text(pile, legal, listed=tile is not None, drawn=drawn),
        as_json=as_json,
    )


@up.command(
    epilog=examples(
        "penta up draw duel",
        "penta up draw duel --upto 7",
        "penta up draw duel --svg duel.svg",
        "penta up draw duel --json",
    )
)
@record_argument
@upto_option
@picture_options
@json_option
@click.pass_context
def draw(
    context: click.Context,
    *,
    named: NamedRecord,
    upto: int | None,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Draw the pile of RECORD, level by level and from above.

    White's tiles have capital letters, Black's small ones.
    """
    check_pictures(context, svg=svg, png=png)
    pile = legal_pile(named, upto)
    if svg or png:
        from solver.pent_up.picture import pile_scene

        write_pictures(pile_scene(pile), title=named.title, svg=svg, png=png)
    show_answer(
        report.pile_json(pile),
        report.pile_text(pile, drawn=shows_outlines(sys.stdout)),
        as_json=as_json,
    )


def _parse_tile(letter: str, position: Position) -> str:
    """Return the shape of this *letter*, in any case, one of those left to the side to move.

    Raises `PiecesError` if it is not.
    """
    shape = letter.upper()
    if len(shape) != 1 or shape not in position.tiles_left:
        colour = colour_to_move(len(position.placed))
        expected = f"a tile that {colour} has left ({position.tiles_left or 'none'})"
        raise PiecesError("tile", expected=expected, found=quoted(letter))
    return shape
