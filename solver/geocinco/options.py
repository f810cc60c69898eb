"""The STATE and RECORD arguments and the options that the commands of Geocinco share."""

import click

from solver.console.options import WholeNumber, complete_samples, input_argument, parse_with
from solver.errors import RecordError, StateError
from solver.files.input_text import Named, read_named
from solver.files.json_reader import parse_json
from solver.geocinco.board import BOARDS, COLOURS, Board
from solver.geocinco.record import TOKENS, Record
from solver.geocinco.rules.verdict import Verdict, judge
from solver.geocinco.state import State

NamedState = Named[State]
NamedRecord = Named[Record]

_RECORDS = "geocinco/records"
STATES = ("geocinco/states", _RECORDS)


def named_state(name: str) -> NamedState:
    """Return the state that *name* stands for: a file, '-' or a sample, of a record the last."""
    return read_named(parse_state_or_record, name, kind="state", samples=STATES)


def named_record(name: str) -> NamedRecord:
    """Return the record that *name* stands for: a file, '-' or a sample."""
    return read_named(Record.parse, name, kind="record", samples=_RECORDS)


def parse_state_or_record(text: str, *, source: str = "state") -> State:
    """Return the state in *text*, or the one after the last turn of the record in it.

    Raises `StateError` or `RecordError` where the text is neither, and where a turn is illegal.
    """
    value = parse_json(text, source, StateError)
    if isinstance(value, dict) and "turns" in value:
        return legal_verdict(Record.from_json(value, source), source).state
    return State.from_json(value, source)


def legal_verdict(record: Record, source: str) -> Verdict:
    """Return the verdict on *record*; raise `RecordError` at its first illegal turn."""
    verdict = judge(record)
    if verdict.illegal:
        number, player, rule, reason = verdict.illegal
        where = f"{source}, turn {number} of {player}"
        raise RecordError(where, expected="a legal turn", found=f"{rule.value}: {reason}")
    return verdict


def player_of(named: NamedState, colour: str | None) -> str:
    """Return *colour*, by default the player whose turn it is; raise `StateError` if not one."""
    title, state = named
    if colour is None:
        return state.turn
    if colour not in state.players:
        expected = f"a colour that plays, {' or '.join(state.players)}"
        raise StateError(f"{title}, colour", expected=expected, found=colour)
    return colour


state_argument = input_argument("STATE", named_state, samples=STATES)
# The same where it may be left out; its parameter is then None.
optional_state_argument = click.argument(
    "named",
    metavar="[STATE]",
    required=False,
    callback=parse_with(lambda name: None if name is None else named_state(name)),
    shell_complete=complete_samples(STATES),
)
record_argument = input_argument("RECORD", named_record, samples=_RECORDS)
colour_option = click.option(
    "--colour",
    type=click.Choice(COLOURS, case_sensitive=False),
    help="The player; by default whose turn it is.",
)
board_option = click.option(
    "--board",
    type=click.Choice(BOARDS, case_sensitive=False),
    default=BOARDS[0],
    show_default=True,
    callback=lambda _context, _parameter, name: Board.named(name),
    help="The whole board, or that of a strait, whose halves only bridges join.",
)
tokens_option = click.option(
    "--tokens",
    type=WholeNumber(1, TOKENS),
    default=TOKENS,
    show_default=True,
    metavar="N",
    help="Lay N tokens a turn, 1 or 2; one is the slower game.",
)
