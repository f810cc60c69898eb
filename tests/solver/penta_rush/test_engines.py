"""The three engines against each other, against brute force, and against known counts."""

import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import Phase, assume, find, given, settings
from hypothesis import strategies as st

import data
from solver.errors import RollError
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.clique import Cliques, exceeds
from solver.penta_rush.cover_engine import CpSatEngine, ExactCoverEngine
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.engine import Engine
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.packing import ANY_PACKING, PackingFilter, RollProblem
from solver.penta_rush.points import Points, default_points
from tests import oracles
from tests.strategies import roll_problems
from tests.support import ROOT, cases, slow

COUNTS = json.loads((ROOT / "tests" / "counts" / "rush.json").read_text("utf-8"))

ENGINES: list[type[BitsetEngine | ExactCoverEngine]] = [BitsetEngine, ExactCoverEngine, CpSatEngine]
every_engine = pytest.mark.parametrize("engine", ENGINES)
filters = st.builds(PackingFilter, st.none() | st.integers(1, 5), st.booleans())
FINDING = settings(max_examples=2000, database=None, phases=[Phase.generate])
FEW = 500  # packings: CP-SAT lists some thousands in a minute
# Small enough for brute force and, mostly, for CP-SAT.
small = roll_problems(largest=8, cells=36, planted=6)


def _cells(engine: Engine, numbers: tuple[int, ...]) -> frozenset[tuple[str, frozenset[Any]]]:
    return frozenset(
        (placement.shape, frozenset(placement.cells)) for placement in engine.packing(numbers)
    )


def _is_maximal(engine: Engine, numbers: tuple[int, ...], listed: set[tuple[int, ...]]) -> bool:
    return len(numbers) == 5 or not any(
        tuple(sorted((*numbers, number))) in listed
        for number in range(len(engine.placements))
        if number not in numbers
    )


@pytest.mark.parametrize("size", [2, 3, 4, slow(5)])
def test_the_problems_that_are_drawn_have_packings_of_every_size(size: int) -> None:
    def has_packing(problem: RollProblem) -> bool:
        return BitsetEngine(problem).count_by_size()[size - 1] > 0

    assert find(small, has_packing, settings=FINDING)


# CP-SAT lists thousands of packings, which few problems have, one by one: it may take a minute.
@pytest.mark.parametrize("engine", [BitsetEngine, ExactCoverEngine, slow(CpSatEngine)])
@given(problem=small)
def test_packings_are_those_of_brute_force_each_once(
    engine: type[BitsetEngine | ExactCoverEngine], problem: RollProblem
) -> None:
    solver = engine(problem)
    found = [_cells(solver, numbers) for numbers in solver.packings()]
    assert len(found) == len(set(found))
    assert set(found) == set(oracles.packings(problem))


@every_engine
@given(problem=small)
def test_the_best_scores_the_most_of_all_packings(
    engine: type[BitsetEngine | ExactCoverEngine], problem: RollProblem
) -> None:
    solver = engine(problem)
    scores = [
        sum(problem.points[shape] for shape, _ in packing) for packing in oracles.packings(problem)
    ]
    assume(engine is not CpSatEngine or len(scores) <= FEW)
    packing = solver.packing(solver.best() or ())
    assert list(packing) == sorted(packing)
    assert packing.score == max(scores, default=0)
    assert solver.counts().optimum == max(scores, default=0)
    assert solver.counts().optimal == scores.count(max(scores, default=0))


@pytest.mark.parametrize("engine", [BitsetEngine, ExactCoverEngine])
@given(problem=small)
def test_a_count_up_to_a_limit_is_the_count_or_none(
    engine: type[BitsetEngine | ExactCoverEngine], problem: RollProblem
) -> None:
    solver = engine(problem)
    counts = solver.counts()
    for limit in (counts.total, counts.total + 1):
        assert solver.counts_up_to(limit) == counts
    for limit in {0, counts.total // 2, counts.total - 1} - {-1, counts.total}:
        assert solver.counts_up_to(limit) is None


@given(problem=roll_problems(cells=30))
def test_that_there_are_more_is_shown_without_pair_sets(problem: RollProblem) -> None:
    solver = BitsetEngine(problem)
    total = solver.counts().total
    for limit in (0, total // 2, total - 1, total):
        found = exceeds(solver.compatible, limit, max_size=5, max_steps=10**9)
        assert found == (total > limit)


@given(problem=roll_problems(cells=30), wanted=filters)
def test_the_engines_agree_on_every_answer(problem: RollProblem, wanted: PackingFilter) -> None:
    bitset, *others = (engine(problem) for engine in ENGINES)
    if sum(bitset.count_by_size()) > 3000:
        return
    answers = _answers(bitset, wanted)
    for other in others:
        assert _answers(other, wanted) == answers


def _answers(engine: Engine, wanted: PackingFilter) -> list[Any]:
    return [
        list(engine.placements),
        engine.best(),
        list(engine.packings(wanted)),
        engine.count_by_size(wanted),
        engine.counts(wanted),
        list(engine.top(7, wanted)),
        list(engine.sample(7, random.Random(1), wanted)),
    ]


@given(problem=roll_problems(cells=30), wanted=filters)
def test_what_the_bitset_engine_answers_fast_is_what_going_through_all_gives(
    problem: RollProblem, wanted: PackingFilter
) -> None:
    bitset = BitsetEngine(problem)
    if sum(bitset.count_by_size()) > 2000:
        return
    listed = list(bitset.packings())
    expected = [numbers for numbers in listed if wanted.allows(len(numbers))]
    if wanted.maximal:
        known = set(listed)
        expected = [numbers for numbers in expected if _is_maximal(bitset, numbers, known)]
    assert list(bitset.packings(wanted)) == expected
    assert bitset.count_by_size(wanted) == [
        sum(len(numbers) == size for numbers in expected) for size in range(1, 6)
    ]
    assert bitset.counts(wanted).by_size_and_score == Counter(
        (len(numbers), bitset.score(numbers)) for numbers in expected
    )
    ranked = sorted(expected, key=bitset.score, reverse=True)
    for count in (0, 1, 5, len(expected) + 1):
        assert list(bitset.top(count, wanted)) == ranked[:count]
    assert bitset.best() == next(iter(sorted(listed, key=bitset.score, reverse=True)), None)


@given(roll_problems(cells=30))
def test_the_order_is_by_first_difference_the_shorter_one_last(problem: RollProblem) -> None:
    bitset = BitsetEngine(problem)
    if sum(bitset.count_by_size()) > 20_000:
        return
    listed = list(bitset.packings())
    assert listed == sorted(listed, key=lambda numbers: (*numbers, len(bitset.placements)))


def _turned(card: Card) -> Card:
    return Card(tuple("".join(col) for col in zip(*card.lines[::-1], strict=True)))


def _flipped(card: Card) -> Card:
    return Card(tuple(line[::-1] for line in card.lines))


def _transposed(card: Card) -> Card:
    return Card(tuple("".join(col) for col in zip(*card.lines, strict=True)))


@pytest.mark.parametrize("move", [_turned, _flipped, _transposed])
@given(problem=roll_problems(largest=12, cells=30))
def test_symmetries_of_the_card_keep_counts(
    move: Callable[[Card], Card], problem: RollProblem
) -> None:
    moved = RollProblem(move(problem.card), problem.roll, problem.points)
    assert BitsetEngine(moved).counts() == BitsetEngine(problem).counts()


@given(problem=roll_problems(largest=12, cells=30), names=st.permutations("ABCDEXYZ"))
def test_renaming_symbols_changes_no_count(problem: RollProblem, names: list[str]) -> None:
    table = str.maketrans("ABCDEXYZ", "".join(names))
    renamed = RollProblem(
        Card(tuple(line.translate(table) for line in problem.card.lines)),
        Roll("".join(sorted(problem.roll.symbols.translate(table)))),
        problem.points,
    )
    assert BitsetEngine(renamed).counts() == BitsetEngine(problem).counts()


@cases("wanted", ANY_PACKING, PackingFilter(size=4), PackingFilter(maximal=True))
def test_a_sample_is_uniform_over_all_packings(wanted: PackingFilter) -> None:
    bitset = BitsetEngine(_sample_problem("meadow", "BBDDF"))
    listed = list(bitset.packings(wanted))
    assert any(len(numbers) == 5 for numbers in listed) or wanted.size == 4
    draws = 100 * len(listed)
    times = Counter(bitset.sample(draws, random.Random(2026), wanted))
    assert set(times) <= set(listed)
    chi_square = sum((times[numbers] - 100) ** 2 / 100 for numbers in listed)
    # Six standard deviations around the mean of the chi-square distribution, and not closer to
    # the mean than chance comes: a draw that leaves out or favours a branch leaves this range.
    freedom = len(listed) - 1
    assert abs(chi_square - freedom) < 6 * (2 * freedom) ** 0.5


def test_a_sample_is_the_same_for_the_same_seed_and_of_any_size() -> None:
    bitset = BitsetEngine(_sample_problem("meadow", "AABCD"))
    first, again, other = (list(bitset.sample(50, random.Random(seed))) for seed in (1, 1, 2))
    assert first == again != other
    assert list(bitset.sample(0, random.Random(1))) == []


def test_nothing_to_draw_from_gives_an_empty_sample() -> None:
    problem = RollProblem(Card(("ABCDE", "FFFFF", "AFFFF")), Roll("AABCD"), default_points())
    assert list(BitsetEngine(problem).sample(3, random.Random(1))) == []
    assert BitsetEngine(problem).best() is None
    assert BitsetEngine(problem).counts().by_size == [0] * 5


def test_a_problem_needs_the_symbols_of_the_roll_on_the_card() -> None:
    with pytest.raises(RollError, match=r"expected symbols of the card \(ABC\), found 'D'"):
        RollProblem(Card(("ABC", "CAB")), Roll("AABCD"), default_points())


def test_the_whole_card_is_used_up_to_20x20_and_26_symbols() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = tuple((letters + letters)[row : row + 20] for row in range(20))
    card = Card(lines)
    assert card.symbols == letters
    for roll in (Roll("ABCDE"), Roll("VWXYZ"), Roll("HHIIJ")):
        problem = RollProblem(card, roll, default_points())
        assert list(BitsetEngine(problem).placements) == list(ExactCoverEngine(problem).placements)
        assert len(BitsetEngine(problem).placements) > 0


def test_points_of_any_size_are_added_up_exactly() -> None:
    problem = _sample_problem("orchard", "AABCD")
    huge = Points(tuple(10**6 - place for place in range(12)))
    bitset = BitsetEngine(RollProblem(problem.card, problem.roll, huge))
    best = bitset.best()
    assert best is not None
    assert bitset.score(best) == bitset.counts().optimum == CpSatEngine(bitset.problem).optimum()


def _sample_problem(name: str, roll: str) -> RollProblem:
    text = data.samples("cards")[name].read_text("utf-8")
    return RollProblem(Card.parse(text), Roll(roll), default_points())


@pytest.mark.parametrize("name", ["harbour", "meadow", "orchard"])
def test_sums_over_all_rolls_of_the_sample_cards_are_as_known(name: str) -> None:
    known = COUNTS["cards"][name]
    engines = [BitsetEngine(_sample_problem(name, str(roll))) for roll in rolls("ABCDEF")]
    assert sum(engine.score(engine.best() or ()) for engine in engines) == known["optima"]
    assert sum(sum(engine.count_by_size()) for engine in engines) == known["packings"]


@pytest.mark.parametrize("clumpy", [COUNTS["clumpy"][0], *map(slow, COUNTS["clumpy"][1:])])
def test_the_heavy_tail_is_counted_as_known(clumpy: dict[str, Any]) -> None:
    card = Card.parse(clumpy["card"])
    bitset = BitsetEngine(RollProblem(card, Roll(clumpy["roll"]), default_points()))
    assert len(bitset.placements) == clumpy["placements"]
    assert bitset.counts().by_size == bitset.count_by_size() == clumpy["by_size"]
    engines = (BitsetEngine(RollProblem(card, roll, default_points())) for roll in rolls("ABCDEF"))
    assert sum(sum(engine.count_by_size()) for engine in engines) == clumpy["packings_of_all_rolls"]


def test_the_engines_agree_exactly_where_packings_of_five_could_grow_further() -> None:
    problem = _sample_problem("meadow", "BBDDF")
    bitset, *others = (engine(problem) for engine in ENGINES)
    for wanted in (ANY_PACKING, PackingFilter(size=5), PackingFilter(maximal=True)):
        for other in others:
            assert _answers(other, wanted) == _answers(bitset, wanted)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["harbour", "meadow", "orchard"])
def test_the_engines_agree_on_every_roll_of_the_sample_cards(name: str) -> None:
    for roll in rolls("ABCDEF"):
        problem = _sample_problem(name, str(roll))
        bitset, exact_cover = BitsetEngine(problem), ExactCoverEngine(problem)
        assert list(exact_cover.packings()) == list(bitset.packings())
        assert exact_cover.counts() == bitset.counts()
        if sum(bitset.count_by_size()) < 5000:
            assert _answers(CpSatEngine(problem), ANY_PACKING) == _answers(bitset, ANY_PACKING)
        else:
            assert CpSatEngine(problem).optimum() == bitset.counts().optimum


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_the_engines_agree_on_random_cards_of_odd_sizes(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(250):
        rows, cols = rng.randint(1, 13), rng.randint(1, 13)
        symbols = "ABCDEFGHIJ"[: rng.randint(3, 10)]
        clumpiness = rng.choice([0.0, 0.3, 0.6])
        lines = [
            [
                symbols[(row + col) % len(symbols)]
                if rng.random() < clumpiness
                else rng.choice(symbols)
                for col in range(cols)
            ]
            for row in range(rows)
        ]
        card = Card(tuple("".join(line) for line in lines))
        legal = list(rolls(card.symbols))
        if not legal:
            continue
        values = Points(tuple(rng.randint(1, 4) for _ in range(12)))
        problem = RollProblem(card, rng.choice(legal), values)
        bitset, exact_cover, cp_sat = (
            BitsetEngine(problem),
            ExactCoverEngine(problem),
            CpSatEngine(problem),
        )
        assert list(bitset.placements) == list(exact_cover.placements)
        assert bitset.score(bitset.best() or ()) == cp_sat.optimum()
        if len(bitset.placements) > 200:
            continue
        counts = bitset.counts()
        assert counts.optimum == cp_sat.optimum()
        assert counts.by_size == bitset.count_by_size()
        if counts.total < 200_000:
            assert counts.total == sum(1 for _ in bitset.packings())
        if counts.total < 20_000:
            assert list(exact_cover.packings()) == list(bitset.packings())
        if counts.total < 300:
            assert list(cp_sat.packings()) == list(bitset.packings())


@pytest.mark.slow
@pytest.mark.parametrize("clumpy", COUNTS["clumpy"])
def test_the_heavy_tail_is_listed_one_by_one_as_often_as_counted(clumpy: dict[str, Any]) -> None:
    problem = RollProblem(Card.parse(clumpy["card"]), Roll(clumpy["roll"]), default_points())
    sizes = Counter(map(len, BitsetEngine(problem).packings()))
    assert [sizes[size] for size in range(1, 6)] == clumpy["by_size"]


Graph = tuple[list[int], list[int]]  # for each vertex those joined to it, as bits, and the values


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(0, 9))
    compatible = [0] * size
    for first, second in combinations(range(size), 2):
        if draw(st.integers(0, 3)):
            compatible[first] |= 1 << second
            compatible[second] |= 1 << first
    return compatible, draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))


def _cliques(graph: Graph, max_size: int) -> list[tuple[int, ...]]:
    """Return the cliques in the documented order: by first difference, the short ones last."""
    compatible, _ = graph
    cliques = [
        chosen
        for size in range(1, max_size + 1)
        for chosen in combinations(range(len(compatible)), size)
        if all(compatible[first] >> second & 1 for first, second in combinations(chosen, 2))
    ]
    return sorted(cliques, key=lambda chosen: (*chosen, len(compatible)))


@pytest.mark.parametrize("max_paired", [0, 100])
@given(graph=graphs(), max_size=st.integers(1, 6))
def test_counts_are_those_of_all_cliques(graph: Graph, max_size: int, max_paired: int) -> None:
    compatible, values = graph
    expected = Counter(
        (len(chosen), sum(values[vertex] for vertex in chosen))
        for chosen in _cliques(graph, max_size)
    )
    assert Cliques(compatible, values, max_size=max_size, max_paired=max_paired).count() == expected


@pytest.mark.parametrize("max_paired", [0, 100])
@given(graph=graphs(), max_size=st.integers(1, 6), size=st.none() | st.integers(1, 6))
def test_ranks_are_places_in_the_documented_order(
    graph: Graph, max_size: int, size: int | None, max_paired: int
) -> None:
    compatible, values = graph
    listed = [chosen for chosen in _cliques(graph, max_size) if size in (None, len(chosen))]
    cliques = Cliques(compatible, values, max_size=max_size, max_paired=max_paired)
    assert list(cliques.at_ranks(range(len(listed)), size)) == list(enumerate(listed))
    assert list(cliques.at_ranks(range(1, len(listed), 3), size)) == list(enumerate(listed))[1::3]


def test_progress_reports_the_steps_and_the_number_of_cliques() -> None:
    reports: list[tuple[int, int, int]] = []

    def report(done: int, total: int, count: int, note: str = "") -> None:  # noqa: ARG001
        reports.append((done, total, count))

    Cliques([0b10, 0b01, 0], [1, 1, 1], max_size=5).count(progress=report)
    assert reports == [(1, 3, 2), (2, 3, 3), (3, 3, 4)]


@given(roll_problems())
def test_the_placements_are_those_that_brute_force_grows(problem: RollProblem) -> None:
    matching = list(MatchingPlacements(problem))
    assert len(set(matching)) == len(matching)
    assert {(shape, frozenset(cells)) for shape, _, cells in matching} == set(
        oracles.matching(problem)
    )
    assert all(points == problem.points[shape] for shape, points, _ in matching)
    assert all(list(cells) == sorted(cells) for _, _, cells in matching)


@given(roll_problems())
def test_shapes_of_highest_value_come_first_and_equal_ones_by_letter(problem: RollProblem) -> None:
    keys = [(-points, shape) for shape, points, _ in MatchingPlacements(problem)]
    assert all(first <= second for first, second in pairwise(keys))


@given(roll_problems())
def test_two_masks_are_disjoint_if_the_placements_are_compatible(problem: RollProblem) -> None:
    matching = MatchingPlacements(problem)
    for first_fixed, first in zip(matching.fixed, matching, strict=True):
        for second_fixed, second in zip(matching.fixed, matching, strict=True):
            compatible = first.shape != second.shape and not set(first.cells) & set(second.cells)
            assert (first_fixed.mask & second_fixed.mask == 0) == compatible
