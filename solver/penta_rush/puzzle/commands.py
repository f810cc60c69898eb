"""The commands of the puzzle variant: each reads its input, asks one question, prints it."""

import sys
from typing import NamedTuple

import click

from solver.console.lazy_group import LazyGroup
from solver.console.options import examples, json_option, parse_with
from solver.console.terminal import show, show_json, shows_outlines
from solver.files.input_text import printable, read_text
from solver.penta_rush.options import points_option
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle import report
from solver.penta_rush.puzzle.game import PuzzleGame, parse_puzzle_game
from solver.penta_rush.puzzle.rules import judge


class NamedPuzzle(NamedTuple):
    """A game, and how to speak of it."""

    title: str
    game: PuzzleGame


def named_puzzle(name: str) -> NamedPuzzle:
    """Return the game that *name* stands for: a file, '-' or a sample."""
    title = f"game {printable(name)}"
    text = read_text(name, kind="game", samples="puzzles")
    return NamedPuzzle(title, parse_puzzle_game(text, source=title))


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
@click.argument("named", metavar="GAME", callback=parse_with(named_puzzle))
@points_option
@json_option
@click.pass_context
def referee(context: click.Context, named: NamedPuzzle, points: Points, *, as_json: bool) -> None:
    """Judge GAME, of the puzzle variant or a solitaire.

    GAME is a file, '-' for standard input, or a sample (couple, alone). It is JSON: {"card":
    "10x10:ABC...", "players": {"Ann": {"rounds": [{"roll": "AABCD", "shape": "F", "cells": [[row,
    col], ...], "circled": true, "timer": false}, ...]}}}, rows and cols from the top left and from
    0. A cross without drawing has no cells. One player alone is a solitaire.

    The first round that breaks a rule is told, with what stands before it, and exit code 1.
    """
    judgement = judge(named.game, points)
    if as_json:
        show_json(report.judgement_json(judgement))
    else:
        drawn = shows_outlines(sys.stdout)
        show(report.judgement_text(named.game, judgement, points, title=named.title, drawn=drawn))
    if judgement.breach:
        context.exit(1)
