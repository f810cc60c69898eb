"""The JSON of a game at the keyboard: a record with one more key, ``play``.

It says how the game is played, and holds the turn that is not over. So every command that reads
records reads a saved game.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from solver.errors import RecordError, quoted
from solver.files.json_reader import as_bool, as_object, json_quoted, parse_json
from solver.geocinco.play.session import Done, Extra, Session, Settings
from solver.geocinco.record import Contest, GameTurn, Record, parse_turn
from solver.geocinco.rules.turn import IllegalMoveError
from solver.geocinco.rules.verdict import judge
from solver.geocinco.strategy.player import PROGRAMS
from solver.geocinco.throw import Throw

_KEYS = {"programs": True, "seed": True, "pending": False}
_PENDING_KEYS = {"throw": True, "moves": True, "done": False}


def saved_game_json(session: Session) -> dict[str, Any]:
    """Return *session* as a JSON object, a record with the key ``play``."""
    _, _, _, programs, seed = session.settings
    play: dict[str, Any] = {"programs": dict(programs), "seed": seed}
    if session.current.moves and not session.is_over:
        done = {"done": True} if session.has_ended else {}
        play["pending"] = {**session.current.turn.to_json(), **done}
    return {**session.record.to_json(), "play": play}


def parse_saved_game(text: str, *, source: str = "game") -> Session:
    """Return the session in *text*, as `saved_game_json` has it; *source* names it in messages.

    Raises `RecordError` where it is no record, does not say how it is played, has an illegal turn
    or other dice than those of its seed, or is over.
    """
    value = parse_json(text, source, RecordError)
    record = Record.from_json(value, source)
    if violation := judge(record).violation:
        where = f"{source}, turn {violation.turn}, {violation.player}"
        raise RecordError(where, expected="a legal turn", found=str(violation))
    if "play" not in value:
        expected = "an unfinished game saved by 'penta geo play --save'"
        raise RecordError(source, expected=expected, found="a record without a key 'play'")
    play = as_object(value["play"], f"{source}, play", RecordError, _KEYS)
    settings = _parse_settings(record, play, f"{source}, play")
    session = Session.start(settings)
    for number, turn in enumerate(record.turns):
        where = f"{source}, turn {number + 1}"
        _check_throw(session, number, turn.throw, where)
        if len(session.turns) == number:  # else it was passed by itself
            session = _with_turn(session, turn, where, done=True)
    if "pending" in play and not session.is_over:
        session = _with_pending(session, play["pending"], f"{source}, play, pending")
    if session.is_over:
        raise RecordError(source, expected="an unfinished game", found="a finished one")
    return session


def _parse_settings(record: Record, play: dict[str, Any], where: str) -> Settings:
    """Return how the game of *record* is played."""
    seed = play["seed"]
    if type(seed) is not int:
        raise RecordError(f"{where}, seed", expected="a whole number", found=json_quoted(seed))
    programs = _parse_programs(play["programs"], record.players, f"{where}, programs")
    return Settings(record.board, record.players, record.tokens, programs, seed)


def _parse_programs(value: Any, players: tuple[str, ...], where: str) -> dict[str, str]:
    """Return the levels of the players that are programs, in the order of the players."""
    if not isinstance(value, dict):
        expected = "an object with a level per program"
        raise RecordError(where, expected=expected, found=json_quoted(value))
    for colour, level in value.items():
        if colour not in players:
            expected = f"colours that play, {', '.join(players)}"
            raise RecordError(where, expected=expected, found=quoted(colour))
        if not isinstance(level, str) or level not in PROGRAMS:
            known = " or ".join(PROGRAMS)
            raise RecordError(f"{where}, {colour}", expected=known, found=json_quoted(level))
    if len(value) == len(players):
        raise RecordError(where, expected="at least one person", found="programs alone")
    return {colour: value[colour] for colour in players if colour in value}


def _with_pending(session: Session, value: Any, where: str) -> Session:
    """Return *session* with the steps of the turn in the JSON *value*, which is not over."""
    fields = dict(as_object(value, where, RecordError, _PENDING_KEYS))
    done = as_bool(fields.pop("done", False), f"{where}, done", RecordError)
    turn = parse_turn(fields, session.settings.board, where)
    number = len(session.turns)
    _check_throw(session, number, turn.throw, where)
    try:
        after = _with_turn(session, turn, where, done=done)
    except IllegalMoveError as error:
        raise _illegal(where, error) from None
    if len(after.turns) > number:
        raise RecordError(where, expected="a turn that goes on", found="one that is over")
    return after


def _with_turn(session: Session, turn: GameTurn, where: str, *, done: bool) -> Session:
    """Return *session* with the steps of *turn*, its current one.

    If the player is *done*, his moves are ended, and so is the turn, unless an extra token is due.
    """
    number, at_end = len(session.turns), []
    for move in turn.moves:
        if not isinstance(move, Contest):
            session = session.with_step(move)
            continue
        _check_dice(session, move, where)
        session = session.with_step(replace(move, extra=None))
        if session.current.extra is not None and not session.has_ended:
            session = _with_extras(session, [move.extra])
        else:
            at_end.append(move.extra)
    is_open = len(session.turns) == number and not session.has_ended
    if done and is_open:
        session = session.with_step(Done())
    return _with_extras(session, at_end)


def _with_extras(session: Session, slots: Iterable[str | None]) -> Session:
    """Return *session* with extra tokens laid on those of *slots* that are known."""
    for slot in slots:
        if slot is not None:
            session = session.with_step(Extra(slot))
    return session


def _check_throw(session: Session, number: int, found: Throw, where: str) -> None:
    """Raise unless *found* is what the dice show in the turn of this *number*, from 0."""
    is_current = number == len(session.turns)
    throw = session.current.throw if is_current else session.turns[number].throw
    if found != throw:
        expected = f"the throw of seed {quoted(session.settings.seed)}, {throw}"
        raise RecordError(f"{where}, throw", expected=expected, found=str(found))


def _check_dice(session: Session, found: Contest, where: str) -> None:
    """Raise unless the contest *found* was decided by the dice of the seed."""
    dice = session.contest(found.slot).dice
    if found.dice != dice:
        expected = f"the dice of seed {quoted(session.settings.seed)}, {' '.join(dice)}"
        raise RecordError(f"{where}, dice", expected=expected, found=" ".join(found.dice) or "none")


def _illegal(where: str, error: IllegalMoveError) -> RecordError:
    return RecordError(where, expected="a legal turn", found=error.found)
