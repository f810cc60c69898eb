"""The three engines against each other, against brute force, and against known counts."""

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

import data
from solver.errors import RollError
from solver.penta_rush.bitset_engine import Plain
from solver.penta_rush.card import Card, parse_card
from solver.penta_rush.cover_engine import CpSat, ExactCover
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.engine import ANY, Deal, Engine, Wish
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.rules import score
from tests import oracles
from tests.strategies import deals
from tests.support import ROOT

COUNTS = json.loads((ROOT / "tests" / "counts" / "rush.json").read_text(encoding="utf-8"))

ENGINES: list[type[Plain | ExactCover]] = [Plain, ExactCover, CpSat]
every_engine = pytest.mark.parametrize("engine", ENGINES)
wishes = st.builds(Wish, st.none() | st.integers(1, 5), st.booleans())
FINDING = settings(max_examples=2000, database=None, phases=[Phase.generate])
# Small enough for brute force and CP-SAT.
small = deals(largest=8, cells=36, planted=6)


def _cells(engine: Engine, numbers: tuple[int, ...]) -> frozenset[tuple[str, frozenset[Any]]]:
    return frozenset((one.shape, frozenset(one.cells)) for one in engine.packing(numbers))


def _is_maximal(engine: Engine, numbers: tuple[int, ...], listed: set[tuple[int, ...]]) -> bool:
    return len(numbers) == 5 or not any(
        tuple(sorted((*numbers, one))) in listed
        for one in range(len(engine.placements))
        if one not in numbers
    )


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_deals_that_are_drawn_have_packings_of_every_size(size: int) -> None:
    def has_packing(deal: Deal) -> bool:
        return Plain(deal).count_by_size()[size - 1] > 0

    assert find(small, has_packing, settings=FINDING)


@every_engine
@given(deal=small)
def test_packings_are_those_of_brute_force_each_once(
    engine: type[Plain | ExactCover], deal: Deal
) -> None:
    solver = engine(deal)
    found = [_cells(solver, numbers) for numbers in solver.packings()]
    assert len(found) == len(set(found))
    assert set(found) == set(oracles.packings(deal))


@every_engine
@given(deal=small)
def test_the_best_scores_the_most_of_all_packings(
    engine: type[Plain | ExactCover], deal: Deal
) -> None:
    solver = engine(deal)
    scores = [sum(deal.points[shape] for shape, _ in one) for one in oracles.packings(deal)]
    best = solver.best()
    assert (score(solver.packing(best)) if best else 0) == max(scores, default=0)
    assert solver.census().optimum == max(scores, default=0)
    assert solver.census().optimal == scores.count(max(scores, default=0))


@given(deal=deals(cells=30), wish=wishes)
def test_the_engines_agree_on_every_answer_to_the_letter(deal: Deal, wish: Wish) -> None:
    plain, *others = (engine(deal) for engine in ENGINES)
    if sum(plain.count_by_size()) > 3000:
        return
    answers = _answers(plain, wish)
    for other in others:
        assert _answers(other, wish) == answers


def _answers(engine: Engine, wish: Wish) -> list[Any]:
    return [
        list(engine.placements),
        engine.best(),
        list(engine.packings(wish)),
        engine.count_by_size(wish),
        engine.census(wish),
        list(engine.top(7, wish)),
        list(engine.sample(7, random.Random(1), wish)),
    ]


@given(deal=deals(cells=30), wish=wishes)
def test_what_plain_answers_fast_is_what_going_through_all_gives(deal: Deal, wish: Wish) -> None:
    plain = Plain(deal)
    if sum(plain.count_by_size()) > 2000:
        return
    listed = list(plain.packings())
    wished = [numbers for numbers in listed if wish.takes(len(numbers))]
    if wish.maximal:
        known = set(listed)
        wished = [numbers for numbers in wished if _is_maximal(plain, numbers, known)]
    assert list(plain.packings(wish)) == wished
    assert plain.count_by_size(wish) == [
        sum(len(one) == size for one in wished) for size in range(1, 6)
    ]
    assert plain.census(wish).counts == Counter((len(one), plain.score(one)) for one in wished)
    ranked = sorted(wished, key=plain.score, reverse=True)
    for count in (0, 1, 5, len(wished) + 1):
        assert list(plain.top(count, wish)) == ranked[:count]
    assert plain.best() == next(iter(sorted(listed, key=plain.score, reverse=True)), None)


@given(deals(cells=30))
def test_the_order_is_by_first_difference_the_shorter_one_last(deal: Deal) -> None:
    plain = Plain(deal)
    if sum(plain.count_by_size()) > 20_000:
        return
    listed = list(plain.packings())
    assert listed == sorted(listed, key=lambda numbers: (*numbers, len(plain.placements)))


@given(deals(cells=30))
def test_a_packing_is_given_sorted_by_shape(deal: Deal) -> None:
    plain = Plain(deal)
    best = plain.best()
    if best is not None:
        letters = [one.shape for one in plain.packing(best)]
        assert letters == sorted(letters)


def _turned(card: Card) -> Card:
    return Card(tuple("".join(col) for col in zip(*card.lines[::-1], strict=True)))


def _flipped(card: Card) -> Card:
    return Card(tuple(line[::-1] for line in card.lines))


def _transposed(card: Card) -> Card:
    return Card(tuple("".join(col) for col in zip(*card.lines, strict=True)))


@pytest.mark.parametrize("move", [_turned, _flipped, _transposed])
@given(deal=deals(largest=12, cells=30))
def test_turning_or_flipping_the_card_changes_no_count(
    move: Callable[[Card], Card], deal: Deal
) -> None:
    moved = Deal(move(deal.card), deal.roll, deal.points)
    assert Plain(moved).census() == Plain(deal).census()


@given(deal=deals(largest=12, cells=30), names=st.permutations("ABCDEXYZ"))
def test_renaming_symbols_of_card_and_roll_changes_no_count(deal: Deal, names: list[str]) -> None:
    table = str.maketrans("ABCDEXYZ", "".join(names))
    renamed = Deal(
        Card(tuple(line.translate(table) for line in deal.card.lines)),
        Roll("".join(sorted(deal.roll.symbols.translate(table)))),
        deal.points,
    )
    assert Plain(renamed).census() == Plain(deal).census()


@pytest.mark.parametrize("wish", [ANY, Wish(size=4), Wish(maximal=True)])
def test_a_sample_is_uniform_over_all_packings(wish: Wish) -> None:
    plain = Plain(_sample_deal("meadow", "BBDDF"))
    listed = list(plain.packings(wish))
    assert any(len(numbers) == 5 for numbers in listed) or wish.size == 4
    draws = 100 * len(listed)
    times = Counter(plain.sample(draws, random.Random(2026), wish))
    assert set(times) <= set(listed)
    chi_square = sum((times[one] - 100) ** 2 / 100 for one in listed)
    # Six standard deviations around the mean of the chi-square distribution, and not closer to
    # the mean than chance comes: a draw that leaves out or favours a branch leaves this range.
    freedom = len(listed) - 1
    assert abs(chi_square - freedom) < 6 * (2 * freedom) ** 0.5


def test_a_sample_is_the_same_for_the_same_seed_and_of_any_size() -> None:
    plain = Plain(_sample_deal("meadow", "AABCD"))
    one, again, other = (list(plain.sample(50, random.Random(seed))) for seed in (1, 1, 2))
    assert one == again != other
    assert list(plain.sample(0, random.Random(1))) == []


def test_nothing_to_draw_from_gives_an_empty_sample() -> None:
    deal = Deal(Card(("ABCDE", "FFFFF", "AFFFF")), Roll("AABCD"), default_points())
    assert list(Plain(deal).sample(3, random.Random(1))) == []
    assert Plain(deal).best() is None
    assert Plain(deal).census().by_size == [0] * 5


def test_a_deal_needs_the_symbols_of_the_roll_on_the_card() -> None:
    with pytest.raises(RollError, match=r"expected symbols of the card \(ABC\), found 'D'"):
        Deal(Card(("ABC", "CAB")), Roll("AABCD"), default_points())


def test_the_whole_card_is_used_up_to_20x20_and_26_symbols() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = tuple((letters + letters)[row : row + 20] for row in range(20))
    card = Card(lines)
    assert card.symbols == letters
    for roll in (Roll("ABCDE"), Roll("VWXYZ"), Roll("HHIIJ")):
        deal = Deal(card, roll, default_points())
        assert list(Plain(deal).placements) == list(ExactCover(deal).placements)
        assert len(Plain(deal).placements) > 0


def test_points_of_any_size_are_added_up_exactly() -> None:
    deal = _sample_deal("orchard", "AABCD")
    huge = Points(tuple(10**6 - place for place in range(12)))
    plain = Plain(Deal(deal.card, deal.roll, huge))
    best = plain.best()
    assert best is not None
    assert plain.score(best) == plain.census().optimum == CpSat(plain.deal).optimum()


def _sample_deal(name: str, roll: str) -> Deal:
    text = data.samples("cards")[name].read_text(encoding="utf-8")
    return Deal(parse_card(text), Roll(roll), default_points())


@pytest.mark.parametrize("name", ["harbour", "meadow", "orchard"])
def test_sums_over_all_rolls_of_the_sample_cards_are_as_known(name: str) -> None:
    known = COUNTS["cards"][name]
    plains = [Plain(_sample_deal(name, str(roll))) for roll in rolls("ABCDEF")]
    assert sum(plain.score(plain.best() or ()) for plain in plains) == known["optima"]
    assert sum(sum(plain.count_by_size()) for plain in plains) == known["packings"]


@pytest.mark.parametrize("clumpy", COUNTS["clumpy"])
def test_the_heavy_tail_is_counted_as_known(clumpy: dict[str, Any]) -> None:
    card = parse_card(clumpy["card"])
    plain = Plain(Deal(card, Roll(clumpy["roll"]), default_points()))
    assert len(plain.placements) == clumpy["placements"]
    assert plain.census().by_size == plain.count_by_size() == clumpy["by_size"]
    every = (Plain(Deal(card, roll, default_points())) for roll in rolls("ABCDEF"))
    assert sum(sum(one.count_by_size()) for one in every) == clumpy["packings_of_all_rolls"]


def test_the_engines_agree_to_the_letter_where_packings_of_five_could_grow_further() -> None:
    deal = _sample_deal("meadow", "BBDDF")
    plain, *others = (engine(deal) for engine in ENGINES)
    for wish in (ANY, Wish(size=5), Wish(maximal=True)):
        for other in others:
            assert _answers(other, wish) == _answers(plain, wish)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["harbour", "meadow", "orchard"])
def test_the_engines_agree_on_every_roll_of_the_sample_cards(name: str) -> None:
    for roll in rolls("ABCDEF"):
        deal = _sample_deal(name, str(roll))
        plain, exact_cover = Plain(deal), ExactCover(deal)
        assert list(exact_cover.packings()) == list(plain.packings())
        assert exact_cover.census() == plain.census()
        if sum(plain.count_by_size()) < 5000:
            assert _answers(CpSat(deal), ANY) == _answers(plain, ANY)
        else:
            assert CpSat(deal).optimum() == plain.census().optimum


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
        deal = Deal(card, rng.choice(legal), values)
        plain, exact_cover, cp_sat = Plain(deal), ExactCover(deal), CpSat(deal)
        assert list(plain.placements) == list(exact_cover.placements)
        assert plain.score(plain.best() or ()) == cp_sat.optimum()
        if len(plain.placements) > 200:
            continue
        census = plain.census()
        assert census.optimum == cp_sat.optimum()
        assert census.by_size == plain.count_by_size()
        if census.total < 200_000:
            assert census.total == sum(1 for _ in plain.packings())
        if census.total < 20_000:
            assert list(exact_cover.packings()) == list(plain.packings())
        if census.total < 300:
            assert list(cp_sat.packings()) == list(plain.packings())


@pytest.mark.slow
@pytest.mark.parametrize("clumpy", COUNTS["clumpy"])
def test_the_heavy_tail_is_listed_one_by_one_as_often_as_counted(clumpy: dict[str, Any]) -> None:
    deal = Deal(parse_card(clumpy["card"]), Roll(clumpy["roll"]), default_points())
    sizes = Counter(map(len, Plain(deal).packings()))
    assert [sizes[size] for size in range(1, 6)] == clumpy["by_size"]
