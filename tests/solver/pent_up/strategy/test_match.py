"""Matches: every game is legal, the same with any number of processes, and mostly won."""

from typing import Any

import pytest

from solver.errors import BrokenInvariantError
from solver.pent_up.position import Position
from solver.pent_up.record import Colour, Record
from solver.pent_up.rules import game_result, judge
from solver.pent_up.strategy import answer
from solver.pent_up.strategy.answer import (
    MatchScore,
    Pairing,
    PlayedGame,
    count_results,
    play_game,
    play_games,
)
from solver.pent_up.strategy.budget import SearchBudget
from solver.pent_up.strategy.suggestion import Odds, Suggestion
from tests.support import Patch, slow


def _pairings(against: str, *, games: int, steps: int, lowest: bool) -> list[Pairing]:
    return [Pairing(number, against, SearchBudget(1, steps), 1, lowest) for number in range(games)]


def test_games_are_counted_for_the_suggested_moves() -> None:
    white, black = _pairings("random", games=2, steps=1, lowest=False)
    assert (white.colour, black.colour) == (Colour.WHITE, Colour.BLACK)
    results = [
        (white, Colour.WHITE),
        (black, Colour.BLACK),
        (white, Colour.BLACK),
        (black, Colour.BLACK),
        (black, None),
    ]
    games = [PlayedGame(pairing, Record(()), winner) for pairing, winner in results]
    assert count_results(games) == (3, 1, 1)


@pytest.mark.parametrize("lowest", [False, True])
def test_every_game_is_complete_and_legal_and_has_the_right_winner(*, lowest: bool) -> None:
    for game in play_games(_pairings("greedy", games=2, steps=3, lowest=lowest)):
        assert judge(game.record).violation is None
        assert len(game.record.moves) == 24
        assert game.winner == game_result(game.record.moves, lowest=lowest).winner


def test_an_illegal_game_is_our_defect(monkeypatch: Patch) -> None:
    def suggest_first_again(position: Position, *_: Any, **__: Any) -> Suggestion:
        first = position.placed[0] if position.placed else next(position.placements())
        return Suggestion(first, Odds(0, 0, 1))

    monkeypatch.setattr(answer, "suggest_move", suggest_first_again)
    with pytest.raises(BrokenInvariantError, match="tile used twice"):
        play_game(Pairing(0, "random", SearchBudget(1, 1), 1, lowest=False))


def test_games_are_the_same_with_any_number_of_jobs() -> None:
    pairings = _pairings("random", games=3, steps=2, lowest=False)
    assert list(play_games(pairings, jobs=2)) == list(play_games(pairings))
    assert len({game.record for game in play_games(pairings)}) == 3


@pytest.mark.parametrize(("against", "lowest"), [("random", True), slow(*("greedy", False))])
def test_even_a_short_search_beats_the_simple_players(against: str, *, lowest: bool) -> None:
    score = count_results(list(play_games(_pairings(against, games=4, steps=30, lowest=lowest))))
    assert score.points >= 3


@pytest.mark.slow
@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize(("against", "least"), [("random", 0.95), ("greedy", 0.75)])
def test_suggested_moves_are_strong(against: str, least: float, *, lowest: bool) -> None:
    pairings = _pairings(against, games=40, steps=100, lowest=lowest)
    score = count_results(list(play_games(pairings, jobs=2)))
    assert score.points >= least * sum(score)


def test_a_draw_is_half_a_point() -> None:
    score = MatchScore(won=3, drawn=2, lost=5)
    assert (sum(score), score.points) == (10, 4)
    assert [round(rate.share, 9) for rate in score.rates.values()] == [0.3, 0.2, 0.5, 0.4]
    assert all(rate.low < rate.share < rate.high for rate in score.rates.values())
