"""Reviews as text and JSON."""

from collections.abc import Iterable

import pytest

from solver.drawing.text_grid import StyledLine, display_width, plain_text
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Player, Record
from solver.knaster.review.game_review import review_game
from solver.knaster.review.report import review_json, review_text
from tests.solver.knaster import oracle
from tests.solver.knaster.review.test_game_review import reviewed_game
from tests.solver.knaster.stub_advisor import stub_advisor

VALUES = default_line_values()


def _text(lines: Iterable[StyledLine]) -> list[str]:
    return [plain_text(line).rstrip() for line in lines]


def test_json_of_a_solitaire_adds_up_as_it_is_printed() -> None:
    record = oracle.random_game(3)
    answer = review_json(reviewed_game(3), None)
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


def test_json_of_several_has_a_part_for_each() -> None:
    record = oracle.random_game(2, players=2)
    answer = review_json(reviewed_game(2, players=2), None)
    assert answer.keys() == {"plies", "over", "players", "hindsight"}
    assert list(answer["players"]) == [player.name for player in record.players]
    for player in answer["players"].values():
        parts = sum(turn["luck"] + turn["skill"] for turn in player["turns"])
        parts += player["start"]
        assert parts == pytest.approx(player["score"])
        for part in ("luck", "skill"):
            assert sum(turn[part] for turn in player["turns"]) == pytest.approx(player[part])
    assert any(player["cut_off"] for player in answer["players"].values())


def test_the_numbers_of_the_table_add_up_to_the_sums_below_it() -> None:
    review = reviewed_game(3)
    lines = _text(review_text(review, None, VALUES, drawn=False))
    sums = {line[:24].strip(): float(line[24:]) for line in lines[-4:]}
    rows = [line.split() for line in lines[1 : lines.index("")]]
    assert len(rows) == len(review.players[0].turns)
    for column, label in ((2, "Luck of the rolls"), (3, "Skill of the moves")):
        assert sum(float(row[column]) for row in rows) == pytest.approx(sums[label])
    assert sum(sums.values()) - 2 * sums["Score"] == pytest.approx(0)


def test_the_three_worst_moves_are_drawn_beside_better_ones() -> None:
    review = reviewed_game(3)
    lines = _text(review_text(review, None, VALUES, drawn=False))
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


def test_a_game_that_is_not_over_shows_what_is_expected_now() -> None:
    review = review_game(oracle.random_game(6, most=9), stub_advisor())
    labels = [line[:24].strip() for line in _text(review_text(review, None, VALUES, drawn=False))]
    assert labels[-2:] == ["Expected now", "Score so far"]


def test_a_game_without_turns_has_a_review() -> None:
    record = Record.of_solitaire(())
    lines = _text(review_text(review_game(record, stub_advisor()), None, VALUES, drawn=False))
    assert lines[0] == "turn  roll    luck   skill    loss  expected  move"
    assert lines[-1].split() == ["Score", "so", "far", "0"]


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("points", [VALUES.points, (1000,) * 12])
def test_no_line_is_wider_than_80_characters(points: tuple[int, ...], *, drawn: bool) -> None:
    values = LineValues(points)
    record = oracle.random_game(11, players=2, most=22)
    long_names = Record(
        tuple(Player(f"{player.name:W<40}", player.turns) for player in record.players)
    )
    review = review_game(long_names, stub_advisor(values))
    lines = _text(review_text(review, None, values, drawn=drawn))
    assert max(map(display_width, lines)) <= 80
    assert any("█" in line for line in lines) == drawn
