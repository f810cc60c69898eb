"""The commands of Knaster: judge a record, count a sheet; the others are loaded when needed."""

import click

from solver.console.lazy_group import LazyGroup
from solver.console.options import examples, json_option
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.terminal import show_answer
from solver.knaster import report
from solver.knaster.line_values import LineValues
from solver.knaster.options import (
    NamedRecord,
    NamedSheet,
    player_option,
    player_sheet,
    record_argument,
    sheet_argument,
    values_option,
)
from solver.knaster.rules import judge


@click.group(
    "knaster",
    cls=LazyGroup,
    lazy={
        "advise": "solver.knaster.advice.commands:advise",
        "best": "solver.knaster.hindsight.commands:best",
        "play": "solver.knaster.play.commands:play",
        "review": "solver.knaster.review.commands:review",
        "sheet": "solver.knaster.score_sheet.commands:sheet",
        "simulate": "solver.knaster.strategy.commands:simulate",
        "train": "solver.knaster.strategy.training.commands:train",
    },
)
def knaster() -> None:
    """Knaster: judge, count and play games, get advice, see what a game could have made."""


@knaster.command(
    epilog=examples("penta knaster referee alone", "penta knaster referee slip --json")
)
@record_argument
@values_option
@picture_options
@json_option
@click.pass_context
def referee(
    context: click.Context,
    *,
    named: NamedRecord,
    values: LineValues,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Judge the turns of RECORD, and say who wins.

    RECORD is a file, '-' for standard input, or a sample (alone, family, slip). It is JSON:
    {"turns": [{"roll": 9, "write": "c3"}, {"roll": 9, "circle": "c3"}, {"roll": 7, "write": "a1",
    "bonus": ["b2", "c3"]}, {"roll": 4}]}. Here the last roll was passed. A
    game of several is {"players": {"Ann": {"turns": [...]}, ...}}. A cell is "c4", col c and row 4
    from the top left, or [row, col], these from 0.

    If a turn breaks a rule, the first such turn is named, with the rule, and the exit code is 1.
    """
    check_pictures(context, svg=svg, png=png)
    title, record = named
    verdict = judge(record)
    if svg or png:
        from solver.knaster.picture import sheets_scene

        names = [player.name for player in record.players]
        panels = list(zip(names, verdict.sheets, strict=True))
        write_pictures(sheets_scene(panels, values), title=title, svg=svg, png=png)
    show_answer(
        report.verdict_json(record, verdict, values),
        report.verdict_text(record, verdict, values, title=title),
        as_json=as_json,
    )
    if verdict.violation:
        context.exit(1)


@knaster.command(
    epilog=examples(
        "penta knaster score tim",
        "penta knaster score tim --svg tim.svg",
        "penta knaster score family --player Linus",
        "penta knaster score tim --json",
    )
)
@sheet_argument
@player_option("Count the sheet of NAME in a record of several.")
@values_option
@picture_options
@json_option
@click.pass_context
def score(
    context: click.Context,
    *,
    named: NamedSheet,
    player: str | None,
    values: LineValues,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Count SHEET as it lies.

    A line whose five numbers are all circled earns its points, every circled number one more.

    SHEET is a file, '-' for standard input, or a sample (tim, half). It has five rows of five
    numbers, with '.' or '-' for a free cell and brackets round a circled number: (6) 5 . (7) 4; or
    lines of a number and its cell: 7 c3. JSON is read too: {"numbers": [[6, 5, null, 7, 4], ...],
    "circled": ["a1", ...]}. Of a record (samples: alone, family), or of a game that is saved, the
    sheet as it is now is counted.
    """
    check_pictures(context, svg=svg, png=png)
    title, sheet, _ = player_sheet(named, player, must_be_open=False)
    if svg or png:
        from solver.knaster.picture import sheets_scene

        write_pictures(sheets_scene([("", sheet)], values), title=title, svg=svg, png=png)
    show_answer(
        report.score_json(sheet, values),
        report.score_text(sheet, values, title=title),
        as_json=as_json,
    )
