"""`penta rush play`: the game at the keyboard, and the file that it is saved in."""

import io
import sys

import click

from solver.console.game_console import Console, QuitGameError
from solver.console.game_file import GameFile, check_not_typed, say_goodbye
from solver.console.keyboard import Keyboard
from solver.console.options import (
    WholeNumber,
    examples,
    input_names,
    json_option,
    new_seed,
    seed_option,
)
from solver.console.terminal import print_error
from solver.drawing.text_grid import plural
from solver.errors import SourceError
from solver.files.input_text import STDIN, read_named
from solver.files.output_file import check_path
from solver.penta_rush.options import NamedCard, card_option, points_option
from solver.penta_rush.play.session import (
    MAX_TIMER_S,
    GameKind,
    Session,
    format_session,
    parse_session,
)
from solver.penta_rush.play.terminal_game import TerminalGame
from solver.penta_rush.points import Points

_DEFAULT_NAME = "Player"
_FIXED_BY_RESUME = ("kind", "players", "named", "seed", "timer_s", "save")


@click.command(
    epilog=examples(
        "penta rush play --seed 1",
        "penta rush play --game puzzle --player Ann --player Ben --timer 30",
        "penta rush play --game solitaire --card orchard --save alone.json",
    )
)
@click.option(
    "--game",
    "kind",
    type=click.Choice([kind.value for kind in GameKind]),
    default=GameKind.STANDARD.value,
    show_default=True,
    help="The game to play.",
)
@click.option(
    "--player",
    "players",
    metavar="NAME",
    multiple=True,
    help="Add a player by name; give it once for each.",
)
@card_option(help="Play on this card: a file, a sample's name or a card id.")
@seed_option("Throw the same dice again for the same S.")
@click.option(
    "--timer",
    "timer_s",
    type=WholeNumber(1, MAX_TIMER_S),
    metavar="S",
    help="Play with a sand timer of S seconds.",
)
@points_option
@click.option("--save", metavar="FILE", help="Save the game in a new file after every round.")
@click.option("--resume", metavar="FILE", help="Continue a saved game, and save it there.")
@json_option
@click.pass_context
def play(
    context: click.Context,
    *,
    kind: str,
    players: tuple[str, ...],
    named: NamedCard,
    seed: int | None,
    timer_s: int | None,
    points: Points,
    save: str | None,
    resume: str | None,
    as_json: bool,
) -> None:
    """Play Penta-Rush in the terminal, alone or with others.

    Choose the standard game, the puzzle variant or the solitaire. Type an outline as its cells, c4
    c5 d5 e5 e6; 'help' or '?' lists what else you can type. 'undo' takes back your last outline or
    cross, until 'done' ends your turn; 'hint' says what would be good to do. After every round you
    see what was possible, and after twelve rounds of the puzzle variant or the solitaire the best
    plan in hindsight.

    Several players take turns at the keyboard; a new one begins each round. With --timer, the first
    player may type 'turn' instead of 'done', which turns the sand timer and earns its point; those
    who follow have S seconds each. If the first does not, the next may, but not the last. A single
    player has the seconds in every round, without a point. The solitaire has no timer.

    'penta rush total' or 'penta rush puzzle referee' judges a finished FILE. 'quit', 'q', 'exit' or
    the end of input leaves the game with exit code 0, Ctrl-C with 130; the current round is lost.
    --json prints at the end what FILE would hold; everything else then goes to stderr. If FILE
    cannot be written any more, the game is printed as well.
    """
    if sys.stdin is None:
        raise SourceError("standard input", expected="it open", found="it closed")
    if STDIN in input_names(context):
        raise click.UsageError("the players type on standard input; give a file instead of '-'.")
    if resume is None:
        seed = new_seed() if seed is None else seed
        session = Session(GameKind(kind), named.value, players or (_DEFAULT_NAME,), seed, timer_s)
    else:
        session = _resumed(context, resume)
    file = GameFile(save or resume, is_new=save is not None)

    def save_to_file(played: Session) -> None:
        file.save(format_session(played))

    console = Console(Keyboard(sys.stdin), (sys.stderr or io.StringIO()) if as_json else sys.stdout)
    game = TerminalGame(session, console, points, save_to_file)
    save_to_file(session)
    # With --json, what cannot be written to stderr is dropped.
    (print_error if as_json else console.say)(_greeting(session, resumed=resume is not None))
    try:
        game.play()
    except QuitGameError:
        pass
    finally:
        session = game.session
        say_goodbye(
            console,
            file,
            left_after="" if session.is_over else plural(len(session.rounds), "round"),
            resume="penta rush play --resume",
            judge=f"penta rush {game.variant.referee}",
        )
        if as_json or not file.is_saved:
            sys.stdout.write(format_session(session))


def _resumed(context: click.Context, name: str) -> Session:
    """Return the session in the file *name*."""
    check_not_typed(context, _FIXED_BY_RESUME)
    check_path(name, kind="game")
    return read_named(parse_session, name, kind="game").value


def _greeting(session: Session, *, resumed: bool) -> str:
    """Return which game is played, and how to begin."""
    names = {GameKind.PUZZLE: ", puzzle variant", GameKind.SOLITAIRE: ", solitaire"}
    game = f"Penta-Rush{names.get(session.kind, '')}"
    timer = f", timer {session.timer_s} s" if session.timer_s else ""
    after = f", after {plural(len(session.rounds), 'round')}" if resumed else ""
    return (
        f"{game}: {', '.join(session.players)}{timer}, seed {session.seed}{after}\n"
        "Type an outline as its cells, like c4 c5 d5 e5 e6, then 'done'; or type 'help'.\n"
    )
