"""The STATE and RECORD arguments and the options that the commands of Geocinco share."""

import click

from solver import geocinco
from solver.console.options import WholeNumber, file_argument

_RECORDS = "geocinco/records"
STATES = ("geocinco/states", _RECORDS)

state_argument = file_argument("STATE", geocinco.parse_state, kind="state", samples=STATES)
optional_state_argument = file_argument(
    "STATE", geocinco.parse_state, kind="state", samples=STATES, required=False
)
record_argument = file_argument("RECORD", geocinco.Record.parse, kind="record", samples=_RECORDS)
colour_option = click.option(
    "--colour",
    type=click.Choice(geocinco.COLOURS, case_sensitive=False),
    help="The player; by default whose turn it is.",
)
board_option = click.option(
    "--board",
    type=click.Choice(geocinco.BOARDS, case_sensitive=False),
    default=geocinco.BOARDS[0],
    show_default=True,
    callback=lambda _context, _parameter, name: geocinco.Board.named(name),
    help="The whole board, or that of a strait, whose halves only bridges join.",
)
tokens_option = click.option(
    "--tokens",
    type=WholeNumber(1, geocinco.TOKENS),
    default=geocinco.TOKENS,
    show_default=True,
    metavar="N",
    help="Lay N tokens a turn, 1 or 2; one is the slower game.",
)
