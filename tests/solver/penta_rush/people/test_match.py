"""Matches of people against all matches, joint totals in plain Python, and perfect play."""

import random
from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from math import prod, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import UndecidedError
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.fairness.match_chance import match_chances
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.people import match as module
from solver.penta_rush.people.match import Match
from solver.penta_rush.people.round_outcome import round_outcome
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.people.subset import subsets
from solver.penta_rush.points import default_points
from solver.penta_rush.rules import MAX_PLACEMENTS, Standing, winners
from tests.support import Patch, cases

ROLLS = 2
Outcomes = list[list[list[float]]]  # by player and roll: the chances of 0, 1, ... points


@st.composite
def tables(draw: st.DrawFn, *, most: int = 2, players: tuple[int, int] = (2, 4)) -> Outcomes:
    """Draw the outcomes of a few players, with points up to *most*, at two rolls."""
    count = draw(st.integers(*players))
    most = min(most, 5 - count)  # the totals of four players are many
    weights = st.lists(st.integers(0, 4), min_size=1, max_size=most + 1).filter(any)
    outcomes = draw(
        st.lists(st.lists(weights, min_size=ROLLS, max_size=ROLLS), min_size=count, max_size=count)
    )
    return [[[each / sum(some) for each in some] for some in player] for player in outcomes]


def match_of(outcomes: Outcomes, chances: Sequence[float]) -> Match:
    return Match([[np.array(each) for each in player] for player in outcomes], chances)


def rounds_of(
    outcomes: Outcomes, chances: Sequence[float], players: Sequence[int]
) -> dict[tuple[int, ...], float]:
    """Return the chance of each vector of the points of *players* in a round."""
    by_points: dict[tuple[int, ...], float] = defaultdict(float)
    for roll, chance in enumerate(chances):
        at_roll = [outcomes[player][roll] for player in players]
        for points in product(*(range(len(each)) for each in at_roll)):
            by_points[points] += chance * prod(
                each[scored] for each, scored in zip(at_roll, points, strict=True)
            )
    return {points: chance for points, chance in by_points.items() if chance}


def ranks_of(
    outcomes: Outcomes, chances: Sequence[float], players: Sequence[int], head_starts: Sequence[int]
) -> np.ndarray:
    """Return the chance of each rank of each of *players*, by the joint totals of all of them."""
    one = rounds_of(outcomes, chances, players)
    four: dict[tuple[int, ...], float] = {(0,) * len(players): 1.0}
    for _ in range(4):
        longer: dict[tuple[int, ...], float] = defaultdict(float)
        for totals, chance in four.items():
            for points, more in one.items():
                longer[tuple(map(sum, zip(totals, points, strict=True)))] += chance * more
        four = longer
    ranks = np.zeros((len(players), len(players)))
    for first, chance in four.items():
        for fifth, more in one.items():
            keys = [
                (before + 2 * last + given, before)
                for before, last, given in zip(first, fifth, head_starts, strict=True)
            ]
            for at, mine in enumerate(keys):
                above, equal = sum(key > mine for key in keys), keys.count(mine)
                ranks[at, above : above + equal] += chance * more / equal
    return ranks


@pytest.mark.slow
@given(tables(), st.integers(1, 5), st.lists(st.integers(0, 8), min_size=4, max_size=4))
def test_ranks_and_wins_are_those_of_the_joint_totals(
    outcomes: Outcomes, weight: int, starts: list[int]
) -> None:
    chances = [weight / 6, 1 - weight / 6]
    match = match_of(outcomes, chances)
    for players in subsets(len(outcomes)):
        none = [0] * len(players)
        expected = ranks_of(outcomes, chances, players, none)
        assert np.allclose(match.ranks(players), expected, atol=1e-9)
        given_to = [starts[player] for player in players]
        with_starts = ranks_of(outcomes, chances, players, given_to)[:, 0]
        assert match.wins(players, given_to) == pytest.approx(with_starts.tolist(), abs=1e-9)


@given(tables(most=1, players=(2, 2)), st.integers(1, 5))
def test_a_match_is_the_sum_over_all_matches_by_the_referee(
    outcomes: Outcomes, weight: int
) -> None:
    chances = [weight / 6, 1 - weight / 6]
    rounds = list(rounds_of(outcomes, chances, (0, 1)).items())
    wins = [0.0, 0.0]
    for played in product(rounds, repeat=5):
        *four, fifth = (points for points, _ in played)
        best = winners(
            [
                Standing(str(player), (*(each[player] for each in four), 2 * fifth[player]))
                for player in range(2)
            ]
        )
        for player in best:
            wins[int(player.name)] += prod(chance for _, chance in played) / len(best)
    assert match_of(outcomes, chances).wins((0, 1), (0, 0)) == pytest.approx(wins, abs=1e-9)


@given(
    st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=2, max_size=4),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
)
def test_people_who_see_everything_win_what_perfect_play_wins(
    optima: list[list[int]], throws: list[int]
) -> None:
    outcomes = [[np.eye(best + 1)[best].tolist() for best in player] for player in optima]
    match = match_of(outcomes, [each / sum(throws) for each in throws])
    perfect = match_chances(optima, throws)
    assert list(perfect.shares) == subsets(len(optima))
    assert perfect.shares[tuple(range(len(optima)))] == perfect.wins
    for players, wins in perfect.shares.items():
        found = match.wins(players, (0,) * len(players))
        assert found == pytest.approx(list(map(float, wins)), abs=1e-9)


@cases("given_to wins", (5, (1, 0)), (6, (1, 0)), (7, (0, 1)))
def test_a_head_start_counts_in_the_total_and_not_in_rounds_one_to_four(
    given_to: int, wins: tuple[float, float]
) -> None:
    # One player has a point a round, six in all; the other one has none but his head start.
    match = match_of([[[0.0, 1.0]], [[1.0]]], [1.0])
    assert match.wins((0, 1), (0, given_to)) == pytest.approx(wins)


def test_equal_players_share_ranks_and_wins_evenly() -> None:
    match = match_of([[[0.0, 1.0]]] * 3, [1.0])
    assert match.wins((0, 1, 2), (0, 0, 0)) == pytest.approx([1 / 3] * 3)
    assert np.allclose(match.ranks((0, 1, 2)), np.full((3, 3), 1 / 3))
    assert match.wins((0, 1, 2), (0, 0, 1)) == pytest.approx([0, 0, 1])


def test_tables_that_are_too_large_are_undecided(monkeypatch: Patch) -> None:
    match = match_of([[[0.5, 0.5]], [[0.0, 1.0]]], [1.0])
    monkeypatch.setattr(module, "MAX_CELLS", 9)
    with pytest.raises(UndecidedError, match="too large a table"):
        match.wins((0, 1), (0, 0))


def test_large_tile_values_are_undecided_before_the_memory_is_full() -> None:
    points = [1 / 4001] * 4001
    match = match_of([[points] * 126] * 2, [1 / 126] * 126)
    with pytest.raises(UndecidedError, match="too large a table"):
        match.wins((0, 1), (0, 0))


def _scored(engine: BitsetEngine | None, skill: Skill, rng: random.Random) -> int:
    """Return the points of a round that is played in plain Python."""
    if engine is None:
        return 0
    met, rates = [], skill.rates
    for number, placement in enumerate(engine.placements.fixed):
        moment = rng.expovariate(rates[placement.shape])
        if moment <= 1:
            met.append((moment, number))
    outlined: list[int] = []
    for _, number in sorted(met):
        fits = all(engine.compatible[number] >> other & 1 for other in outlined)
        if fits and len(outlined) < MAX_PLACEMENTS:
            outlined.append(number)
    return engine.score(tuple(outlined))


@pytest.mark.slow
def test_matches_on_real_cards_are_won_as_in_plain_python() -> None:
    card = Card.parse(data.samples("cards")["pocket"].read_text())
    mirrored = Card(tuple(line.translate(str.maketrans("ABC", "BCA")) for line in card.lines))
    seats = [(card, 0.3), (mirrored, 0.3), (card, 0.15)]
    every = list(rolls(card.symbols))
    throws = [ways(roll) for roll in every]
    players, engines = [], []
    for at, chance in seats:
        of_card = [BitsetEngine(RollProblem(at, roll, default_points())) for roll in every]
        engines.append([engine if engine.placements else None for engine in of_card])
        players.append([round_outcome(each, Skill.even(chance)).by_points for each in engines[-1]])
    match = Match(players, [each / sum(throws) for each in throws])
    rng, games, starts = random.Random(7), 2_000, (0, 0, 9)
    won = {some: [0.0] * len(some) for some in subsets(3)}
    with_starts = [0.0] * 3
    for _ in range(games):
        played = rng.choices(range(len(every)), throws, k=5)
        points = [
            [_scored(engines[at][roll], Skill.even(seats[at][1]), rng) for roll in played]
            for at in range(3)
        ]
        keys = [(sum(each) + each[4], sum(each[:4])) for each in points]
        for some, wins in won.items():
            best = max(keys[player] for player in some)
            equal = [player for player in some if keys[player] == best]
            for player in equal:
                wins[some.index(player)] += 1 / len(equal)
        ahead = [(total + more, first) for (total, first), more in zip(keys, starts, strict=True)]
        for player in range(3):
            with_starts[player] += (ahead[player] == max(ahead)) / ahead.count(max(ahead))
    for some, wins in won.items():
        for found, count in zip(match.wins(some, (0,) * len(some)), wins, strict=True):
            assert abs(found - count / games) < 4.5 * sqrt(found * (1 - found) / games)
    for found, count in zip(match.wins((0, 1, 2), starts), with_starts, strict=True):
        assert abs(found - count / games) < 4.5 * sqrt(found * (1 - found) / games)
