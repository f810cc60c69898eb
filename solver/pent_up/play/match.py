"""Matches: games of good moves against one of the players to beat, colours alternating."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from solver.pent_up.play.budget import Effort
from solver.pent_up.play.player import PLAYERS, Player
from solver.pent_up.play.search import good_move
from solver.pent_up.play.tally import Tally
from solver.pent_up.position import Position
from solver.pent_up.record import TURNS, Colour, Record, turn
from solver.pent_up.rules import check, result
from solver.runtime.parallel import ProcessPool


class Pairing(NamedTuple):
    """A game to play: its *number*, from 0, *against* whom, with which *effort* and *seed*.

    The good moves are White's in the games of even number.
    """

    number: int
    against: str
    effort: Effort
    seed: int
    lowest: bool

    @property
    def colour(self) -> Colour:
        """Whose the good moves are."""
        return TURNS[self.number % len(TURNS)]


class Game(NamedTuple):
    """A game played: its *record*, seen by the referee, and the *winner*, None if it is drawn."""

    pairing: Pairing
    record: Record
    winner: Colour | None


def match(pairings: Iterable[Pairing], *, jobs: int = 1) -> Iterator[Game]:
    """Yield the games of *pairings* in their order, played by so many processes.

    Raises `WorkerError` when these are killed again and again.
    """
    if jobs == 1:
        yield from map(played, pairings)
        return
    with ProcessPool(jobs) as processes:
        yield from processes.map(played, pairings)


def played(pairing: Pairing) -> Game:
    """Return the game of a *pairing*."""
    number, against, effort, seed, lowest = pairing
    rng = Random(f"{seed} {against} {number}")
    good: Player = partial(good_move, effort=effort)
    position = Position.of()
    while position.tiles:
        mover = good if turn(len(position.laid)) is pairing.colour else PLAYERS[against]
        position = position.after(mover(position, rng, lowest=lowest))
    record = check(Record(tuple(position.moves())))
    return Game(pairing, record, result(record.moves, lowest=lowest).winner)


def tally(games: Sequence[Game]) -> Tally:
    """Return how *games* ended for the good moves."""
    won = sum(game.winner is game.pairing.colour for game in games)
    drawn = sum(game.winner is None for game in games)
    return Tally(won, drawn, len(games) - won - drawn)
