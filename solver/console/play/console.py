"""The console: what the players at one keyboard see, and what they type."""

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TextIO

from solver.console.keyboard import Keyboard, Question
from solver.console.prompt import Prompt
from solver.console.terminal import escaped, fits, is_screen, screen_size, show, shows_outlines
from solver.drawing.styled_text import StyledLine, wrapped
from solver.errors import MoveError, did_you_mean, quoted

_OTHER_WORDS = {"?": "help", "q": "quit", "exit": "quit"}
Draw = Callable[..., list[StyledLine]]  # called with *drawn*: whether outlines can be shown
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and then what was scrolled off it


class QuitGameError(Exception):
    """The players leave the game: one of them quits, or the input ends."""


class Console:
    """Prints on *stream*, reads from *keyboard*. *drawn*: the stream can show drawn outlines."""

    def __init__(self, keyboard: Keyboard, stream: TextIO) -> None:
        self._prompt = Prompt(keyboard, stream)
        self._stream = stream
        self.drawn = shows_outlines(stream)

    @property
    def is_interactive(self) -> bool:
        """Whether a person types, and looks at the screen meanwhile."""
        return self._prompt.is_editable

    @property
    def rows(self) -> int:
        """The rows of the screen that a person looks at; 0 where they are not known."""
        return screen_size(self._stream)[0] if self.is_interactive else 0

    def show(self, lines: Iterable[StyledLine]) -> None:
        """Print *lines*."""
        show(lines, self._stream)

    def say(self, text: str = "") -> None:
        """Print *text*, a line or several."""
        self._stream.write("".join(f"{escaped(line)}\n" for line in text.split("\n")))

    def remark(self, text: str) -> None:
        """Print *text*, a message beside what is typed, in as many lines as it takes."""
        self.say("\n".join(wrapped(text, first="  ", others="    ")))

    def flush(self) -> None:
        """Let the players see now what was printed, before something that takes its time."""
        self._stream.flush()

    def ask(self, question: Question) -> str | None:
        """Return the line typed; None at the deadline. Raises `QuitGameError` at the end."""
        try:
            return self._prompt.ask(question)
        except EOFError:
            raise QuitGameError from None

    def clear(self) -> None:
        """Clear the terminal, if there is one, before the next player looks at it."""
        if is_screen(self._stream):
            self._stream.write(_CLEAR)

    def show_parts(self, parts: Iterable[Draw]) -> None:
        """Show *parts*, each of which begins with an empty line.

        A person who looks on sees as many at once as fit on the screen with an empty line and the
        prompt, and goes on with Enter. Raises `QuitGameError` if he leaves instead.
        """
        pages: list[list[Draw]] = [[]]
        for draw in parts:
            _, *lines = _drawn_together([*pages[-1], draw], drawn=False)
            if self.is_interactive and pages[-1] and not fits(lines, self._stream, others=2):
                pages.append([])
            pages[-1].append(draw)
        for number, page in enumerate(pages):
            if number and is_quit(self.ask(Question("Press Enter to see more: ")) or ""):
                raise QuitGameError
            self.show(self.fitting(partial(_drawn_together, page), others=1))

    def ring_bell(self) -> None:
        """Ring the bell of the terminal, if there is one."""
        if is_screen(self._stream):
            self._stream.write("\a")

    def fitting(
        self, draw: Draw, *, others: int, words: Iterable[StyledLine] = ()
    ) -> list[StyledLine]:
        """Return what *draw* makes, outlined if it fits on the screen with *others* more lines.

        Return *words*, if there are some, where it does not even fit without outlines.
        """
        for drawn in dict.fromkeys((self.drawn, False)):
            lines = draw(drawn=drawn)
            if fits(lines, self._stream, others=others):
                return lines
        return [*words] or lines


def _drawn_together(parts: Iterable[Draw], *, drawn: bool) -> list[StyledLine]:
    return [line for draw in parts for line in draw(drawn=drawn)]


def parse_word(
    text: str, words: Collection[str], *, expected: str, with_more: Collection[str]
) -> tuple[str, str]:
    """Return which of the *words* begins *text*, in letters of either case, and what follows it.

    Besides, ``?`` is ``help``, and ``q`` and ``exit`` are ``quit``. Raises `MoveError` where it is
    none of them, and something else was *expected*, or where something follows a word that is not
    one *with_more*.

    >>> parse_word("Circle C3", ["circle"], expected="circle", with_more=["circle"])
    ('circle', 'C3')
    """
    first, *more = text.split(maxsplit=1) or [""]
    typed, rest = first.lower(), "".join(more).rstrip()
    word = _OTHER_WORDS.get(typed, typed)
    if word not in words:
        hint = did_you_mean(typed, words)
        raise MoveError("typed", expected=expected, found=quoted(text), hint=hint)
    if rest and word not in with_more:
        raise MoveError("typed", expected=f"{typed!r} alone", found=quoted(text))
    return word, rest


def is_quit(text: str) -> bool:
    """Return whether *text* is one of the words that leave the game."""
    typed = text.strip().lower()
    return _OTHER_WORDS.get(typed, typed) == "quit"
