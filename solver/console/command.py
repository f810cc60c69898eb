"""The decorator of a command: from what its question returns to output, pictures and an exit code.

A command is its options, its help and one line that asks the library. What all commands do with the
answer is done here: it is asked for where a Ctrl-C is heard, a search has its bar and its time
limit, files are tried before and written after it, and the outcome becomes the exit code.
"""

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, nullcontext
from functools import wraps
from inspect import signature
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import click

from solver.answer import Answer, Outcome
from solver.console.options import Command, json_option, with_options
from solver.console.options import examples as examples_text
from solver.console.output import KINDS, PICTURES, check_files, picture_options
from solver.console.progress import print_found, progress_bar
from solver.console.terminal import fits, print_error, show, show_json, shows_outlines, stream_lines
from solver.errors import PentaError, UndecidedError
from solver.files.input_text import Named, printable
from solver.runtime.background import interruptible
from solver.runtime.interruption import deferred
from solver.search import Search

__all__ = [
    "Delivered",
    "Named",
    "Search",
    "command",
]  # all that a module of commands names in its types

Content = Callable[[Any], bytes | None]  # of a file, made of an answer; None: it is not written


class Delivered(NamedTuple):
    """An answer, or a search for one, that *deliver* keeps in files; it returns what is shown.

    Where that fails, *rescued* makes of the answer what is shown, so that it is not lost.
    """

    result: Answer | Search[Any]
    deliver: Callable[[Any], Answer] = lambda answer: answer
    rescued: Callable[[Any], Answer] = lambda answer: answer


def command(
    group: click.Group | None = None,
    *,
    examples: Sequence[str],
    pictures: bool = False,
    files: Mapping[str, Content] | None = None,
    **settings: Any,
) -> Callable[[Command], click.Command]:
    """Return a decorator that makes a command, of *group* if there is one, of a question.

    The question is called with the options, and returns an `Answer` or a `Search` for one. The
    command gets ``--json``, and with *pictures* ``--svg`` and ``--png``. *files* are the options
    that name other files to write, by their parameters, each with what its file holds of the
    answer; an option ``--plot`` names that of its chart. The option ``--seconds``
    limits a search, unless the question takes it itself. The names of the pictures are handed on
    only if the question takes them. *settings* are those of `click.Command`, such as *hidden*.
    """

    def decorate(question: Command) -> click.Command:
        @wraps(question)
        def run(**values: Any) -> None:
            _run(question, values, files or {})

        # They come last in the help; click lists first what was added last.
        own = list(getattr(question, "__click_params__", ()))
        with_ours: Any = with_options(*[picture_options] * pictures, json_option)(run)
        with_ours.__click_params__ = with_ours.__click_params__[len(own) :] + own
        decorator = click.command if group is None else group.command
        return decorator(epilog=examples_text(*examples), **settings)(with_ours)

    return decorate


def _run(question: Command, values: dict[str, Any], files: Mapping[str, Content]) -> None:
    """Ask *question* with the options' *values*, deliver the answer, and exit."""
    context = click.get_current_context()
    as_json = values.pop("as_json")
    ours = (*PICTURES, *files)
    names = {option: values[option] for option in ours if values.get(option) is not None}
    taken = signature(question).parameters
    seconds = None if "seconds" in taken else values.get("seconds")
    limit_s = None if seconds is None else float(seconds)  # it may be a Fraction
    handed_on = {*values} - {*ours, "seconds"} | {*taken}
    values = {key: value for key, value in values.items() if key in handed_on}
    if names:
        check_files(context, names)

    def ask() -> Any:
        with context.scope(cleanup=False):  # it may need the context in a thread of its own
            return question(**values)

    result: Any = interruptible(ask)
    delivered = result if isinstance(result, Delivered) else Delivered(result)
    result = delivered.result
    search = result if isinstance(result, Search) else None
    shown, is_drawn = (0, None) if search is None or as_json else _show_first(search)
    answer: Answer | None
    error: BaseException | None
    answer, error = (result, None) if search is None else _searched(search, limit_s)
    if answer is not None:
        # Neither a Ctrl-C while files are written nor an impatient second one loses what was found.
        is_at_stake = error is not None or (search is not None and names)
        with deferred() if is_at_stake else nullcontext():
            answer, notes, failure = _kept(
                delivered, answer, lambda each: _write(each, names, files)
            )
            if error is not None and failure is not None:
                print_error(str(failure))
            error = error or failure
            if search is None or search.line is None:
                if as_json:
                    show_json(answer.to_json())
                else:
                    drawn = _is_drawn(answer, others=1) if is_drawn is None else is_drawn
                    show(islice(answer.lines(drawn=drawn), shown, None))
            reason = answer.reason if as_json and answer.outcome is Outcome.NO else ""
            for note in filter(None, (*notes, reason)):
                print_error(note)
        if error is None and answer.outcome is Outcome.UNDECIDED and answer.reason:
            error = UndecidedError(answer.reason)
    if error is not None:
        raise error
    context.exit(answer.outcome.value if answer is not None else 0)


def _kept(
    delivered: Delivered, answer: Answer, write: Callable[[Answer], list[str]]
) -> tuple[Answer, Sequence[str], PentaError | None]:
    """Keep *answer* in files; return what is shown of it, its notes, and what failed, if anything.

    What cannot be written is shown all the same.
    """
    try:
        kept = delivered.deliver(answer)
    except PentaError as failure:
        return delivered.rescued(answer), (), failure
    try:
        return kept, (*kept.notes, *write(kept)), None
    except PentaError as failure:
        return kept, kept.notes, failure


def _show_first(search: Search[Answer]) -> tuple[int, bool | None]:
    """Show what is known before *search*, as nobody may want to wait for more.

    Returns its lines, and whether outlines were drawn, if anything was shown.
    """
    if search.first is None:
        return 0, None
    drawn = _is_drawn(search.first, others=2)
    lines = [*search.first.lines(drawn=drawn)]
    show(lines)
    sys.stdout.flush()
    return len(lines), drawn


def _is_drawn(answer: Answer, *, others: int) -> bool:
    """Return whether outlines are drawn: not where *answer* fits on the screen only without them.

    The prompt and what else will be shown below it are *others* more lines.
    """
    if not shows_outlines(sys.stdout):
        return False
    with_outlines, without = ([*answer.lines(drawn=drawn)] for drawn in (True, False))
    return fits(with_outlines, sys.stdout, others=others) or not fits(
        without, sys.stdout, others=others
    )


def _write(answer: Answer, names: Mapping[str, str], files: Mapping[str, Content]) -> list[str]:
    """Write the files of *answer*, pictures among them, that have *names*, by their options.

    Returns a note on each that would show nothing, and is not written.
    """
    if not names:
        return []
    from solver.files.output_file import write_atomic

    notes = []
    for option, name in names.items():
        kind = KINDS.get(option, option)
        held = files[option](answer) if option in files else _drawn(answer, name)
        if held is None:
            notes.append(f"{kind} {printable(name)}: not written, there is nothing to show in it")
        else:
            write_atomic(name, held, kind=kind)
    return notes


def _drawn(answer: Answer, name: str) -> bytes | None:
    """Return what a file of this *name* holds that shows *answer*; None if it cannot be drawn."""
    return next(iter(answer.contents(Path(name).suffix.lower())), None)


def _searched(
    search: Search[Answer], limit_s: float | None
) -> tuple[Answer | None, BaseException | None]:
    """Return the answer of *search*, if there is one, and what ended it too early, if anything."""
    # A progress bar would break the lines of a list on the same terminal.
    is_listed = search.line is not None and sys.stdout.isatty()
    bar = nullcontext(lambda *_: None) if is_listed else progress_bar(search.label)

    listed = 0

    def items() -> Generator[str, None, None]:
        nonlocal listed
        with bar as advance, closing(search.steps(limit_s=limit_s)) as steps:
            for progress in steps:
                advance(progress.done, progress.total, progress.found, progress.note)
                listed += len(progress.items)
                yield from map(search.line, progress.items) if search.line else ()

    error: BaseException | None = None
    try:
        with closing(items()) as lines:
            stream_lines(lines)
    except (KeyboardInterrupt, PentaError) as early:
        error = early
    answer, (done, total, found, *_) = search.answer, search.progress
    if search.is_stopped:
        if answer is not None and answer.outcome is not Outcome.UNDECIDED:
            if total:
                print_error(f"stopped with {done:,} of {total:,} {search.noun}")
        else:
            error = _limit_error(search, limit_s or 0, listed)
    if isinstance(error, KeyboardInterrupt | UndecidedError):
        if not (is_listed or search.is_stopped):
            print_found(done, total, found, search.noun)
        if search.checkpoint is not None:
            saved = printable(search.checkpoint)
            print_error(f"progress is saved: the same command goes on from {saved}")
    return answer, error


def _limit_error(search: Search[Answer], limit_s: float, listed: int) -> UndecidedError:
    """Return what is said of *search*, undecided at the limit, and its *listed* items."""
    if search.answer is not None:
        return UndecidedError(f"stopped after {limit_s:g} s: {search.answer.reason}")
    if listed:
        return UndecidedError(f"stopped after {limit_s:g} s with {listed:,} {search.noun}")
    found = search.progress.found
    so_far = f", but {found:,} {search.noun} so far" if found else ""
    return UndecidedError(f"there was no answer within {limit_s:g} s{so_far}")
