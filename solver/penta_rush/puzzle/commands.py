"""The commands of the puzzle variant; here its referee, the others are loaded when needed."""

import click

from solver import penta_rush
from solver.console.command import Named, command
from solver.console.lazy_group import LazyGroup
from solver.penta_rush.options import points_for, points_option, puzzle_argument


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


@command(
    puzzle, examples=("penta rush puzzle referee couple", "penta rush puzzle referee couple --json")
)
@puzzle_argument("GAME")
@points_option
def referee(
    named: Named[penta_rush.PuzzleGame], points: penta_rush.Points | None
) -> penta_rush.JudgedPuzzle:
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
    title, game = named
    counted = points_for(points, *(Named(title, card) for card in game.cards))
    return penta_rush.judge_puzzle(game, points=counted, title=title)
