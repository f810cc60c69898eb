"""What luck and skill add up to, on games of random turns."""

from functools import cache
from random import Random

import pytest

from solver.errors import BrokenInvariantError
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Player, Record, Turn
from solver.knaster.review.game_review import GameReview, PlayerReview, review_game
from solver.knaster.rules import judge
from solver.knaster.sheet import Sheet
from tests.solver.knaster import oracle
from tests.solver.knaster.stub_advisor import stub_advisor
from tests.support import Patch

VALUES = default_line_values()
ROUNDING = 1e-9


@cache
def reviewed_game(seed: int, *, players: int = 1) -> GameReview:
    """Return the review of a game of random turns."""
    return review_game(oracle.random_game(seed, players=players), stub_advisor())


def _sum(player: PlayerReview) -> float:
    return player.start + player.luck + player.skill


def test_the_start_luck_and_skill_add_up_to_the_score() -> None:
    review = reviewed_game(3)
    (player,) = review.players
    (sheet,) = judge(oracle.random_game(3)).sheets
    assert review.over
    assert player.cut_off is None
    assert player.mean == player.score == sheet.score(VALUES)
    assert _sum(player) == pytest.approx(player.score, abs=ROUNDING)


def test_so_they_do_for_each_of_several_of_whom_one_ends_the_game() -> None:
    review = reviewed_game(2, players=2)
    sheets = judge(oracle.random_game(2, players=2)).sheets
    for player, sheet in zip(review.players, sheets, strict=True):
        assert _sum(player) == pytest.approx(sheet.score(VALUES), abs=ROUNDING)
        before_last = player.turns[-1].sheet
        assert (player.cut_off is None) == before_last.is_full
    assert any(player.cut_off for player in review.players)


def test_so_they_do_by_other_line_values() -> None:
    values = LineValues((1000, 0, 3, 3, 3, 0, 0, 0, 0, 500, 7, 999))
    review = review_game(oracle.random_game(5, most=20), stub_advisor(values))
    assert _sum(review.players[0]) == pytest.approx(review.players[0].mean, abs=ROUNDING)


@pytest.mark.parametrize("most", [0, 9])
def test_a_game_that_is_not_over_ends_with_the_expected_score(most: int) -> None:
    record = oracle.random_game(2, players=2, most=most)
    advisor = stub_advisor()
    review = review_game(record, advisor)
    assert not review.over
    for player in review.players:
        assert len(player.turns) == most
        assert _sum(player) == pytest.approx(player.mean, abs=ROUNDING)
        assert player.start == advisor.expected(Sheet())


def test_a_loss_is_what_the_best_move_would_have_kept_before_the_next_roll() -> None:
    advisor = stub_advisor()
    losses = []
    for reviewed in reviewed_game(3).players[0].turns[:-1]:
        best = advisor.rated_moves(reviewed.sheet, reviewed.turn.roll)[0]
        assert reviewed.best == best.turn
        kept = advisor.expected(oracle.play(reviewed.sheet, best.turn))
        assert reviewed.loss == pytest.approx(max(0, kept - reviewed.mean), abs=ROUNDING)
        losses.append(reviewed.loss)
    assert min(losses) == 0 < max(losses)


def test_luck_ends_and_skill_begins_when_the_roll_is_known() -> None:
    (player,) = reviewed_game(3).players
    advisor, mean = stub_advisor(), player.start
    for reviewed in player.turns:
        known = advisor.rated_moves(reviewed.sheet, reviewed.turn.roll)[0].mean
        assert (reviewed.before, reviewed.known) == (mean, known)
        assert reviewed.luck == pytest.approx(known - mean)
        assert reviewed.skill == pytest.approx(reviewed.mean - known)
        mean = reviewed.mean


def test_who_always_makes_the_best_move_loses_nothing() -> None:
    advisor, sheet, turns = stub_advisor(), Sheet(), []
    rng = Random(1)
    while True:
        is_last = sheet.is_full
        turn = advisor.rated_moves(sheet, rng.choice(oracle.ROLLS))[0].turn
        turns.append(turn)
        sheet = oracle.play(sheet, turn)
        if is_last:
            break
    (player,) = review_game(Record.of_solitaire(tuple(turns)), advisor).players
    assert {reviewed.loss for reviewed in player.turns} == {0}
    assert player.worst_moves() == []
    assert _sum(player) == pytest.approx(player.score, abs=ROUNDING)


def test_the_worst_moves_are_the_three_that_lost_most() -> None:
    (player,) = reviewed_game(3).players
    losses = sorted((reviewed.loss for reviewed in player.turns), reverse=True)
    assert [reviewed.loss for reviewed in player.worst_moves()] == losses[:3]


def test_a_bonus_is_found_whatever_the_order_of_its_cells() -> None:
    turns = oracle.random_game(3).players[0].turns
    assert any(len(turn.bonus) > 1 for turn in turns)
    reversed_turns = tuple(
        Turn(turn.roll, turn.write, turn.bonus[::-1], turn.circle) for turn in turns
    )
    review = review_game(Record.of_solitaire(reversed_turns), stub_advisor())
    means = [turn.mean for turn in review.players[0].turns]
    assert means == [turn.mean for turn in reviewed_game(3).players[0].turns]


def test_what_another_cost_by_ending_the_game_is_reckoned_before_the_last_roll() -> None:
    # Ann only writes, so she fills her sheet while Ben, who circles what he can, has free cells.
    rng = Random(3)
    played: dict[str, list[Turn]] = {"Ann": [], "Ben": []}
    sheets = dict.fromkeys(played, Sheet())
    for number in range(26):
        roll = rng.choice(oracle.ROLLS)
        for name, turns in played.items():
            legal = list(oracle.turns(sheets[name], roll, is_last=number == 25))
            preferred = [turn for turn in legal if (turn.write is None) == (name == "Ben")]
            turns.append((preferred or legal)[0])
            sheets[name] = oracle.play(sheets[name], turns[-1])
    record = Record(tuple(Player(name, tuple(turns)) for name, turns in played.items()))
    assert judge(record).over
    review = review_game(record, stub_advisor())
    ann, ben = review.players
    assert ann.cut_off is None
    before = ben.turns[-2].mean
    last = ben.turns[-1]
    expected = stub_advisor().expected(last.sheet, turns=1)
    assert ben.cut_off == pytest.approx(expected - before)
    assert ben.cut_off is not None
    assert last.luck == pytest.approx(ben.cut_off + last.known - expected)


@pytest.mark.parametrize("decimals", [0, 2])
def test_rounded_to_what_is_shown_it_still_adds_up(decimals: int) -> None:
    for player in reviewed_game(2, players=2).players:
        rounded = player.rounded(decimals)
        assert _sum(rounded) == pytest.approx(player.score, abs=ROUNDING)
        parts = [rounded.start]
        parts += [part for turn in rounded.turns for part in (turn.luck, turn.skill)]
        assert sum(round(part, decimals) for part in parts) == pytest.approx(player.score)


def test_advice_that_leaves_out_a_legal_move_is_a_defect(monkeypatch: Patch) -> None:
    advisor = stub_advisor()
    complete = advisor.rated_moves
    monkeypatch.setattr(advisor, "rated_moves", lambda *args, **rest: complete(*args, **rest)[:1])
    with pytest.raises(BrokenInvariantError, match="leaves out a legal turn"):
        review_game(oracle.random_game(3), advisor)
