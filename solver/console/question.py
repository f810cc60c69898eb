"""A line to ask a person for, and what helps to type it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Question(NamedTuple):
    """A line to ask for, after *text*. Only a terminal heeds the rest, but for the *deadline*.

    *words* are completed with the tab key. The arrow keys bring back the lines that were entered
    with the same *history*, a name; without one a line is not remembered. The line begins as
    *default*, and if there is one, lines that were pasted before wait. What *note* returns of the
    text so far stands at the right. The seconds to *deadline*, a time of `time.monotonic`, are
    counted down. Ctrl-L clears the screen and calls *redraw*.
    """

    text: str
    words: Iterable[str] = ()
    history: str | None = None
    default: str = ""
    deadline: float | None = None
    redraw: Callable[[], None] | None = None
    note: Callable[[str], str] | None = None
