"""The commands of the puzzle variant; here its referee, the others are loaded when needed."""

import sys

import click

from solver.console.lazy_group import LazyGroup
from solver.console.options import examples, input_argument, json_option
from solver.console.terminal import show_answer, shows_outlines
from solver.files.input_text import Named
from solver.penta_rush.options import points_for, points_option
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle import report
from solver.penta_rush.puzzle.options import NamedPuzzle, named_puzzle
from solver.penta_rush.puzzle.rules import judge


@click.group(
    "puzzle",
    cls=LazyGroup,
    lazy={
        "best": "solver.penta_rush.puzzle.hindsight.commands:best",
        "advise": "solver.penta_rush.puzzle.strategy.commands:advise",
        "simulate": "solver.penta_rush.puzzle.strategy.commands:simulate",
    },
)
def puzzle() -> None:
    """Puzzle variant and solitaire: judge, plan in hindsight, advise, simulate."""


@puzzle.command(
    epilog=examples("penta rush puzzle referee couple", "penta rush puzzle referee couple --json")
)
@input_argument("GAME", named_puzzle, samples="puzzles")
@points_option
@json_option
@click.pass_context
def referee(
    context: click.Context, named: NamedPuzzle, points: Points | None, *, as_json: bool
) -> None:
    """Judge a game of the puzzle variant, or a solitaire.

    GAME is a file, '-' for standard input, or a sample (couple, alone). It is JSON: {"card":
    "10x10:ABC...", "players": {"Ann": {"rounds": [{"roll": "AABCD", "shape": "F", "cells": [[row,
    col], ...], "circled": true, "timer": false}, ...]}}}. Rows and cols count from the top left,
    from 0; "c4" names a cell as well. A cross that is not drawn has no cells. A game of one player
    is a solitaire. A game that is still being played, as 'penta rush play --save' writes it, is
    judged as far as it goes.

    If a round breaks a rule, the first one is printed with the standings before it, and the exit
    code is 1.
    """
    points = points_for(points, *(Named(named.title, card) for card in named.value.cards))
    verdict = judge(named.value, points)
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.verdict_json(verdict),
        report.verdict_text(named.value, verdict, points, title=named.title, drawn=drawn),
        as_json=as_json,
    )
    if verdict.violation:
        context.exit(1)
