import re

import pytest

from solver.knaster.play.session import Session, new_session
from solver.knaster.rules import legal_moves
from solver.knaster.strategy import program
from tests.solver.console.play.support import SEED, VALUES
from tests.solver.console.play.support import typed_turn as typed
from tests.solver.knaster.play.support import greedily, play_lines, with_bonus_to_choose
from tests.solver.knaster.stub_advisor import stub_advisor

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
