"""What the referee says of the record of a game."""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.errors import BrokenInvariantError, RecordError, StateError
from solver.files.json_reader import parse_json
from solver.geocinco.contest import challenger_wins
from solver.geocinco.record import Contest, GameTurn, Record
from solver.geocinco.rules.turn import Done, Extra, IllegalMoveError, TurnInProgress, TurnRule
from solver.geocinco.state import State
from solver.question import question
from solver.violation import Violation


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of a record.

    *state* is the one before its first *violation*, if there is one, or else the last. *winner* has
    five towers in one network; *drawn*: nobody could lay for a whole round.
    """

    violation: Violation | None
    state: State
    winner: str | None
    drawn: bool

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.winner is not None or self.drawn


def verdicts(record: Record) -> Iterator[Verdict]:
    """Yield what the referee says at the start and after each turn, to the first illegal one."""
    state = State.start(record.board, record.players)
    verdict = Verdict(None, state, None, drawn=False)
    yield verdict
    passed = 0  # turns in a row in which nobody could lay
    for number, turn in enumerate(record.turns, start=1):
        player = state.turn
        try:
            _check_goes_on(verdict)
            played = played_turn(state, turn, record.tokens)
        except IllegalMoveError as error:
            violation = Violation(number, player, error.rule, error.reason)
            yield Verdict(violation, state, verdict.winner, verdict.drawn)
            return
        state = played.next_state
        passed = 0 if played.laid else passed + 1
        drawn = played.winner is None and passed >= len(record.players)
        verdict = Verdict(None, state, played.winner, drawn)
        yield verdict


def _check_goes_on(verdict: Verdict) -> None:
    """Raise where the game was over before a turn."""
    if verdict.over:
        ended = "it is drawn" if verdict.drawn else f"{verdict.winner} has won"
        raise IllegalMoveError(TurnRule.OVER, ended)


def played_turn(state: State, turn: GameTurn, tokens: int) -> TurnInProgress:
    """Return *turn* as it was played to its end from *state*; raise `IllegalMoveError`."""
    played = TurnInProgress(state, turn.throw, tokens)
    at_end = []
    for number, move in enumerate(turn.moves):
        played.play(move)
        if isinstance(move, Contest):
            if challenger_wins(move.dice):
                _lay_recorded(played, number, move.extra)
            else:
                at_end.append((number, move.extra))
    played.play(Done())
    for number, extra in at_end:
        _lay_recorded(played, number, extra)
    return played


def _lay_recorded(played: TurnInProgress, number: int, extra: str | None) -> None:
    """Lay the *extra* token that a record has for a move, or see that none is due."""
    due = played.extra
    if due is None or due.number != number:
        if extra is not None:
            raise IllegalMoveError(TurnRule.EXTRA, f"{extra}, but none is due")
    elif extra is None:
        raise IllegalMoveError(TurnRule.EXTRA, f"{due.colour} has to lay one, and does not")
    else:
        played.play(Extra(extra))


@question
def judge(record: Record) -> Verdict:
    """Return what the referee says of *record*."""
    *_, last = verdicts(record)
    return last


def check(record: Record) -> Verdict:
    """Return the verdict on a *record* of ours; raise `BrokenInvariantError` if it is illegal."""
    verdict = judge(record)
    if violation := verdict.violation:
        raise BrokenInvariantError(f"turn {violation.turn}, {violation.player}: {violation}")
    return verdict


def legal_verdict(record: Record, source: str) -> Verdict:
    """Return the verdict on *record*; raise `RecordError` at its first illegal turn."""
    verdict = judge(record)
    if violation := verdict.violation:
        where = f"{source}, turn {violation.turn} of {violation.player}"
        raise RecordError(where, expected="a legal turn", found=str(violation))
    return verdict


@question
def parse_state(text: str, *, source: str = "state") -> State:
    """Return the state in *text*, or the one after the last turn of the record in it.

    Raises `StateError` or `RecordError` where the text is neither, and where a turn is illegal.
    """
    value = parse_json(text, source, StateError)
    if isinstance(value, dict) and "turns" in value:
        return legal_verdict(Record.from_json(value, source), source).state
    return State.from_json(value, source)
