"""Training: the table learns from games that it plays alone, by TD(lambda).

After each move the table's value of the position is held against the expected value of the best
move over all rolls that may come next; as a control variate, that takes the luck of the dice out of
what is learned (TD(lambda): Sutton and Barto, 2nd ed., 12). Step sizes are those of temporal
coherence: an entry whose errors keep their sign moves fast, one whose errors cancel out comes to
rest (Beal and Smith, 1999). Some games begin with random moves, which the table would not play.
"""

from typing import NamedTuple

from solver.knaster.strategy.kernel.evaluation import (
    FEATURES,
    ValueTable,
    Workspace,
    list_entries,
    static_value,
)
from solver.knaster.strategy.kernel.move_list import list_moves
from solver.knaster.strategy.kernel.position import (
    FIRST,
    NO_LIMIT,
    Board,
    best_number,
    blank_moves,
    blank_positions,
    clear,
    make_move,
)
from solver.knaster.strategy.kernel.search import expected_value
from solver.runtime.arrays import np
from solver.runtime.kernel import Array1, Words, borrowing, kernel, typed_int
from solver.runtime.word import below

_ONE = typed_int(1)  # ply
_MAX_MOVES = 64  # of a game: 25 written, at most 25 circled, the last roll


class Errors(NamedTuple):
    """What the entries of a table have been corrected by so far: their temporal coherence."""

    total: Array1[np.float32]
    total_size: Array1[np.float32]


@borrowing
def throw(seed: Words) -> int:
    """Return the sum of two dice less 2, and advance *seed* (1,)."""
    throws = below(seed, 36)
    return throws // 6 + throws % 6


@kernel
def train(
    board: Board,
    table: ValueTable,
    errors: Errors,
    seed: Words,
    games: int,
    decay: float,
    exploring: float,
    step: float,
    min_turns: int,
    max_turns: int,
) -> tuple[float, int]:
    """Play *games* games and learn from each.

    *decay* is lambda, *exploring* the share of games that begin with 1 to 3 random moves. The turns
    of a game are chosen between *min_turns* and *max_turns*, if these are not NO_LIMIT. Returns the
    sum of the scores and the number of the games that did not explore.
    """
    positions, moves = blank_positions(3), blank_moves(2)
    work = Workspace(board, table, positions, moves)
    entries = np.zeros((_MAX_MOVES, FEATURES), np.int32)
    surprise = np.zeros(_MAX_MOVES)
    score_sum, counted = 0.0, 0
    for _ in range(games):
        turns = min_turns
        if min_turns != NO_LIMIT:
            turns += below(seed, max_turns - min_turns + 1)
        clear(positions, FIRST, turns)
        explored = 0
        if below(seed, 1 << 20) < exploring * (1 << 20):
            explored = 1 + below(seed, 3)
        length, score = 0, 0.0
        while positions.turns[0] != 0 and positions.empty_count[0] > 0:
            roll = throw(seed)
            count = list_moves(work, FIRST, roll)
            number = below(seed, count) if length < explored else best_number(moves, FIRST)
            score += make_move(board, positions, FIRST, moves, FIRST, number, roll)
            if length >= explored - 1:  # what follows are no random moves
                list_entries(board, table, positions, FIRST, entries[length])
                value = static_value(board, table, positions, FIRST)
                expected = expected_value(work, FIRST, _ONE)
                surprise[length] = expected - value
            length += 1
        if positions.turns[0] != 0:
            roll = throw(seed)
            if list_moves(work, FIRST, roll):
                number = best_number(moves, FIRST)
                score += make_move(board, positions, FIRST, moves, FIRST, number, roll)
        if explored == 0:
            score_sum += score
            counted += 1
        error = 0.0
        for move in range(length - 2, max(explored, 1) - 2, -1):  # the last position is known
            error = surprise[move] + decay * error
            _learn(table, errors, entries[move], error, step)
    return score_sum, counted


@borrowing
def _learn(
    table: ValueTable, errors: Errors, entries: Array1[np.int32], error: float, step: float
) -> None:
    """Move each of *entries* by its share of *error*."""
    share = np.float32(error * step / FEATURES)
    size = np.float32(abs(error))
    for entry in entries:
        rate = np.float32(1)
        if errors.total_size[entry] > 0:
            rate = abs(errors.total[entry]) / errors.total_size[entry]
        table.entries[entry] += share * rate
        errors.total[entry] += np.float32(error)
        errors.total_size[entry] += size
