"""What can be asked of the program that plays Pent-Up: a good move, and how well it plays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from solver.answer import Answer
from solver.drawing.text_grid import StyledLine, plain_line
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
from solver.pent_up.record import Record, TileMove
from solver.pent_up.rules import Pile, is_over
from solver.pent_up.strategy.budget import DEFAULT_SECONDS, SearchBudget
from solver.pent_up.strategy.match import MatchScore, Pairing, PlayedGame, count_results, play_games
from solver.pent_up.strategy.player import PROGRAMS
from solver.pent_up.strategy.suggestion import Suggestion, suggest_move
from solver.search import Search

if TYPE_CHECKING:
    from solver.drawing.scene import Scene

_DECIMALS = 4
PROGRAM_NAMES = tuple(PROGRAMS)


@dataclass(frozen=True, slots=True, repr=False)
class SuggestedMove(Answer):
    """A good *move* on *pile*, and what to expect of it; both None when the game is over."""

    pile: Pile
    title: str
    move: TileMove | None = None
    suggestion: Suggestion | None = None

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the move beside the heights of the pile before it, and what to expect."""
        pile, move, suggestion = self.pile, self.move, self.suggestion
        if move is None or suggestion is None:
            yield plain_line(GAME_OVER)
            return
        frame = frame_around([*pile.cells, *move.cells])
        yield plain_line(f"{move.colour} lays {move.shape} on level {move.level}:")
        yield plain_line(f"  {names_of(move.cells)}")
        yield plain_line("")
        yield from heights_drawing(pile, frame, [tile_patch(move)], drawn=drawn)
        yield from heights_legend(pile)
        yield plain_line("")
        win, draw, lose = suggestion.odds
        if suggestion.is_proved:
            outcome = "wins" if win else "draws" if draw else "loses"
            yield plain_line(f"Proved: {move.colour} {outcome} when both play best")
        else:
            odds = f"wins {win:.0%}, draws {draw:.0%}, loses {lose:.0%}"
            visits = f"{suggestion.visits:,} of {suggestion.playouts:,} playouts"
            yield plain_line(f"Expected: {move.colour} {odds} ({visits})")

    def to_json(self) -> dict[str, Any]:
        """Return the move, with what the side to move may expect of it."""
        move, suggestion = self.move, self.suggestion
        if move is None or suggestion is None:
            return {"move": None}
        return {
            "move": move.to_json(),
            "expected": _rounded(suggestion.odds._asdict()),
            "proved": suggestion.is_proved,
            "visits": suggestion.visits,
            "playouts": suggestion.playouts,
        }

    def picture(self) -> "Scene":
        """Return the pile with the move."""
        from solver.pent_up.picture import move_scene, moves_scene

        return moves_scene(self.pile, []) if self.move is None else move_scene(self.pile, self.move)


@dataclass(frozen=True, slots=True, repr=False)
class MatchResult(Answer):
    """The *games* of a match that were played, against one simple player after the other."""

    games: Sequence[PlayedGame]

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
            for name, (share, low, high) in score.rates.items():
                interval = f"{low:.1%} to {high:.1%}"
                yield plain_line(f"  {name:<6}{counts[name]:>7g}  {share:7.1%}  {interval}")

    def to_json(self) -> dict[str, Any]:
        """Return the score against each player, with its rates and their intervals."""
        return {
            against: {
                **score._asdict(),
                "points": score.points,
                "rates": {name: _rounded(rate._asdict()) for name, rate in score.rates.items()},
            }
            for against, score in self.scores.items()
        }


def suggest(  # noqa: PLR0913 - what varies, and how it is searched for
    record: Record,
    *,
    upto: int | None = None,
    seconds: float = DEFAULT_SECONDS,
    steps: int | None = None,
    seed: int = 0,
    lowest: bool = False,
    title: str = "record",
) -> SuggestedMove:
    """Return a good move after the first *upto* moves of *record*, by default all.

    The program thinks for *seconds*, or for a number of *steps*, when the same *seed* gives the
    same move. *lowest*: more tiles on the lowest level win. Raises `RecordError` as `pile_after`.

    >>> suggest(Record(()), steps=1)
    <SuggestedMove: White lays U on level 1:>
    """
    pile = legal_pile(record, upto=upto, title=title)
    if is_over(pile.moves):
        return SuggestedMove(pile, title)
    position = Position.from_moves(pile.moves)
    budget = SearchBudget(seconds, steps)
    suggestion = suggest_move(position, Random(seed), budget, lowest=lowest)
    return SuggestedMove(pile, title, position.as_move(suggestion.placement), suggestion)


def match(  # noqa: PLR0913 - what varies, and how it is played
    *,
    games: int = 20,
    against: Sequence[str] = PROGRAM_NAMES,
    seconds: float = DEFAULT_SECONDS,
    steps: int | None = None,
    seed: int = 0,
    lowest: bool = False,
    jobs: int | None = None,
) -> Search[MatchResult]:
    """Return the search that plays *games* of suggested moves *against* each of these players.

    The suggested moves are thought about as in `suggest`; *jobs* games are played at a time, by
    default one per core. The referee checks every game.
    """
    from solver.simulation import simulation  # `suggest` does without the threads that it imports

    budget = SearchBudget(seconds, steps)
    pairings = [
        Pairing(number, name, budget, seed, lowest) for name in against for number in range(games)
    ]
    played = partial(play_games, pairings, jobs=jobs)
    return simulation(played, MatchResult, total=len(pairings))


def _rounded(shares: Mapping[str, float]) -> dict[str, float]:
    return {name: round(share, _DECIMALS) for name, share in shares.items()}
