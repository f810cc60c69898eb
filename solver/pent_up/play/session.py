"""A game of Pent-Up at one keyboard: who plays, which levels decide, the moves, its JSON form."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from solver.console.play import session as base
from solver.console.play.session import as_seed, check_one_of
from solver.drawing.text_grid import plural
from solver.errors import RecordError
from solver.files.json_reader import as_bool, as_object, json_quoted
from solver.geometry.cell import Cell
from solver.pent_up.position import Position
from solver.pent_up.record import (
    Colour,
    Record,
    TileMove,
    colour_to_move,
)
from solver.pent_up.rules import Pile, is_over, judge
from solver.pent_up.strategy.budget import DEFAULT_SECONDS, MAX_SECONDS, MAX_STEPS, SearchBudget
from solver.pent_up.strategy.player import PROGRAMS
from solver.pent_up.strategy.suggestion import Suggestion, suggest_move

HUMAN, SEARCH = "human", "search"
PLAYERS = (HUMAN, SEARCH, *PROGRAMS)
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

    @property
    def programs(self) -> dict[str, str]:
        """The levels of the colours that programs play."""
        players = {Colour.WHITE: self.white, Colour.BLACK: self.black}
        return {str(colour): level for colour, level in players.items() if level != HUMAN}


DEFAULTS = Settings(HUMAN, SEARCH, lowest=False, seed=0, budget=SearchBudget(DEFAULT_SECONDS))


@dataclass(frozen=True)
class Session(base.Session[TileMove]):
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
        """The colour to move, as people call it."""
        return str(self.colour)

    @property
    def before(self) -> Self | None:
        """The game before the last move; None at its beginning."""
        return replace(self, moves=self.moves[:-1]) if self.moves else None

    @cached_property
    def pile(self) -> Pile:
        """The tiles as they lie."""
        return Pile(self.moves)

    @cached_property
    def position(self) -> Position:
        """The pile as the search sees it."""
        return Position.from_moves(self.moves, start=START)

    def with_step(self, step: TileMove) -> Self:
        """Return the game after one more legal move.

        Raises `RecordError` where the first tile lies too far away.
        """
        return replace(self, moves=Record((*self.moves, step)).moves)

    def with_resignation(self) -> Self:
        """Return the game in which the side to move has resigned."""
        return replace(self, resigned=self.colour)

    def suggestion(self) -> Suggestion:
        """Return what the search would play now."""
        settings, rng = self.settings, self.random(len(self.moves))
        return suggest_move(self.position, rng, settings.budget, lowest=settings.lowest)

    def program_move(self) -> TileMove:
        """Return the move of the program that is to move."""
        level = self.settings.programs[self.player]
        if level == SEARCH:
            return self.position.as_move(self.suggestion().placement)
        rng, lowest = self.random(len(self.moves)), self.settings.lowest
        return self.position.as_move(PROGRAMS[level](self.position, rng, lowest=lowest))

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object, a record with the key ``play``."""
        white, black, lowest, seed, (seconds, steps) = self.settings
        resigned = self.resigned and self.resigned.value
        budget = {"seconds": seconds} if steps is None else {"steps": steps}
        play = {"white": white, "black": black, "lowest": lowest, "seed": seed, **budget}
        return {**Record(self.moves).to_json(), "play": {**play, "resigned": resigned}}

    @classmethod
    def from_json(cls, value: Any, source: str) -> Self:
        """Return the game that a JSON *value* is, over or not; raise `RecordError` if it is none.

        A record that does not say how it is played has the default settings.
        """
        record = Record.from_json(value, source)
        if violation := judge(record).violation:
            where = f"{source}, move {violation.turn}"
            raise RecordError(where, expected="a legal move", found=str(violation))
        if value.get("play") is None:
            return cls(DEFAULTS, record.moves)
        where = f"{source}, play"
        play = as_object(value["play"], where, RecordError, {**_KEYS, **_BUDGET_KEYS})
        for colour in ("white", "black"):
            check_one_of(play[colour], PLAYERS, f"{where}, {colour}")
        lowest = as_bool(play["lowest"], f"{where}, lowest", RecordError)
        seed, budget = as_seed(play["seed"], where), _parse_budget(play, where)
        resigned = play.get("resigned")
        if resigned is not None:
            check_one_of(resigned, [colour.value for colour in Colour], f"{where}, resigned")
        settings = Settings(play["white"], play["black"], lowest, seed, budget)
        return cls(settings, record.moves, resigned and Colour(resigned))

    def check_unfinished(self, source: str) -> None:
        """Raise `RecordError` if the game is over."""
        if self.is_over:
            found = "all tiles laid" if self.resigned is None else f"{self.resigned} resigned"
            raise RecordError(source, expected="a game that is not over", found=found)


def _parse_budget(play: dict[str, Any], where: str) -> SearchBudget:
    """Return how long the search may take for a move."""
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
