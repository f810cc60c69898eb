"""Surround solved anew: the engines agree, and other counts confirm the numbers."""

from dataclasses import replace
from typing import Any

import pytest

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cells, neighbours
from solver.geometry.polyomino import SHAPES, fixed_pentominoes
from solver.geometry.symmetry import isometries
from solver.pent_up.surround import proof
from solver.pent_up.surround.model import RingModel
from solver.pent_up.surround.proof import count_distinct, solutions, solve
from solver.pent_up.surround.rules import Ring, cells_of, centre_of
from solver.pent_up.surround.search import RingSearch
from solver.pent_up.surround.solution import RingSolution, SurroundAnswer, bundled_answers
from tests.solver.pent_up.surround.support import KNOWN, answer_counts, enclosed_holes, ring_sets
from tests.support import Patch, cases


def _images(rings: list[Ring], centre: Cells, number: int) -> list[set[tuple[str, Cells]]]:
    image = isometries(centre)[number].image
    return [{(tile.shape, frozenset(map(image, tile.cells))) for tile in ring} for ring in rings]


@pytest.mark.parametrize("shape", ["I", "T", "U", "X", "F"])
def test_distinct_solutions_are_as_many_as_burnside_counts(shape: str) -> None:
    centre = cells_of([centre_of(shape)])
    rings = RingSearch(centre).fewest()
    expected, order = ring_sets(rings), len(isometries(centre))
    fixed = 0
    for number in range(order):
        images = _images(rings, centre, number)
        assert set(map(frozenset, images)) == expected
        fixed += sum(
            image == {(tile.shape, frozenset(tile.cells)) for tile in ring}
            for image, ring in zip(images, rings, strict=True)
        )
    assert count_distinct(centre, rings) * order == fixed == KNOWN[shape][2] * order


def test_the_only_solutions_without_a_black_ring_enclose_a_hole_that_nothing_fills() -> None:
    for shape in SHAPES:
        centre = centre_of(shape)
        unfillable = [
            ring
            for ring in RingSearch(cells_of([centre])).fewest()
            if any(len(hole) % 5 for hole in enclosed_holes(cells_of([centre, *ring])))
        ]
        _, count, _, surroundable, _ = KNOWN[shape]
        assert len(unfillable) == count - surroundable
        for ring in unfillable:
            inside = cells_of([centre, *ring])
            assert RingSearch(inside, SHAPES.replace(shape, "")).first() is None


@pytest.mark.slow
def test_an_answer_is_found_anew_by_both_engines() -> None:
    steps: list[tuple[int, int]] = []

    def progress(done: int, total: int, count: int, note: str = "") -> None:
        assert (count, note) == (0, "")  # nothing is found before all of it is proven
        steps.append((done, total))

    answer = solve("I", progress=progress)
    assert answer == bundled_answers()["I"]
    assert steps[-1] == (48, 48)


def test_engines_that_disagree_prove_nothing(monkeypatch: Patch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(RingModel, "fewest", lambda _: 2)
        with pytest.raises(BrokenInvariantError, match="the white rings"):
            solve("I")
    with monkeypatch.context() as patched:
        patched.setattr(RingModel, "has_ring", lambda *_: True)
        with pytest.raises(BrokenInvariantError, match="the black rings"):
            solve("I")


def test_where_no_solution_is_surroundable_black_is_none(monkeypatch: Patch) -> None:
    monkeypatch.setattr(RingSearch, "first", lambda _: None)
    monkeypatch.setattr(proof, "_is_confirmed", lambda *_: True)
    answer = solve("I")
    assert answer_counts(answer) == (3, 24, 6, 0, None)
    assert answer.example == RingSolution(answer.example.white, None)
    assert SurroundAnswer.from_json(answer.to_json()) == answer


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_every_answer_is_found_anew(shape: str) -> None:
    assert solve(shape) == bundled_answers()[shape]


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["T", "U", "Y"])
def test_cp_sat_finds_the_fewest_black_tiles_of_every_solution(shape: str) -> None:
    others = SHAPES.replace(shape, "")
    for white, black in solutions(shape):
        assert black is not None
        assert RingModel(cells_of([centre_of(shape), *white]), others).fewest() == len(black)


def test_the_bundled_answers_are_the_known_ones() -> None:
    answers = bundled_answers()
    assert {shape: answer_counts(answer) for shape, answer in answers.items()} == KNOWN
    for answer in answers.values():
        assert answer.example.black is not None
        assert (len(answer.example.white), len(answer.example.black)) == (
            answer.white,
            answer.black,
        )
        assert SurroundAnswer.from_json(answer.to_json()) == answer


@pytest.mark.parametrize("shape", SHAPES)
def test_two_white_tiles_cannot_cover_what_lies_around_the_middle(shape: str) -> None:
    answer = bundled_answers()[shape]
    counting, rings, outer = answer.argument
    centre = cells_of([centre_of(shape)])
    beside = {other for cell in centre for other in neighbours(cell)} - centre
    laid = [
        {(row + cell.row - by.row, col + cell.col - by.col) for row, col in look}
        for fixed in fixed_pentominoes().values()
        for look in fixed
        for cell in beside
        for by in look
    ]
    most = max(len(beside & cells) for cells in laid if not cells & centre)
    assert (counting["cells"], counting["most"]) == (len(beside), most)
    assert counting["covered"] == 2 * most < len(beside)
    assert (rings["rings"], outer["rings"]) == (answer.solutions, answer.surroundable)
    assert outer["too_few"] == 4


@cases(
    "changes",
    {"white": 4},
    {"black": 4},
    {"black": None},
    {"solutions": 5},
    {"distinct": 0},
    {"surroundable": 25},
    {"surroundable": 0},
)
def test_an_answer_that_contradicts_itself_cannot_be_built(changes: dict[str, Any]) -> None:
    with pytest.raises(BrokenInvariantError, match=r"^I: "):
        replace(bundled_answers()["I"], **changes)
