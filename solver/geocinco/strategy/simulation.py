"""Simulations: seeded games of programs, which change colours and seats from game to game."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver import simulation
from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.errors import BrokenInvariantError
from solver.geocinco.board import BOARD_NOTE, BOARDS, COLOURS, Board
from solver.geocinco.record import TOKENS, Contest, GameTurn, Lay, LayBridge, Move, Record
from solver.geocinco.rules.verdict import check
from solver.geocinco.state import MIN_PLAYERS, State
from solver.geocinco.strategy.board_arrays import board_arrays
from solver.geocinco.strategy.compiled_program import table_of
from solver.geocinco.strategy.kernel.game import (
    BRIDGE,
    DICE,
    EXTRA,
    LAY,
    LOST,
    TURN,
    WON,
    Game,
    play_game,
)
from solver.geocinco.strategy.kernel.position import NONE
from solver.geocinco.strategy.level import Level
from solver.geocinco.throw import DIGIT_FACES, LETTER_FACES, Throw
from solver.question import Count, Within, check_argument, question
from solver.search import Search
from solver.simulation import Rate, played_in_threads, wilson_interval

MAX_TURNS = 2_000  # of all players; a game of random moves takes some hundreds
_MAX_ENTRIES = 40 * MAX_TURNS
_CHECKED, _CHECKED_EVERY = 200, 20  # games: all of the first ones, then one in 20
_DECIMALS = 4


@dataclass(frozen=True, kw_only=True)
class SimulationSpec(simulation.SimulationSpec):
    """Games of *tokens* a turn on *board*, of programs of *levels* in the order of their turns."""

    games: Count = 200
    levels: tuple[Level, ...] = (Level.GREEDY,) * MIN_PLAYERS
    board: Board = field(default_factory=partial(Board.named, BOARDS[0]))
    tokens: Annotated[int, Within(1, TOKENS)] = TOKENS

    def __post_init__(self) -> None:
        super().__post_init__()
        players = Annotated[int, Within(MIN_PLAYERS, len(COLOURS))]
        check_argument(len(self.levels), players, "levels")

    def colours(self, number: int) -> tuple[str, ...]:
        """Return the colours of the players in the game of this *number*, by their turns."""
        first = number % len(COLOURS)
        return (*COLOURS[first:], *COLOURS[:first])[: len(self.levels)]


class SimulatedGame(NamedTuple):
    """What is kept of a game of *spec*, by its *number*: not its moves, since it can be repeated.

    *winner* is the index of the player who won, None if nobody did; *turns* counts those of all.
    """

    spec: SimulationSpec
    number: int
    winner: int | None
    turns: int

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players, by their turns."""
        return self.spec.colours(self.number)

    @property
    def winning_colour(self) -> str | None:
        """The colour that won."""
        return None if self.winner is None else self.colours[self.winner]

    @property
    def record(self) -> Record:
        """The record of the game, which is played once more."""
        return self.record_of(_played(self.spec, self.number)[1])

    def record_of(self, entries: NDArray[np.int16]) -> Record:
        """Return the record of the game from the *entries* of the kernel's log."""
        turns = tuple(_turns(self.spec, entries.tolist()))
        return Record(self.spec.board, self.colours, turns, self.spec.tokens)


class Wins(NamedTuple):
    """How many of the *games* were *won*."""

    won: int
    games: int

    @property
    def rate(self) -> Rate:
        """The share, with its interval."""
        return wilson_interval(self.won / self.games, self.games)

    def to_json(self) -> dict[str, Any]:
        """Return the counts, and the share with its interval."""
        return {"games": self.games, "wins": self.won, "rate": self.rate.to_json()}


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Answer):
    """The *games* of *spec* that were played, at least one, by their numbers."""

    spec: SimulationSpec
    games: Sequence[SimulatedGame]

    @property
    def players(self) -> list[Wins]:
        """What each player won, in the order of their turns."""
        winners = [game.winner for game in self.games]
        return [
            Wins(winners.count(player), len(winners)) for player in range(len(self.spec.levels))
        ]

    @property
    def colours(self) -> dict[str, Wins]:
        """What each colour won of the games that it played, if it played any."""
        played = Counter(colour for game in self.games for colour in game.colours)
        won = Counter(game.winning_colour for game in self.games)
        return {colour: Wins(won[colour], played[colour]) for colour in COLOURS if played[colour]}

    @property
    def undecided(self) -> int:
        """How many games nobody won."""
        return sum(game.winner is None for game in self.games)

    @property
    def mean_turns(self) -> float:
        """The mean number of turns of all players together."""
        return sum(game.turns for game in self.games) / len(self.games)

    @property
    def records(self) -> Iterator[Record]:
        """The records of the games, one after the other: each game is played once more."""
        return (game.record for game in self.games)

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - a table
        """Yield a line for every player, by their turns, and every colour; and the mean length."""
        yield plain_line(f"{plural(len(self.games), 'game')} on the board {self.spec.board.name}")
        tables = {
            "player": {
                f"{number} {level.label}": wins
                for number, (level, wins) in enumerate(self._levels(), 1)
            },
            "colour": self.colours,
        }
        for kind, rows in tables.items():
            yield plain_line("")
            yield plain_line(f"{kind}        games     wins    rate  95 % interval")
            for name, wins in rows.items():
                rate, counts = wins.rate, f"{wins.games:>8,} {wins.won:>8,}"
                yield plain_line(f"{name:<10} {counts}  {rate.share:6.1%}  {rate.interval}")
        yield plain_line("")
        turns = f"{self.mean_turns:.1f} turns a game, of all players together"
        nobody = f"; {plural(self.undecided, 'game')} without a winner" if self.undecided else ""
        yield plain_line(turns + nobody)
        yield plain_line(BOARD_NOTE)

    def to_json(self) -> dict[str, Any]:
        """Return how often each player and each colour won, with intervals."""
        spec = self.spec
        return {
            "board": spec.board.name,
            "seed": spec.seed,
            "tokens": spec.tokens,
            "games": len(self.games),
            "players": [
                {"program": level.label, **wins.to_json()} for level, wins in self._levels()
            ],
            "colours": {colour: wins.to_json() for colour, wins in self.colours.items()},
            "undecided": self.undecided,
            "mean_turns": round(self.mean_turns, _DECIMALS),
        }

    def _levels(self) -> Iterator[tuple[Level, Wins]]:
        return zip(self.spec.levels, self.players, strict=True)


@question
def simulate(spec: SimulationSpec, *, jobs: Count | None = None) -> Search[Simulation]:
    """Return the search that plays the games of *spec* in *jobs* threads, by default one per core.

    The games are the same whatever *jobs*. The referee checks the first 200 games, and one in
    twenty of the others: that takes longer than the game.

    >>> simulate(SimulationSpec(games=2, levels=(Level.RANDOM, Level.GREEDY))).run().players
    [Wins(won=0, games=2), Wins(won=2, games=2)]
    """

    def play(numbers: range) -> list[SimulatedGame]:
        return [simulated_game(spec, number) for number in numbers]

    return simulation.simulation(
        partial(played_in_threads, play, spec.games, jobs=jobs),
        partial(Simulation, spec),
        total=spec.games,
    )


def simulated_game(spec: SimulationSpec, number: int) -> SimulatedGame:
    """Return the game of this *number*; the referee looks at some."""
    game, entries = _played(spec, number)
    if number < _CHECKED or number % _CHECKED_EVERY == 0:
        verdict = check(game.record_of(entries))
        if verdict.winner != game.winning_colour:
            raise BrokenInvariantError(f"{game.winning_colour} has won, says the kernel")
        if not verdict.over and game.turns < MAX_TURNS:
            raise BrokenInvariantError("nobody can lay any more, says the kernel")
    return game


def _played(spec: SimulationSpec, number: int) -> tuple[SimulatedGame, NDArray[np.int16]]:
    """Return the game of this *number*, and the entries of its log."""
    start = State.start(spec.board, spec.colours(number))
    log, length = np.zeros((_MAX_ENTRIES, 3), np.int16), np.zeros(1, np.int64)
    table = table_of(start, spec.levels, spec.rng(number))
    game = Game(table, log, length, owed=np.zeros(TOKENS + 1, np.int64))
    winner = play_game(game, spec.tokens, MAX_TURNS)
    if length[0] > _MAX_ENTRIES:
        raise BrokenInvariantError(f"a game of more than {_MAX_ENTRIES} moves")
    entries = log[: length[0]]
    turns = int((entries[:, 0] == TURN).sum())
    return SimulatedGame(spec, number, None if winner == NONE else winner, turns), entries


def _turns(spec: SimulationSpec, entries: list[list[int]]) -> Iterator[GameTurn]:
    """Yield the turns of a game with these *entries*."""
    starts = [index for index, (kind, _, _) in enumerate(entries) if kind == TURN]
    for start, end in zip(starts, [*starts[1:], len(entries)], strict=True):
        _, digit, letter = entries[start]
        throw = Throw(DIGIT_FACES[digit], LETTER_FACES[letter])
        yield GameTurn(throw, tuple(_moves(spec, entries[start + 1 : end])))


def _moves(spec: SimulationSpec, entries: list[list[int]]) -> list[Move]:
    """Return the moves of a turn: a challenger's extra token follows at once, others come last."""
    slots = tuple(spec.board.slots)
    ends = board_arrays(spec.board).ends
    moves: list[Move] = []
    due: list[int] = []  # the contests whose winner has not laid an extra token yet
    for kind, first, second in entries:
        if kind == LAY:
            moves.append(Lay(slots[first]))
        elif kind == BRIDGE:
            one, other = ends[first]
            moves.append(LayBridge(slots[one], slots[other]))
        elif kind in {LOST, WON}:
            due.insert(0 if kind == WON else len(due), len(moves))
            moves.append(Contest(slots[first], ()))
        else:
            number = due.pop(0) if kind == EXTRA else len(moves) - 1
            contest = moves[number]
            assert isinstance(contest, Contest)  # noqa: S101 - for the type checker
            if kind == DICE:
                dice = (*contest.dice, DIGIT_FACES[first] + DIGIT_FACES[second])
                moves[number] = replace(contest, dice=dice)
            elif second != NONE:
                moves[number] = replace(contest, extra=slots[second])
    return moves
