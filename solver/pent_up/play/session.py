"""A game of Pent-Up at one keyboard: who plays, which levels decide, the moves, its JSON form."""

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, Self

from solver.console.play import session as base
from solver.drawing.styled_text import plural
from solver.errors import RecordError
from solver.files.json_reader import (
    Fields,
    Json,
    Optional,
    Table,
    or_null,
    read_bool,
    read_integer,
    read_name,
    whole_number,
)
from solver.geometry.cell import Cell
from solver.pent_up.position import Position
from solver.pent_up.record import Colour, Record, TileMove, colour_to_move, read_colour
from solver.pent_up.rules import Pile, is_over, judge
from solver.pent_up.strategy.budget import DEFAULT_SECONDS, MAX_SECONDS, MAX_STEPS, SearchBudget
from solver.pent_up.strategy.program import PROGRAMS
from solver.pent_up.strategy.suggestion import Suggestion, suggest_move

HUMAN, SEARCH = "human", "search"
PLAYERS = (HUMAN, SEARCH, *PROGRAMS)
START = Cell(9, 9)  # where a program lays the first tile, so that few rows or cols are less than 1


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


@dataclass(frozen=True, repr=False)
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
        """Return the game after one more legal move; the first must not lie too far away."""
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
    def read(cls, json: Json) -> Self:
        """Return the game, over or not; a record alone is played with `DEFAULTS`."""
        record = Record.read(json)
        if violation := judge(record).violation:
            where = f"{json.where}, move {violation.turn}"
            raise RecordError(where, expected="a legal move", found=str(violation))
        if json.value.get("play") is None:
            return cls(DEFAULTS, record.moves)
        play = Fields(json.inner(json.value["play"], "play"), _PLAY)
        agreed = play["white"], play["black"], play["lowest"], play["seed"]
        if None not in (play.json.value.get("seconds"), play.json.value.get("steps")):
            raise play.json.wrong("seconds or steps", "both")
        budget = SearchBudget(play["seconds"] or DEFAULT_SECONDS, play["steps"])
        return cls(Settings(*agreed, budget), record.moves, play["resigned"])

    def check_unfinished(self, source: str) -> None:
        """Raise `RecordError` if the game is over."""
        if self.is_over:
            found = "all tiles laid" if self.resigned is None else f"{self.resigned} resigned"
            raise RecordError(source, expected="a game that is not over", found=found)


def _read_seconds(json: Json) -> float:
    seconds = json.value
    if type(seconds) not in (int, float) or not 0 < seconds <= MAX_SECONDS:
        raise json.wrong(f"a number above 0 to {MAX_SECONDS}")
    return float(seconds)


_read_player = partial(read_name, known=PLAYERS, hints=False)
_PLAY: Table = {
    "white": _read_player,
    "black": _read_player,
    "lowest": read_bool,
    "seed": read_integer,
    "resigned": Optional(or_null(read_colour)),
    "seconds": Optional(or_null(_read_seconds)),
    "steps": Optional(or_null(whole_number(1, MAX_STEPS))),
}
