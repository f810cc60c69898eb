"""The tiling engines: beside each other, brute force and published counts; order; resuming."""

import json
import random
from collections.abc import Callable
from itertools import chain, islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.cover.exact_cover import covers
from solver.errors import PiecesError, UndecidedError
from solver.geometry.bitset import bits
from solver.geometry.cell import Cell, neighbours, rectangle
from solver.geometry.polyomino import SHAPES
from solver.tiling import kernel
from solver.tiling.checkpoint import TilingCheckpoint
from solver.tiling.kernel_engine import (
    KernelEngine,
    TaskResult,
    _Worker,
    build_tables,
    packed_options,
    split_into_tasks,
)
from solver.tiling.problem import COVERS, CoverEngine, TilingCount, TilingProblem, first_tiling
from solver.tiling.region import Region
from solver.tiling.rules import Tiling, violations
from tests import oracles
from tests.strategies import regions
from tests.support import ROOT, cases

KNOWN = json.loads((ROOT / "tests" / "counts" / "tilings.json").read_text("utf-8"))
SMALL = [known for known in KNOWN["known"] if known["region"] in {"3x5", "4x5", "5x5"}]

Engine = Callable[[TilingProblem], CoverEngine | KernelEngine]
ENGINES: dict[str, Engine] = {
    "kernel": KernelEngine,
    "exact-cover": lambda problem: CoverEngine(problem, COVERS["exact-cover"]),
    "cp-sat": lambda problem: CoverEngine(problem, COVERS["cp-sat"]),
}
every_engine = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
letters = st.sets(st.sampled_from(SHAPES), min_size=1).map(lambda chosen: "".join(sorted(chosen)))
pieces = st.just(SHAPES) | letters


def _region(name: str) -> Region:
    known = data.samples("regions")
    return Region.parse(known[name].read_text() if name in known else name)


def _turned(region: Region) -> Region:
    return Region(
        region.cols, region.rows, frozenset(type(cell)(cell.col, cell.row) for cell in region.cells)
    )


def _sets(tilings: list[Tiling]) -> list[frozenset[oracles.Penta]]:
    return [frozenset((shape, frozenset(cells)) for shape, cells in tiling) for tiling in tilings]


@pytest.mark.parametrize("known", KNOWN["known"], ids=lambda known: known["region"])
def test_the_kernel_counts_what_is_published(known: dict[str, Any]) -> None:
    for region in (_region(str(known["region"])), _turned(_region(str(known["region"])))):
        count = KernelEngine(TilingProblem(region, distinct=True), jobs=2).count()
        assert count == TilingCount(known["tilings"], known["distinct"])


@pytest.mark.parametrize("odd", KNOWN["odd"], ids=lambda odd: odd["what"])
def test_odd_regions_keep_their_counts(odd: dict[str, Any]) -> None:
    count = KernelEngine(TilingProblem(_region(odd["region"].replace("/", "\n")))).count()
    assert count == TilingCount(odd["tilings"], odd["distinct"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "known",
    [known for known in KNOWN["known"] if known["region"] in {"5x6", "4x15"}]
    + [odd for odd in KNOWN["odd"] if "exact-cover" in odd["engines"]],
)
def test_exact_cover_counts_what_is_published(known: dict[str, Any]) -> None:
    problem = TilingProblem(_region(known["region"].replace("/", "\n")))
    count = ENGINES["exact-cover"](problem).count()
    assert count == TilingCount(known["tilings"], known["distinct"])


@every_engine
@pytest.mark.parametrize("known", SMALL, ids=lambda known: known["region"])
def test_every_engine_counts_what_is_published(engine: Engine, known: dict[str, Any]) -> None:
    problem = TilingProblem(_region(str(known["region"])), distinct=True)
    assert engine(problem).count() == TilingCount(known["tilings"], known["distinct"])


@given(regions(), pieces)
def test_the_kernel_finds_what_brute_force_finds(region: Region, pieces: str) -> None:
    tilings = _sets(list(KernelEngine(TilingProblem(region, pieces)).tilings()))
    expected = set(oracles.tilings(region.cells, pieces))
    assert len(tilings) == len(expected)
    assert set(tilings) == expected
    distinct = _sets(list(KernelEngine(TilingProblem(region, pieces, distinct=True)).tilings()))
    assert set(distinct) <= expected
    assert len(distinct) == oracles.classes(distinct) == oracles.classes(expected)
    count = KernelEngine(TilingProblem(region, pieces, distinct=True)).count()
    assert count == TilingCount(len(expected), len(distinct))


@given(regions(planted=4), pieces, st.booleans())
def test_engines_list_the_same_in_one_order(
    region: Region,
    pieces: str,
    distinct: bool,  # noqa: FBT001 - drawn
) -> None:
    problem = TilingProblem(region, pieces, distinct=distinct)
    expected = list(KernelEngine(problem).tilings())
    for name in COVERS:
        assert list(ENGINES[name](problem).tilings()) == expected
    for tiling in expected:
        assert not list(violations(region, pieces, tiling))


@every_engine
def test_the_order_is_by_first_difference(engine: Engine) -> None:
    problem = TilingProblem(_region("4x5"))
    index = {
        problem.placement(option.shape, option.positions): option for option in problem.options
    }
    ranks = [[index[placement] for placement in tiling] for tiling in engine(problem).tilings()]
    assert ranks == sorted(ranks)
    assert len(ranks) == 200


def test_distinct_tilings_are_those_whose_symmetry_breaker_comes_first() -> None:
    problem = TilingProblem(_region("5x5"), distinct=True)
    assert problem.symmetry_breaker == "X"
    index = {
        problem.placement(option.shape, option.positions): option for option in problem.options
    }
    found = chain.from_iterable(KernelEngine(problem).tilings())
    leading = [index[placement] for placement in found if placement.shape == "X"]
    assert leading
    firsts = [option for option in index.values() if option == min(problem.images(option))]
    assert set(leading) <= set(firsts) < set(index.values())


def test_a_count_counts_all_and_distinct_ones_whichever_are_asked_for() -> None:
    for engine, distinct in product(ENGINES.values(), (False, True)):
        problem = TilingProblem(_region("4x5"), distinct=distinct)
        assert engine(problem).count() == TilingCount(200, 50)


@pytest.mark.parametrize("pieces", ["", "FF", "fi", "LI", "FQ"])
def test_a_problem_has_sorted_pieces(pieces: str) -> None:
    with pytest.raises(PiecesError):
        TilingProblem(_region("3x5"), pieces)


@pytest.mark.parametrize("jobs", [1, 2, 3, 7, 200])
def test_the_answer_does_not_depend_on_the_jobs(jobs: int) -> None:
    problem = TilingProblem(_region("5x6"))
    assert list(KernelEngine(problem, jobs=jobs).tilings()) == list(KernelEngine(problem).tilings())


def test_a_search_goes_on_from_the_results_it_kept() -> None:
    problem = TilingProblem(_region("5x6"))
    expected = list(KernelEngine(problem).tilings())
    kept: dict[int, TaskResult] = {}
    assert list(islice(KernelEngine(problem, kept=kept).tilings(), 700)) == expected[:700]
    assert len(kept) > 0
    before = dict(kept)
    assert list(KernelEngine(problem, jobs=2, kept=kept).tilings()) == expected
    assert before.items() <= kept.items()


def test_results_that_were_kept_are_not_searched_again() -> None:
    problem = TilingProblem(_region("4x5"), distinct=True)
    kept: dict[int, TaskResult] = {}
    KernelEngine(problem, kept=kept).count()
    made_up = {task: TaskResult(1, 1, []) for task in kept}
    assert KernelEngine(problem, kept=made_up).count() == TilingCount(len(kept), len(kept))


@cases("region distinct checksum", ("3x5", False, 2509877367), ("6x10", True, 3295577295))
def test_checkpoints_of_earlier_versions_are_still_read(
    tmp_path: Path,
    region: str,
    distinct: bool,  # noqa: FBT001
    checksum: int,
) -> None:
    problem = TilingProblem(_region(region), distinct=distinct)
    TilingCheckpoint(str(tmp_path / "kept"), problem, listing=True).close()
    assert f'"tasks": {checksum}}}' in (tmp_path / "kept").read_text()


def test_a_region_that_counting_rules_out_needs_no_search() -> None:
    few = TilingProblem(_region("5x5"), "FILN")
    assert few.infeasible_reason == "25 cells need 5 pieces, not 4"
    parts = Region.parse("......\n######\n....")
    reason = "the 6 cells from a1 on cannot be filled by fives"
    assert TilingProblem(parts).infeasible_reason == reason
    for engine in ENGINES.values():
        assert not list(engine(TilingProblem(parts)).tilings())


@every_engine
@pytest.mark.parametrize("shape", SHAPES)
def test_a_piece_tiles_itself(engine: Engine, shape: str) -> None:
    wide = TilingProblem(Region(9, 9, rectangle(5, 9)))
    option = next(one for one in wide.options if one.shape == shape)
    placement = wide.placement(shape, option.positions)
    region = Region(9, 9, frozenset(placement.cells))
    assert list(engine(TilingProblem(region)).tilings()) == [(placement,)]
    assert engine(TilingProblem(region, distinct=True)).count() == TilingCount(1, 1)


def test_the_first_tiling_is_the_first_of_the_list() -> None:
    for name in ("3x20", "5x12", "chessboard"):
        problem = TilingProblem(_region(name))
        assert first_tiling(problem, node_limit=10**6) == next(KernelEngine(problem).tilings())
    assert first_tiling(TilingProblem(_region("2x5")), node_limit=10**6) is None


def test_a_search_beyond_its_node_limit_is_undecided() -> None:
    with pytest.raises(UndecidedError):
        first_tiling(TilingProblem(_region("6x10")), node_limit=10)


def test_progress_counts_every_task_and_all_tilings() -> None:
    calls: list[tuple[int, int, int]] = []
    KernelEngine(TilingProblem(_region("5x5"), distinct=True)).count(
        progress=lambda *numbers: calls.append(numbers)
    )
    assert [done for done, _, _ in calls] == list(range(1, calls[-1][1] + 1))
    assert calls[-1][2] == 856


def test_a_tiling_that_is_its_own_mirror_image_counts_once() -> None:
    # An I on top of a T: the flip takes this tiling to itself.
    problem = TilingProblem(Region.parse(".....\n#...#\n##.##\n##.##"), distinct=True)
    assert len(problem.symmetries) == 2
    assert KernelEngine(problem).count() == _by_burnside(problem) == TilingCount(1, 1)


@given(regions(planted=5, largest=25))
def test_distinct_counts_are_those_of_burnside(region: Region) -> None:
    problem = TilingProblem(region, distinct=True)
    assert KernelEngine(problem).count() == _by_burnside(problem)


def _by_burnside(problem: TilingProblem) -> TilingCount:
    """Return the count by Burnside's lemma: tilings that a symmetry keeps, averaged over all.

    The pentominoes differ, so that a symmetry keeps a tiling only if it keeps every placement.
    """
    kept = []
    for symmetry in range(len(problem.symmetries)):
        options = [one for one in problem.options if problem.images(one)[symmetry] == one]
        items = [[*map(str, bits(option.positions)), option.shape] for option in options]
        cells = [str(position) for position in range(len(problem.cell_order))]
        kept.append(sum(1 for _ in covers(items, cells)))
    assert sum(kept) % len(kept) == 0
    return TilingCount(kept[0], sum(kept) // len(kept))


def _grown_region(rng: random.Random, area: int) -> Region:
    """Return a region grown cell by cell, the denser the more neighbours a new cell has."""
    cells = {Cell(0, 0)}
    bias = rng.choice([1, 2, 4, 8])
    while len(cells) < area:
        edge = sorted({beside for cell in cells for beside in neighbours(cell)} - cells)
        weights = [bias ** len(neighbours(cell) & cells) for cell in edge]
        cells.add(rng.choices(edge, weights)[0])
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    moved = frozenset(Cell(row - top, col - left) for row, col in cells)
    rows, cols = max(row for row, _ in moved) + 1, max(col for _, col in moved) + 1
    return Region(rows, cols, moved)


def test_a_list_that_is_left_early_stops_its_tasks() -> None:
    # All 17360 take seconds; one task, or two, a fraction of one.
    stopped: list[int] = []
    tilings = KernelEngine(TilingProblem(_region("corners")), jobs=2).tilings(
        progress=lambda done, *_: stopped.append(done)
    )
    next(tilings)
    tilings.close()  # type: ignore[attr-defined]
    assert stopped == [1]


def test_a_search_ends_when_its_stop_flag_is_raised() -> None:
    problem = TilingProblem(_region("corners"))
    words = packed_options(problem)
    stop = np.ones(1, np.uint64)
    worker = _Worker(problem, build_tables(problem, words), stop, listing=False)
    worker.result(split_into_tasks(problem, words)[0])
    assert kernel.advance(worker.tables, worker.lists, worker.stack, worker.results, stop) == (
        kernel.STOPPED
    )


def test_a_pocket_is_no_multiple_of_five() -> None:
    for name, covered, is_pocket in (
        ("5x3", 0b1010, True),  # the first cell is cut off
        ("5x3", 0b111, False),  # twelve are left, and some of them lie beyond the window
        ("2x5", 0b11111, False),  # five are left
        ("2x5", 0b1111, True),  # six are left, at the end of the region
        ("1x5", 0b11111, False),  # nothing is left
    ):
        problem = TilingProblem(_region(name))
        tables = build_tables(problem, packed_options(problem))
        found = kernel.has_pocket(np.uint64(covered), tables.adjacent[0], tables.open_beyond[0])
        assert found == is_pocket, (name, bin(covered))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_kernel_and_exact_cover_agree_on_larger_regions(seed: int) -> None:
    rng = random.Random(seed)
    problem = TilingProblem(_grown_region(rng, rng.choice([25, 30, 35])), distinct=True)
    assert KernelEngine(problem).count() == ENGINES["exact-cover"](problem).count()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_a_region_has_as_many_tilings_turned_flipped_and_listed(seed: int) -> None:
    rng = random.Random(seed)
    region = _grown_region(rng, rng.choice([50, 55, 60]))
    count = KernelEngine(TilingProblem(region, distinct=True)).count()
    turned = _turned(region)
    assert KernelEngine(TilingProblem(turned, distinct=True), jobs=2).count() == count
    flipped = frozenset(Cell(row, region.cols - 1 - col) for row, col in region.cells)
    problem = TilingProblem(Region(region.rows, region.cols, flipped), distinct=True)
    assert KernelEngine(problem).count() == count
    listed = list(KernelEngine(TilingProblem(region), jobs=2).tilings())
    assert len(set(listed)) == len(listed) == count.tilings
    assert not any(True for tiling in listed for _ in violations(region, SHAPES, tiling))


@pytest.mark.slow
def test_regions_that_have_tilings_and_symmetries_are_among_those() -> None:
    counts = [
        KernelEngine(TilingProblem(_grown_region(random.Random(seed), 60), distinct=True)).count()
        for seed in range(40)
    ]
    assert sum(count.tilings > 0 for count in counts) > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", ["3x20", "4x15", "5x12", "6x10", "chessboard"])
def test_exact_cover_lists_the_boxes_as_the_kernel_does(name: str) -> None:
    problem = TilingProblem(_region(name))
    expected = list(islice(KernelEngine(problem).tilings(), 300))
    assert list(islice(ENGINES["exact-cover"](problem).tilings(), 300)) == expected
