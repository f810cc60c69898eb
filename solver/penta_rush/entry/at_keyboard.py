"""A card that is typed in at the keyboard with a preview, or read from a pipe, and written down."""

import io
import shlex
import sys
import textwrap
from functools import partial
from pathlib import Path
from typing import TextIO

from solver import MARK
from solver.console.keyboard import Keyboard, Question
from solver.console.prompt import Prompt
from solver.console.terminal import print_error, show, show_json
from solver.drawing.styled_text import plural
from solver.drawing.text_grid import coloured_grid
from solver.errors import SourceError
from solver.files.input_text import STDIN, printable, read_named, read_text
from solver.files.output_file import write_atomic
from solver.penta_rush.card import Card
from solver.penta_rush.entry.draft import CardDraft, card_or_errors
from solver.penta_rush.entry.editor import CardEditor, End
from solver.penta_rush.photo.answer import written_text
from solver.penta_rush.symbol_label import card_labels, legend_text
from solver.penta_rush.symbol_name import Reading, naming_option
from solver.runtime.interruption import deferred

_WELCOME = """\
Type the card row by row, as letters (ABCA) or words (red, sun, star, red).
An empty line ends it; 'help' lists what else you can type."""
_WIDTH = 80


def enter_card(
    output: str | None, *, reading: Reading | None = None, as_json: bool = False
) -> bool:
    """Let a person type in a card, and write it to the file *output*, or print it.

    *reading* says how to take what could be letters or words. False if the person quits. A Ctrl-C
    leaves the rows so far written. Raises `CardError` if what comes from a pipe is no card.
    """
    if not sys.stdin.isatty():
        _write(_read_card(reading), output, as_json=as_json)
        return True
    stream = sys.stderr or io.StringIO()
    editor = CardEditor(_draft_in(output, reading))
    try:
        end = _type_card(editor, Prompt(Keyboard(sys.stdin), stream), stream)
    except KeyboardInterrupt:
        if editor.draft.rows:
            with deferred():
                _write(editor.draft.card, output, as_json=as_json)
                _say_what_is_kept(editor, output)
        raise
    if end is not End.QUIT:
        _write(editor.draft.card, output, as_json=as_json)
    return end is not End.QUIT


def _read_card(reading: Reading | None) -> Card:
    text = read_text(STDIN, kind="card")
    found = card_or_errors(text, source="standard input", reading=reading)
    if isinstance(found, Card):
        _tell_notes(found)
        return found
    *others, last = found
    for error in others:
        print_error(f"penta: {error}")
    raise last


def _tell_notes(card: Card) -> None:
    for note in card.notes:
        print_error(naming_option(note))


def _draft_in(output: str | None, reading: Reading | None) -> CardDraft:
    if output is None or not Path(output).exists() or not Path(output).stat().st_size:
        return CardDraft(reading=reading)
    parser = partial(Card.parse, reading=reading)
    card = read_named(parser, output, kind="card").value
    _tell_notes(card)
    return CardDraft.of(card, reading=reading)


def _type_card(editor: CardEditor, prompt: Prompt, stream: TextIO) -> End:
    print_error(_WELCOME)  # which finds out whether stderr can be written to
    if editor.draft.rows:
        _show(editor, stream)
    while True:
        question = Question(
            editor.prompt,
            words=editor.words,
            history="rows",
            default=editor.default,
            redraw=lambda: _show(editor, stream),
            note=editor.note,
        )
        try:
            typed = prompt.ask(question)
        except EOFError:
            typed = End.DONE.value
            if not editor.draft.rows:
                return End.QUIT
        reply = editor.enter(typed or "")
        if reply.shows_card:
            _show(editor, stream)
        stream.writelines(f"{text}\n" for text in reply.texts)
        if reply.end:
            return reply.end


def _show(editor: CardEditor, stream: TextIO) -> None:
    stream.write("\n")
    if editor.draft.rows:
        card = editor.draft.card
        show(coloured_grid(card_labels(card)), stream)
        show(legend_text(card), stream)
        stream.write("\n")
    stream.writelines(f"{line}\n" for line in textwrap.wrap(editor.status(), _WIDTH))


def _write(card: Card, output: str | None, *, as_json: bool) -> None:
    if output is not None:
        try:
            text = f"# {MARK}: penta rush enter\n\n{card.text}"
            write_atomic(output, text.encode(), kind="card")
        except SourceError:
            _write(card, None, as_json=as_json)
            raise
    if as_json:
        size = {"rows": card.rows, "cols": card.cols, "symbols": card.symbols}
        show_json({**card.to_json(), **size})
    elif output is not None:
        sys.stdout.write(f"{written_text(card, output)}\n")
    else:
        sys.stdout.write(card.text)
    sys.stdout.flush()


def _say_what_is_kept(editor: CardEditor, output: str | None) -> None:
    rows = plural(len(editor.draft.rows), "row")
    if output is not None:
        name = shlex.quote(printable(output))
        print_error(f"{rows} so far; to continue: penta rush enter -o {name}")
