"""Matches: games of suggested moves against one of the simple players, colours alternating."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from solver.pent_up.position import Position
from solver.pent_up.record import TURN_ORDER, Colour, Record, colour_to_move
from solver.pent_up.rules import check, game_result
from solver.pent_up.strategy.budget import SearchBudget
from solver.pent_up.strategy.player import PROGRAMS
from solver.pent_up.strategy.suggestion import suggest_move
from solver.simulation import Rate, wilson_interval


class Pairing(NamedTuple):
    """A game to play: its *number*, from 0, *against* whom, with which *budget* per move.

    White plays the suggested moves in the games of even number.
    """

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
    """The games *won*, *drawn* and *lost*; rates need at least one game.

    A game won is worth a point, a draw half a point.
    """

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


def play_games(pairings: Iterable[Pairing], *, jobs: int | None = None) -> Iterator[PlayedGame]:
    """Yield the games of *pairings* in their order, played by *jobs* processes.

    By default there is one per core. Raises `WorkerError` when these are killed again and again.
    """
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
