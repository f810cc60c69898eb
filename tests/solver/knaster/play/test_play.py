"""Games of Knaster at the keyboard, as tests begin and play them."""

import json
import re
from dataclasses import replace
from functools import partial
from itertools import chain, count
from pathlib import Path
from random import Random

import pytest

import data
from solver.errors import RecordError
from solver.geometry.cell import Cell
from solver.knaster.line import default_line_values
from solver.knaster.play.session import Session, new_session
from solver.knaster.play.terminal_game import KnasterGame
from solver.knaster.record import SOLITAIRE, Record, Turn
from solver.knaster.rules import bonuses, judge, legal_moves
from solver.knaster.strategy import program
from solver.knaster.strategy.program import greedy_turn
from tests.solver.console.play import support
from tests.solver.console.play.support import SEED, VALUES, typed_turn, unwrapped
from tests.solver.console.play.support import typed_turn as typed
from tests.solver.knaster.stub_advisor import stub_advisor
from tests.support import Run, cases

ALONE = new_session((), (), SEED)
FAMILY = new_session(("Ann", "Ben"), ("greedy",), SEED)


def test_a_cell_with_an_equal_number_is_circled() -> None:
    saved, printed = play_lines(new_session((), (), 3), "c3", "c3")
    assert [turn.to_json() for turn in saved[-1].turns] == [
        {"roll": 7, "write": "c3"},
        {"roll": 7, "circle": "c3"},
    ]
    assert "\nyou: circle c3: 1 point\n" in printed


def test_the_words_say_which_of_both_is_meant() -> None:
    saved, printed = play_lines(new_session((), (), 3), "write c3", "write c3", "circle c3")
    assert len(saved[-1].turns) == 2
    assert "  c3 has the number 7 already\n" in printed


@pytest.mark.parametrize("word", ["", "write "])
def test_a_bonus_is_asked_for_or_typed_at_once(word: str) -> None:
    begun, turn = with_bonus_to_choose()
    assert turn.write is not None
    at_once, _ = play_lines(begun, word + typed(turn))
    bonus = " ".join(map(str, turn.bonus))
    asked, printed = play_lines(begun, f"{word}{turn.write}", bonus)
    assert asked[-1] == at_once[-1] == begun.with_step(turn)
    assert "you, circle> " in printed
    assert f": circle {len(turn.bonus)} of " in printed


def test_a_wrong_bonus_is_refused_and_asked_for_again() -> None:
    begun, turn = with_bonus_to_choose()
    assert turn.write is not None
    bonus = " ".join(map(str, turn.bonus))
    wrong = next(str(cell) for cell in begun.sheet.free_cells if cell != turn.write)
    saved, printed = play_lines(begun, f"{turn.write}", wrong, "pass", f"{bonus} {wrong}", bonus)
    assert saved[-1] == begun.with_step(turn)
    assert unwrapped(printed).count(" must be circled, but ") == 2
    assert printed.count("  only the last roll may be passed\n") == 1
    assert printed.count("you, circle> ") == 4


def test_undo_takes_back_the_cell_whose_bonus_is_open() -> None:
    begun, turn = with_bonus_to_choose()
    saved, printed = play_lines(begun, f"{turn.write}", "undo", "undo")
    assert saved[1:] == [begun.without_last()]
    assert f"  taken back: write {turn.write}\n" in printed


def test_another_cell_may_be_written_in_while_a_bonus_is_open() -> None:
    begun, turn = with_bonus_to_choose()
    saved, _ = play_lines(begun, f"{turn.write}", f"write {typed(turn)}")
    assert saved[-1] == begun.with_step(turn)


def test_the_only_legal_bonus_is_taken_and_told() -> None:
    session = ALONE
    while not session.is_over:
        for cell in session.sheet.free_cells:
            roll = session.throw.roll
            possible = bonuses(session.sheet.with_number(cell, roll), cell)
            if len(possible) == 1 and any(possible):
                saved, printed = play_lines(session, str(cell))
                (bonus,) = possible
                cells = tuple(sorted(bonus))
                assert saved[-1].turns[-1] == Turn(roll, cell, cells)
                assert f"you: write {cell}, circle {' '.join(map(str, cells))} for " in printed
                return
        session = greedily(session, 1)
    pytest.fail("no such turn")


def test_the_same_dice_fall_again_after_an_undo() -> None:
    saved, printed = play_lines(ALONE, "a1", "a2", "undo", "undo", "b1", "b2")
    assert [turn.roll for turn in saved[-1].turns] == [turn.roll for turn in saved[2].turns]
    assert printed.count("Turn 2, roll ") == 3


def test_only_the_last_roll_may_be_passed() -> None:
    whole = greedily(FAMILY)
    before = Session(whole.settings, whole.turns[:-3])
    saved, printed = play_lines(before, "pass", "pass")
    assert saved[-1].is_over
    assert "the last roll, " in printed
    assert ": you may pass\n" in printed
    assert "\nAnn: pass\n" in printed
    _, early = play_lines(FAMILY, "pass")
    assert "  only the last roll may be passed\n" in early
    assert "you may pass" not in early


@cases(
    "record, said", ("alone", "\nMore than 50 points alone are good.\n"), ("family", "alone are")
)
def test_the_end_of_a_game_alone_says_how_good_the_points_are(record: str, said: str) -> None:
    players = Record.parse(data.samples("knaster/records")[record].read_text("utf-8")).players
    names = tuple(player.name for player in players)
    turns = chain(*zip(*(player.turns for player in players), strict=True))
    whole = Session(ALONE.settings._replace(names=names), tuple(turns))
    before = replace(whole, turns=whole.turns[: -len(names)])
    printed = play_lines(before, *["pass"] * len(names))[1]
    assert (said in printed) == (len(names) == 1)


def test_every_sheet_is_shown_when_asked_for() -> None:
    _, printed = play_lines(greedily(FAMILY, 12), "show")
    shown = printed.split("Ann> ")[1]
    for name in FAMILY.settings.names:
        assert f"{name}: " in shown
    assert shown.count(" a    b    c    d    e ") == 3


@pytest.mark.parametrize("text", ["c3", " C3", "write c3", "WRITE  c3"])
def test_a_turn_is_typed_in_letters_of_either_case(text: str) -> None:
    saved, _ = play_lines(ALONE, text)
    assert saved[-1].turns == (Turn(ALONE.throw.roll, Cell(2, 2)),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f3", "expected cells from a1 to e5, found 'f3'"),
        ("c6", "expected cells from a1 to e5, found 'c6'"),
        ("c3 -a0", "expected cells from a1 to e5, found '-a0'"),
        ("c03", "expected cells from a1 to e5, found 'c03'"),
        ("c3 b2 b2", "expected each cell once, found b2 again"),
        ("write", "expected 'write' and a cell, as in 'write c3', found 'write'"),
        ("circle 7", "expected 'circle' and a cell, as in 'circle c3', found 'circle 7'"),
        ("c3 or d4", "expected a cell such as c3, or write, circle, pass, hint, undo"),
        ("pass c3", "expected 'pass' alone, found 'pass c3'"),
        ("wirte c3", "(did you mean 'write'?)"),
        ("7", "expected a cell such as c3, or write"),
        ("circle a1", "  a1 has no number to circle\n"),
    ],
)
def test_a_mistake_says_what_was_expected(text: str, message: str) -> None:
    saved, printed = play_lines(ALONE, text)
    assert saved == [ALONE]
    assert message in unwrapped(printed)


_MOVE = re.compile(r"^ +[0-9.]+ +(?:[0-9.]+ +)?((?:write|circle|pass).*)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def _stub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_advisor", stub_advisor)


def _hinted(session: Session, *lines: str) -> tuple[list[str], str]:
    """Return the moves that a hint names after these *lines*, and what it printed."""
    saved, printed = play_lines(session, *lines, "hint")
    assert saved == [session]
    return _MOVE.findall(printed), printed


def test_a_hint_names_the_best_turns_and_the_first_one_can_be_typed() -> None:
    session = greedily(new_session((), (), SEED), 12)
    rated = stub_advisor(VALUES).rated_moves(session.sheet, session.throw.roll)
    hinted, printed = _hinted(session)
    assert hinted == [move.turn.action for move in rated[:3]]
    assert "left" not in printed
    saved, _ = play_lines(session, typed(rated[0].turn))
    assert saved[-1].turns[-1] == rated[0].turn


def test_a_hint_while_a_bonus_is_open_is_about_that_bonus() -> None:
    session, turn = with_bonus_to_choose()
    hinted, _ = _hinted(session, str(turn.write))
    assert hinted
    assert all(action.startswith(f"write {turn.write}, circle ") for action in hinted)


def test_a_hint_reckons_with_the_end_that_a_rival_may_set() -> None:
    session = greedily(new_session(("Ann", "Ben"), (), SEED), 40)
    hinted, printed = _hinted(session)
    assert hinted
    assert re.search(
        r"\n  reckoned with \d+ rolls left, until the sheet of a rival is full\n", printed
    )


def test_a_hint_names_legal_turns_alone_until_the_game_is_over() -> None:
    session = greedily(new_session(("Ann", "Ben"), (), SEED), 40)
    while not session.is_over:
        hinted, printed = _hinted(session)
        turns = legal_moves(session.sheet, session.throw.roll)
        legal = {turn.action for turn in turns} | ({"pass"} if session.is_last else set())
        assert set(hinted) <= legal
        assert ("with 1 roll left" in printed) == session.is_last
        session = greedily(session, 1)


def test_players_have_their_turns_one_after_the_other_before_the_dice_are_thrown_again() -> None:
    session, seen = FAMILY, []
    for _ in range(7):
        seen.append((session.number, session.player, len(session.pending), session.is_program))
        session = greedily(session, 1)
    names = ("Ann", "Ben", "greedy")
    assert seen == [(turn // 3 + 1, names[turn % 3], turn % 3, turn % 3 == 2) for turn in range(7)]


def test_pending_turns_stand_on_the_sheets_and_not_in_the_record() -> None:
    session = greedily(FAMILY, 5)
    assert [len(player.turns) for player in session.record.players] == [1, 1, 1]
    free = [len(sheet.free_cells) + len(sheet.circled) for sheet in session.sheets]
    before = [len(sheet.free_cells) + len(sheet.circled) for sheet in session.verdict.sheets]
    assert free != before
    assert session.sheets[2] == session.verdict.sheets[2]


def test_a_sheet_that_is_full_ends_the_game_after_one_more_roll_for_all() -> None:
    session = greedily(FAMILY)
    turns = len(session.record.rolls)
    assert judge(session.record).over
    last = Session(session.settings, session.turns[: 3 * (turns - 1)])
    assert (last.is_last, last.is_over) == (True, False)
    earlier = Session(session.settings, session.turns[: 3 * (turns - 2)])
    assert (earlier.is_last, earlier.is_over) == (False, False)


def test_programs_are_called_by_their_level_with_a_number_if_that_is_taken() -> None:
    settings = new_session((), ("strong", "strong", "table"), 1).settings
    assert settings.names == (SOLITAIRE, "strong", "strong 2", "table")
    assert settings.programs == {"strong": "strong", "strong 2": "strong", "table": "table"}
    assert new_session(("strong",), ("strong",), 1).settings.programs == {"strong 2": "strong"}


def test_pending_turns_are_checked_as_all_others() -> None:
    value = greedily(FAMILY, 8).to_json()
    first, second = value["play"]["pending"]
    for pending, message in (
        ([first, second, second], "pending: expected at most 2 turns, found 3"),
        (
            [first, {"roll": second["roll"]}],
            "pending, Ben: expected a legal turn, found early pass",
        ),
    ):
        value["play"]["pending"] = pending
        with pytest.raises(RecordError, match=message):
            Session.parse(json.dumps(value))


def test_a_record_with_an_illegal_turn_or_turns_after_the_end_is_not_played_on() -> None:
    over = greedily(FAMILY).to_json()
    over["play"]["pending"] = [{"roll": 7}]
    with pytest.raises(RecordError, match="pending: expected at most 0 turns, found 1"):
        Session.parse(json.dumps(over))
    illegal = greedily(FAMILY, 6).to_json()
    illegal["players"]["Ben"]["turns"][1].pop("write", None)
    illegal["players"]["Ben"]["turns"][1].pop("circle", None)
    with pytest.raises(
        RecordError, match="game, Ben, turn 2: expected a legal turn, found early pass"
    ):
        Session.parse(json.dumps(illegal))


def test_random_programs_in_one_game_choose_on_their_own() -> None:
    session = greedily(new_session((), ("random", "random"), SEED), 1)
    for _ in count():
        first = session.program_turn(VALUES)
        session = session.with_step(first)
        if session.program_turn(VALUES) != first:
            break
        session = greedily(session, 2)


play_lines = partial(support.play_lines, partial(KnasterGame, values=VALUES))


def greedily(session: Session, count: int | None = None) -> Session:
    """Return *session* after *count* more turns, or its end; all players play greedily.

    Persons do the same with the same roll and sheet.
    """
    turns = 0
    while not session.is_over and turns != count:
        if session.is_program:
            turn = session.program_turn(VALUES)
        else:
            turn = greedy_turn(session.situation(VALUES), Random(session.number))
        session = session.with_step(turn)
        turns += 1
    return session


def with_bonus_to_choose() -> tuple[Session, Turn]:
    """Return a solitaire and a turn that fills a line with a hand, whose bonus may be chosen."""
    session = new_session((), (), SEED)
    while True:
        turns = list(legal_moves(session.sheet, session.throw.roll))
        for turn in turns:
            others = [other for other in turns if other.write == turn.write]
            if turn.bonus and len(others) > 1:
                return session, turn
        session = session.with_step(turns[-1])


SEEDED = ("--seed", "3")  # the first rolls are 7 and 7


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "knaster", "play")


def test_the_same_seed_throws_the_same_dice(run: Run) -> None:
    args = ("--player", "Ann", "--against", "greedy", "--against", "random", "--seed", "5")
    lines = "".join(f"{cell}\n" for cell in ("a1", "b2", "c3", "d4", "e5"))
    game = run(*args, "--json", stdin=lines)[1]
    assert game == run(*args, "--json", stdin=lines)[1]
    alone = run("--seed", "5", "--json", stdin=lines)[1]
    rolls = [turn["roll"] for turn in json.loads(alone)["turns"]]
    assert [turn["roll"] for turn in json.loads(game)["players"]["Ann"]["turns"]] == rolls
    assert len(rolls) == 5


@pytest.mark.slow
@pytest.mark.usefixtures("short_searches")
def test_a_whole_game_is_reviewed_at_its_end(run: Run) -> None:
    whole = greedily(new_session(("Ann", "Ben"), (), 3))
    lines = "".join(f"{typed_turn(turn)}\n" for turn in whole.turns)
    code, out, _ = run("--player", "Ann", "--player", "Ben", *SEEDED, stdin=lines)
    assert code == 0
    assert "\nAnn and Ben tie with " in out
    assert out.count("\nExpected at the start ") == 2


@pytest.mark.slow
@pytest.mark.usefixtures("short_searches")
def test_what_programs_did_is_not_reviewed(run: Run) -> None:
    whole = greedily(new_session((), ("greedy",), 3))
    lines = "".join(f"{typed_turn(turn)}\n" for turn in whole.turns[::2])
    code, out, _ = run("--against", "greedy", *SEEDED, stdin=lines)
    assert code == 0
    assert out.count("\nExpected at the start ") == 1


def test_line_values_count_in_the_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "values.toml"
    file.write_text(
        "rows = [1, 2, 3, 4, 5]\ncols = [77, 1, 1, 1, 1]\ndiagonals = [1, 1]\n", encoding="utf-8"
    )
    assert "77" in run(*SEEDED, "--values", str(file))[1]
    game = tmp_path / "game.json"
    out = run(*SEEDED, "--values", str(file), "--save", str(game))[1]
    assert out.endswith(f"\nTo continue: penta knaster play --values {file} --resume {game}\n")
    assert "77" in run("--values", str(file), "--resume", str(game))[1]


def test_line_values_cannot_be_typed_where_the_players_type(run: Run) -> None:
    code, out, err = run("--values", "-", stdin=str(default_line_values()))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "the players type on standard input; give a file instead of '-'" in err
