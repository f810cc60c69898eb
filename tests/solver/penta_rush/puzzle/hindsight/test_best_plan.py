"""Best plans for known rolls: beside brute force, by two engines, and as they are printed."""

import json
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cover.cpsat import BoundedCover, TimeLimit
from solver.cover.exact_cover import Status
from solver.errors import BrokenInvariantError, RollError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, parse_rolls, roll_dice, rolls
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer
from solver.penta_rush.puzzle.hindsight import best_plan
from solver.penta_rush.puzzle.hindsight.best_plan import BestPlan, find_best_plan
from solver.penta_rush.puzzle.hindsight.cover_model import CrossingModel, best_circles
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.hindsight.search import greedy_plan, search_plan
from solver.penta_rush.puzzle.rules import ROUNDS, check
from tests.oracles import LETTERS, canonical, connected_sets
from tests.strategies import points
from tests.support import Patch, Run, answer, refusal

POINTS = default_points()
_SIZES = [(1, 11), (2, 5), (2, 6), (3, 4), (5, 2), (4, 3)]


def thrown_rolls(symbols: str, seed: int) -> tuple[Roll, ...]:
    rng = Random(seed)
    return tuple(roll_dice(symbols, rng) for _ in range(ROUNDS))


def random_game(rows: int, cols: int, seed: int, symbols: str = "ABCDEF") -> KnownRollsGame:
    rng = Random(seed)
    shuffled = [symbols[index % len(symbols)] for index in range(rows * cols)]
    rng.shuffle(shuffled)
    lines = ("".join(shuffled[start : start + cols]) for start in range(0, rows * cols, cols))
    return KnownRollsGame(Card(tuple(lines)), thrown_rolls(symbols, seed), POINTS)


@st.composite
def small_games(draw: st.DrawFn, sizes: Sequence[tuple[int, int]] = _SIZES) -> KnownRollsGame:
    rows, cols = draw(st.sampled_from(sizes))
    symbols = draw(st.sampled_from(["ABC", "ABCD"]))
    shown = draw(st.lists(st.sampled_from(symbols), min_size=rows * cols, max_size=rows * cols))
    shown[: len(symbols)] = symbols
    lines = ("".join(shown[start : start + cols]) for start in range(0, rows * cols, cols))
    return KnownRollsGame(
        Card(tuple(lines)), thrown_rolls(symbols, draw(st.integers(0, 99))), draw(points())
    )


def perfect_game(seed: int) -> KnownRollsGame | None:
    """Return the game of *seed* if all twelve shapes can be circled in it."""
    game = random_game(10, 10, seed)
    plan = search_plan(game)
    return game if plan and len(plan.circled) == ROUNDS else None


def losing_game() -> KnownRollsGame:
    """Return a game in which not all twelve shapes can be circled."""
    games = (random_game(10, 10, seed) for seed in range(99))
    plans = ((game, search_plan(game)) for game in games)
    return next(game for game, plan in plans if plan and len(plan.circled) < ROUNDS)


def dense_game() -> KnownRollsGame:
    """Return a game in which the best circles leave no room for the crosses that are due."""
    return random_game(5, 5, 2)


def _by_brute_force(game: KnownRollsGame) -> int:
    """Return the best total by trying whatever the rules allow, round by round."""
    card = game.card
    outlines = [(cells, LETTERS[canonical(cells)]) for cells in connected_sets(card.cells, 5)]
    shows = {cells: "".join(sorted(card[cell] for cell in cells)) for cells, _ in outlines}

    @cache
    def ahead(number: int, free: frozenset[Cell], used: frozenset[str]) -> int:
        fitting = [
            (cells, shape) for cells, shape in outlines if shape not in used and cells <= free
        ]
        if number == ROUNDS or not fitting:
            return 0
        return max(
            (game.points[shape] if right else 0) + ahead(number + 1, free - cells, used | {shape})
            for cells, shape in fitting
            for right in {False, shows[cells] == game.rolls[number].symbols}
        )

    return ahead(0, card.cells, frozenset())


@settings(max_examples=10)
@given(small_games())
def test_brute_force_finds_the_same_best_score(game: KnownRollsGame) -> None:
    answer = find_best_plan(game)
    assert answer.proven
    assert answer.score == answer.bound == _by_brute_force(game)


@pytest.mark.slow
@settings(max_examples=60)
@given(small_games([(3, 5), (5, 3), (2, 7)]))
def test_brute_force_finds_the_same_best_score_of_three_shapes(game: KnownRollsGame) -> None:
    answer = find_best_plan(game)
    assert answer.proven
    assert answer.score == _by_brute_force(game)


def _check_both_engines(game: KnownRollsGame) -> None:
    cover = CrossingModel(game).best(TimeLimit(), max_score=game.max_score)
    plan = search_plan(game)
    assert plan is not None
    assert (cover.status, cover.value) == (Status.OPTIMAL, game.score(plan.circled))


@settings(max_examples=8)
@given(small_games([(3, 5), (2, 7), (4, 4)]))
def test_the_search_and_the_model_find_the_same_score_with_crosses(game: KnownRollsGame) -> None:
    _check_both_engines(game)


@pytest.mark.slow
@settings(max_examples=20)
@given(small_games([(4, 5), (5, 5), (3, 8)]))
def test_the_search_and_the_model_agree_on_five_shapes(game: KnownRollsGame) -> None:
    _check_both_engines(game)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(5, 5), (4, 8), (5, 9), (7, 7), (8, 9)])
@pytest.mark.parametrize("seed", range(4))
def test_on_dense_cards_the_best_plan_is_proven(size: tuple[int, int], seed: int) -> None:
    assert find_best_plan(random_game(*size, seed)).proven


def test_progress_is_told_the_score_so_far_and_its_bound() -> None:
    game = dense_game()
    search = best_plan.best_plan(game.card, game.rolls, points=game.points)
    notes = [progress.note for progress in search]
    answer = search.answer
    assert answer
    greedy = game.score(greedy_plan(game).circled)
    assert notes[0] == f"score {greedy}, at most {game.score_bound}"
    assert notes[-1] == f"score {answer.score}, to be proven"


def test_the_best_plan_is_no_worse_than_the_rounds_that_were_played() -> None:
    game = random_game(8, 8, 1)
    played = find_best_plan(game, limit_s=3).rounds
    assert game.rounds_of(game.plan_of(played)) == played
    known = find_best_plan(game, known=played, limit_s=0.0001)
    assert known.score == sum(game.points[each.shape] for each in played if each.circled)


@settings(max_examples=10)
@given(small_games())
def test_one_engine_finds_as_much_as_two(game: KnownRollsGame) -> None:
    assert find_best_plan(game, cross_check=False).score == find_best_plan(game).score


@pytest.mark.parametrize("seed", range(3))
def test_on_a_spacious_card_cp_sat_confirms_the_search(seed: int) -> None:
    game = random_game(9, 11, seed)
    answer, plan = find_best_plan(game), search_plan(game)
    assert answer.proven
    assert plan is not None
    assert answer.score == game.score(plan.circled)
    assert [played.roll for played in answer.rounds] == list(game.rolls)
    assert sorted(played.shape for played in answer.rounds) == list(SHAPES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_a_hundred_games_are_all_proven(seed: int) -> None:
    assert find_best_plan(random_game(10, 10, seed)).proven


def test_twelve_circled_shapes_need_no_second_engine(monkeypatch: Patch) -> None:
    game = next(game for game in map(perfect_game, range(50)) if game)
    monkeypatch.setattr(best_plan, "best_circles", None)
    assert find_best_plan(game).score == find_best_plan(game).bound == game.max_score == 30


def test_engines_that_disagree_prove_nothing(monkeypatch: Patch) -> None:
    wrong = BoundedCover(Status.OPTIMAL, (), 3, 3)
    monkeypatch.setattr(best_plan, "best_circles", lambda *_, **__: wrong)
    with pytest.raises(BrokenInvariantError, match="3 points by CP-SAT"):
        find_best_plan(losing_game())


def test_engines_that_disagree_on_crosses_prove_nothing(monkeypatch: Patch) -> None:
    wrong = BoundedCover(Status.OPTIMAL, (), 6, 6)
    monkeypatch.setattr(CrossingModel, "best", lambda *_, **__: wrong)
    with pytest.raises(BrokenInvariantError, match="6 points by CP-SAT"):
        find_best_plan(dense_game())


@pytest.mark.slow
def test_without_a_search_result_the_case_split_proves_the_plan(monkeypatch: Patch) -> None:
    game = losing_game()
    known = find_best_plan(game).score
    calls = []

    def solving(*args: Any, **kwargs: Any) -> BoundedCover:
        calls.append(args)
        return best_circles(*args, **kwargs)

    monkeypatch.setattr(best_plan, "search_plan", lambda *_, **__: None)
    monkeypatch.setattr(best_plan, "best_circles", solving)
    answer = find_best_plan(game)
    assert (answer.score, answer.proven) == (known, True)
    assert len(calls) == 3  # the best, with its highest-value candidate, without it


def test_a_case_split_that_finds_more_is_a_defect(monkeypatch: Patch) -> None:
    game = losing_game()

    def solving(*args: Any, **kwargs: Any) -> BoundedCover:
        answer = best_circles(*args, **kwargs)
        return answer._replace(value=answer.value + 1) if len(args) > 2 else answer

    monkeypatch.setattr(best_plan, "search_plan", lambda *_, **__: None)
    monkeypatch.setattr(best_plan, "best_circles", solving)
    with pytest.raises(BrokenInvariantError, match="with and without"):
        find_best_plan(game)


def test_a_time_limit_leaves_a_plan_and_a_bound() -> None:
    game = random_game(8, 8, 1)
    answer = find_best_plan(game, limit_s=0.001)
    assert not answer.proven
    assert 0 <= answer.score < answer.bound <= game.max_score


@pytest.mark.parametrize("size", [(8, 8), (10, 10), (9, 11)])
@pytest.mark.parametrize("limit_s", [0.0001, 0.05, 0.3])
def test_at_a_time_limit_a_plan_is_no_worse_than_greed(
    size: tuple[int, int], limit_s: float
) -> None:
    game = random_game(*size, 3)
    without = game.score(greedy_plan(game).circled)
    assert find_best_plan(game, limit_s=limit_s).score >= without


@pytest.mark.parametrize("engine", ["search_plan", "best_circles", "CrossingModel"])
def test_an_interrupt_in_any_engine_leaves_a_plan(engine: str, monkeypatch: Patch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    game = dense_game()
    monkeypatch.setattr(best_plan, engine, interrupted)
    search = best_plan.best_plan(game.card, game.rolls, points=game.points)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert search.answer
    assert not search.answer.proven
    assert 0 <= search.answer.score <= search.answer.bound


def test_a_model_without_any_cover_is_a_defect(monkeypatch: Patch) -> None:
    nothing = BoundedCover(Status.INFEASIBLE, (), 0, 30)
    monkeypatch.setattr(best_plan, "best_circles", lambda *_, **__: nothing)
    with pytest.raises(BrokenInvariantError, match="it finds none"):
        find_best_plan(losing_game())


def test_an_answer_beyond_its_bound_cannot_be_built() -> None:
    with pytest.raises(BrokenInvariantError):
        BestPlan(losing_game(), (), 5, 4, proven=False)
    with pytest.raises(BrokenInvariantError):
        BestPlan(losing_game(), (), 3, 4, proven=True)


def test_the_plan_follows_the_points_of_the_tiles() -> None:
    game = losing_game()
    points = Points(tuple(1 + 8 * (shape == "P") for shape in SHAPES))
    answer = find_best_plan(KnownRollsGame(game.card, game.rolls, points))
    assert any(played.shape == "P" and played.circled for played in answer.rounds)


def test_a_game_has_twelve_rolls_of_symbols_on_its_card() -> None:
    card, twelve = Card.parse("2x5:ABCDEABCDE"), thrown_rolls("ABCDE", 1)
    with pytest.raises(RollError, match="rolls: expected 12 rolls, found 11"):
        KnownRollsGame(card, twelve[:11], POINTS)
    with pytest.raises(RollError, match=r"rolls, round 12 'ABCDF': expected symbols of the card"):
        KnownRollsGame(card, (*twelve[:11], Roll("ABCDF")), POINTS)


def test_candidates_are_all_placements_that_show_the_roll_of_a_round_in_which_one_may_fit() -> None:
    game = random_game(4, 7, 5)
    assert game.drawing_rounds == 5  # after five shapes, 3 of the 28 cells are free
    for candidate in game.candidates:
        cells = [index for index in range(28) if candidate.cells >> index & 1]
        shown = sorted(game.card[Cell(*divmod(index, 7))] for index in cells)
        assert shown == list(game.rolls[candidate.round].symbols)
    matching = [
        cells
        for cells in connected_sets(game.card.cells, 5)
        for roll in game.rolls[:5]
        if sorted(game.card[cell] for cell in cells) == list(roll.symbols)
    ]
    assert len(matching) == len(game.candidates)


@given(st.lists(st.sampled_from(list(rolls("ABCDEF")))))
def test_rolls_are_read_back_from_their_text(given_rolls: list[Roll]) -> None:
    assert list(parse_rolls("\n".join(map(str, given_rolls))).values()) == given_rolls


@given(small_games([(3, 5), (2, 8), (4, 4)]))
def test_the_bound_is_that_of_the_best_matching_of_shapes_to_rounds(game: KnownRollsGame) -> None:
    pairs = {(each.shape, each.round) for each in game.candidates}

    def best(shapes: str, rounds: frozenset[int]) -> int:
        if not shapes:
            return 0
        first, rest = shapes[0], shapes[1:]
        matched = (
            game.points[first] + best(rest, rounds - {number})
            for number in rounds
            if (first, number) in pairs
        )
        return max([best(rest, rounds), *matched])

    assert game.score_bound == best(SHAPES, frozenset(range(game.drawing_rounds)))


@settings(max_examples=10)
@given(small_games([(3, 5), (7, 2), (4, 4)]))
def test_cp_sat_finds_the_best_circles_of_brute_force(game: KnownRollsGame) -> None:
    @cache
    def ahead(number: int, taken: int, used: frozenset[str]) -> int:
        if number == ROUNDS:
            return 0
        candidates = (each for each in game.candidates if each.round == number)
        free = (each for each in candidates if each.shape not in used and not each.cells & taken)
        earned = (
            game.points[each.shape] + ahead(number + 1, taken | each.cells, used | {each.shape})
            for each in free
        )
        return max([ahead(number + 1, taken, used), *earned])

    cover = best_circles(game, TimeLimit())
    assert (cover.status, cover.value) == (Status.OPTIMAL, ahead(0, 0, frozenset()))


@settings(max_examples=10)
@given(small_games())
def test_the_greedy_plan_is_legal_and_no_better_than_the_best(game: KnownRollsGame) -> None:
    plan = greedy_plan(game)
    played = PuzzleGame((game.card,), (PuzzlePlayer("Ann", game.rounds_of(plan)),))
    judgement = check(played, game.points)
    assert judgement.over
    score = judgement.standings[0].points
    assert score == game.score(plan.circled)
    assert score <= find_best_plan(game).score


@pytest.fixture
def best(typed: Run) -> Run:
    return partial(typed, "rush", "puzzle", "best")


@pytest.mark.slow
def test_rolls_are_read_from_a_file(best: Run, typed: Run, tmp_path: Path) -> None:
    game, file = losing_game(), tmp_path / "rolls.txt"
    file.write_text("\n".join(["# an evening", *map(str, game.rolls)]), encoding="utf-8")
    plan = answer(best, str(game.card), str(file))
    assert plan["score"] == plan["bound"] == find_best_plan(game).score
    assert plan["proven"] is True
    played = {"card": plan["card"], "players": {"Ann": {"rounds": plan["rounds"]}}}
    referee = partial(typed, "rush", "puzzle", "referee", "-")
    assert answer(referee, stdin=json.dumps(played))["players"][0]["points"] == plan["score"]


def test_wrong_rolls_are_refused_with_their_file_and_line(best: Run) -> None:
    seven = "# an evening\n" + "ABCDE\n" * 7
    for lines, message in (
        (seven, ": expected 12 rolls, found 7"),
        (
            f"{seven}\nABCDF\n" + "ABCDE\n" * 4,
            ", line 10, roll 'ABCDF': expected symbols of the card (ABCDE), found 'F'",
        ),
    ):
        found = refusal(best, "2x5:ABCDEABCDE", "-", stdin=lines)
        assert found == f"penta: rolls -{message}\n"


def test_at_the_time_limit_the_exit_code_is_3(best: Run) -> None:
    card = str(random_game(8, 8, 1).card)
    code, out, err = best(card, "--seed", "1", "--seconds", "0.01", "--json")
    plan = json.loads(out)
    assert (code, plan["proven"]) == (3, False)
    bound = f"no plan scores more than {plan['bound']}"
    assert err == f"penta: undecided: score {plan['score']}, not proven best: {bound}\n"
