import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RecordError
from solver.pent_up.play.session import DEFAULTS, PLAYERS, Session, Settings
from solver.pent_up.record import Colour, Record, parse_record
from solver.pent_up.strategy.budget import SearchBudget
from tests.solver.pent_up.play.support import AGAINST_SEARCH, TWO_PEOPLE, duel
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
    assert parse_record(text) == record


def test_a_record_that_does_not_say_how_it_is_played_can_be_played_on() -> None:
    text = json.dumps({"moves": json.loads(TEXT)["moves"][:5]})
    session = Session.parse(text)
    assert session == Session(DEFAULTS, DUEL.moves[:5])
    assert (session.player, session.is_program) == ("Black", True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"white": "me"}, "play, white: expected human or search or random or greedy, found 'me'"),
        ({"black": []}, "play, black: expected human or search"),
        ({"lowest": 1}, "play, lowest: expected true or false, found 1"),
        ({"seconds": 2}, "play: expected seconds or steps, found both"),
        (
            {"steps": None, "seconds": 0},
            "play, seconds: expected a number above 0 to 1000000, found 0",
        ),
        ({"steps": None, "seconds": float("nan")}, "play, seconds: expected a number"),
        ({"steps": 0}, "play, steps: expected 1 to 1000000000, found 0"),
        ({"resigned": "red"}, "play, resigned: expected white or black, found 'red'"),
        ({"timer": 3}, "play: expected keys white, black"),
    ],
)
def test_what_is_wrong_in_how_it_is_played_is_told(change: dict[str, Any], message: str) -> None:
    value = duel(3).to_json()
    value["play"] |= change
    with pytest.raises(RecordError) as error:
        Session.parse(json.dumps(value))
    assert message in str(error.value)


def test_a_game_that_is_over_or_illegal_is_not_played_on() -> None:
    with pytest.raises(RecordError, match="expected a game that is not over, found all tiles laid"):
        Session.parse(TEXT)
    resigned = str(duel(3).with_resignation())
    with pytest.raises(RecordError, match="found Black resigned"):
        Session.parse(resigned)
    moves = json.loads(TEXT)["moves"]
    with pytest.raises(RecordError, match="move 2: expected a legal move, found wrong colour"):
        Session.parse(json.dumps({"moves": [moves[0], moves[2]]}))


def test_the_last_move_of_a_person_is_taken_back_with_the_answer() -> None:
    assert duel(5).without_last() == duel(4)
    assert duel(6, AGAINST_SEARCH).without_last() == duel(4, AGAINST_SEARCH)
    assert duel(5, AGAINST_SEARCH).without_last() == duel(4, AGAINST_SEARCH)
    black = AGAINST_SEARCH._replace(white="search", black="human")
    assert duel(1, black).without_last() is None
    assert duel(0).without_last() is None


def test_a_program_lays_its_first_tile_where_rows_and_cols_have_plain_names() -> None:
    move = Session(TWO_PEOPLE._replace(white="greedy")).program_move()
    assert min(cell.row for cell in move.cells) == min(cell.col for cell in move.cells) == 9


def test_whoever_resigns_ends_the_game() -> None:
    session = duel(3).with_resignation()
    assert (session.is_over, session.resigned) == (True, Colour.BLACK)
