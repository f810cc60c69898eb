"""What is made of rated moves: means, exact ones, losses, text, JSON; `penta knaster advise`."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

import data
from solver.drawing.styled_text import display_width
from solver.knaster.advice import Advice, advice_for_all_rolls
from solver.knaster.dice import ROLLS
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.record import Player, Record, Turn
from solver.knaster.rules import judge
from solver.knaster.sheet import Sheet
from solver.knaster.strategy import advisor
from tests.solver.knaster import oracle
from tests.solver.knaster.stub_advisor import stub_advisor
from tests.support import Patch, Run, answer, refusal

VALUES = default_line_values()


def advice_on(
    sheet: Sheet, roll: int | None = None, *, values: LineValues = VALUES, plies: int = 1
) -> Advice:
    advice = advice_for_all_rolls(sheet, stub_advisor(values), plies=plies, turns=None)
    return advice if roll is None else replace(advice, moves={roll: advice.moves[roll]}, roll=roll)


def sheet_after(most: int, seed: int = 1) -> Sheet:
    return judge(oracle.random_game(seed, most=most)).sheets[0]


def full_sheet() -> Sheet:
    record = oracle.random_game(3)
    return judge(oracle.random_game(3, most=len(record.rolls) - 1)).sheets[0]


def test_the_mean_before_a_roll_is_that_of_the_best_moves() -> None:
    advice = advice_on(sheet_after(12))
    thrown = [advice.moves[roll][0].mean for roll in oracle.ROLLS]  # each of the 36 throws
    assert advice.mean == pytest.approx(sum(thrown) / 36)
    assert advice.exact is None


def test_the_exact_mean_before_the_last_roll_is_the_mean_of_the_best_scores() -> None:
    sheet = full_sheet()
    advice = advice_on(sheet)
    best = [
        max(
            oracle.play(sheet, turn).score(VALUES)
            for turn in oracle.turns(sheet, roll, is_last=True)
        )
        for roll in oracle.ROLLS
    ]
    assert advice.exact == Fraction(sum(best), 36)
    assert advice.mean == pytest.approx(float(advice.exact))


def test_a_roll_without_a_move_leaves_the_score() -> None:
    sheet = full_sheet()
    advice = Advice(sheet, VALUES, dict.fromkeys(ROLLS, ()))
    assert advice.mean == advice.exact == sheet.score(VALUES)


def test_a_cell_loses_what_its_best_move_does() -> None:
    # Writing 7 in a1 fills a row of three 7s, and one of four cells may be circled.
    sheet = Sheet.parse(". 7 7 2 3\n7 . . . 4\n" + "\n".join(3 * [". . . . ."]))
    advice = advice_on(sheet, 7)
    moves, least = advice.moves[7], advice.losses
    written = [move for move in moves if move.turn.write and str(move.turn.write) == "a1"]
    assert len({move.mean for move in written}) > 1
    cell = written[0].turn.write
    assert cell is not None
    loss = moves[0].mean - max(move.mean for move in written)
    assert least[cell] == (f"-{loss:.2f}" if loss else "best")
    assert least.keys() == {*sheet.free_cells, *sheet.circle_cells(7)}
    assert "best" in least.values()


def _text(advice: Advice) -> list[str]:
    return str(advice).splitlines()


def test_json_lists_every_legal_move_of_each_roll_the_best_first() -> None:
    sheet = sheet_after(20)
    answer = advice_on(sheet).to_json()
    assert answer.keys() == {"score", "mean", "exact", "rolls"}
    assert answer["score"] == sheet.score(VALUES)
    assert answer["exact"] is None
    assert list(answer["rolls"]) == [str(roll) for roll in ROLLS]
    for roll, moves in answer["rolls"].items():
        listed = [
            {key: move[key] for key in ("write", "bonus", "circle") if key in move}
            for move in moves
        ]
        legal = [_move_json(turn) for turn in oracle.turns(sheet, int(roll))]
        assert sorted(map(str, listed)) == sorted(map(str, legal))
        means = [move["mean"] for move in moves]
        assert means == sorted(means, reverse=True)


def _move_json(turn: Turn) -> dict[str, object]:
    if turn.circle is not None:
        return {"circle": str(turn.circle)}
    return {"write": str(turn.write), "bonus": [str(cell) for cell in turn.bonus]}


def test_the_text_shows_the_ten_best_moves_or_all() -> None:
    advice = advice_on(sheet_after(8), 7)
    count = len(advice.moves[7])
    assert count > 10
    some = _text(advice)
    every = _text(replace(advice, shows_all=True))
    head = some.index("expected    loss  move")
    assert some[: head + 11] == every[: head + 11]
    assert some[head + 11 :] == [f"and {count - 10} more moves; --all shows them"]
    assert len(every[head + 1 :]) == count


@pytest.mark.parametrize("points", [default_line_values().points, (1000,) * 12])
def test_no_line_is_wider_than_80_characters(points: tuple[int, ...]) -> None:
    values = LineValues(points)
    for most in (0, 15, 25, 32):
        sheet = sheet_after(most, seed=9)
        advice = advice_on(sheet, values=values, plies=2)
        lines = _text(advice)
        for roll in (2, 7, 8):
            lines += _text(replace(advice, roll=roll, shows_all=True))
        assert max(map(display_width, lines)) <= 80


def test_a_roll_that_earns_nothing_is_told_so() -> None:
    numbers = Sheet.parse("(6) (5) (7) (7) (4)\n" * 5)
    (line, *_) = _text(advice_on(numbers, 7))
    assert line == "Roll 7: there is nothing to gain. Final score 115."
    head = _text(advice_on(numbers))[0]
    assert head == "Expected final score 115.00, exactly 115; 115 so far."


def test_a_long_fraction_is_left_to_json() -> None:
    long = advice_on(sheet_after(15), 7)
    (best, *_) = long.moves[7]
    exact = best._replace(exact=Fraction(7**30, 36**12))
    head = _text(replace(long, moves={7: [exact]}))[1]
    assert head.startswith("Expected final score ")
    assert "(exact)" in head


@pytest.fixture
def advise(typed: Run, monkeypatch: Patch) -> Run:
    monkeypatch.setattr(advisor, "Advisor", stub_advisor)
    return partial(typed, "knaster", "advise")


def test_a_record_is_advised_on_until_its_last_roll_is_played(advise: Run) -> None:
    record = oracle.random_game(1)
    message = "expected a game with a roll left, found one whose last roll was played"
    assert refusal(advise, "-", stdin=str(record)) == f"penta: sheet -: {message}\n"
    begun = oracle.random_game(1, most=len(record.rolls) - 1)
    code, out, _ = advise("-", stdin=str(begun))
    assert code == 0
    assert ", exactly " in out


def test_on_the_last_roll_a_player_may_pass_when_another_has_filled_his_sheet(advise: Run) -> None:
    family = Record.parse(data.read("knaster/records/family.json")).players
    for left, may_pass in ((1, True), (2, False)):
        begun = Record(tuple(Player(player.name, player.turns[:-left]) for player in family))
        code, out, err = advise("-", "7", "--player", "Sarah", "--all", stdin=str(begun))
        assert (code, "  pass\n" in out, err) == (0, may_pass, "")


def test_other_line_values_are_told_to_be_scaled(advise: Run, tmp_path: Path) -> None:
    path = tmp_path / "values.toml"
    scaled = "the table was learned for the bundled line values: it is scaled to these\n"
    for other, message in (("10", ""), ("11", scaled)):
        path.write_text(data.read("line_values.toml").replace("10", other), "utf-8")
        assert advise("half", "7", "--values", str(path))[2] == message


def test_a_picture_shows_the_best_move_and_what_each_cell_loses(advise: Run, folder: Path) -> None:
    assert advise("half", "7", "--svg", "advice.svg")[::2] == (0, "")
    text = (folder / "advice.svg").read_text("utf-8")
    assert all(part in text for part in ("#f3c98b", ">-", "roll 7: expected"))


def test_the_table_rates_every_legal_move_and_knows_exact_endings(typed: Run) -> None:
    advise = partial(typed, "knaster", "advise")
    moves = answer(advise, "half", "7")["rolls"]["7"]
    sheet = Sheet.parse(data.read("knaster/sheets/half.txt"))
    assert len(moves) == len(list(oracle.turns(sheet, 7)))
    means = [move["mean"] for move in moves]
    assert means == sorted(means, reverse=True)
    told = answer(advise, "-", stdin="(6) 5 . (7) 4\n" + 4 * "2 (3) 8 9 11\n")
    numerator, denominator = map(int, told["exact"].split("/"))
    assert told["mean"] == pytest.approx(numerator / denominator, abs=1e-4)
    assert all(move["exact"] for moves in told["rolls"].values() for move in moves)
