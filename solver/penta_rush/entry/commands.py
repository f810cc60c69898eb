"""`penta rush enter`: a card typed in, with a preview, and written down."""

import sys

import click

from solver import penta_rush
from solver.console.options import examples, json_option
from solver.console.output import check_outputs
from solver.console.play.game_table import check_stdin
from solver.penta_rush.options import card_file_option, chosen_reading, reading_option


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
    check_stdin(context)
    target, is_typed = ("card", output), sys.stdin.isatty()
    check_outputs(context, [] if is_typed else [target], continued=[target] if is_typed else [])
    if not penta_rush.enter_card(output, reading=chosen_reading(), as_json=as_json):
        context.exit(1)
