"""Simulations: seeded games of policies against each other.

A game depends on the seed and its number alone, whatever else is played. From game to game the
players change colours, so that seat and colour effects are estimated separately.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np

from solver.errors import BrokenInvariantError
from solver.geocinco.board import COLOURS, Board
from solver.geocinco.record import TOKENS, Contest, GameTurn, Lay, LayBridge, Move, Record
from solver.geocinco.rules.verdict import check
from solver.geocinco.state import MAX_HELD
from solver.geocinco.strategy.board_arrays import blank_position, blank_room, board_arrays
from solver.geocinco.strategy.kernel.game import (
    BRIDGE,
    DICE,
    EXTRA,
    LAY,
    LOST,
    TURN,
    WON,
    Log,
    Table,
    play_game,
)
from solver.geocinco.strategy.kernel.position import NONE
from solver.geocinco.strategy.policy import Policy
from solver.geocinco.strategy.program import players_of
from solver.geocinco.throw import DIGIT_FACES, LETTER_FACES, Throw
from solver.runtime.parallel import thread_map
from solver.simulation import Rate, wilson_interval

MAX_TURNS = 2_000  # of all players; a game of random moves takes some hundreds
_MAX_ENTRIES = 40 * MAX_TURNS
_CHECKED, _CHECKED_EVERY = 200, 20  # games: all of the first ones, then one in 20
_SEED_BITS = 64


class SimulationSpec(NamedTuple):
    """So many *games* on *board*, of a policy for each player, and of *tokens* a turn."""

    board: Board
    policies: tuple[Policy, ...]
    games: int
    seed: int
    tokens: int

    def colours(self, number: int) -> tuple[str, ...]:
        """Return the colours of the players in the game of this *number*, by their turns."""
        first = number % len(COLOURS)
        return (*COLOURS[first:], *COLOURS[:first])[: len(self.policies)]


class Wins(NamedTuple):
    """How many of the *games* were *won*."""

    won: int
    games: int

    @property
    def rate(self) -> Rate:
        """The share, with its interval."""
        return wilson_interval(self.won / self.games, self.games)


class GameResult(NamedTuple):
    """The index of the player who won, None if nobody did, after how many *turns* of all."""

    winner: int | None
    turns: int


@dataclass(frozen=True)
class SimulationResult:
    """What the games of *spec* came to that were played, at least one, by their numbers."""

    spec: SimulationSpec
    games: list[GameResult]

    @property
    def players(self) -> "list[Wins]":
        """What each player won, in the order of their turns."""
        winners = [game.winner for game in self.games]
        count = len(self.games)
        return [Wins(winners.count(player), count) for player in range(len(self.spec.policies))]

    @property
    def colours(self) -> "dict[str, Wins]":
        """What each colour won of the games that it played, if it played any."""
        played, won = Counter[str](), Counter[str]()
        for number, game in enumerate(self.games):
            colours = self.spec.colours(number)
            played.update(colours)
            if game.winner is not None:
                won[colours[game.winner]] += 1
        return {colour: Wins(won[colour], played[colour]) for colour in COLOURS if played[colour]}

    @property
    def undecided(self) -> int:
        """How many games nobody won."""
        return sum(game.winner is None for game in self.games)

    @property
    def mean_turns(self) -> float:
        """The mean number of turns of all players together."""
        return sum(game.turns for game in self.games) / len(self.games)


def simulate(spec: SimulationSpec, *, jobs: int = 1) -> "Iterator[SimulatedGame]":
    """Yield the games of *spec*, by their numbers, as *jobs* threads play them.

    They are the same for the same seed, whatever *jobs*. The referee checks the first 200 games,
    and one in twenty of the others: it takes longer than the game.
    """
    yield from thread_map(partial(_checked_game, spec), range(spec.games), jobs=jobs)


def compile_kernels(spec: SimulationSpec) -> None:
    """Compile what plays *spec*, which takes some seconds the first time."""
    simulated_game(spec, 0)


def _checked_game(spec: SimulationSpec, number: int) -> "SimulatedGame":
    game = simulated_game(spec, number)
    if number < _CHECKED or number % _CHECKED_EVERY == 0:
        verdict = check(game.record)
        if verdict.winner != game.winner:
            raise BrokenInvariantError(f"{game.winner} has won, says the kernel")
        if not verdict.over and game.result.turns < MAX_TURNS:
            raise BrokenInvariantError("nobody can lay any more, says the kernel")
    return game


class SimulatedGame(NamedTuple):
    """A game of *spec*, by its *number*: its *result*, and the kernel's *entries*."""

    spec: SimulationSpec
    number: int
    result: GameResult
    entries: list[list[int]]

    @property
    def winner(self) -> str | None:
        """The colour that won."""
        index = self.result.winner
        return None if index is None else self.spec.colours(self.number)[index]

    @property
    def record(self) -> Record:
        """The record of the game."""
        spec = self.spec
        turns = tuple(_turns(spec, self.entries))
        return Record(spec.board, spec.colours(self.number), turns, spec.tokens)


def simulated_game(spec: SimulationSpec, number: int) -> SimulatedGame:
    """Return the game of this *number*."""
    rng = Random(f"{spec.seed} {number}")
    table = Table(
        board=board_arrays(spec.board),
        position=blank_position(spec.board),
        room=blank_room(),
        players=players_of(spec.colours(number), spec.policies),
        log=Log(np.zeros((_MAX_ENTRIES, 3), np.int16), np.zeros(1, np.int64)),
        laid=np.zeros(MAX_HELD, np.int64),
        owed=np.zeros(TOKENS + 1, np.int64),
        seed=np.array([rng.getrandbits(_SEED_BITS)], np.uint64),
    )
    winner = play_game(table, spec.tokens, MAX_TURNS)
    if table.log.length[0] > _MAX_ENTRIES:
        raise BrokenInvariantError(f"a game of more than {_MAX_ENTRIES} moves")
    entries = table.log.entries[: table.log.length[0]].tolist()
    turns = sum(kind == TURN for kind, _, _ in entries)
    result = GameResult(None if winner == NONE else winner, turns)
    return SimulatedGame(spec, number, result, entries)


def _turns(spec: SimulationSpec, entries: list[list[int]]) -> Iterator[GameTurn]:
    """Yield the turns that the *entries* of a game have."""
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
