"""Surround: the referee of rings, the two engines against brute force, the answers, the command."""

import json
import os
import signal
import subprocess
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells, components, neighbours
from solver.geometry.polyomino import SHAPES
from solver.geometry.symmetry import isometries
from solver.pent_up.surround import proof
from solver.pent_up.surround.answer import (
    RingSolution,
    SurroundAnswer,
    answer_json,
    bundled_answers,
    parse_answer,
)
from solver.pent_up.surround.model import RingModel
from solver.pent_up.surround.proof import count_distinct, solutions, solve
from solver.pent_up.surround.rules import Ring, RingTile, cells_of, centre_of, check, violations
from solver.pent_up.surround.search import RingSearch
from tests.oracles import rings as brute_force
from tests.support import PENTA, ROOT, Run

# White, solutions, distinct, surroundable, black: as first found, by both engines.
KNOWN = {
    "F": (3, 55, 55, 55, 5),
    "I": (3, 24, 6, 24, 5),
    "L": (3, 30, 30, 30, 5),
    "N": (3, 54, 54, 54, 5),
    "P": (3, 1041, 1041, 1037, 5),
    "T": (3, 52, 26, 52, 5),
    "U": (3, 60, 30, 60, 5),
    "V": (3, 40, 20, 40, 5),
    "W": (3, 70, 35, 70, 5),
    "X": (3, 136, 17, 136, 5),
    "Y": (3, 38, 38, 38, 5),
    "Z": (3, 52, 26, 52, 5),
}
CENTRE, WHITE, BLACK = bundled_answers()["Y"].example.rings("Y")


def _cells(*pairs: tuple[int, int]) -> Cells:
    return frozenset(Cell(*pair) for pair in pairs)


# A hole of one cell, which no pentomino can fill.
HOLLOW = _cells((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))


def _plain(rings: list[Ring]) -> set[frozenset[tuple[str, Cells]]]:
    plain = [frozenset((tile.shape, frozenset(tile.cells)) for tile in ring) for ring in rings]
    assert len(set(plain)) == len(plain)
    return set(plain)


def _numbers(answer: SurroundAnswer) -> tuple[int, int, int, int, int | None]:
    counts = (answer.white, answer.solutions, answer.distinct, answer.surroundable)
    return *counts, answer.black


@st.composite
def polyominoes(draw: st.DrawFn) -> Cells:
    """Draw one to five joined cells."""
    cells = {Cell(0, 0)}
    for _ in range(draw(st.integers(0, 4))):
        beside = {other for cell in cells for other in neighbours(cell)} - cells
        cells.add(draw(st.sampled_from(sorted(beside))))
    return frozenset(cells)


def test_right_rings_break_nothing() -> None:
    for rings in ([CENTRE], [CENTRE, WHITE], [CENTRE, WHITE, BLACK]):
        assert not list(violations(rings))
        assert check(rings) == rings


def test_a_bare_edge_is_found_whichever_tile_is_missing() -> None:
    for ring, others in ((WHITE, [CENTRE]), (BLACK, [CENTRE, WHITE])):
        for tile in ring:
            less = tuple(one for one in ring if one != tile)
            found = list(violations([*others, less]))
            assert found
            assert all(line.startswith(f"ring {len(others)} leaves ") for line in found)


def test_a_hole_that_the_rings_enclose_has_edges() -> None:
    """White's U encloses d2 with the centre, and d2 has an edge of the centre's."""
    centre = RingTile("I", tuple(Cell(1, col) for col in range(-2, 3)))
    u = RingTile("U", tuple(sorted(_cells((0, 3), (0, 4), (1, 4), (2, 3), (2, 4)))))
    hole = Cell(1, 3)
    assert hole in next(iter(_holes(cells_of([centre, u]))))
    assert f"ring 1 leaves {hole} bare" in set(violations([(centre,), (u,)]))


def test_a_hole_between_white_tiles_has_to_be_filled_by_black() -> None:
    """P has solutions with a hole that no black tile can fill."""
    centre = centre_of("P")
    hollow = next(
        ring
        for ring in RingSearch(cells_of([centre])).fewest()
        if any(len(hole) % 5 for hole in _holes(cells_of([centre, *ring])))
    )
    (hole,) = _holes(cells_of([centre, *hollow]))
    assert not list(violations([(centre,), hollow]))
    rim = frozenset().union(*map(neighbours, cells_of([centre, *hollow])))
    assert hole & rim
    told = set(violations([(centre,), hollow, ()]))
    assert {f"ring 2 leaves {cell} bare" for cell in hole & rim} <= told


def test_each_wrong_tile_is_named() -> None:
    (centre,) = CENTRE
    far = RingTile("I", tuple(Cell(40, col) for col in range(5)))
    bent = RingTile("I", WHITE[0].cells)
    again = RingTile(WHITE[0].shape, tuple(Cell(row + 30, col) for row, col in WHITE[0].cells))
    first = WHITE[0].cells[0]
    for wrong, told in (
        (far, "I of ring 1 touches nothing inside"),
        (bent, "are no I"),
        (again, f"White's {WHITE[0].shape} is used 2 times"),
        (WHITE[0], f"{first} is covered 2 times"),
        (RingTile("Y", centre.cells), f"{centre.cells[0]} is covered 2 times"),
    ):
        assert any(line.endswith(told) for line in violations([CENTRE, (*WHITE, wrong)])), told
    with pytest.raises(BrokenInvariantError, match="no rings"):
        check([CENTRE, WHITE[1:]])


def test_black_has_not_its_centre_left() -> None:
    twice = (*BLACK, RingTile("Y", tuple(Cell(row + 50, col) for row, col in CENTRE[0].cells)))
    assert "Black's Y is used 2 times" in set(violations([CENTRE, WHITE, twice]))


@pytest.mark.parametrize("engine", [RingSearch, RingModel])
def test_rings_that_are_counted_by_hand(engine: type[RingSearch | RingModel]) -> None:
    """U covers three cells beside one, in four ways; I has six ways to cover the fourth."""
    cell = _cells((0, 0))
    assert len(list(engine(cell, "IU").rings(2))) == 24
    assert not list(engine(cell, "IU").rings(1))
    # A V in the elbow of a corner leaves a W its three steps.
    corner = _cells((0, 0), (0, 1), (1, 0))
    assert [[tile.shape for tile in ring] for ring in engine(corner, "VW").rings(2)] == [["V", "W"]]


@given(laid=polyominoes(), pieces=st.sets(st.sampled_from(SHAPES), min_size=2, max_size=4))
def test_both_engines_find_what_brute_force_finds(laid: Cells, pieces: set[str]) -> None:
    shapes = "".join(sorted(pieces))
    most = 2 if len(laid) < 4 else 3  # a cell alone has many thousand rings of three
    expected = brute_force(laid, shapes, most)
    search, model = RingSearch(laid, shapes), RingModel(laid, shapes)
    assert _plain(list(search.rings(most))) == expected
    assert _plain(model.rings(most)) == expected
    assert model.has_ring(most) == bool(expected)
    if expected:
        fewest = min(map(len, expected))
        assert model.fewest() == fewest
        assert _plain(search.fewest()) == {ring for ring in expected if len(ring) == fewest}
        first = search.first()
        assert first is not None
        assert _plain([first]) <= expected
        assert len(first) == fewest


@given(laid=polyominoes(), shapes=st.sampled_from(["INPUXZ", "FLTVWY"]))
def test_both_engines_need_as_few_tiles(laid: Cells, shapes: str) -> None:
    ring = RingSearch(laid, shapes).first()
    assert RingModel(laid, shapes).fewest() == (None if ring is None else len(ring))


@pytest.mark.parametrize("shapes", [SHAPES, "FXZ"])
def test_what_cannot_be_surrounded_has_no_ring(shapes: str) -> None:
    search, model = RingSearch(HOLLOW, shapes), RingModel(HOLLOW, shapes)
    assert (search.fewest(), search.first(), model.fewest()) == ([], None, None)
    assert not model.has_ring(len(shapes))


def test_too_few_tiles_are_no_ring() -> None:
    laid = cells_of(CENTRE)
    assert RingSearch(laid, "FIL").first() is None
    assert RingModel(laid, "FIL").fewest() is None


@pytest.mark.parametrize(
    "shape",
    [
        "X",
        "F",
        pytest.param("I", marks=pytest.mark.slow),
        pytest.param("U", marks=pytest.mark.slow),
    ],
)
def test_white_rings_are_those_of_brute_force(shape: str) -> None:
    laid = cells_of([centre_of(shape)])
    assert not brute_force(laid, SHAPES, 2)
    found = RingSearch(laid).fewest()
    assert found == sorted(found)
    assert _plain(found) == brute_force(laid, SHAPES, 3)


def _moved(rings: list[Ring], centre: Cells, number: int) -> list[set[tuple[str, Cells]]]:
    image = isometries(centre)[number].image
    return [{(one.shape, frozenset(map(image, one.cells))) for one in ring} for ring in rings]


@pytest.mark.parametrize("shape", ["I", "T", "U", "X", "F"])
def test_distinct_solutions_are_as_burnside_counts_them(shape: str) -> None:
    centre = cells_of([centre_of(shape)])
    found = RingSearch(centre).fewest()
    plain, order = _plain(found), len(isometries(centre))
    kept = 0
    for number in range(order):
        images = _moved(found, centre, number)
        assert set(map(frozenset, images)) == plain
        kept += sum(
            image == {(one.shape, frozenset(one.cells)) for one in ring}
            for image, ring in zip(images, found, strict=True)
        )
    assert count_distinct(centre, found) * order == kept == KNOWN[shape][2] * order


def _holes(laid: Cells) -> list[Cells]:
    """Return the parts of the table that *laid* encloses."""
    rows, cols = [cell.row for cell in laid], [cell.col for cell in laid]
    around = frozenset(
        Cell(row, col)
        for row in range(min(rows) - 1, max(rows) + 2)
        for col in range(min(cols) - 1, max(cols) + 2)
    )
    outside = min(around)
    return [part for part in components(around - laid) if outside not in part]


def test_the_only_solutions_without_a_black_ring_enclose_a_hole_that_nothing_fills() -> None:
    for shape in SHAPES:
        centre = centre_of(shape)
        unfillable = [
            ring
            for ring in RingSearch(cells_of([centre])).fewest()
            if any(len(hole) % 5 for hole in _holes(cells_of([centre, *ring])))
        ]
        _, count, _, surroundable, _ = KNOWN[shape]
        assert len(unfillable) == count - surroundable
        for ring in unfillable:
            laid = cells_of([centre, *ring])
            assert RingSearch(laid, SHAPES.replace(shape, "")).first() is None


def test_the_shipped_answers_are_the_known_ones() -> None:
    answers = bundled_answers()
    assert {shape: _numbers(answer) for shape, answer in answers.items()} == KNOWN
    for answer in answers.values():
        assert answer.example.black is not None
        assert (len(answer.example.white), len(answer.example.black)) == (
            answer.white,
            answer.black,
        )
        assert parse_answer(answer_json(answer)) == answer


@pytest.mark.parametrize(
    "changes",
    [
        {"white": 4},
        {"black": 4},
        {"black": None},
        {"solutions": 5},
        {"distinct": 0},
        {"surroundable": 25},
        {"surroundable": 0},
    ],
)
def test_an_answer_that_contradicts_itself_cannot_be_built(changes: dict[str, Any]) -> None:
    with pytest.raises(BrokenInvariantError, match=r"^I: "):
        replace(bundled_answers()["I"], **changes)


def test_an_answer_is_found_anew_by_both_engines() -> None:
    steps: list[tuple[int, int]] = []
    found = solve("I", progress=lambda done, total: steps.append((done, total)))
    assert found == bundled_answers()["I"]
    assert steps[-1] == (48, 48)


def test_engines_that_disagree_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(RingModel, "fewest", lambda _: 2)
        with pytest.raises(BrokenInvariantError, match="the white rings"):
            solve("I")
    with monkeypatch.context() as patched:
        patched.setattr(RingModel, "has_ring", lambda *_: True)
        with pytest.raises(BrokenInvariantError, match="the black rings"):
            solve("I")


def test_where_no_solution_is_surroundable_black_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RingSearch, "first", lambda _: None)
    monkeypatch.setattr(proof, "_is_confirmed", lambda *_: True)
    found = solve("I")
    assert _numbers(found) == (3, 24, 6, 0, None)
    assert found.example == RingSolution(found.example.white, None)
    assert parse_answer(answer_json(found)) == found


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


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up", "surround")


def _json(run: Run, *args: str) -> Any:
    code, out, err = run(*args, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_an_answer_has_the_keys_of_the_issue(run: Run) -> None:
    answer = _json(run, "x")
    assert list(answer) == [
        "shape",
        "white",
        "solutions",
        "solutions_distinct",
        "surroundable",
        "black",
        "proven",
        "white_tiles",
        "black_tiles",
    ]
    assert (answer["shape"], answer["proven"]) == ("X", True)
    assert len(answer["white_tiles"]) == answer["white"] == 3
    assert len(answer["black_tiles"]) == answer["black"] == 5
    assert list(answer["white_tiles"][0]) == ["shape", "cells"]


def test_all_twelve_are_answered_without_a_shape(run: Run) -> None:
    answers = _json(run)
    assert [answer["shape"] for answer in answers] == list(SHAPES)
    assert answers[9] == _json(run, "X")
    code, out, _ = run()
    assert code == 0
    table = [line.split() for line in out.splitlines()[1:]]
    assert {one[0]: tuple(map(int, one[1:])) for one in table} == KNOWN


def test_a_picture_has_every_tile(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("W", "--svg", str(tmp_path / "rings.svg"))
    assert code == 0
    letters = [mark for line in out.splitlines()[1:] for mark in line.split()[1:] if len(mark) == 1]
    for tile in bundled_answers()["W"].example.white:
        assert letters.count(tile.shape) >= 5
    root = ET.parse(tmp_path / "rings.svg").getroot()  # noqa: S314 - our own file
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert sum(text in set(SHAPES) for text in texts) == 1 + 3 + 5


def test_three_rings_can_be_laid_in_turn(run: Run, tmp_path: Path) -> None:
    answer = _json(run, "--rings", "--svg", str(tmp_path / "rings.svg"))
    assert (answer["rings"], answer["proven"]) == (3, False)
    assert [len(ring) for ring in answer["tiles"]] == [1, 3, 5, 7]
    cells = [{tuple(cell) for one in ring for cell in one["cells"]} for ring in answer["tiles"]]
    for number in (1, 2, 3):
        inside = set().union(*cells[:number])
        rim = {other for cell in inside for other in neighbours(Cell(*cell))} - inside
        assert rim <= cells[number]
    assert len(set().union(*cells)) == 5 * 16
    assert (tmp_path / "rings.svg").stat().st_size
    assert run("--rings")[1].endswith("3 rings around X: 3 white, 5 black, 7 white\n")


def test_a_list_has_every_solution(run: Run) -> None:
    code, out, _ = run("Y", "--all")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(lines) == KNOWN["Y"][1]
    assert all(list(line) == ["shape", "white_tiles", "black_tiles"] for line in lines)
    whites = [str(line["white_tiles"]) for line in lines]
    assert len(set(whites)) == len(whites)


def test_a_list_ends_at_its_limit_and_takes_no_longer(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run("I", "--all")[1].splitlines()
    assert run("I", "--limit", "3")[1].splitlines() == whole[:3]
    assert run("I", "--limit", "0") == (0, "", "")
    steps: list[tuple[int, int]] = []
    found = solutions("I", progress=lambda *step: steps.append(step))
    assert next(found)
    assert steps == [(1, 24)]
    monkeypatch.setattr(proof, "_solution", lambda *_: steps.append((0, 0)))
    next(found)
    assert steps == [(1, 24), (0, 0), (2, 24)]


def test_what_is_found_anew_is_what_is_shipped(run: Run) -> None:
    assert run("I", "--search", "--jobs", "2") == run("I")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["Q"], "shape: expected a letter of FILNPTUVWXYZ, found 'Q'"),
        (["XY"], "shape: expected a letter of FILNPTUVWXYZ, found 'XY'"),
        (["--svg", "rings.svg"], "--svg goes with SHAPE, or with --rings."),
        (["X", "--rings"], "--rings does not go with SHAPE, --all, --limit and --search."),
        (["X", "--all", "--json"], "--all and --limit do not go with --search, --svg and --json."),
        (["X", "--jobs", "2"], "--jobs goes with --search."),
    ],
)
def test_a_mistake_is_told_in_one_line(run: Run, args: list[str], told: str) -> None:
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("moment_s", [1.2, 3.5])
def test_ctrl_c_in_a_search_is_told_in_one_line(moment_s: float) -> None:
    """A terminal sends it to the search and to its processes; by the second moment they work."""
    command = [*PENTA, "up", "surround", "P", "--search", "--jobs", "2"]
    with subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as search:
        time.sleep(moment_s)
        os.killpg(search.pid, signal.SIGINT)
        _, told = search.communicate(timeout=20)
    assert (search.returncode, told) == (130, "penta: interrupted\n")
