"""A game in the terminal: persons type their choices, programs make theirs, until it is over."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from solver.console.keyboard import Question
from solver.console.play.console import Console, QuitGameError, parse_word
from solver.console.play.session import Session
from solver.drawing.styled_text import StyledLine, wrapped, wrapped_lines
from solver.errors import PentaError
from solver.runtime.background import interruptible

_Session = TypeVar("_Session", bound=Session[Any])
_Step = TypeVar("_Step")
_Result = TypeVar("_Result")
Remark = Callable[[], Sequence[StyledLine]]

HELP_AND_QUIT = {
    "help": "show this help; ? does the same",
    "quit": "leave the game; q and exit do the same",
}


class TerminalGame(ABC, Generic[_Session, _Step]):
    """Plays *session*; after each step it is handed to *save*, before anything else is done.

    What a person may type is in *help*, with what it does: a word that begins the line, or what
    else a line may be, of which *example* says more in messages.
    """

    group: ClassVar[str]  # of commands, as in "penta up"
    help: ClassVar[Mapping[str, str]]
    example: ClassVar[str]
    nothing_typed: ClassVar[str] = "nothing has been typed yet"
    completed: ClassVar[Collection[str]] = ()  # by the tab key, beside the words
    is_redrawn: ClassVar[bool] = False  # after each step, also of a program

    def __init__(
        self, session: _Session, console: Console, save: Callable[[_Session], None]
    ) -> None:
        self.session, self._console, self._save = session, console, save
        self._announcements: list[str] = []  # what was done since a person saw the board
        self._is_begun = False  # a board has been shown, below the greeting
        self._shown: _Session | None = None

    @property
    def referee(self) -> str:
        """The command that judges the finished game; empty if none can."""
        return "referee"

    @abstractmethod
    def greeting(self) -> Iterable[str]:
        """Yield who plays, how far the game is, and how to begin."""

    def play(self) -> None:
        """Play to the end. Raises `QuitGameError` if the players leave before."""
        while not self.session.is_over:
            before = self.session
            if self._shown is not before and (self.is_redrawn or not before.is_program):
                self._shown = before
                self._show_board()
            if before.is_program:
                self._take(self._thought(self._program_step))
            else:
                self._ask()
            if self.session is not before:
                self._save(self.session)
        self._show_end()

    @abstractmethod
    def _program_step(self) -> _Step:
        """Return the choice of the program that has the next one."""

    @abstractmethod
    def _step_texts(self, before: _Session, step: _Step, after: _Session) -> Iterable[str]:
        """Yield what a legal *step* did between two sessions."""

    @abstractmethod
    def _undo_text(self, before: _Session) -> str:
        """Return what is taken back when the game is again as it was *before*."""

    @abstractmethod
    def _hint(self) -> Remark:
        """Return what shows what would be good to do; to find that may take long."""

    @abstractmethod
    def _is_choice(self, typed: str) -> bool:
        """Return whether the line *typed* is a choice without a word."""

    @abstractmethod
    def _act(self, word: str, rest: str) -> None:
        """Do what was typed, a *word* and the *rest* or a choice without a word, or raise."""

    @abstractmethod
    def _draw_board(self) -> None:
        """Show the board, and announce above or below it what was done."""

    @abstractmethod
    def _show_end(self) -> None:
        """Show how the game ended."""

    @property
    def _prompt(self) -> str:
        return self.session.player

    def _show_again(self) -> None:
        self._show_board()

    def _show_board(self) -> None:
        """Show the board; on a terminal nothing else, but for the greeting at first."""
        if self._is_begun:
            self._console.clear()
        self._draw_board()
        self._is_begun = True

    def _take(self, *steps: _Step) -> None:
        """Take all of *steps*, or none if one is illegal."""
        session = self.session
        texts: list[str] = []
        for step in steps:
            after = session.with_step(step)
            texts += self._step_texts(session, step, after)
            session = after
        self.session = session
        self._announcements += texts

    def _undo(self) -> None:
        """Take back the last choice of a person, and what programs did after it."""
        before = self.session.without_last()
        if before is None:
            self._say(self.nothing_typed)
            return
        self._announcements.append(self._undo_text(before))
        self.session = before

    def _do(self, typed: str) -> None:
        """Do what the line *typed* says; raise a `PentaError` where that is not allowed."""
        if self._is_choice(typed.strip()):
            self._act("", typed.strip())
            return
        expected = f"{self.example}, or {', '.join(self._words)}"
        with_more = [line.split()[0] for line in self.help if " " in line]
        word, rest = parse_word(typed, self._words, expected=expected, with_more=with_more)
        match word:
            case "hint":
                self._remark(self._thought(self._hint))
            case "undo":
                self._undo()
            case "show":
                self._show_again()
            case "help":
                self._console.say(help_text(self.help))
            case "quit":
                raise QuitGameError
            case _:
                self._act(word, rest)

    def _announce(self) -> None:
        """Say what was done since the last call, and an empty line."""
        for text in self._announcements:
            self._console.say("\n".join(wrapped(text)))
        if self._announcements:
            self._console.say()
        self._announcements.clear()

    def _say(self, text: str) -> None:
        """Say *text* below what was typed."""
        self._remark(lambda: wrapped_lines(text, first="  ", others="    "))

    def _remark(self, remark: Remark) -> None:
        """Show *remark* below what was typed."""
        self._console.show(remark())

    @property
    def _words(self) -> list[str]:
        """The words that may begin a line, in the order of the help."""
        words = dict.fromkeys(line.split()[0] for line in self.help)
        return [word for word in words if word.isalpha() and word.islower()]

    def _ask(self) -> None:
        """Do what the person who has the next choice types, a line of it."""
        question = Question(
            f"{self._prompt}> ",
            words=(*self._words, *self.completed),
            history=self.session.player,
            redraw=self._show_board,
        )
        typed = self._console.ask(question) or ""
        if typed.strip():
            try:
                self._do(typed)
            except PentaError as error:
                self._say(str(error))

    def _thought(self, call: Callable[[], _Result]) -> _Result:
        """Return what *call* returns; a Ctrl-C is heard meanwhile."""
        self._console.flush()
        return interruptible(call)


def help_text(meanings: Mapping[str, str]) -> str:
    """Return what can be typed, one kind per line, with its meaning."""
    width = max(map(len, meanings))
    return "\n".join(f"  {typed:<{width}}  {meaning}" for typed, meaning in meanings.items())
