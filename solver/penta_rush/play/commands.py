"""The command that lets people play: it sits them down, keeps their game, and says how it ended."""

import io
import random
import shlex
import sys
from pathlib import Path

import click
from click.core import ParameterSource

from solver.console.options import examples, input_names, json_option
from solver.drawing.text_grid import plural
from solver.errors import GameError, SourceError, quoted
from solver.files.input_text import STDIN, printable, read_text
from solver.files.output_file import check_path, write_atomic
from solver.penta_rush.options import NamedCard, card_option, points_option
from solver.penta_rush.play.console import Console, QuitGameError
from solver.penta_rush.play.keyboard import Keyboard
from solver.penta_rush.play.session import (
    MAX_TIMER_S,
    GameKind,
    Session,
    format_session,
    parse_session,
)
from solver.penta_rush.play.terminal_game import TerminalGame
from solver.penta_rush.points import Points

_NAME = "Player"
_SEEDS = 2**32
_SETTLED = ("kind", "players", "named", "seed", "timer_s", "save")  # a resumed game knows them


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
    help="Which game.",
)
@click.option(
    "--player", "players", metavar="NAME", multiple=True, help="Who plays; again for each."
)
@card_option(help="A file, a sample's name or a card id.")
@click.option("--seed", type=int, metavar="S", help="Throw the same dice every time.")
@click.option(
    "--timer",
    "timer_s",
    type=click.IntRange(1, MAX_TIMER_S),
    metavar="S",
    help="Play with the sand timer, of so many seconds.",
)
@points_option
@click.option("--save", metavar="FILE", help="Keep the game in a new file, round by round.")
@click.option("--resume", metavar="FILE", help="Go on with a kept game, and keep it there.")
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

    It is the standard game, the puzzle variant or the solitaire. An outline is typed as its cells,
    c4 c5 d5 e5 e6, and 'help' tells the rest; 'undo' takes back what was done last, until 'done'
    ends the turn. What was possible is shown after every round, and after twelve rounds of the
    puzzle variant or the solitaire the best in hindsight.

    Several players take turns at the keyboard; who is first changes from round to round. With
    --timer the first may turn the sand timer instead of being done, for its point, and those after
    him have its seconds each; if he does not, the next may, but not the last. One who plays alone
    has the seconds in every round, without a point. The solitaire has no timer.

    A finished FILE is judged by 'penta rush total' or 'penta rush puzzle referee'. 'quit', 'q',
    'exit' and the end of input leave the game, exit code 0, and Ctrl-C, 130; the round being played
    is lost.
    --json prints what FILE would hold at the end; the talk then goes to stderr.
    """
    if sys.stdin is None:
        raise SourceError("standard input", expected="it open", found="it closed")
    if STDIN in input_names(context):
        raise click.UsageError("standard input is what the players type; give a file.")
    if resume is None:
        taken = random.SystemRandom().randrange(_SEEDS) if seed is None else seed
        session = Session(GameKind(kind), named.card, players or (_NAME,), taken, timer_s)
        if save is not None:
            _check_new(save)
    else:
        session = _resumed(context, resume)
    file = save or resume
    console = Console(Keyboard(sys.stdin), (sys.stderr or io.StringIO()) if as_json else sys.stdout)
    match = TerminalGame(session, console, points, lambda kept: _keep(kept, file))
    _keep(session, file)
    _greet(console, session, resumed=resume is not None)
    try:
        match.play()
    except QuitGameError:
        pass
    finally:
        _part(console, match, file)
        if as_json:
            sys.stdout.write(format_session(match.session))


def _resumed(context: click.Context, name: str) -> Session:
    """Return the session in the file *name*."""
    for option in context.command.params:
        given = option.name and context.get_parameter_source(option.name)
        if option.name in _SETTLED and given is not ParameterSource.DEFAULT:
            raise click.UsageError(f"{option.opts[0]} is settled by the game of --resume.")
    check_path(name, kind="game")
    return parse_session(read_text(name, kind="game"), source=f"game {printable(name)}")


def _check_new(name: str) -> None:
    """Raise unless *name* is that of a file that is not there yet: no game is lost to another."""
    check_path(name, kind="game")
    if Path(name).exists():
        where, hint = f"game {quoted(name)}", "--resume goes on with a game"
        raise GameError(where, expected="the name of a new file", found="one there", hint=hint)


def _keep(session: Session, file: str | None) -> None:
    if file is not None:
        write_atomic(file, format_session(session).encode(), kind="game")


def _greet(console: Console, session: Session, *, resumed: bool) -> None:
    """Say what is played."""
    kind = {
        GameKind.STANDARD: "Penta-Rush",
        GameKind.PUZZLE: "Penta-Rush, puzzle variant",
        GameKind.SOLITAIRE: "Penta-Rush, solitaire",
    }[session.kind]
    timer = f", timer {session.timer_s} s" if session.timer_s else ""
    after = f", after {plural(len(session.rounds), 'round')}" if resumed else ""
    console.say(f"{kind}: {', '.join(session.players)}{timer}, seed {session.seed}{after}")
    console.say("Type an outline as its cells, like c4 c5 d5 e5 e6, then 'done'; or 'help'.")
    console.say()


def _part(console: Console, match: TerminalGame, file: str | None) -> None:
    """Say where the game is left, and what can be done with it."""
    session, named = match.session, shlex.quote(printable(file or ""))
    if not session.is_over:
        console.say()
        console.say(f"Left after {plural(len(session.rounds), 'round')}.")
        if file is not None:
            console.say(f"To go on: penta rush play --resume {named}")
    elif file is not None:
        console.say()
        again = f"penta rush {match.variant.referee} {named}"
        console.say(f"It is in {named}; to judge it again: {again}")
