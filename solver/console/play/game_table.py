"""Where a game is played: the console, its options, and the file written after every step."""

import io
import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

import click
from click.core import ParameterSource

from solver.console.keyboard import Keyboard
from solver.console.options import Command, input_names, with_options
from solver.console.play.console import Console, QuitGameError
from solver.console.terminal import print_error
from solver.errors import SourceError
from solver.files.input_text import STDIN, printable, read_named
from solver.files.origin import is_json_file
from solver.files.output_file import check_new, check_path, write_atomic

_Value = TypeVar("_Value")

STDIN_IS_TYPED = "the players type on standard input; give a file instead of '-'."


class SavedSession(Protocol):
    """A game so far; its `str` is what a file holds of it."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""

    @property
    def length(self) -> str:
        """How much was played, as in "3 turns"."""


class Game(Protocol):
    """A game that is played at the keyboard."""

    @property
    def group(self) -> str:
        """The commands of the game, as in "penta up"."""

    @property
    def session(self) -> SavedSession:
        """The game so far."""

    @property
    def referee(self) -> str:
        """The command of its group that judges the game when it is over; empty if none can."""

    def greeting(self) -> Iterable[str]:
        """Yield who plays, how far the game is, and how to begin."""


def game_file_options(step: str) -> Callable[[Command], Command]:
    """Return ``--save``, a new file that is written after every *step*, and ``--resume``."""
    help_text = f"Save the game in a new file after every {step}."
    return with_options(
        click.option("--save", metavar="FILE", help=help_text),
        click.option("--resume", metavar="FILE", help="Continue a saved game, and save it there."),
    )


def against_option(levels: Iterable[str]) -> Callable[[Command], Command]:
    """Return the option ``--against``, the level of a program, once for each program."""
    return click.option(
        "--against",
        type=click.Choice([*levels], case_sensitive=False),
        multiple=True,
        help="Add a program that plays; give it once for each.",
    )


def check_stdin(context: click.Context) -> None:
    """Raise `SourceError` where nobody can type, and `click.UsageError` where an input is '-'."""
    if sys.stdin is None:
        raise SourceError("standard input", expected="it open", found="it closed")
    if STDIN in input_names(context):
        raise click.UsageError(STDIN_IS_TYPED)


def check_not_typed(context: click.Context, fixed: Collection[str]) -> None:
    """Raise `click.UsageError` where a parameter was typed that is *fixed* in a resumed game."""
    for option in context.command.params:
        source = option.name and context.get_parameter_source(option.name)
        if option.name in fixed and source is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} cannot be changed with --resume.")


def read_game(parser: Callable[..., _Value], name: str) -> _Value:
    """Return what *parser* makes of the game saved in the file *name*, which is not '-'."""
    check_path(name, kind="game")
    return read_named(parser, name, kind="game").value


def option_as_typed(context: click.Context, parameter: str) -> str:
    """Return the option of this *parameter*, a file, for another command; nothing if not typed."""
    if context.get_parameter_source(parameter) is not ParameterSource.COMMANDLINE:
        return ""
    (name,) = input_names(context)
    return f" --{parameter} {shlex.quote(printable(name))}"


class GameTable:
    """The *console* of the players, and the file *save*, a new one, or *resume*, or no file at all.

    With *as_json* the players look at standard error, and the game is printed at the end. Raises
    `SourceError` where *save* exists: a new game never overwrites another.
    """

    def __init__(self, save: str | None, resume: str | None, *, as_json: bool) -> None:
        self._name, self._as_json = save or resume, as_json
        self._is_saved = True  # as far as there is a file
        if save is not None:
            hint = "--resume continues a game" if is_json_file(save) else "it is no saved game"
            check_new(save, kind="game", hint=hint)
        keyboard = Keyboard(sys.stdin or io.TextIOWrapper(io.BytesIO()))
        self.console = Console(keyboard, (sys.stderr or io.StringIO()) if as_json else sys.stdout)

    def save(self, session: SavedSession) -> None:
        """Write *session*, the game so far; raise `SourceError` where that is not possible."""
        if self._name is not None:
            self._is_saved = False
            write_atomic(self._name, str(session).encode(), kind="game")
            self._is_saved = True

    @contextmanager
    def opened(self, game: Game, options: str = "") -> Iterator[None]:
        """Save and greet; play in the block, which `QuitGameError` leaves; in the end say goodbye.

        A game whose file cannot be written any more is printed. The commands that continue and
        judge it take the same *options*.
        """
        self.save(game.session)
        # With --json, what cannot be written to stderr is dropped.
        say = print_error if self._as_json else self.console.say
        say("\n".join([*game.greeting(), ""]))
        try:
            yield
        except QuitGameError:
            pass
        finally:
            self._say_goodbye(game, options)
            if self._as_json or not self._is_saved:
                sys.stdout.write(str(game.session))

    def _say_goodbye(self, game: Game, options: str) -> None:
        """Say where the game stands, and how to continue or judge what its file holds."""
        name = shlex.quote(printable(self._name)) if self._name and self._is_saved else ""
        if not game.session.is_over:
            self.console.say(f"\nYou left the game after {game.session.length}.")
            if name:
                self.console.say(f"To continue: {game.group} play{options} --resume {name}")
        elif name:
            judge = f"{game.group} {game.referee}{options} {name}"
            again = f" To judge it again: {judge}" if game.referee else ""
            self.console.say(f"\nThe game is saved in {name}.{again}")
