"""`penta knaster play`: the game at the keyboard, and the file that it is saved in."""

import click

from solver import knaster
from solver.console.options import examples, json_option, players_option, seed_option
from solver.console.play.game_table import (
    GameTable,
    against_option,
    check_not_typed,
    check_stdin,
    game_file_options,
    option_as_typed,
    read_game,
)
from solver.knaster.options import values_option

_FIXED_BY_RESUME = ("players", "against", "seed", "save")


@click.command(
    epilog=examples(
        "penta knaster play --seed 1",
        "penta knaster play --player Ann --player Ben --save game.json",
        "penta knaster play --against strong --against greedy",
        "penta knaster play --resume game.json",
    )
)
@players_option()
@against_option(knaster.PROGRAMS)
@seed_option("Throw the same dice again for the same S.", drawn=True)
@values_option
@game_file_options("turn")
@json_option
@click.pass_context
def play(
    context: click.Context,
    *,
    players: tuple[str, ...],
    against: tuple[str, ...],
    seed: int,
    values: knaster.LineValues,
    save: str | None,
    resume: str | None,
    as_json: bool,
) -> None:
    """Play in the terminal, alone, with others or with programs.

    The program throws the dice. Type a cell, c3, to write the roll there if it is free, or to
    circle an equal number. If that makes a hand, you are asked for the cells to circle, or type
    them at once: c3 b2 d4. 'pass' declines the last roll. 'help' or '?' lists what else you can
    type: 'hint' shows the best moves, 'undo' takes the last turn back.

    Several players take turns at the keyboard, all with the same roll. The programs, from the
    weakest: random makes any legal move; greedy takes the most points at once; table plays by the
    learned table, as if alone; strong looks two rolls ahead, and at when a rival may fill his
    sheet.

    FILE is a record, which 'penta knaster referee' and 'review' read at any time. 'quit', 'q',
    'exit' or the end of input leaves the game with exit code 0, Ctrl-C with 130. --json prints at
    the end what FILE would hold; everything else then goes to stderr. If FILE cannot be written any
    more, the game is printed as well.
    """
    check_stdin(context)
    if resume is None:
        session = knaster.new_session(players, against, seed)
    else:
        check_not_typed(context, _FIXED_BY_RESUME)
        session = read_game(knaster.Session.parse, resume)
    table = GameTable(save, resume, as_json=as_json)
    game = knaster.KnasterGame(session, table.console, table.save, values)
    with table.opened(game, option_as_typed(context, "values")):
        game.play()
        game.show_review()
