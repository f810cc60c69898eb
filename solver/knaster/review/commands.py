"""`penta knaster review`: a game gone through turn by turn."""

import sys
from dataclasses import replace

import click

from solver.console.options import examples, json_option
from solver.console.output import check_outputs, output_file_option
from solver.console.terminal import show_answer, shows_outlines
from solver.drawing.chart import CHART_ENDINGS
from solver.files.output_file import check_ending, write_atomic
from solver.knaster.line_values import LineValues
from solver.knaster.options import (
    NamedRecord,
    legal_verdict,
    player_index,
    player_option,
    plies_option,
    record_argument,
    values_option,
)
from solver.knaster.review import report
from solver.knaster.review.reviewed_record import reviewed_record


@click.command(
    epilog=examples(
        "penta knaster review alone",
        "penta knaster review family --plies 1",
        "penta knaster review alone --plot alone.svg",
        "penta knaster review alone --json",
    )
)
@record_argument
@plies_option
@values_option
@player_option("Show the review of player NAME alone.")
@output_file_option("--plot", help="Draw the expected score in FILE (.svg, .png, .pdf).")
@json_option
@click.pass_context
def review(
    context: click.Context,
    *,
    named: NamedRecord,
    plies: int,
    values: LineValues,
    player: str | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Tell luck from skill in RECORD, move by move.

    RECORD is a file, '-' or a sample, as 'penta knaster referee' reads it. The luck of a roll is
    how much the expected final score rises when it is known; the skill of a move is how much it
    rises from then until before the next roll. The expected score at the start, all luck and all
    skill add up to the score. The loss of a move is what the best move of 'penta knaster advise'
    would have kept.

    The moves that lost most are drawn beside better ones. The best score that the rolls of the game
    allowed is found knowing them all. In a game of several every player is reviewed as if he played
    alone; that another ends the game is luck. A game that is not over is reviewed so far.
    """
    title, record = named
    ending = None if plot is None else check_ending(plot, CHART_ENDINGS, kind="plot")
    check_outputs(context, [("plot", plot)])
    own = None if player is None else player_index(record, player, title)
    legal_verdict(record, title)
    reviewed, plan = reviewed_record(record, values, plies=plies)
    if own is not None:  # the others belong to it: one of them may have ended the game
        reviewed = replace(reviewed, players=(reviewed.players[own],))
    if plot is not None and ending is not None:
        from solver.knaster.review.chart import review_chart

        write_atomic(plot, review_chart(reviewed, ending, title=title), kind="plot")
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.review_json(reviewed, plan),
        report.review_text(reviewed, plan, values, drawn=drawn),
        as_json=as_json,
    )
