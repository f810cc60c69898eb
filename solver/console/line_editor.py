"""Lines edited on a terminal before they are entered, by prompt_toolkit, which is imported here.

The countdown stands in the prompt itself: a toolbar below needs a terminal that says where its
cursor is, and not all do.
"""

import asyncio
import math
import signal
import sys
import time
from typing import TYPE_CHECKING, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.input import create_input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

from solver.console.keyboard import Question
from solver.console.terminal import escaped

if TYPE_CHECKING:
    from collections.abc import Callable

_REFRESH_S = 0.2  # so that no second is skipped
_HURRY_S = 10  # from here on the countdown is bold


class _TimeIsUpError(Exception):
    """The deadline has passed."""


class LineEditor:
    """Edits lines typed on the terminal *stdin*, on the screen *stream*."""

    def __init__(self, stdin: TextIO, stream: TextIO) -> None:
        self._stdin = stdin
        self._stream = stream
        self._input = create_input(stdin)
        self._output = create_output(stream)
        if isinstance(self._output, Vt100_Output):
            self._output.enable_cpr = False  # the answer may come when a shell reads it
        self._sessions: dict[str | None, PromptSession[str]] = {}
        self._pasted = ""  # lines that wait until they are asked for, and the begun last one
        self._redraw: Callable[[], None] | None = None
        self._keys = self._key_bindings()

    def line(self, question: Question) -> str | None:
        """Return the line entered as the answer; None if that was not before the deadline."""
        text, words, history, default, deadline, self._redraw, note = question
        self._stream.flush()
        if deadline is not None and deadline <= time.monotonic():
            self._drop_typed()
            return None
        begun = ""
        if not default:
            entered, end, self._pasted = self._pasted.partition("\n")
            if end:
                self._stream.write(f"{text}{escaped(entered)}\n")
                return entered
            begun = entered
        is_timed = deadline is not None
        on_sigterm = signal.getsignal(signal.SIGTERM)
        try:
            return self._session(history).prompt(
                (lambda: _countdown(text, deadline)) if is_timed else text,
                default=default or begun,
                completer=WordCompleter(sorted(words), ignore_case=True),
                refresh_interval=_REFRESH_S if is_timed else 0,
                rprompt=(lambda: note(get_app().current_buffer.text)) if note else "",
                pre_run=lambda: _begin(deadline),
            )
        except _TimeIsUpError:
            self._drop_typed()
            return None
        finally:
            signal.signal(signal.SIGTERM, on_sigterm)

    def _session(self, history: str | None) -> PromptSession[str]:
        """Return what asks for lines of this *history*."""
        if history not in self._sessions:
            self._sessions[history] = PromptSession(
                history=DummyHistory() if history is None else InMemoryHistory(),
                key_bindings=self._keys,
                complete_while_typing=False,
                complete_style=CompleteStyle.READLINE_LIKE,
                enable_suspend=True,
                input=self._input,
                output=self._output,
            )
        return self._sessions[history]

    def _key_bindings(self) -> KeyBindings:
        """Return what Ctrl-L and pasting do."""
        keys = KeyBindings()

        @keys.add("c-l")
        def _(event: KeyPressEvent) -> None:
            event.app.renderer.clear()
            run_in_terminal(self._show_again)

        @keys.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            pasted = event.data.replace("\r\n", "\n").replace("\r", "\n")
            buffer = event.current_buffer
            first, end, rest = pasted.partition("\n")
            gap = "\n" if rest and self._pasted and not rest.endswith("\n") else ""
            self._pasted = rest + gap + self._pasted
            buffer.insert_text(first)
            if end:
                buffer.validate_and_handle()

        return keys

    def _show_again(self) -> None:
        """Show what stands above the prompt."""
        if self._redraw:
            self._redraw()
        self._stream.flush()

    def _drop_typed(self) -> None:
        """Drop what was typed or pasted for the prompt that has ended."""
        self._pasted = ""
        clear_typeahead(self._input)
        if sys.platform != "win32":
            import termios

            termios.tcflush(self._stdin, termios.TCIFLUSH)


def _countdown(text: str, deadline: float | None) -> StyleAndTextTuples:
    """Return the prompt *text* after the seconds left to *deadline*."""
    seconds = max(0, math.ceil((deadline or 0) - time.monotonic()))
    return [("bold" if seconds <= _HURRY_S else "", f"{seconds:>2} s "), ("", text)]


def _begin(deadline: float | None) -> None:
    """See to it that the prompt that begins now ends at *deadline*, and at a SIGTERM.

    A SIGTERM is for us what Ctrl-C is. If it were raised wherever the prompt happens to be, the
    terminal might be left without its echo.
    """
    app = get_app()

    def end(reason: type[BaseException]) -> None:
        if not app.is_done:
            app.exit(exception=reason)

    async def end_at_deadline() -> None:
        await asyncio.sleep(max(0.0, (deadline or 0) - time.monotonic()))
        end(_TimeIsUpError)

    if deadline is not None:
        app.create_background_task(end_at_deadline())
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end, KeyboardInterrupt)
