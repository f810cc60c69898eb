"""Simulations: seeded games of the solitaire, played by a program.

The rolls of a game depend on the seed and its number alone, so that all programs meet the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial

from solver.errors import BrokenInvariantError, RollError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, chance, roll_dice, rolls
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer, PuzzleRound
from solver.penta_rush.puzzle.hindsight.best_plan import best_score
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.rules import ROUNDS, check
from solver.penta_rush.puzzle.strategy.kernel.game import play_games
from solver.penta_rush.puzzle.strategy.kernel.state import SolitaireTables, build_tables
from solver.penta_rush.puzzle.strategy.program import Level, SimulatedGame, SimulationSpec
from solver.penta_rush.survey.tables import placement_table
from solver.runtime.arrays import np
from solver.runtime.kernel import Array2
from solver.runtime.parallel import process_map
from solver.simulation import played_in_threads

_BATCH_S = 0.2  # how long a thread plays before it hands its games over
_GAME_S = {Level.VALUE: 0.01, Level.ROLLOUT: 2.0}  # a game, about
_FAST_GAME_S = 0.001  # a game of the other programs
_SEED_BITS = 64


def simulated_games(spec: SimulationSpec, *, jobs: int | None = None) -> Iterator[SimulatedGame]:
    """Yield the games of *spec* in the order of their numbers, as *jobs* threads play them.

    The same for the same seed, whatever *jobs*. Raises `RollError` when the card shows fewer
    symbols than dice need.
    """
    size = max(1, int(_BATCH_S / _GAME_S.get(spec.level, _FAST_GAME_S)))
    return played_in_threads(partial(_play_batch, spec), spec.games, size=size, jobs=jobs)


def _play_batch(spec: SimulationSpec, numbers: range) -> list[SimulatedGame]:
    card = spec.card
    tables = solitaire_tables(card, spec.points)
    legal_rolls = list(rolls(card.symbols))
    roll_index = {roll: index for index, roll in enumerate(legal_rolls)}
    rngs = [spec.rng(number) for number in numbers]
    rolled = [[roll_index[roll_dice(card.symbols, rng)] for _ in range(ROUNDS)] for rng in rngs]
    indices = np.array(rolled, np.int64).reshape(len(numbers), ROUNDS)
    seeds = np.array([rng.getrandbits(_SEED_BITS) for rng in rngs], np.uint64)
    moves = np.empty((len(numbers), ROUNDS, 3), np.int64)
    play_games(tables, indices, int(spec.level), spec.playouts, seeds, moves)
    return [
        _checked_game(spec, tables, [legal_rolls[index] for index in of_game], game_moves)
        for of_game, game_moves in zip(rolled, moves, strict=True)
    ]


def hindsight_scores(
    spec: SimulationSpec, games: Iterable[SimulatedGame], *, jobs: int = 1
) -> Iterator[int]:
    """Yield the best score that the rolls of each of *games* allowed, had they been known.

    It is the same whatever *jobs*, the number of processes. Raises `WorkerError` when processes
    are killed again and again.
    """
    known = (
        KnownRollsGame(spec.card, tuple(played.roll for played in game.rounds), spec.points)
        for game in games
    )
    with process_map(jobs) as map_tasks:  # the search is plain Python: threads would not be faster
        yield from map_tasks(best_score, known)


def _checked_game(
    spec: SimulationSpec, tables: SolitaireTables, rolled: Sequence[Roll], moves: Array2[np.int64]
) -> SimulatedGame:
    card, points = spec.card, spec.points
    rounds = tuple(
        round_from_move(tables, roll, move, card)
        for roll, move in zip(rolled, moves.tolist(), strict=True)
    )
    score = sum(points[played.shape] for played in rounds if played.circled)
    verdict = check(PuzzleGame((card,), (PuzzlePlayer("penta", rounds),)), points)
    if not verdict.over or verdict.standings[0].points != score:
        raise BrokenInvariantError(f"a game of {score} points: {verdict}")
    return SimulatedGame(rounds, score)


def round_from_move(
    tables: SolitaireTables, roll: Roll, move: Sequence[int], card: Card
) -> PuzzleRound:
    """Return a *move* of the kernel as a round."""
    shape, placement, circled = move
    numbers = tables.cells[placement].tolist() if placement >= 0 else []
    cells = tuple(Cell(*divmod(number, card.cols)) for number in numbers)
    return PuzzleRound(roll, SHAPES[shape], cells, circled=bool(circled))


@lru_cache(maxsize=4)
def solitaire_tables(card: Card, points: Points) -> SolitaireTables:
    """Return the tables of *card*, whose dice have the symbols that it shows.

    Raises `RollError` when no roll of these is legal.
    """
    legal_rolls = list(rolls(card.symbols))
    if not legal_rolls:
        expected = "at least 3 symbols on the card"
        raise RollError("dice", expected=expected, found=str(len(card.symbols)))
    roll_index = {roll.symbols: index for index, roll in enumerate(legal_rolls)}
    layout = placement_table(card.rows, card.cols, points)
    cells = layout.cells.astype(np.int64)
    shown = "".join(card.lines)
    symbols = ("".join(sorted(shown[cell] for cell in row)) for row in cells.tolist())
    rolled = np.array([roll_index.get(text, len(legal_rolls)) for text in symbols], np.int64)
    weights = [float(chance(roll, sides=len(card.symbols))) for roll in legal_rolls]
    chances = np.array(weights) / sum(weights)
    return build_tables(
        cells,
        layout.shapes.astype(np.int64),
        rolled,
        np.array(points.values, np.float64),
        chances,
        len(shown),
    )
