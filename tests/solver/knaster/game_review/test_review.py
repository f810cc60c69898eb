"""What luck and skill add up to, on games of random turns."""

from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from solver.drawing.styled_text import display_width, plain_text
from solver.errors import BrokenInvariantError
from solver.knaster.advice import advice_for_all_rolls
from solver.knaster.game_review.answer import GameReview
from solver.knaster.game_review.reviewer import PlayerReview, review_players
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.record import Player, Record, Turn
from solver.knaster.rules import judge
from solver.knaster.sheet import Sheet
from solver.knaster.strategy import advisor
from tests.solver.knaster import oracle
from tests.solver.knaster.stub_advisor import stub_advisor
from tests.support import Patch, Run, answer, refusal, slow

VALUES = default_line_values()
ROUNDING = 1e-9


@cache
def reviewed_game(seed: int, *, players: int = 1) -> GameReview:
    return review_game(oracle.random_game(seed, players=players), stub_advisor())


def review_game(record: Record, advised_by: "advisor.Advisor") -> GameReview:
    players = review_players(record, advised_by, plies=2, progress=lambda *_: None)
    return GameReview(players, 2, judge(record).over, None, advised_by.values)


def _expected(sheet: Sheet, *, turns: int | None = None) -> float:
    return advice_for_all_rolls(sheet, stub_advisor(), plies=2, turns=turns).mean


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


@pytest.mark.slow
def test_so_they_do_for_each_of_several_of_whom_one_ends_the_game() -> None:
    review = reviewed_game(2, players=2)
    sheets = judge(oracle.random_game(2, players=2)).sheets
    for player, sheet in zip(review.players, sheets, strict=True):
        assert _sum(player) == pytest.approx(sheet.score(VALUES), abs=ROUNDING)
        before_last = player.turns[-1].sheet
        assert (player.cut_off is None) == before_last.is_full
    assert any(player.cut_off for player in review.players)


@pytest.mark.parametrize("most", [0, 9])
def test_a_game_that_is_not_over_ends_with_the_expected_score(most: int) -> None:
    record = oracle.random_game(2, players=2, most=most)
    review = review_game(record, stub_advisor())
    assert not review.over
    for player in review.players:
        assert len(player.turns) == most
        assert _sum(player) == pytest.approx(player.mean, abs=ROUNDING)
        assert player.start == _expected(Sheet())


def test_a_loss_is_what_the_best_move_would_have_kept_before_the_next_roll() -> None:
    stub = stub_advisor()
    losses = []
    for reviewed in reviewed_game(3).players[0].turns[:-1]:
        best = stub.rated_moves(reviewed.sheet, reviewed.turn.roll)[0]
        assert reviewed.best == best.turn
        kept = _expected(oracle.play(reviewed.sheet, best.turn))
        assert reviewed.loss == pytest.approx(max(0, kept - reviewed.mean), abs=ROUNDING)
        losses.append(reviewed.loss)
    assert min(losses) == 0 < max(losses)


def test_luck_ends_and_skill_begins_when_the_roll_is_known() -> None:
    (player,) = reviewed_game(3).players
    stub, mean = stub_advisor(), player.start
    for reviewed in player.turns:
        known = stub.rated_moves(reviewed.sheet, reviewed.turn.roll)[0].mean
        assert (reviewed.before, reviewed.known) == (mean, known)
        assert reviewed.luck == pytest.approx(known - mean)
        assert reviewed.skill == pytest.approx(reviewed.mean - known)
        mean = reviewed.mean


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


def test_where_every_move_was_the_best_all_is_luck() -> None:
    sheet, turns = Sheet(), list[Turn]()
    for roll in (7, 5, 9, 7):
        turns.append(stub_advisor().rated_moves(sheet, roll)[0].turn)
        sheet = oracle.play(sheet, turns[-1])
    review = review_game(Record.of_solitaire(tuple(turns)), stub_advisor())
    (player,) = review.players
    lines = [plain_text(line) for line in review.lines(drawn=False)]
    (luck,) = (line for line in lines if line.startswith("Luck of the rolls"))
    assert player.losing_moves() == []
    assert float(luck.split()[-1]) == pytest.approx(player.mean - player.start, abs=0.02)
    assert "  and nothing else, as every move was the best" in lines
    assert not any("Skill" in line for line in lines)
    assert any("Skill" in plain_text(line) for line in reviewed_game(3).lines(drawn=False))


@pytest.mark.slow
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
    expected = _expected(last.sheet, turns=1)
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
    stub = stub_advisor()
    complete = stub.rated_moves
    monkeypatch.setattr(stub, "rated_moves", lambda *args, **rest: complete(*args, **rest)[:1])
    with pytest.raises(BrokenInvariantError, match="leaves out a legal turn"):
        review_game(oracle.random_game(3), stub)


def test_json_of_a_solitaire_adds_up_as_it_is_printed() -> None:
    record = oracle.random_game(3)
    answer = reviewed_game(3).to_json()
    assert (answer["plies"], answer["over"], answer["hindsight"]) == (2, True, None)
    assert answer["start"] + answer["luck"] + answer["skill"] == pytest.approx(answer["score"])
    turns = answer["turns"]
    assert sum(turn["luck"] for turn in turns) == pytest.approx(answer["luck"])
    assert sum(turn["skill"] for turn in turns) == pytest.approx(answer["skill"])
    assert turns[-1]["mean"] == answer["mean"] == answer["score"]
    played = [
        {key: turn[key] for key in ("roll", "write", "bonus", "circle") if key in turn}
        for turn in turns
    ]
    assert played == record.to_json()["turns"]
    assert {turn["best"]["roll"] == turn["roll"] for turn in turns} == {True}


def test_the_three_worst_moves_are_drawn_beside_better_ones() -> None:
    review = reviewed_game(3)
    lines = str(review).splitlines()
    worst = review.players[0].worst_moves()
    heads = [line for line in lines if line.endswith(" lost")]
    assert [int(head.split()[1].rstrip(",")) for head in heads] == [turn.number for turn in worst]
    assert len(heads) == 3
    player = review.players[0]
    lossy = [line for line in lines[1 : len(player.turns) + 1] if "." in line[28:34]]
    assert f"{len(lossy)} of {len(player.turns)} moves lost something. The worst, " in "\n".join(
        lines
    )
    for head, reviewed in zip(heads, worst, strict=True):
        below = lines[lines.index(head) + 1]
        assert below.startswith(f"Played: {reviewed.turn.action[:10]}")
        assert f"Better: {reviewed.best.action[:10]}" in below


def test_a_game_without_turns_has_a_review() -> None:
    record = Record.of_solitaire(())
    lines = str(review_game(record, stub_advisor())).splitlines()
    assert lines[0] == "turn  roll    luck   skill    loss  expected  move"
    assert lines[-1].split() == ["Score", "so", "far", "0"]


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("points", [slow(VALUES.points), (1000,) * 12])
def test_no_line_is_wider_than_80_characters(points: tuple[int, ...], *, drawn: bool) -> None:
    values = LineValues(points)
    record = oracle.random_game(11, players=2, most=22)
    long_names = Record(
        tuple(Player(f"{player.name:W<40}", player.turns) for player in record.players)
    )
    review = review_game(long_names, stub_advisor(values))
    lines = list(map(plain_text, review.lines(drawn=drawn)))
    assert max(map(display_width, lines)) <= 80
    assert any("█" in line for line in lines) == drawn


BEGUN = str(oracle.random_game(1, players=2, most=12))


@pytest.fixture
def review(typed: Run, monkeypatch: Patch) -> Run:
    monkeypatch.setattr(advisor, "Advisor", stub_advisor)
    return partial(typed, "knaster", "review", "-")


def test_a_game_that_is_not_over_is_reviewed_without_hindsight(review: Run) -> None:
    told = answer(review, stdin=BEGUN)
    assert (told["over"], told["hindsight"]) == (False, None)
    assert [len(player["turns"]) for player in told["players"].values()] == [12, 12]
    first, second = told["players"]
    alone = {"plies": 2, "over": False, **told["players"][second], "hindsight": None}
    assert answer(review, "--player", second, stdin=BEGUN) == alone
    message = refusal(review, "--player", "Nobody", stdin=BEGUN)
    assert f"player: expected one of {first}, {second}, found 'Nobody'" in message


def test_the_expected_score_is_plotted_the_same_every_time(review: Run, folder: Path) -> None:
    for plot in ("one.svg", "other.svg"):
        assert review("--plot", plot, stdin=BEGUN)[0] == 0
    assert (folder / "one.svg").read_bytes() == (folder / "other.svg").read_bytes()
    assert b"player 1" in (folder / "one.svg").read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("short_searches")
def test_by_the_table_too_a_game_adds_up_and_its_rolls_allowed_no_less(typed: Run) -> None:
    record = oracle.random_game(5)
    review = partial(typed, "knaster", "review", "-", "--plies", "1")
    told = answer(review, stdin=str(record))
    score = judge(record).sheets[0].score(default_line_values())
    assert told["score"] == score
    assert told["start"] + told["luck"] + told["skill"] == pytest.approx(score, abs=1e-6)
    assert all(turn["loss"] >= 0 for turn in told["turns"])
    assert told["hindsight"]["score"] >= score
