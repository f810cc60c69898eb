"""`penta geo play`: the game at the keyboard, and the file that it is saved in."""

import click

from solver import geocinco
from solver.console.options import examples, json_option, seed_option
from solver.console.output import check_files, draw, output_file_option
from solver.console.play.game_table import (
    GameTable,
    against_option,
    check_not_typed,
    check_stdin,
    game_file_options,
    read_game,
)
from solver.geocinco.options import board_option, tokens_option

_FIXED_BY_RESUME = ("players", "against", "random_order", "board", "tokens", "seed", "save")


@click.command(
    epilog=examples(
        "penta geo play --seed 1",
        "penta geo play --player red --player blue --save game.json",
        "penta geo play --against greedy --against strong",
        "penta geo play --resume game.json",
    )
)
@click.option(
    "--player",
    "players",
    type=click.Choice(geocinco.COLOURS, case_sensitive=False),
    multiple=True,
    help="Add a player by his colour; give it once for each.",
)
@against_option(level.label for level in geocinco.Level)
@click.option(
    "--random-order", is_flag=True, help="Draw the order of the turns; else people come first."
)
@board_option
@tokens_option
@seed_option("Throw the same dice again for the same S.", drawn=True)
@game_file_options("move")
@output_file_option("--svg", help="Draw the board in FILE after every move, as SVG.")
@json_option
@click.pass_context
def play(
    context: click.Context,
    *,
    players: tuple[str, ...],
    against: tuple[str, ...],
    random_order: bool,
    board: geocinco.Board,
    tokens: int,
    seed: int,
    save: str | None,
    resume: str | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Play in the terminal, two to four people and programs.

    The program throws the dice and marks where a token may go. Type a slot, C3r2, to lay one there,
    'contest C3r2' to lay it on another's token, 'bridge' and two slots for a bridge. 'help' or '?'
    lists what else you can type: 'moves' names the places, 'hint' helps, 'undo' takes back what a
    person laid last.

    People share the keyboard. Without --player there is one, red; one person alone plays against
    the strongest program. Programs have the colours that are left, in the order red, yellow, green,
    blue. From the weakest they are: random makes any legal move; greedy builds where it needs the
    fewest tokens more; strong reckons with the leading rival too.

    FILE is a record, which 'penta geo referee' reads at any time. 'quit', 'q', 'exit' or the end of
    input leaves the game with exit code 0, Ctrl-C with 130. --json prints at the end what FILE
    would hold; everything else then goes to stderr. If FILE cannot be written any more, the game is
    printed as well.
    """
    check_stdin(context)
    if resume is None:
        colours, programs = geocinco.colours_and_programs(players, against)
        if random_order:
            colours = geocinco.drawn_order(colours, seed)
        settings = geocinco.Settings(board, colours, tokens, programs, seed)
        session = geocinco.Session.start(settings)
    else:
        check_not_typed(context, _FIXED_BY_RESUME)
        session = read_game(geocinco.Session.parse, resume)
    table = GameTable(save, resume, as_json=as_json)
    if svg is not None:
        sources = [resume] if resume else []
        check_files(context, {"svg": svg}, sources=sources, continued=[("game", save)])
        _draw(session, svg)

    def keep(session: "geocinco.Session") -> None:
        table.save(session)
        if svg is not None:
            _draw(session, svg)

    game = geocinco.GeocincoGame(session, table.console, keep)
    with table.opened(game):
        game.play()


def _draw(session: "geocinco.Session", svg: str) -> None:
    """Draw the board in the file *svg*, with the places of the next token marked."""
    draw(session.picture(), svg, title=f"turn {session.number}")
