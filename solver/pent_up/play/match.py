"""Matches: games of good moves against one of the players to beat, colours alternating."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from solver.pent_up.play.budget import SearchBudget
from solver.pent_up.play.match_score import MatchScore
from solver.pent_up.play.player import OPPONENTS, MovePolicy
from solver.pent_up.play.suggestion import suggested_move
from solver.pent_up.position import Position
from solver.pent_up.record import TURN_ORDER, Colour, Record, colour_to_move
from solver.pent_up.rules import check, game_result
from solver.runtime.parallel import ProcessPool


class Pairing(NamedTuple):
    """A game to play: its *number*, from 0, *against* whom, with which *effort* and *seed*.

    The good moves are White's in the games of even number.
    """

    number: int
    against: str
    effort: SearchBudget
    seed: int
    lowest: bool

    @property
    def colour(self) -> Colour:
        """Whose the good moves are."""
        return TURN_ORDER[self.number % len(TURN_ORDER)]


class PlayedGame(NamedTuple):
    """A game played: its *record*, seen by the referee, and the *winner*, None if it is drawn."""

    pairing: Pairing
    record: Record
    winner: Colour | None


def play_games(pairings: Iterable[Pairing], *, jobs: int = 1) -> Iterator[PlayedGame]:
    """Yield the games of *pairings* in their order, played by so many processes.

    Raises `WorkerError` when these are killed again and again.
    """
    if jobs == 1:
        yield from map(play_game, pairings)
        return
    with ProcessPool(jobs) as processes:
        yield from processes.map(play_game, pairings)


def play_game(pairing: Pairing) -> PlayedGame:
    """Return the game of a *pairing*."""
    number, against, effort, seed, lowest = pairing
    rng = Random(f"{seed} {against} {number}")
    good: MovePolicy = partial(suggested_move, effort=effort)
    position = Position.from_moves()
    while position.tiles_left:
        mover = good if colour_to_move(len(position.placed)) is pairing.colour else OPPONENTS[against]
        position = position.play(mover(position, rng, lowest=lowest))
    record = check(Record(tuple(position.moves())))
    return PlayedGame(pairing, record, game_result(record.moves, lowest=lowest).winner)


def count_results(games: Sequence[PlayedGame]) -> MatchScore:
    """Return how *games* ended for the good moves."""
    won = sum(game.winner is game.pairing.colour for game in games)
    drawn = sum(game.winner is None for game in games)
    return MatchScore(won, drawn, len(games) - won - drawn)
