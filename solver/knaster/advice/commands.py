"""`penta knaster advise`: every legal move of a roll, and what it is worth."""

from collections.abc import Sequence
from functools import partial
from importlib import import_module

import click

from solver.console.options import WholeNumber, examples, json_option, with_options
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show_answer
from solver.errors import quoted
from solver.knaster.advice import report
from solver.knaster.dice import ROLLS, parse_throw
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.options import (
    NamedSheet,
    player_option,
    player_sheet,
    plies_option,
    sheet_argument,
    values_option,
)
from solver.runtime.interruption import interruptible, interruptible_items


def _parse_roll(
    context: click.Context, parameter: click.Parameter, words: Sequence[str]
) -> int | None:
    """Return the roll in *words*, a number; two dice are added, and it is said that they are."""
    throw = parse_throw(" ".join(words))
    if throw is None:
        if len(words) > 1:
            expected = f"a sum from {ROLLS[0]} to {ROLLS[-1]}, or two dice, 4 3 or 4+3"
            message = f"expected {expected}, found {quoted(' '.join(words))}."
            raise click.BadParameter(message, context, parameter)
        sums = WholeNumber(ROLLS[0], ROLLS[-1])
        return sums.convert(words[0], parameter, context) if words else None
    print_error(f"{throw} is taken as two dice, roll {throw.roll}")
    return throw.roll


@click.command(
    epilog=examples(
        "penta knaster advise half 7",
        "penta knaster advise half",
        "penta knaster advise half 6 --turns 4 --plies 1 --all",
        "penta knaster advise half 7 --svg advice.svg",
        "penta knaster advise half 7 --json",
    )
)
@sheet_argument
@click.argument("roll", metavar="[ROLL]", nargs=-1, callback=_parse_roll)
@with_options(
    player_option("Advise NAME in a record of several."),
    plies_option,
    click.option(
        "--turns",
        type=WholeNumber(1, 99),
        metavar="N",
        help="Only N rolls are left, as when somebody is about to fill his sheet.",
    ),
    values_option,
    click.option("--all", "shows_all", is_flag=True, help="List all moves, not the best ten."),
    picture_options,
    json_option,
)
@click.pass_context
def advise(
    context: click.Context,
    *,
    named: NamedSheet,
    roll: int | None,
    player: str | None,
    plies: int,
    turns: int | None,
    values: LineValues,
    shows_all: bool,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Rank what can be done on SHEET with ROLL, a sum of two dice.

    ROLL may be the two dice as well, 4 3 or 4+3; then a line says that they are added.

    SHEET is a file, '-' for standard input, or a sample (tim, half), as 'penta knaster score' reads
    it. Of a record, or of a game that is saved, the sheet as it is now is taken. Once another
    player has filled his, only one roll is left.

    Every legal move, where to write and what to circle, is ranked by the expected final score, if
    the game goes on until the sheet is full, or for --turns rolls with this one. Beside the sheet
    stands what it loses to write or circle in each cell. Without ROLL: the expected final score
    before the roll, and the best move for each roll.

    The expected score is looked up in a table learned from games, after all moves of the next
    --plies rolls have been tried.

    With a full sheet or --turns 1 it is exact; with one free cell too, if at most 22 numbers are
    not circled, and with two if at most 20 are not. Each number more takes twice as long, up to
    some minutes.
    """
    check_pictures(context, svg=svg, png=png)
    title, sheet, is_last = player_sheet(named, player, must_be_open=True)
    turns = 1 if turns is None and is_last else turns
    interruptible(partial(import_module, "solver.knaster.strategy.advice"))
    from solver.knaster.advice.sheet_advice import SheetAdvice, advise_rolls
    from solver.knaster.ending.exact import MAX_UNCIRCLED
    from solver.knaster.strategy.advice import Advisor

    if values != default_line_values():
        print_error("the table was learned for the bundled line values: it is scaled to these")
    rolls = ROLLS if roll is None else [roll]
    moves = {}
    with progress_bar("looking ahead", "rolls") as advance:
        advisor = Advisor.load(values, max_uncircled=MAX_UNCIRCLED, progress=advance)
        items = advise_rolls(sheet, rolls, advisor=advisor, plies=plies, turns=turns)
        for done, rated in interruptible_items(items):
            moves[done] = rated
            advance(len(moves), len(rolls), 0)
    advice = SheetAdvice(sheet, sheet.score(values), moves)
    if svg or png:
        from solver.knaster.advice.picture import advice_scene

        write_pictures(advice_scene(advice, values, roll=roll), title=title, svg=svg, png=png)
    lines = (
        report.all_rolls_text(advice, values)
        if roll is None
        else report.roll_text(advice, roll, values, shows_all=shows_all)
    )
    show_answer(report.advice_json(advice), lines, as_json=as_json)
