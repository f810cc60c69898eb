"""The file that a game at the keyboard is saved in, again and again while it is played."""

import shlex
from collections.abc import Callable, Collection
from typing import Generic, TypeVar

import click
from click.core import ParameterSource

from solver.console.options import Command
from solver.files.input_text import printable, read_named
from solver.files.origin import is_json_file
from solver.files.output_file import check_new, check_path, write_atomic

_Session = TypeVar("_Session")

resume_option = click.option(
    "--resume", metavar="FILE", help="Continue a saved game, and save it there."
)


def save_option(step: str) -> Callable[[Command], Command]:
    """Return the option ``--save``: a new file for the game, written after every *step* of it."""
    help_text = f"Save the game in a new file after every {step}."
    return click.option("--save", metavar="FILE", help=help_text)


class GameFile(Generic[_Session]):
    """The file *save*, a new one, or *resume*, which the game was read from; or no file at all.

    It holds a session as the text that *text_of* makes. Raises `SourceError` where *save* exists: a
    new game never overwrites another.
    """

    def __init__(
        self, save: str | None, resume: str | None, text_of: Callable[[_Session], str]
    ) -> None:
        self._name = save or resume
        self.text_of = text_of
        self.is_saved = True  # as far as there is a file
        if save is not None:
            is_game = is_json_file(save)
            hint = "--resume continues a game" if is_game else "it is no saved game"
            check_new(save, kind="game", hint=hint)

    @property
    def shell_name(self) -> str:
        """The name as a shell takes it; empty without a file that holds the game so far."""
        has_game = self._name is not None and self.is_saved
        return shlex.quote(printable(self._name or "")) if has_game else ""

    def save(self, session: _Session) -> None:
        """Write *session*, the game so far; raise `SourceError` where that is not possible."""
        if self._name is not None:
            self.is_saved = False
            write_atomic(self._name, self.text_of(session).encode(), kind="game")
            self.is_saved = True


def read_game(parser: Callable[..., _Session], name: str) -> _Session:
    """Return what *parser* makes of the game saved in the file *name*, which is not '-'."""
    check_path(name, kind="game")
    return read_named(parser, name, kind="game").value


def check_not_typed(context: click.Context, fixed: Collection[str]) -> None:
    """Raise `click.UsageError` where a parameter was typed that is *fixed* when a game is resumed.

    *fixed* has the names that the parameters have in the code.
    """
    for option in context.command.params:
        source = option.name and context.get_parameter_source(option.name)
        if option.name in fixed and source is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} cannot be changed with --resume.")
