"""`penta rush enter`: a card typed in, with a preview, and written down."""

import io
import shlex
import sys
import textwrap
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from solver import MARK
from solver.console.keyboard import Keyboard
from solver.console.options import examples, json_option
from solver.console.output import check_outputs
from solver.console.prompt import Prompt
from solver.console.question import Question
from solver.console.terminal import print_error, show, show_json
from solver.drawing.text_grid import coloured_grid, plural
from solver.errors import SourceError
from solver.files.input_text import STDIN, printable, read_named, read_text
from solver.files.output_file import write_atomic
from solver.penta_rush.card import Card, format_card
from solver.penta_rush.card_json import card_json
from solver.penta_rush.entry.draft import CardDraft, card_or_errors
from solver.penta_rush.entry.editor import CardEditor, End
from solver.penta_rush.options import card_file_option, chosen_reading, reading_option, tell_notes
from solver.penta_rush.symbol_label import card_labels, legend_text
from solver.runtime.interruption import deferred

_WELCOME = """\
Type the card row by row, as letters (ABCA) or words (red, sun, star, red).
An empty line ends it; 'help' lists what else you can type."""
_WIDTH = 80


@click.command(epilog=examples("penta rush enter -o card.txt", "penta rush enter --json"))
@card_file_option("Write the card to FILE; at the keyboard, continue a card that is there already.")
@reading_option
@json_option
@click.pass_context
def enter(context: click.Context, output: str | None, *, as_json: bool) -> None:
    """Type in a card, row by row, with a preview.

    A row is letters, digits or emoji, with or without blanks between them, or words, with commas
    between them where they have blanks. 'A = red circle' names a letter. A row that cannot be is
    explained and can be mended at once; 'row 3' goes back to a row, 'insert 3' and 'delete 3' do
    what they say, 'undo' takes back the last change. Several rows may be pasted at once.

    An empty line, 'done' or the end of input finishes the card. Ctrl-C leaves with exit code 130,
    and writes the rows so far where the card would go: the same command continues with them. 'quit'
    leaves without writing anything, with exit code 1.

    In a pipe the whole input is read as a card file is, and every wrong line is named.

    The card is printed, or written to FILE; everything else goes to stderr.
    """
    if sys.stdin is None:
        raise SourceError("standard input", expected="it open", found="it closed")
    target, is_typed = ("card", output), sys.stdin.isatty()
    check_outputs(context, [] if is_typed else [target], continued=[target] if is_typed else [])
    if not is_typed:
        _write(_read_card(), output, as_json=as_json)
        return
    stream = sys.stderr or io.StringIO()
    editor = CardEditor(_draft_in(output))
    try:
        end = _type_card(editor, Prompt(Keyboard(sys.stdin), stream), stream)
    except KeyboardInterrupt:
        if editor.draft.rows:
            with deferred():
                _write(editor.draft.card, output, as_json=as_json)
                _say_what_is_kept(editor, output)
        raise
    if end is End.QUIT:
        context.exit(1)
    _write(editor.draft.card, output, as_json=as_json)


def _read_card() -> Card:
    """Return the card on standard input. Raises `CardError`, after printing all errors but one."""
    text = read_text(STDIN, kind="card")
    found = card_or_errors(text, source="standard input", reading=chosen_reading())
    if isinstance(found, Card):
        tell_notes(found, are_typed=True)
        return found
    *others, last = found
    for error in others:
        print_error(f"penta: {error}")
    raise last


def _draft_in(output: str | None) -> CardDraft:
    """Return the draft of the card in the file *output*, if there is such a file."""
    reading = chosen_reading()
    if output is None or not Path(output).exists() or not Path(output).stat().st_size:
        return CardDraft(reading=reading)
    parser = partial(Card.parse, reading=reading)
    card = read_named(parser, output, kind="card").value
    tell_notes(card, are_typed=True)
    return CardDraft.of(card, reading=reading)


def _type_card(editor: CardEditor, prompt: Prompt, stream: TextIO) -> End:
    """Let a person type until the end. Raises `CardError` if the input ends before a row."""
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
    """Show the card so far, and say how large it is."""
    stream.write("\n")
    if editor.draft.rows:
        card = editor.draft.card
        show(coloured_grid(card_labels(card)), stream)
        show(legend_text(card), stream)
        stream.write("\n")
    stream.writelines(f"{line}\n" for line in textwrap.wrap(editor.status(), _WIDTH))


def _write(card: Card, output: str | None, *, as_json: bool) -> None:
    """Write *card* to the file *output*, or print it, also where the file cannot be written."""
    if output is not None:
        try:
            text = f"# {MARK}: penta rush enter\n\n{format_card(card)}"
            write_atomic(output, text.encode(), kind="card")
        except SourceError:
            _write(card, None, as_json=as_json)
            raise
    if as_json:
        size = {"rows": card.rows, "cols": card.cols, "symbols": card.symbols}
        show_json({**card_json(card), **size})
    elif output is not None:
        symbols = plural(len(card.symbols), "symbol")
        click.echo(f"{printable(output)}: a {card.rows}x{card.cols} card of {symbols}")
    else:
        sys.stdout.write(format_card(card))
    sys.stdout.flush()


def _say_what_is_kept(editor: CardEditor, output: str | None) -> None:
    rows = plural(len(editor.draft.rows), "row")
    if output is not None:
        name = shlex.quote(printable(output))
        print_error(f"{rows} so far; to continue: penta rush enter -o {name}")
