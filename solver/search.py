"""Searches: long questions, asked in one way whatever is searched for.

    for progress in search:
        print(progress.done, progress.total)
    search.answer

A search is an iterator of its progress, and holds the best answer so far. It works in a thread of
its own, so that Ctrl-C and a time limit end the wait for it within a moment, also in the middle of
compiled code; what it has published by then is kept. `run` does all of that in one call. Running it
again begins anew.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from solver.errors import UndecidedError
from solver.question import Seconds, check_argument
from solver.runtime.background import Publish, Worker

_PAUSE_S = 0.02  # between reports of progress alone

AnswerT = TypeVar("AnswerT")
AnswerT_contra = TypeVar("AnswerT_contra", contravariant=True)


class Progress(NamedTuple):
    """How far a search has come: *done* of *total* steps, or of an unknown total if that is 0.

    *found* counts what it has found; a *note* may say more. *items* are results that came since.
    """

    done: int = 0
    total: int = 0
    found: int = 0
    note: str = ""
    items: Sequence[Any] = ()


class Advance(Protocol):
    """What an engine calls with the steps done, the steps in all, how much was found, a note."""

    def __call__(self, done: int, total: int, found: int, note: str = "", /) -> None:
        """Report this progress."""


def is_over(deadline: float | None) -> bool:
    """Return whether *deadline*, a time of `time.monotonic`, is over; None never is."""
    return deadline is not None and time.monotonic() > deadline


class Report(Protocol[AnswerT_contra]):
    """What a search calls to publish its progress, as the fields of `Progress`.

    *answer*, if it is given, makes the best answer so far; it is called only if that is asked for,
    perhaps in another thread.
    """

    def __call__(  # noqa: PLR0913 - the fields of `Progress`
        self,
        done: int,
        total: int,
        found: int,
        note: str = "",
        /,
        *,
        items: Sequence[Any] = (),
        answer: Callable[[], AnswerT_contra] | None = None,
    ) -> None:
        """Publish this progress; raises an exception that ends the search if nobody listens."""


class Bar(Protocol):
    """A progress bar as tqdm has them."""

    total: float | None
    n: float

    def set_description(self, desc: str) -> object:
        """Show *desc* before the bar."""

    def update(self, n: float) -> object:
        """Advance by *n*."""

    def close(self) -> object:
        """Let the bar rest."""


# Told of all progress while a search runs: without threads nobody takes its steps before its end.
_listeners: list[Callable[[Progress], object]] = []


@contextmanager
def told_of_progress(listener: Callable[[Progress], object]) -> Iterator[None]:
    """Have *listener* told of the progress of every search, by the thread that does the work."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


class _Event(NamedTuple, Generic[AnswerT]):
    """What comes from the thread of a search; without either, its beginning."""

    progress: Progress | None
    answer: Callable[[], AnswerT] | None


class Search(Generic[AnswerT]):
    """A search that *work* does: it publishes its progress, and returns the answer.

    *label* says what it does, as in "counting", and *noun* what it finds, in the plural. What
    *prepare* does first is not charged to the time limit. Of a search for a list, *line* returns
    the text of an item. *checkpoint* is the name of the file from which the same search goes on
    after an interruption, if any. *first* is an answer that is known before the search begins. It
    is shown at once, so what is shown of the final answer must begin with the same lines.

    >>> def count_to(limit: int) -> Search[int]:
    ...     def work(report: Report[int]) -> int:
    ...         for number in range(limit):
    ...             report(number, limit, number, answer=lambda: number)
    ...         return limit
    ...     return Search(work, label="counting", noun="numbers")
    >>> search = count_to(3)
    >>> [progress.done for progress in search], search.answer
    ([0, 1, 2], 3)
    >>> search
    <Search: counting, 2 of 3 done>
    >>> count_to(5).run()
    5
    """

    def __init__(  # noqa: PLR0913 - what varies comes first
        self,
        work: Callable[[Report[AnswerT]], AnswerT],
        *,
        label: str,
        noun: str = "answers",
        prepare: Callable[[], object] | None = None,
        line: Callable[[Any], str] | None = None,
        checkpoint: str | None = None,
        first: AnswerT | None = None,
    ) -> None:
        self._work, self._prepare = work, prepare
        self.label, self.noun, self.line, self.checkpoint = label, noun, line, checkpoint
        self.is_resumed = False  # from its checkpoint
        self.first = first
        self._begin()

    def _begin(self) -> None:
        self.is_stopped = False  # by the time limit
        self.progress = Progress()  # the latest
        first = self.first
        self._latest: Callable[[], AnswerT] | None = None if first is None else lambda: first

    @property
    def answer(self) -> AnswerT | None:
        """The best answer so far, after the last step the answer; None if there is none yet."""
        return None if self._latest is None else self._latest()

    def __repr__(self) -> str:
        done, total, *_ = self.progress
        return f"<Search: {self.label}, {done}{f' of {total}' if total else ''} done>"

    def __iter__(self) -> Iterator[Progress]:
        return self.steps()

    def steps(self, *, limit_s: float | None = None) -> Generator[Progress, None, None]:
        """Yield the progress of the search, begun anew, to its end or for *limit_s* seconds."""
        check_argument(limit_s, Seconds | None, "limit_s")
        self._begin()
        worker = Worker[_Event[AnswerT]](self._search)
        worker.limit_s = limit_s  # its first event says that it is prepared
        events = worker.events()
        try:
            next(events)
            yield from self._kept(events)
        except TimeoutError:
            if worker.is_finished:  # the work has raised it
                raise
            yield from self._kept(worker.last_words())
            self.is_stopped = not worker.is_whole
        finally:
            events.close()
            if not worker.is_finished:
                for _ in self._kept(worker.last_words()):
                    pass
                worker.abandon()

    def _search(self, publish: Publish[_Event[AnswerT]]) -> _Event[AnswerT]:
        """Do the work, and return the last event; called in a thread of its own."""
        next_s = float("-inf")
        held: Progress | None = None  # it came too soon after the one before

        def report(  # noqa: PLR0913
            done: int,
            total: int,
            found: int,
            note: str = "",
            /,
            *,
            items: Sequence[Any] = (),
            answer: Callable[[], AnswerT] | None = None,
        ) -> None:
            nonlocal next_s, held
            now_s = time.monotonic()
            held = Progress(done, total, found, note, items)
            if items or answer is not None or now_s >= next_s:  # no bar can show the others
                next_s = now_s + _PAUSE_S
                for listener in _listeners:
                    listener(held)
                publish(_Event(held, answer))
                held = None

        if self._prepare is not None:
            self._prepare()
        publish(_Event(None, None))
        answer = self._work(report)
        return _Event(held, lambda: answer)

    def _kept(self, events: Iterable[_Event[AnswerT]]) -> Iterator[Progress]:
        for event in events:
            if event.answer is not None:
                self._latest = event.answer
            if event.progress is not None:
                self.progress = event.progress
                yield event.progress

    def run(self, *, limit_s: float | None = None, bar: Callable[[], Bar] | None = None) -> AnswerT:
        """Search to the end, or for *limit_s* seconds, and return the best answer.

        *bar* makes a progress bar, as ``tqdm.auto.tqdm`` does. Raises `UndecidedError` if the time
        ended before there was any answer.
        """
        check_argument(bar, Callable | None, "bar")
        shown = None if bar is None else bar()
        try:
            for progress in self.steps(limit_s=limit_s):
                if shown is not None:
                    shown.set_description(f"{self.label} {progress.note}".rstrip())
                    shown.total = progress.total or None
                    shown.update(progress.done - shown.n)
        finally:
            if shown is not None:
                shown.close()
        if self._latest is None:
            raise UndecidedError(f"there was no answer within {limit_s:g} s")
        return self._latest()
