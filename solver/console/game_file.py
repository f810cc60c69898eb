"""The file that a game at the keyboard is saved in, again and again while it is played."""

import shlex
from collections.abc import Collection

import click
from click.core import ParameterSource

from solver.console.game_console import Console
from solver.files.input_text import printable
from solver.files.output_file import check_new, write_atomic


class GameFile:
    """The file *name*, if there is one: a new one, or the one that the game was read from.

    Raises `SourceError` when one that *is_new* exists: a new game never overwrites another.
    """

    def __init__(self, name: str | None, *, is_new: bool) -> None:
        self._name = name
        self.is_saved = True  # as far as there is a file
        if name is not None and is_new:
            check_new(name, kind="game", hint="--resume continues a game")

    @property
    def shell_name(self) -> str:
        """The name as a shell takes it; empty without a file that holds the game so far."""
        has_game = self._name is not None and self.is_saved
        return shlex.quote(printable(self._name or "")) if has_game else ""

    def save(self, text: str) -> None:
        """Write *text*, the game so far; raise `SourceError` where that is not possible."""
        if self._name is not None:
            self.is_saved = False
            write_atomic(self._name, text.encode(), kind="game")
            self.is_saved = True


def check_not_typed(context: click.Context, fixed: Collection[str]) -> None:
    """Raise `click.UsageError` where a parameter was typed that is *fixed* when a game is resumed.

    *fixed* has the names that the parameters have in the code.
    """
    for option in context.command.params:
        source = option.name and context.get_parameter_source(option.name)
        if option.name in fixed and source is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} cannot be changed with --resume.")


def say_goodbye(
    console: Console, file: GameFile, *, left_after: str, resume: str, judge: str
) -> None:
    """Say where the game stands, and how to continue or judge what *file* holds.

    *left_after* is what was played of a game that is not over, as in "3 turns", and else empty.
    *resume* and *judge* are the commands to continue and judge it; *judge* is empty if none can.
    """
    name = file.shell_name
    if left_after:
        console.say(f"\nYou left the game after {left_after}.")
        if name:
            console.say(f"To continue: {resume} {name}")
    elif name:
        again = f" To judge it again: {judge} {name}" if judge else ""
        console.say(f"\nThe game is saved in {name}.{again}")
