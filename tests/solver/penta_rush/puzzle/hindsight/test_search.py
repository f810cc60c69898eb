"""Which candidates to circle: the search, CP-SAT and brute force agree; the greedy plan."""

from functools import cache

from hypothesis import given, settings

from solver.cover.cpsat import TimeLimit
from solver.cover.status import Status
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer
from solver.penta_rush.puzzle.hindsight.best_plan import find_best_plan
from solver.penta_rush.puzzle.hindsight.cover_model import best_circles
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.hindsight.search import greedy_plan, search_circles
from solver.penta_rush.puzzle.rules import ROUNDS, check
from tests.solver.penta_rush.puzzle.hindsight.known_games import small_games


@settings(max_examples=10)
@given(small_games([(3, 5), (7, 2), (4, 4)]))
def test_search_and_cp_sat_find_the_best_circles_of_brute_force(game: KnownRollsGame) -> None:
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

    most = ahead(0, 0, frozenset())
    circled = search_circles(game)
    assert circled is not None
    assert game.score(circled) == most
    cover = best_circles(game, TimeLimit())
    assert (cover.status, cover.value) == (Status.OPTIMAL, most)


@settings(max_examples=10)
@given(small_games())
def test_the_greedy_plan_is_legal_and_no_better_than_the_best(game: KnownRollsGame) -> None:
    plan = greedy_plan(game)
    played = PuzzleGame((game.card,), (PuzzlePlayer("Ann", game.rounds_of(plan)),))
    verdict = check(played, game.points)
    assert verdict.over
    score = verdict.standings[0].points
    assert score == game.score(plan.circled)
    assert score <= find_best_plan(game).score
