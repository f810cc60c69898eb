"""The options of a game that several commands of Geocinco share."""

import click

from solver import geocinco
from solver.console.number_types import WholeNumber

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
