"""The commands of Geocinco: its board, legal places, the referee; others are loaded when needed."""

import sys

import click

from solver.console.lazy_group import LazyGroup
from solver.console.options import examples, json_option
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.terminal import show_answer, shows_outlines
from solver.geocinco import report
from solver.geocinco.board import Board
from solver.geocinco.options import (
    NamedRecord,
    NamedState,
    board_option,
    colour_option,
    player_of,
    record_argument,
    state_argument,
)
from solver.geocinco.rules.position import NO_PLACES, places, winner
from solver.geocinco.rules.verdict import judge
from solver.geocinco.throw import Throw


@click.group(
    "geo",
    cls=LazyGroup,
    lazy={
        "fewest": "solver.geocinco.fewest.commands:fewest",
        "play": "solver.geocinco.play.commands:play",
        "simulate": "solver.geocinco.strategy.commands:simulate",
    },
)
def geo() -> None:
    """Geocinco: see its board, judge and play games, find the fewest tokens that win."""


@geo.command(
    epilog=examples(
        "penta geo board",
        "penta geo board --svg board.svg",
        "penta geo board --board strait --json",
    )
)
@board_option
@picture_options
@json_option
@click.pass_context
def board(
    context: click.Context, board: Board, *, svg: str | None, png: str | None, as_json: bool
) -> None:
    """Draw the board, and count its parts.

    The board is ours: the picture of the game's own is lost. It has 25 hexagons, A1 to E5, of four
    pentagons each, one red, one yellow, one green and one blue. Tokens are laid on the slots
    between them.
    """
    check_pictures(context, svg=svg, png=png)
    if svg or png:
        from solver.geocinco.picture import board_scene

        scene = board_scene(board, numbered=True)
        write_pictures(scene, title=f"board {board.name}", svg=svg, png=png)
    drawn = shows_outlines(sys.stdout)
    show_answer(report.board_json(board), report.board_text(board, drawn=drawn), as_json=as_json)


@geo.command(
    epilog=examples(
        "penta geo moves middle --throw 3C",
        "penta geo moves middle --throw '*+' --colour blue --json",
        "penta geo moves crowd --throw 4+ --svg places.svg",
    )
)
@state_argument
@click.option(
    "--throw",
    required=True,
    metavar="T",
    callback=lambda _context, _parameter, text: Throw.parse(text, where="--throw"),
    help="What the dice show: 3C, *B for any digit, 4+ for any letter, *+.",
)
@colour_option
@picture_options
@json_option
@click.pass_context
def moves(
    context: click.Context,
    *,
    named: NamedState,
    throw: Throw,
    colour: str | None,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """List where a token may go in STATE after a throw.

    A token goes on a free slot, or on a token of another player, to contest it. Those places have
    stars in the drawing.

    STATE is a file, '-' for standard input, or a sample (crowd, middle, strait). It is JSON:
    {"players": ["red", "blue"], "turn": "red", "tokens": {"C3r2": "red", ...}, "bridges": [["red",
    "A1r4", "B2r4"], ...], "held": {"red": 1}}, and may have "board": "strait". Of a record, or of a
    game that is saved, it is the state after the last turn.
    """
    check_pictures(context, svg=svg, png=png)
    title, state = named
    player = player_of(named, colour)
    legal = places(state, player, throw) if winner(state) is None else NO_PLACES
    if svg or png:
        from solver.geocinco.picture import board_scene

        caption = f"With bright edges: where {player} may lay with {throw}."
        marked = legal.free | legal.contest
        scene = board_scene(state.board, state=state, marked=marked, caption=caption)
        write_pictures(scene, title=title, svg=svg, png=png)
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.moves_json(state.board, legal),
        report.moves_text(state, legal, title=f"{title}, {player}, {throw}", drawn=drawn),
        as_json=as_json,
    )


@geo.command(epilog=examples("penta geo referee duel", "penta geo referee slip --json"))
@record_argument
@picture_options
@json_option
@click.pass_context
def referee(
    context: click.Context,
    *,
    named: NamedRecord,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Judge the turns of RECORD, and say who has won.

    RECORD is a file, '-' for standard input, or a sample (duel, four, slip). It is JSON:
    {"players": ["red", "blue"], "turns": [{"throw": "3C", "moves": ["C3r1", "C3r2"]}, ...]}. A move
    is a slot where a token was laid, {"contest": "C3r2", "dice": ["33", "5*"], "extra": "A1r1"},
    the throws of challenger and defender and the extra token of the winner, or {"bridge": ["A1r4",
    "B2r4"]}. "board": "strait" is another board, "tokens": 1 the slower game.

    If a turn breaks a rule, the first such turn is named, with the rule, and the exit code is 1.
    """
    check_pictures(context, svg=svg, png=png)
    title, record = named
    verdict = judge(record)
    if svg or png:
        from solver.geocinco.picture import board_scene

        scene = board_scene(record.board, state=verdict.state)
        write_pictures(scene, title=title, svg=svg, png=png)
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.verdict_json(record, verdict),
        report.verdict_text(record, verdict, title=title, drawn=drawn),
        as_json=as_json,
    )
    if verdict.illegal:
        context.exit(1)
