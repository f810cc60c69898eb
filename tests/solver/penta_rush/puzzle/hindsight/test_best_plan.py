"""Hindsight: the best plan is that of brute force, and proven by what agrees with what."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cover.cpsat import BoundedCover, TimeLimit
from solver.cover.status import Status
from solver.errors import BrokenInvariantError, RollError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card, parse_card
from solver.penta_rush.dice import Roll, format_rolls, parse_rolls, roll_dice, rolls
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer
from solver.penta_rush.puzzle.hindsight import best_plan
from solver.penta_rush.puzzle.hindsight.best_plan import HindsightAnswer, find_best_plan
from solver.penta_rush.puzzle.hindsight.circling_model import best_circles
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.hindsight.search import greedy_plan, least_loss
from solver.penta_rush.puzzle.rules import ROUNDS, check
from tests.oracles import LETTERS, canonical, connected_sets
from tests.strategies import points
from tests.support import Run

POINTS = default_points()


def _thrown(symbols: str, seed: int) -> tuple[Roll, ...]:
    rng = Random(seed)
    return tuple(roll_dice(symbols, rng) for _ in range(ROUNDS))


def _random(rows: int, cols: int, seed: int, symbols: str = "ABCDEF") -> KnownRollsGame:
    rng = Random(seed)
    shuffled = [symbols[at % len(symbols)] for at in range(rows * cols)]
    rng.shuffle(shuffled)
    lines = ("".join(shuffled[at : at + cols]) for at in range(0, rows * cols, cols))
    return KnownRollsGame(Card(tuple(lines)), _thrown(symbols, seed), POINTS)


_SIZES = [(1, 11), (2, 5), (2, 6), (3, 4), (5, 2), (4, 3)]


@st.composite
def _small(draw: st.DrawFn, sizes: Sequence[tuple[int, int]] = _SIZES) -> KnownRollsGame:
    rows, cols = draw(st.sampled_from(sizes))
    symbols = draw(st.sampled_from(["ABC", "ABCD"]))
    shown = draw(st.lists(st.sampled_from(symbols), min_size=rows * cols, max_size=rows * cols))
    shown[: len(symbols)] = symbols
    lines = ("".join(shown[at : at + cols]) for at in range(0, rows * cols, cols))
    return KnownRollsGame(
        Card(tuple(lines)), _thrown(symbols, draw(st.integers(0, 99))), draw(points())
    )


def _by_brute_force(game: KnownRollsGame) -> int:
    """Return the best total by trying whatever the rules allow, round by round."""
    card = game.card
    outlines = [(one, LETTERS[canonical(one)]) for one in connected_sets(card.cells, 5)]
    shows = {one: "".join(sorted(card[cell] for cell in one)) for one, _ in outlines}

    @cache
    def ahead(number: int, free: frozenset[Cell], used: frozenset[str]) -> int:
        fitting = [(one, shape) for one, shape in outlines if shape not in used and one <= free]
        if number == ROUNDS or not fitting:
            return 0
        return max(
            (game.points[shape] if right else 0) + ahead(number + 1, free - one, used | {shape})
            for one, shape in fitting
            for right in {False, shows[one] == game.rolls[number].symbols}
        )

    return ahead(0, card.cells, frozenset())


@settings(max_examples=10)
@given(_small())
def test_the_best_plan_is_that_of_brute_force(game: KnownRollsGame) -> None:
    found = find_best_plan(game)
    assert found.proven
    assert found.score == found.bound == _by_brute_force(game)


@pytest.mark.slow
@settings(max_examples=60)
@given(_small([(3, 5), (5, 3), (2, 7)]))
def test_the_best_plan_of_three_shapes_is_that_of_brute_force(game: KnownRollsGame) -> None:
    found = find_best_plan(game)
    assert found.proven
    assert found.score == _by_brute_force(game)


@settings(max_examples=10)
@given(_small([(3, 5), (7, 2), (4, 4)]))
def test_both_engines_find_what_matches_can_earn_by_brute_force(game: KnownRollsGame) -> None:
    @cache
    def ahead(number: int, taken: int, used: frozenset[str]) -> int:
        if number == ROUNDS:
            return 0
        own = (one for one in game.candidates if one.round == number)
        free = (one for one in own if one.shape not in used and not one.cells & taken)
        earned = (
            game.points[one.shape] + ahead(number + 1, taken | one.cells, used | {one.shape})
            for one in free
        )
        return max([ahead(number + 1, taken, used), *earned])

    most = ahead(0, 0, frozenset())
    found = least_loss(game)
    assert found is not None
    assert game.max_score - found.loss == most
    choice = best_circles(game, TimeLimit())
    assert (choice.status, choice.value) == (Status.OPTIMAL, most)


def test_a_game_that_was_played_is_a_plan_that_hindsight_is_no_worse_than() -> None:
    game = _random(8, 8, 1)
    played = find_best_plan(game, limit_s=3).rounds
    assert game.rounds_of(game.plan_of(played)) == played
    known = find_best_plan(game, known=played, limit_s=0.0001)
    assert known.score == sum(game.points[one.shape] for one in played if one.circled)


@settings(max_examples=10)
@given(_small())
def test_one_engine_finds_as_much_as_two(game: KnownRollsGame) -> None:
    assert find_best_plan(game, cross_check=False).score == find_best_plan(game).score


@settings(max_examples=10)
@given(_small())
def test_a_plan_without_foresight_is_legal_and_no_better(game: KnownRollsGame) -> None:
    plan = greedy_plan(game)
    played = PuzzleGame(game.card, (PuzzlePlayer("Ann", game.rounds_of(plan)),))
    judgement = check(played, game.points)
    assert judgement.over
    score = judgement.standings[0].points
    assert score == game.score(plan.circled)
    assert score <= find_best_plan(game).score


@pytest.mark.parametrize("seed", range(3))
def test_where_room_is_plenty_the_model_confirms_the_search(seed: int) -> None:
    game = _random(9, 11, seed)
    found = find_best_plan(game)
    loss = least_loss(game)
    assert found.proven
    assert loss is not None
    assert found.score == game.max_score - loss.loss
    assert [played.roll for played in found.rounds] == list(game.rolls)
    assert sorted(played.shape for played in found.rounds) == list(SHAPES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_a_hundred_games_are_all_proven(seed: int) -> None:
    assert find_best_plan(_random(10, 10, seed)).proven


def test_all_twelve_circled_need_no_second_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(one for one in map(_lucky, range(50)) if one)
    monkeypatch.setattr(best_plan, "best_circles", None)
    assert find_best_plan(game).score == find_best_plan(game).bound == game.max_score == 30


def _lucky(seed: int) -> KnownRollsGame | None:
    game = _random(10, 10, seed)
    found = least_loss(game)
    return game if found and not found.loss else None


def _losing(seed: int = 0) -> KnownRollsGame:
    return next(one for one in (_random(10, 10, n) for n in range(seed, 99)) if not _is_lucky(one))


def _is_lucky(game: KnownRollsGame) -> bool:
    found = least_loss(game)
    return found is None or not found.loss


def test_engines_that_disagree_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = BoundedCover(Status.OPTIMAL, (), 3, 3)
    monkeypatch.setattr(best_plan, "best_circles", lambda *_: wrong)
    with pytest.raises(BrokenInvariantError, match="3 points by CP-SAT"):
        find_best_plan(_losing())


def test_what_the_search_has_no_time_for_is_proven_by_the_case_split(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = _losing()
    known = find_best_plan(game).score
    asked = []

    def asking(*args: Any) -> BoundedCover:
        asked.append(args)
        return best_circles(*args)

    monkeypatch.setattr(best_plan, "least_loss", lambda *_, **__: None)
    monkeypatch.setattr(best_plan, "best_circles", asking)
    found = find_best_plan(game)
    assert (found.score, found.proven) == (known, True)
    assert len(asked) == 3  # the best, with its dearest match, without it


def test_a_case_split_that_finds_more_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = _losing()

    def asking(*args: Any) -> BoundedCover:
        found = best_circles(*args)
        return found._replace(value=found.value + 1) if len(args) > 2 else found

    monkeypatch.setattr(best_plan, "least_loss", lambda *_, **__: None)
    monkeypatch.setattr(best_plan, "best_circles", asking)
    with pytest.raises(BrokenInvariantError, match="with and without"):
        find_best_plan(game)


def test_a_limit_leaves_a_plan_and_a_bound() -> None:
    game = _random(8, 8, 1)
    found = find_best_plan(game, limit_s=0.001)
    assert not found.proven
    assert 0 <= found.score < found.bound <= game.max_score


@pytest.mark.parametrize("size", [(8, 8), (10, 10), (9, 11)])
@pytest.mark.parametrize("limit_s", [0.0001, 0.05, 0.3])
def test_at_a_limit_the_plan_is_no_worse_than_one_without_foresight(
    size: tuple[int, int], limit_s: float
) -> None:
    game = _random(*size, 3)
    without = game.score(greedy_plan(game).circled)
    assert find_best_plan(game, limit_s=limit_s).score >= without


@pytest.mark.parametrize("engine", ["best_circles", "CrossingModel", "add_crosses"])
def test_interrupted_anywhere_it_leaves_a_plan(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(best_plan, engine, interrupted)
    game = _losing() if engine == "best_circles" else _random(5, 5, 1)
    found = find_best_plan(game)
    assert (found.interrupted, found.proven) == (True, False)


def test_a_model_that_finds_nothing_is_our_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = BoundedCover(Status.INFEASIBLE, (), 0, 30)
    monkeypatch.setattr(best_plan, "best_circles", lambda *_: nothing)
    with pytest.raises(BrokenInvariantError, match="it finds none"):
        find_best_plan(_losing())


def test_interrupted_it_leaves_a_plan_and_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(best_plan, "least_loss", interrupted)
    found = find_best_plan(_losing())
    assert found.interrupted
    assert not found.proven
    assert 0 <= found.score <= found.bound == 30


def test_a_model_that_was_interrupted_is_not_asked_for_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cut = BoundedCover(Status.UNKNOWN, (), 0, 28, interrupted=True)
    monkeypatch.setattr(best_plan, "best_circles", lambda *_: cut)
    monkeypatch.setattr(best_plan, "least_loss", lambda *_, **__: None)
    monkeypatch.setattr(best_plan, "CrossingModel", None)
    found = find_best_plan(_random(5, 5, 1))
    assert (found.interrupted, found.proven, found.bound) == (True, False, 28)


def test_an_interrupted_plan_is_told_with_exit_code_130(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(best_plan, "least_loss", interrupted)
    code, out, err = typed("rush", "puzzle", "best", "meadow", "--seed", "1", "--json")
    assert (code, json.loads(out)["proven"], err) == (130, False, "penta: interrupted\n")


def test_an_answer_beyond_its_bound_cannot_be_built() -> None:
    with pytest.raises(BrokenInvariantError):
        HindsightAnswer((), 5, 4, proven=False)
    with pytest.raises(BrokenInvariantError):
        HindsightAnswer((), 3, 4, proven=True)


def test_a_game_has_twelve_rolls_that_its_card_shows() -> None:
    card, twelve = parse_card("2x5:ABCDEABCDE"), _thrown("ABCDE", 1)
    with pytest.raises(RollError, match="rolls: expected 12 rolls, found 11"):
        KnownRollsGame(card, twelve[:11], POINTS)
    with pytest.raises(RollError, match=r"rolls, round 12 'ABCDF': expected symbols of the card"):
        KnownRollsGame(card, (*twelve[:11], Roll("ABCDF")), POINTS)


def test_the_matches_of_a_round_are_what_shows_its_roll() -> None:
    game = _random(4, 7, 5)
    for candidate in game.candidates:
        cells = [at for at in range(28) if candidate.cells >> at & 1]
        shown = sorted(game.card[Cell(*divmod(at, 7))] for at in cells)
        assert shown == list(game.rolls[candidate.round].symbols)
    matching = [
        one
        for one in connected_sets(game.card.cells, 5)
        for roll in game.rolls
        if sorted(game.card[cell] for cell in one) == list(roll.symbols)
    ]
    assert len(matching) == len(game.candidates)


@given(st.lists(st.sampled_from(list(rolls("ABCDEF")))))
def test_rolls_are_read_back_from_their_text(given_rolls: list[Roll]) -> None:
    assert list(parse_rolls(format_rolls(given_rolls)).values()) == given_rolls


def test_rolls_in_a_file_are_planned_for(typed: Run, tmp_path: Path) -> None:
    game = _losing()
    file = tmp_path / "rolls.txt"
    file.write_text("# an evening\n" + format_rolls(game.rolls), encoding="utf-8")
    code, out, err = typed("rush", "puzzle", "best", str(game.card), str(file), "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["score"] == found["bound"] == find_best_plan(game).score
    assert found["proven"] is True
    code, out, _ = typed("rush", "puzzle", "referee", "-", "--json", stdin=_as_game(found))
    assert (code, json.loads(out)["players"][0]["points"]) == (0, found["score"])


def test_a_file_of_rolls_that_are_no_game_is_named_with_the_line(
    typed: Run, tmp_path: Path
) -> None:
    file, seven = tmp_path / "rolls.txt", "# an evening\n" + "ABCDE\n" * 7
    file.write_text(seven, encoding="utf-8")
    asked = ("rush", "puzzle", "best", "2x5:ABCDEABCDE")
    for name in (str(file), "-"):
        told = f"penta: rolls {name}: expected 12 rolls, found 7\n"
        assert typed(*asked, name, stdin=seven) == (2, "", told)
    file.write_text(f"{seven}\nABCDF\n" + "ABCDE\n" * 4, encoding="utf-8")
    code, out, err = typed(*asked, str(file))
    assert (code, out) == (2, "")
    told = "line 10, roll 'ABCDF': expected symbols of the card (ABCDE), found 'F'"
    assert err == f"penta: rolls {file}, {told}\n"


def _as_game(found: dict[str, object]) -> str:
    return json.dumps({"card": found["card"], "players": {"Ann": {"rounds": found["rounds"]}}})


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "give ROLLS, or --seed to throw them"),
        (("-", "--seed", "1"), "give ROLLS, or --seed to throw them"),
        (("none.txt",), "expected a text file or '-' for standard input, found no such file"),
        (("--seed", "1", "--seconds", "0"), "expected a number above 0 to 1000000, found '0'"),
    ],
)
def test_what_cannot_be_planned_for_is_told(
    typed: Run, args: tuple[str, ...], message: str
) -> None:
    code, out, err = typed("rush", "puzzle", "best", "meadow", *args)
    assert (code, out) == (2, "")
    assert message in err


def test_at_its_limit_the_exit_code_is_3(typed: Run) -> None:
    card = str(_random(8, 8, 1).card)
    args = ("rush", "puzzle", "best", card, "--seed", "1", "--seconds", "0.01", "--json")
    code, out, err = typed(*args)
    found = json.loads(out)
    assert code == 3
    assert found["proven"] is False
    told = f"score {found['score']}, not proven best: no plan scores more than {found['bound']}"
    assert err == f"penta: undecided: {told}\n"


def test_points_of_ones_own_are_planned_for() -> None:
    game = _losing()
    dear = Points(tuple(1 + 8 * (shape == "P") for shape in SHAPES))
    found = find_best_plan(KnownRollsGame(game.card, game.rolls, dear))
    assert any(played.shape == "P" and played.circled for played in found.rounds)
