"""What can be asked of the program that plays Pent-Up: a good move, and how well it plays.

It is matched against the simple players: both play both colours in turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line, plural, wrapped_lines
from solver.errors import PentaError
from solver.geometry.cell import names_of
from solver.pent_up.answer import legal_pile
from solver.pent_up.pile_view import (
    GAME_OVER,
    frame_around,
    heights_drawing,
    heights_legend,
    tile_patch,
)
from solver.pent_up.position import Position
from solver.pent_up.record import TURN_ORDER, Colour, Record, TileMove, colour_to_move
from solver.pent_up.rules import Pile, check, game_result, is_over
from solver.pent_up.strategy.budget import MAX_GAMES, SearchBudget
from solver.pent_up.strategy.program import PROGRAM_NAMES, PROGRAMS
from solver.pent_up.strategy.reason import Reason, reason_of
from solver.pent_up.strategy.suggestion import Suggestion, suggest_move
from solver.question import Count, Limit, OneOf, Seconds, Seed, Within, question
from solver.search import Search
from solver.simulation import Rate, simulation, wilson_interval

if TYPE_CHECKING:
    from solver.drawing.scene import Scene

_DECIMALS = 4


@dataclass(frozen=True, slots=True, repr=False)
class SuggestedMove(Answer):
    """A good *move* on *pile*, and what to expect of it; both None when the game is over.

    *lowest*: the lowest levels decide.
    """

    pile: Pile
    title: str
    move: TileMove | None = None
    suggestion: Suggestion | None = None
    lowest: bool = False

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the move on the heights of the pile before it, why, and what to expect."""
        first, *others = self.words()
        yield first
        if self.move is None:
            return
        frame = frame_around([*self.pile.cells, *self.move.cells])
        yield others.pop(0)
        yield plain_line("")
        yield from heights_drawing(self.pile, frame, [tile_patch(self.move)], drawn=drawn)
        yield from heights_legend(self.pile)
        yield plain_line("")
        yield from others

    def words(self) -> Iterator[StyledLine]:
        """Yield the lines without the drawing."""
        move, suggestion = self.move, self.suggestion
        if move is None or suggestion is None:
            yield plain_line(GAME_OVER)
            return
        yield plain_line(f"{_move_text(move)}:")
        yield plain_line(f"  {names_of(move.cells)}")
        yield from wrapped_lines(" ".join(self._reason(move).says.values()))
        win, draw, lose = suggestion.odds
        if suggestion.is_proved:
            outcome = "wins" if win else "draws" if draw else "loses"
            yield plain_line(f"Proved: {move.colour} {outcome} when both play best")
        else:
            odds = f"wins {win:.0%}, draws {draw:.0%}, loses {lose:.0%}"
            visits = f"{suggestion.visits:,} of {suggestion.playouts:,} playouts"
            yield plain_line(f"Expected: {move.colour} {odds} ({visits})")

    @property
    def summary(self) -> str:
        """The move with its cells."""
        if self.move is None:
            return GAME_OVER
        return f"{_move_text(self.move)}: {names_of(self.move.cells)}"

    def to_json(self) -> dict[str, Any]:
        """Return the move, what the side to move may expect of it, and what it does to the pile."""
        move, suggestion = self.move, self.suggestion
        if move is None or suggestion is None:
            return {"move": None}
        return {
            "move": move.to_json(),
            "expected": {
                name: round(share, _DECIMALS) for name, share in suggestion.odds._asdict().items()
            },
            "proved": suggestion.is_proved,
            "visits": suggestion.visits,
            "playouts": suggestion.playouts,
            "reason": self._reason(move).to_json(),
        }

    def _reason(self, move: TileMove) -> Reason:
        return reason_of(self.pile, move, lowest=self.lowest)

    def picture(self) -> "Scene":
        """Return the pile with the move."""
        from solver.pent_up.picture import move_scene, moves_scene

        return moves_scene(self.pile, []) if self.move is None else move_scene(self.pile, self.move)


def _move_text(move: TileMove) -> str:
    return f"{move.colour} lays {move.shape} on level {move.level}"


class Pairing(NamedTuple):
    """A game *against* a program; White plays the suggested moves if its *number* is even."""

    number: int
    against: str
    budget: SearchBudget
    seed: int
    lowest: bool

    @property
    def colour(self) -> Colour:
        """The colour that plays the suggested moves."""
        return TURN_ORDER[self.number % len(TURN_ORDER)]


class PlayedGame(NamedTuple):
    """The *record* of a game, checked by the referee, and its *winner*, None if it is drawn."""

    pairing: Pairing
    record: Record
    winner: Colour | None


class MatchScore(NamedTuple):
    """The games *won*, a point each, *drawn*, half a point each, and *lost*."""

    won: int
    drawn: int
    lost: int

    @property
    def points(self) -> float:
        """The points of all games."""
        return self.won + self.drawn / 2

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates of games won, drawn and lost, and of points.

        A draw varies the points less than a game won or lost does, so the interval of the points
        is rather too wide than too narrow.
        """
        games = sum(self)
        counts = {**self._asdict(), "points": self.points}
        return {name: wilson_interval(count / games, games) for name, count in counts.items()}


@dataclass(frozen=True, slots=True, repr=False)
class MatchResult(Answer):
    """The *games* of a match that were played, against one simple player after the other."""

    games: Sequence[PlayedGame]

    @property
    def summary(self) -> str:
        """How many games were played, and against whom."""
        return f"{plural(len(self.games), 'game')} against {', '.join(self.scores)}"

    @property
    def scores(self) -> dict[str, MatchScore]:
        """The score against each player."""
        return {
            name: count_results([game for game in self.games if game.pairing.against == name])
            for name in dict.fromkeys(game.pairing.against for game in self.games)
        }

    @property
    def records(self) -> list[Record]:
        """The records of the games."""
        return [game.record for game in self.games]

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - a table
        """Yield a table of the score against each player."""
        scores = self.scores
        for against, score in scores.items():
            counts = {**score._asdict(), "points": score.points}
            yield plain_line(f"{against:<8}  games    rate  95 % interval")
            for name, rate in score.rates.items():
                share = f"{rate.share:7.1%}  {rate.interval}"
                yield plain_line(f"  {name:<6}{counts[name]:>7g}  {share}")

    def to_json(self) -> dict[str, Any]:
        """Return the score against each player, with its rates and their intervals."""
        return {
            against: {
                **score._asdict(),
                "points": score.points,
                "rates": {name: rate.to_json() for name, rate in score.rates.items()},
            }
            for against, score in self.scores.items()
        }


@question
def suggest(  # noqa: PLR0913 - what varies, and how it is searched for
    record: Record,
    *,
    upto: Limit | None = None,
    seconds: Seconds | None = None,
    steps: Count | None = None,
    seed: Seed = 0,
    lowest: bool = False,
    title: str = "record",
) -> SuggestedMove:
    """Return a good move after the first *upto* moves of *record*, by default all.

    The program thinks for *seconds*, by default one, or instead for a number of *steps*, when the
    same *seed* gives the same move. *lowest*: more tiles on the lowest level win. Raises
    `RecordError` as `pile_after`.

    >>> suggest(Record(()), steps=1)
    <SuggestedMove: White lays U on level 1: a1 c1 a2 b2 c2>
    """
    pile = legal_pile(record, upto=upto, title=title)
    if is_over(pile.moves):
        return SuggestedMove(pile, title)
    position = Position.from_moves(pile.moves)
    budget = SearchBudget.of(seconds, steps)
    suggestion = suggest_move(position, Random(seed), budget, lowest=lowest)
    move = position.as_move(suggestion.placement)
    return SuggestedMove(pile, title, move, suggestion, lowest)


@question
def match(  # noqa: PLR0913 - what varies, and how it is played
    *,
    games: Annotated[int, Within(1, MAX_GAMES)] = 20,
    against: Sequence[Annotated[str, OneOf(PROGRAM_NAMES)]] = PROGRAM_NAMES,
    seconds: Seconds | None = None,
    steps: Count | None = None,
    seed: Seed = 0,
    lowest: bool = False,
    jobs: Count | None = None,
) -> Search[MatchResult]:
    """Return the search that plays *games* of suggested moves *against* each of these programs.

    The suggested moves are thought about as in `suggest`; *jobs* games are played at a time, by
    default one per core. The referee checks every game.
    """
    budget = SearchBudget.of(seconds, steps)
    if not against:
        raise PentaError("against", expected="at least one program", found="none")
    pairings = [
        Pairing(number, name, budget, seed, lowest) for name in against for number in range(games)
    ]
    played = partial(play_games, pairings, jobs=jobs)
    return simulation(played, MatchResult, total=len(pairings))


def play_games(pairings: Iterable[Pairing], *, jobs: int | None = None) -> Iterator[PlayedGame]:
    """Yield the games of *pairings* in order, by *jobs* processes, by default one per core."""
    # Imported here: multiprocessing takes 17 ms to import, and `suggest` does without it.
    from solver.runtime.parallel import cores, process_map

    with process_map(jobs or cores()) as map_tasks:
        yield from map_tasks(play_game, pairings)


def play_game(pairing: Pairing) -> PlayedGame:
    """Return the game of a *pairing*."""
    number, against, budget, seed, lowest = pairing
    rng = Random(f"{seed} {against} {number}")
    position = Position.from_moves()
    while position.tiles_left:
        if colour_to_move(len(position.placed)) is pairing.colour:
            placement = suggest_move(position, rng, budget, lowest=lowest).placement
        else:
            placement = PROGRAMS[against](position, rng, lowest=lowest)
        position = position.play(placement)
    record = check(Record(tuple(position.moves())))
    return PlayedGame(pairing, record, game_result(record.moves, lowest=lowest).winner)


def count_results(games: Sequence[PlayedGame]) -> MatchScore:
    """Return how many of *games* the suggested moves won, drew and lost."""
    won = sum(game.winner is game.pairing.colour for game in games)
    drawn = sum(game.winner is None for game in games)
    return MatchScore(won, drawn, len(games) - won - drawn)
