"""The referee of Knaster: every rule broken and kept, the end of the game, and brute force."""

import random
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, parse_cells
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.record import Player, Record, Turn
from solver.knaster.rules import (
    Hand,
    TurnRule,
    after_turn,
    bonuses,
    check,
    first_violation,
    hand_of,
    judge,
    winners,
)
from solver.knaster.sheet import Sheet
from solver.violation import Violation
from tests.solver.knaster import oracle
from tests.support import cases

SEEDS = st.integers(0, 2**32 - 1)


def _turn(roll: int, write: str = "", bonus: str = "", circle: str = "") -> Turn:
    written, circled = (Cell.parse(name) if name else None for name in (write, circle))
    return Turn(roll, written, parse_cells(bonus), circled)


def _broken(sheet: Sheet, turn: Turn) -> tuple[TurnRule, str]:
    violation = first_violation(sheet, turn)
    assert violation is not None
    return violation


SHEET = Sheet.parse("""
(7)  8   6   9   .
 7   .   .   .   .
 7   .   .   .   .
 5   .   .   .   .
 .   4   .   .  11
""")
BONUS = "wrong bonus"
FULL_HOUSE = "5 in a5 completes col a (full house): 2 more cells of it must be circled, but "
STRAIGHT = "10 in e1 completes row 1 (straight): 3 more cells of it must be circled, but "
THREE_SEVENS = "9 in a5 completes col a (three of a kind): 1 more cell of it must be circled, but "
FOUR_SEVENS = "7 in a5 completes col a (four of a kind): 2 more cells of it must be circled, but "
FULL = Sheet.parse("6 6 6 6 8\n5 5 5 5 3\n4 4 4 4 2\n3 3 3 3 5\n12 11 10 9 7")


@cases(
    "numbers label circles",
    ("7 8 7 7 4", "three of a kind", 1),
    ("6 3 6 6 6", "four of a kind", 2),
    ("8 8 8 8 8", "five of a kind", 3),
    ("5 6 6 10 5", "two pairs", 1),
    ("4 9 4 4 9", "full house", 2),
    ("5 5 5 7 7", "full house", 2),
    ("7 10 8 6 9", "straight", 3),
    ("4 5 6 7 8", "straight", 3),
    ("5 7 8 4 6", "straight", 3),
    ("2 3 4 5 6", "straight", 3),
    ("12 8 11 9 10", "straight", 3),
)
def test_the_hands_of_the_booklet_circle_what_it_says(
    numbers: str, label: str, circles: int
) -> None:
    hand = hand_of([int(number) for number in numbers.split()])
    assert hand is not None
    assert (hand.label, hand.bonus) == (label, circles)


def test_all_hands_are_those_of_brute_force_in_any_order() -> None:
    rng = random.Random(1)
    for numbers in combinations_with_replacement(range(2, 13), 5):
        hand = hand_of(rng.sample(numbers, 5))
        assert (hand.bonus if hand else 0) == oracle.circles_of(numbers)
    assert {hand.bonus for hand in Hand} == {1, 2, 3}


@cases(
    "turn rule reason",
    (
        _turn(7, "b2", circle="a2"),
        "both written and circled",
        "7 is written in b2, and a2 is circled",
    ),
    (_turn(7), "early pass", "only the last roll may be passed"),
    (_turn(7, "a1"), "the cell is taken", "a1 has the number 7 already"),
    (_turn(7, circle="b2"), "the cell is free", "b2 has no number to circle"),
    (_turn(7, circle="a4"), "another number", "a4 has the number 5, and the roll is 7"),
    (_turn(7, circle="a1"), "already circled", "the 7 in a1 is circled already"),
    (_turn(7, circle="a2", bonus="a3"), BONUS, "nothing is written, but a3 is circled"),
    (_turn(7, "b2", bonus="a3 a2"), BONUS, "7 in b2 completes no hand, but a3 a2 are circled"),
    (_turn(10, "e1"), BONUS, STRAIGHT + "none is"),
    (_turn(10, "e1", bonus="b1 c1"), BONUS, STRAIGHT + "b1 c1 are circled"),
    (_turn(5, "a5", bonus="a1"), BONUS, FULL_HOUSE + "a1 is circled"),
    (_turn(7, "a5", bonus="a5 a2 b5"), BONUS, FOUR_SEVENS + "a5 a2 b5 are circled"),
    (_turn(9, "a5", bonus="a3 a3"), BONUS, THREE_SEVENS + "a3 a3 are circled"),
)
def test_the_first_rule_that_a_turn_breaks_is_named(turn: Turn, rule: str, reason: str) -> None:
    broken, why = _broken(SHEET, turn)
    assert (broken.value, why) == (rule, reason)


@cases(
    "turn",
    _turn(7, "b2"),
    _turn(7, circle="a2"),
    _turn(11, circle="e5"),
    _turn(10, "e1", bonus="e1 b1 d1"),
    _turn(5, "a5", bonus="a5 a2"),
    _turn(9, "a5", bonus="a5"),
    _turn(4, "a5", bonus="a4"),
)
def test_a_turn_that_keeps_the_rules_is_legal(turn: Turn) -> None:
    assert first_violation(SHEET, turn) is None


def test_rules_are_checked_in_the_order_in_which_they_are_listed() -> None:
    all_at_once = Turn(9, Cell.parse("a1"), (Cell.parse("b2"), Cell.parse("b2")), Cell.parse("a1"))
    assert _broken(SHEET, all_at_once)[0] is TurnRule.BOTH
    circled = Turn(5, None, (Cell.parse("b2"),), Cell.parse("a1"))
    assert _broken(SHEET, circled)[0] is TurnRule.UNEQUAL


def test_fewer_cells_are_circled_where_fewer_are_left() -> None:
    sheet = Sheet.parse("(8) (8) (8) 8 ." + 4 * "\n. . . . .")
    after = sheet.with_number(Cell.parse("e1"), 8)
    assert bonuses(after, Cell.parse("e1")) == {frozenset({Cell.parse("d1"), Cell.parse("e1")})}


def test_a_line_that_is_filled_counts_whatever_was_circled_in_it() -> None:
    sheet = Sheet.parse("(8) (8) (8) (8) ." + 4 * "\n. . . . .")
    assert first_violation(sheet, _turn(8, "e1", bonus="e1")) is None
    violation = _broken(sheet, _turn(8, "e1"))
    assert violation[1] == (
        "8 in e1 completes row 1 (five of a kind): 1 more cell of it must be circled, but none is"
    )


@cases(
    "rows others left",
    # One line is four of a kind, with two cells not circled; the other is three of a kind.
    ("4 4 4 5 6\n(4) . . . .\n4 . . . .\n(4) . . . .\n(3) . . . .", "b1 c1 d1 e1", "a3"),
    ("4 (4) 4 (4) (3)\n4 . . . .\n4 . . . .\n5 . . . .\n6 . . . .", "a2 a3 a4 a5", "c1"),
)
def test_the_order_of_two_lines_decides_which_of_them_circles_their_common_cell(
    rows: str, others: str, left: str
) -> None:
    after = Sheet.parse(rows)
    corner, last = Cell.parse("a1"), Cell.parse(left)
    # Either the first line circles both of these cells, and the other one of its own; or the other
    # line comes first and circles the corner.
    assert bonuses(after, corner) == {
        frozenset({corner, last}),
        *(frozenset({corner, last, other}) for other in parse_cells(others)),
    }
    before = Sheet(((None, *after.numbers[0][1:]), *after.numbers[1:]), after.circled)
    assert first_violation(before, Turn(4, corner, (corner, last))) is None
    violation = _broken(before, Turn(4, corner, (last,)))
    assert violation[1].endswith(
        f": 2 or 3 more cells of them must be circled, but {left} is circled"
    )


def test_four_lines_may_be_filled_at_once() -> None:
    sheet = Sheet.parse("6 2 6 12 6\n2 8 6 8 12\n6 6 . 6 6\n12 8 6 8 2\n6 12 6 2 6")
    after = sheet.with_number(Cell.parse("c3"), 6)
    legal = bonuses(after, Cell.parse("c3"))
    assert legal == oracle.bonuses(after, Cell.parse("c3"))
    # Row and col c are five of a kind, the diagonals full houses.
    assert {len(cells) for cells in legal} == {3 + 3 + 2 + 2}


@given(SEEDS, st.integers(0, 30), st.integers(2, 12))
def test_bonuses_and_legal_turns_are_those_of_brute_force(seed: int, most: int, roll: int) -> None:
    (sheet,) = judge(oracle.random_game(seed, most=most)).sheets
    for cell in sheet.free_cells:
        after = sheet.with_number(cell, roll)
        legal = bonuses(after, cell)
        assert legal == oracle.bonuses(after, cell)
        wrong = {cells ^ {other} for cells in legal for other in oracle.GRID[::6]}
        for cells in [*legal, *sorted(wrong, key=sorted)]:
            violation = first_violation(sheet, Turn(roll, cell, tuple(sorted(cells))))
            assert (violation is None) == (cells in legal)
    circled = {turn.circle for turn in oracle.turns(sheet, roll)} - {None}
    for cell in oracle.GRID:
        assert (first_violation(sheet, Turn(roll, circle=cell)) is None) == (cell in circled)
        assert first_violation(sheet, Turn(roll, cell)) or sheet[cell] is None


@given(SEEDS, st.integers(1, 3))
def test_random_legal_games_are_legal_and_score_as_by_brute_force(seed: int, players: int) -> None:
    record = oracle.random_game(seed, players=players)
    verdict = judge(record)
    assert (verdict.violation, verdict.over) == (None, True)
    points = random.Random(seed).sample(range(100), 12)
    for player, sheet in zip(record.players, verdict.sheets, strict=True):
        expected = Sheet()
        for turn in player.turns:
            assert after_turn(expected, turn) == oracle.play(expected, turn)
            expected = oracle.play(expected, turn)
        assert sheet == expected
        assert sheet.score(LineValues(tuple(points))) == oracle.score(sheet, points)
    assert any(sheet.is_full for sheet in verdict.sheets)
    early = Record(tuple(Player(name, turns[:-1]) for name, turns in _turns(record)))
    assert not judge(early).over


def _turns(record: Record) -> list[tuple[str, tuple[Turn, ...]]]:
    return [(player.name, player.turns) for player in record.players]


def _filled(*numbers: int, name: str = "Ann") -> Player:
    """Return a player who writes *numbers* row by row, with the first bonus that is legal."""
    sheet, turns = Sheet(), []
    for cell, number in zip(oracle.GRID, numbers, strict=False):
        legal = bonuses(sheet.with_number(cell, number), cell)
        turn = Turn(number, cell, tuple(min(map(sorted, legal))))
        turns.append(turn)
        sheet = after_turn(sheet, turn)
    return Player(name, tuple(turns))


NUMBERS = [number for row in FULL.numbers for number in row if number is not None]


def test_the_game_is_over_after_one_more_roll_when_a_sheet_is_full() -> None:
    written = _filled(*NUMBERS).turns
    assert judge(Record.of_solitaire(written)).sheets[0].is_full
    assert not judge(Record.of_solitaire(written)).over
    last = judge(Record.of_solitaire((*written, Turn(12))))
    assert (last.violation, last.over) == (None, True)
    illegal = judge(Record.of_solitaire((*written, Turn(12), Turn(12)))).violation
    assert illegal == Violation(27, "you", TurnRule.OVER, "turn 26 was the last roll")


def test_in_the_last_roll_a_solitaire_may_only_circle_or_do_nothing() -> None:
    written = _filled(*NUMBERS).turns
    (sheet,) = judge(Record.of_solitaire(written)).sheets
    legal = list(oracle.turns(sheet, 7, is_last=True))
    assert [turn.write for turn in legal] == [None] * len(legal)
    for turn in legal:
        assert judge(Record.of_solitaire((*written, turn))).violation is None
    for cell in oracle.GRID:
        illegal = judge(Record.of_solitaire((*written, Turn(7, cell)))).violation
        assert illegal is not None
        assert (illegal.turn, illegal.rule) == (26, TurnRule.TAKEN)
    for wrong, rule in [
        (_turn(7, circle="a1"), TurnRule.UNEQUAL),
        (Turn(7, None, (Cell.parse("e5"),)), TurnRule.BONUS),
    ]:
        illegal = judge(Record.of_solitaire((*written, wrong))).violation
        assert illegal is not None
        assert illegal.rule is rule


def _two_players() -> tuple[Player, Player]:
    """Return one who fills his sheet in 25 turns, and one who circled the fourth 6 meanwhile."""
    first = _filled(*NUMBERS, name="Ann")
    turns = list(_filled(*NUMBERS, name="Ben").turns)
    turns[3] = Turn(6, circle=Cell(0, 0))  # so d1 stays free, and row 1 and col d are not filled
    sheet = Sheet()
    for at, turn in enumerate(turns):
        if turn.write is not None:
            legal = bonuses(sheet.with_number(turn.write, turn.roll), turn.write)
            turns[at] = Turn(turn.roll, turn.write, tuple(min(map(sorted, legal))))
        sheet = after_turn(sheet, turns[at])
    return first, Player("Ben", tuple(turns))


def _with_last(*last: Turn) -> Record:
    players = zip(_two_players(), last, strict=True)
    return Record(tuple(Player(player.name, (*player.turns, turn)) for player, turn in players))


def test_in_the_last_roll_a_sheet_that_is_not_full_may_be_written_in_with_its_bonus() -> None:
    assert not judge(Record(_two_players())).over
    sheets = judge(Record(_two_players())).sheets
    assert [sheet.is_full for sheet in sheets] == [True, False]
    assert list(map(str, sheets[1].free_cells)) == ["d1"]
    legal = list(oracle.turns(sheets[1], 6, is_last=True))
    assert any(turn.bonus for turn in legal)
    for turn in legal:
        verdict = judge(_with_last(Turn(6), turn))
        assert (verdict.violation, verdict.over) == (None, True)
    illegal = judge(_with_last(Turn(6), Turn(6, Cell(0, 3)))).violation
    assert illegal is not None
    assert illegal[:3] == (26, "Ben", TurnRule.BONUS)


def test_a_sheet_that_the_last_roll_fills_brings_no_other_roll() -> None:
    turn = next(
        turn for turn in oracle.turns(judge(Record(_two_players())).sheets[1], 6) if turn.bonus
    )
    over = _with_last(Turn(6), turn)
    verdict = judge(over)
    assert verdict.over
    assert all(sheet.is_full for sheet in verdict.sheets)
    more = Record(tuple(Player(name, (*turns, Turn(7))) for name, turns in _turns(over)))
    illegal = judge(more).violation
    assert illegal == Violation(27, "Ann", TurnRule.OVER, "turn 26 was the last roll")


def test_two_players_who_fill_their_sheets_in_the_same_turn_have_one_last_roll() -> None:
    both = Record((_filled(*NUMBERS, name="Ann"), _filled(*NUMBERS, name="Ben")))
    assert not judge(both).over
    last = Record(tuple(Player(name, (*turns, Turn(2))) for name, turns in _turns(both)))
    assert judge(last).over
    assert [player.name for player in winners(last, judge(last), default_line_values())] == [
        "Ann",
        "Ben",
    ]


def test_the_winner_has_the_most_points_by_the_line_values() -> None:
    all_circled = frozenset(oracle.GRID[:5])
    record = Record((Player("Ann"), Player("Ben")))
    verdict = judge(record)
    sheets = (Sheet(FULL.numbers, all_circled), Sheet(FULL.numbers, frozenset(oracle.GRID[5:14])))
    verdict = type(verdict)(None, sheets, over=True)
    assert [sheet.score(default_line_values()) for sheet in sheets] == [14, 17]
    assert winners(record, verdict, default_line_values()) == [record.players[1]]
    nothing = LineValues((0,) * 12)
    assert winners(record, verdict, nothing) == [record.players[1]]
    rows = LineValues((20, *11 * (0,)))
    assert winners(record, verdict, rows) == [record.players[0]]


def test_the_sheets_of_an_illegal_game_are_those_before_the_turn() -> None:
    turns = _filled(*NUMBERS).turns
    verdict = judge(Record.of_solitaire((*turns[:7], Turn(2, circle=Cell(0, 0)), *turns[7:])))
    assert verdict.violation is not None
    assert verdict.violation.turn == 8
    assert verdict.sheets == judge(Record.of_solitaire(turns[:7])).sheets
    assert not verdict.over


def test_what_a_search_found_is_checked() -> None:
    turns = _filled(*NUMBERS).turns
    score = judge(Record.of_solitaire(turns)).sheets[0].score(default_line_values())
    assert check(Record.of_solitaire(turns), default_line_values(), score).violation is None
    with pytest.raises(BrokenInvariantError, match=f"{score} points, not {score + 1}"):
        check(Record.of_solitaire(turns), default_line_values(), score + 1)
    with pytest.raises(BrokenInvariantError, match="turn 2: the cell is taken"):
        check(Record.of_solitaire((turns[0], turns[0])), default_line_values())


# What leaves every game as it is: transposing the grid, and 14 - v for every number.
