"""The commands of Geocinco: its board, legal places, the referee; others are loaded when needed."""

import click

from solver import geocinco
from solver.console.command import Named, command
from solver.console.lazy_group import LazyGroup
from solver.geocinco.options import board_option, colour_option, record_argument, state_argument


@click.group(
    "geo",
    cls=LazyGroup,
    lazy={
        "fewest": "solver.geocinco.fewest_tokens.commands:fewest",
        "play": "solver.geocinco.play.commands:play",
        "simulate": "solver.geocinco.strategy.commands:simulate",
    },
)
def geo() -> None:
    """Geocinco: see its board, judge and play games, find the fewest tokens that win."""


@command(
    geo,
    examples=(
        "penta geo board",
        "penta geo board --svg board.svg",
        "penta geo board --board strait --json",
    ),
    pictures=True,
)
@board_option
def board(board: geocinco.Board) -> geocinco.BoardOverview:
    """Draw the board, and count its parts.

    The board is ours: the picture of the game's own is lost. It has 25 hexagons, A1 to E5, of four
    pentagons each, one red, one yellow, one green and one blue. Tokens are laid on the slots
    between them.
    """
    return geocinco.BoardOverview(board)


@command(
    geo,
    examples=(
        "penta geo moves middle --throw 3C",
        "penta geo moves middle --throw '*+' --colour blue --json",
        "penta geo moves crowd --throw 4+ --svg places.svg",
    ),
    pictures=True,
)
@state_argument
@click.option(
    "--throw",
    required=True,
    metavar="T",
    callback=lambda _context, _parameter, text: geocinco.Throw.parse(text, where="--throw"),
    help="What the dice show: 3C, *B for any digit, 4+ for any letter, *+.",
)
@colour_option
def moves(
    named: Named[geocinco.State], throw: geocinco.Throw, colour: str | None
) -> geocinco.LegalPlaces:
    """List where a token may go in STATE after a throw.

    A token goes on a free slot, or on a token of another player, to contest it. Those places have
    stars in the drawing.

    STATE is a file, '-' for standard input, or a sample (crowd, middle, strait). It is JSON:
    {"players": ["red", "blue"], "turn": "red", "tokens": {"C3r2": "red", ...}, "bridges": [["red",
    "A1r4", "B2r4"], ...], "held": {"red": 1}}, and may have "board": "strait". Of a record, or of a
    game that is saved, it is the state after the last turn.
    """
    return geocinco.legal_places(named.value, throw, colour=colour, title=named.title)


@command(geo, examples=("penta geo referee duel", "penta geo referee slip --json"), pictures=True)
@record_argument
def referee(named: Named[geocinco.Record]) -> geocinco.RefereeReport:
    """Judge the turns of RECORD, and say who has won.

    RECORD is a file, '-' for standard input, or a sample (duel, four, slip). It is JSON:
    {"players": ["red", "blue"], "turns": [{"throw": "3C", "moves": ["C3r1", "C3r2"]}, ...]}. A move
    is a slot where a token was laid, {"contest": "C3r2", "dice": ["33", "5*"], "extra": "A1r1"},
    the throws of challenger and defender and the extra token of the winner, or {"bridge": ["A1r4",
    "B2r4"]}. "board": "strait" is another board, "tokens": 1 the slower game.

    If a turn breaks a rule, the first such turn is named, with the rule, and the exit code is 1.
    """
    return geocinco.referee(named.value, title=named.title)
