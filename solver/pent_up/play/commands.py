"""`penta up play`: the game at the keyboard, and the file that it is saved in."""

from dataclasses import replace
from functools import partial

import click
from click.core import ParameterSource

from solver import pent_up
from solver.console.options import examples, json_option, seed_option
from solver.console.play.game_table import GameTable, check_stdin, game_file_options, read_game
from solver.pent_up.options import lowest_option, search_budget, steps_option, thinking_option

_PLAYER = click.Choice(pent_up.PLAYERS, case_sensitive=False)
_player_option = partial(click.option, type=_PLAYER, show_default=True)


@click.command(
    epilog=examples(
        "penta up play --seed 1",
        "penta up play --white search --black human --seconds 2",
        "penta up play --black human --lowest --save game.json",
        "penta up play --resume game.json --black greedy",
    )
)
@_player_option("--white", default=pent_up.HUMAN, help="Who plays White, and begins.")
@_player_option("--black", default=pent_up.SEARCH, help="Who plays Black.")
@lowest_option
@thinking_option
@steps_option
@seed_option("Seed of the choices of programs; with --steps, same S, same moves.", drawn=True)
@game_file_options("move")
@json_option
@click.pass_context
def play(
    context: click.Context,
    *,
    white: str,
    black: str,
    lowest: bool,
    seconds: float | None,
    steps: int | None,
    seed: int,
    save: str | None,
    resume: str | None,
    as_json: bool,
) -> None:
    """Play Pent-Up in the terminal, two people or one.

    A human types moves; the search plays what 'penta up suggest' suggests, and thinks for --seconds
    or --steps; the random and the greedy player are those of 'penta up match'. Two humans play at
    one keyboard. The game is won by more tiles on the highest level or, with --lowest, on the
    lowest.

    Type a move as the tile and its cells, F k10 k11 l11 l12 m11, as named beside the board: above
    row 1 come 0, -1, and left of col a come -a, -b. Less will do where only one place is meant.
    'help' or '?' lists everything: 'moves F' shows where F can go, 'hint' a good move, 'undo' takes
    one back.

    FILE is a record, which 'penta up referee', 'draw', 'moves' and 'suggest' read at any time. A
    game that is resumed is played as before, except for the options that are given again; a record
    from elsewhere can be resumed too. 'quit', 'q', 'exit' or the end of input leaves the game with
    exit code 0, Ctrl-C with 130. --json prints at the end what FILE would hold; everything else
    then goes to stderr. If FILE cannot be written any more, the game is printed as well.
    """
    if save is not None and resume is not None:
        raise click.UsageError("--save does not go with --resume, which saves in its file.")
    budget = pent_up.SearchBudget.of(**search_budget(seconds, steps))
    settings = pent_up.Settings(white, black, lowest, seed, budget)
    if resume is not None:
        session = _resumed(context, resume, settings)
    else:
        session = pent_up.Session(settings)
    table = GameTable(save, resume, as_json=as_json)
    if pent_up.HUMAN in session.settings[:2]:
        check_stdin(context)
    game = pent_up.PentUpGame(session, table.console, table.save)
    with table.opened(game):
        game.play()


def _resumed(context: click.Context, name: str, given: pent_up.Settings) -> "pent_up.Session":
    """Return the session in the file *name*, with those of the *given* settings that were typed."""
    session = read_game(pent_up.Session.parse, name)
    typed = {
        "budget" if parameter in ("seconds", "steps") else parameter
        for parameter in context.params
        if context.get_parameter_source(parameter) is not ParameterSource.DEFAULT
    }
    changes = {key: value for key, value in given._asdict().items() if key in typed}
    return replace(session, settings=session.settings._replace(**changes))
