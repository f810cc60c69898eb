"""The file that a game at the keyboard is saved in, again and again while it is played."""

import shlex

from solver.errors import SourceError, quoted
from solver.files.input_text import printable
from solver.files.output_file import check_path, write_atomic


class GameFile:
    """The file *name*, if there is one: a new one, or the one that the game was read from.

    Raises `SourceError` when one that *is_new* exists: a new game never overwrites another.
    """

    def __init__(self, name: str | None, *, is_new: bool) -> None:
        self._name = name
        self.is_saved = True  # as far as there is a file
        if name is not None and is_new and check_path(name, kind="game").exists():
            where, expected = f"game {quoted(name)}", "the name of a new file"
            hint = "--resume continues a game"
            raise SourceError(where, expected=expected, found="an existing one", hint=hint)

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
