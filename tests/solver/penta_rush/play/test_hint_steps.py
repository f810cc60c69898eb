"""Hints that narrow down where a placement is, held against all places that a hint leaves."""

import re

from hypothesis import given

from solver.geometry.cell import Cell, names_of, rectangle
from solver.geometry.polyomino import pentominoes, placements
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.play.hint_steps import NARROWER, hint_steps
from tests.strategies import roll_problems

PART = re.compile(r"the (.) is in rows? (\d+)(?: to (\d+))?, cols? ([a-z])(?: to ([a-z]))?")


def _cells(step: str) -> frozenset[Cell]:
    match = PART.fullmatch(step)
    assert match
    _, first, last, left, right = match.groups()
    top, bottom = int(first) - 1, int(last or first)
    start, end = ord(left) - ord("a"), ord(right or left) - ord("a") + 1
    return frozenset(Cell(row, col) for row in range(top, bottom) for col in range(start, end))


@given(roll_problems(largest=14, cells=150, planted=4))
def test_each_step_is_true_and_leaves_at_most_a_third_of_the_places(problem: RollProblem) -> None:
    card = problem.card
    for placement in BitsetEngine(problem).placements:
        first, *parts, last = hint_steps(card, placement)
        assert re.fullmatch(rf"there is an? {placement.shape}, {placement.points} points?", first)
        assert last == f"the {placement.shape} is on {names_of(placement.cells)}"
        left = len(_places(placement.shape, rectangle(card.rows, card.cols)))
        for part in parts:
            cells = _cells(part)
            assert cells <= card.cells
            assert cells.issuperset(placement.cells)
            places = len(_places(placement.shape, cells))
            assert NARROWER <= places <= left / NARROWER
            left = places


def _places(shape: str, cells: frozenset[Cell]) -> list[frozenset[Cell]]:
    return [*placements(pentominoes()[shape], cells)]
