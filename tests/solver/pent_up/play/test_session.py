import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RecordError
from solver.pent_up.play.session import DEFAULTS, PLAYERS, Session, Settings
from solver.pent_up.record import Record
from solver.pent_up.strategy.suggestion import SearchBudget
from tests.solver.pent_up.play.support import TWO_PEOPLE, duel
from tests.solver.pent_up.test_commands import DUEL, TEXT
from tests.strategies import records

_budgets = st.builds(SearchBudget, st.floats(0.01, 99), st.none()) | st.builds(
    SearchBudget, st.just(1.0), st.integers(1, 99)
)
_settings = st.builds(
    Settings,
    st.sampled_from(PLAYERS),
    st.sampled_from(PLAYERS),
    st.booleans(),
    st.integers(),
    _budgets,
)


@given(_settings, records(most=23))
def test_a_game_is_read_back_from_its_json_and_is_a_record(
    settings: Settings, record: Record
) -> None:
    session = Session(settings, record.moves)
    text = str(session)
    assert Session.parse(text) == session
    assert Record.parse(text) == record


def test_a_record_that_does_not_say_how_it_is_played_can_be_played_on() -> None:
    text = json.dumps({"moves": json.loads(TEXT)["moves"][:5]})
    session = Session.parse(text)
    assert session == Session(DEFAULTS, DUEL.moves[:5])
    assert (session.player, session.is_program) == ("Black", True)


def test_a_game_that_is_over_or_illegal_is_not_played_on() -> None:
    with pytest.raises(RecordError, match="expected a game that is not over, found all tiles laid"):
        Session.parse(TEXT)
    resigned = str(duel(3).with_resignation())
    with pytest.raises(RecordError, match="found Black resigned"):
        Session.parse(resigned)
    moves = json.loads(TEXT)["moves"]
    with pytest.raises(RecordError, match="move 2: expected a legal move, found wrong colour"):
        Session.parse(json.dumps({"moves": [moves[0], moves[2]]}))


def test_a_program_lays_its_first_tile_where_rows_and_cols_have_plain_names() -> None:
    move = Session(TWO_PEOPLE._replace(white="greedy")).program_move()
    assert min(cell.row for cell in move.cells) == min(cell.col for cell in move.cells) == 9
