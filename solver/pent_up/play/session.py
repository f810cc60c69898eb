"""A game at one keyboard: who plays, which levels decide, the moves so far, and its JSON form.

The JSON is a record with one more key, ``play``, which says how the game is played. So every
command that reads records reads a saved game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from solver.drawing.text_grid import plural
from solver.errors import RecordError
from solver.files.json_reader import as_bool, as_object, json_quoted, parse_json
from solver.geometry.cell import Cell
from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import (
    Colour,
    Record,
    TileMove,
    colour_to_move,
    parse_record,
    record_json,
)
from solver.pent_up.rules import Pile, is_over, judge
from solver.pent_up.strategy.budget import DEFAULT_SECONDS, MAX_SECONDS, MAX_STEPS, SearchBudget
from solver.pent_up.strategy.player import OPPONENTS
from solver.pent_up.strategy.suggestion import Suggestion, suggest_move

HUMAN, SEARCH = "human", "search"
PLAYERS = (HUMAN, SEARCH, *OPPONENTS)
START = Cell(9, 9)  # where a program lays the first tile, so that few rows or cols are less than 1

_KEYS = {"white": True, "black": True, "lowest": True, "seed": True, "resigned": False}
_BUDGET_KEYS = {"seconds": False, "steps": False}


class Settings(NamedTuple):
    """Who plays *white* and *black*, of `PLAYERS`, and whether the *lowest* level decides.

    Programs choose moves at random from *seed*; the search takes *budget* for a move.
    """

    white: str
    black: str
    lowest: bool
    seed: int
    budget: SearchBudget

    def player(self, colour: Colour) -> str:
        """Return who plays *colour*."""
        return self.white if colour is Colour.WHITE else self.black


DEFAULTS = Settings(HUMAN, SEARCH, lowest=False, seed=0, budget=SearchBudget(DEFAULT_SECONDS))


@dataclass(frozen=True)
class Session:
    """The legal *moves* so far of a game with these *settings*, and who has *resigned*, if any."""

    settings: Settings
    moves: tuple[TileMove, ...] = ()
    resigned: Colour | None = None

    @property
    def is_over(self) -> bool:
        """Whether nobody moves any more."""
        return self.resigned is not None or is_over(self.moves)

    @property
    def length(self) -> str:
        """How many tiles were laid, as in "3 moves"."""
        return plural(len(self.moves), "move")

    @property
    def colour(self) -> Colour:
        """The colour to move."""
        return colour_to_move(len(self.moves))

    @property
    def player(self) -> str:
        """Who is to move."""
        return self.settings.player(self.colour)

    @cached_property
    def pile(self) -> Pile:
        """The tiles as they lie."""
        return Pile(self.moves)

    @cached_property
    def position(self) -> Position:
        """The pile as the search sees it."""
        return Position.from_moves(self.moves, start=START)

    def with_move(self, move: TileMove) -> "Session":
        """Return the session after one more *move*.

        Raises `RecordError` where the first tile lies too far away.
        """
        return replace(self, moves=Record((*self.moves, move)).moves)

    def with_settings(self, settings: Settings) -> "Session":
        """Return the session played with other *settings* from now on."""
        return replace(self, settings=settings)

    def with_resignation(self) -> "Session":
        """Return the session in which the side to move has resigned."""
        return replace(self, resigned=self.colour)

    def without_last(self) -> "Session | None":
        """Return the session before the last move of a person; None if there is none."""
        for count in range(len(self.moves) - 1, -1, -1):
            if self.settings.player(colour_to_move(count)) == HUMAN:
                return replace(self, moves=self.moves[:count])
        return None

    def suggestion(self) -> Suggestion:
        """Return what the search would play now."""
        settings = self.settings
        return suggest_move(self.position, self._rng(), settings.budget, lowest=settings.lowest)

    def program_move(self) -> TileMove:
        """Return the move of the program that is to move."""
        policy = OPPONENTS.get(self.player)
        placement: PilePlacement
        if policy is None:
            placement = self.suggestion().placement
        else:
            placement = policy(self.position, self._rng(), lowest=self.settings.lowest)
        return self.position.as_move(placement)

    def _rng(self) -> Random:
        """Return the random numbers of the next move, the same again after an undo or a resume."""
        return Random(f"{self.settings.seed} {len(self.moves)}")


def saved_game_json(session: Session) -> dict[str, Any]:
    """Return *session* as a JSON object, a record with the key ``play``."""
    white, black, lowest, seed, (seconds, steps) = session.settings
    resigned = session.resigned and session.resigned.value
    budget = {"seconds": seconds} if steps is None else {"steps": steps}
    play = {"white": white, "black": black, "lowest": lowest, "seed": seed, **budget}
    return {**record_json(Record(session.moves)), "play": {**play, "resigned": resigned}}


def parse_saved_game(text: str, *, source: str = "game") -> Session:
    """Return the session in *text*, JSON of a record; *source* names it in messages.

    A record that does not say how it is played has the default settings. Raises `RecordError` where
    it is no record, has an illegal move, or is over.
    """
    record = parse_record(text, source=source)
    if violation := judge(record).violation:
        where = f"{source}, move {violation.turn}"
        raise RecordError(where, expected="a legal move", found=str(violation))
    play = parse_json(text, source, RecordError).get("play")
    session = Session(DEFAULTS, record.moves)
    if play is not None:
        session = _with_play(session, play, f"{source}, play")
    if session.is_over:
        found = "all tiles laid" if session.resigned is None else f"{session.resigned} resigned"
        raise RecordError(source, expected="a game that is not over", found=found)
    return session


def _with_play(session: Session, value: Any, where: str) -> Session:
    """Return *session* as the JSON *value* says that it is played."""
    play = as_object(value, where, RecordError, {**_KEYS, **_BUDGET_KEYS})
    for colour in ("white", "black"):
        _check_one_of(play[colour], PLAYERS, f"{where}, {colour}")
    lowest, seed = as_bool(play["lowest"], f"{where}, lowest", RecordError), play["seed"]
    if type(seed) is not int:
        raise RecordError(f"{where}, seed", expected="a whole number", found=json_quoted(seed))
    settings = Settings(play["white"], play["black"], lowest, seed, _parse_budget(play, where))
    resigned = play.get("resigned")
    if resigned is not None:
        _check_one_of(resigned, [colour.value for colour in Colour], f"{where}, resigned")
    return replace(session, settings=settings, resigned=resigned and Colour(resigned))


def _parse_budget(play: dict[str, Any], where: str) -> SearchBudget:
    seconds, steps = play.get("seconds"), play.get("steps")
    if seconds is not None and steps is not None:
        raise RecordError(where, expected="seconds or steps", found="both")
    if steps is not None:
        if type(steps) is not int or not 1 <= steps <= MAX_STEPS:
            expected = f"1 to {MAX_STEPS}"
            raise RecordError(f"{where}, steps", expected=expected, found=json_quoted(steps))
        return SearchBudget(DEFAULT_SECONDS, steps)
    if seconds is None:
        return DEFAULTS.budget
    if type(seconds) not in (int, float) or not 0 < seconds <= MAX_SECONDS:
        expected = f"a number above 0 to {MAX_SECONDS}"
        raise RecordError(f"{where}, seconds", expected=expected, found=json_quoted(seconds))
    return SearchBudget(seconds)


def _check_one_of(value: Any, known: Sequence[str], where: str) -> None:
    if value not in known:
        raise RecordError(where, expected=" or ".join(known), found=json_quoted(value))
