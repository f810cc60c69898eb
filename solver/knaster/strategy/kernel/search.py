"""The search: what a position is worth when the next rolls are looked at one by one."""

from typing import NamedTuple

from solver.knaster.strategy.kernel.evaluation import (
    ValueTable,
    Workspace,
    fill_gains,
    static_value,
)
from solver.knaster.strategy.kernel.line_state import VALUES
from solver.knaster.strategy.kernel.move_list import list_moves, list_moves_by_gains
from solver.knaster.strategy.kernel.position import (
    CELL_COUNT,
    FIRST,
    Board,
    Moves,
    Positions,
    best_number,
    blank_moves,
    blank_positions,
    clear,
    copy,
    make_move,
)
from solver.runtime.arrays import np
from solver.runtime.kernel import Array2, Ints, Words, borrowing, kernel, typed_int
from solver.runtime.word import below

_FIRST_ROLL, _END_OF_ROLLS = typed_int(0), typed_int(VALUES)
RANDOM, GREEDY, TABLE = range(3)
MAX_ROLLS = 2 * CELL_COUNT + 1  # a number written, or one circled, in each; and the last roll
NOTHING = -1


@borrowing
def expected_value(work: Workspace, row: int, plies: int) -> float:
    """Return the points that the position in *row* is expected to earn from the next roll on.

    The next *plies* rolls are looked at, each with all its moves, which takes as many further rows.
    """
    board, table, positions, moves = work
    if plies == 0 or positions.turns[row] == 0 or positions.empty_count[row] == 0:
        return np.float64(static_value(board, table, positions, row))
    expected = 0.0
    fill_gains(work, row, _FIRST_ROLL, _END_OF_ROLLS)
    for roll in range(VALUES):
        list_moves_by_gains(work, row, roll)
        best = 0.0
        if plies == 1:
            best = np.float64(moves.score[row, best_number(moves, row)])
        else:
            for number in range(moves.length[row]):
                copy(positions, row, row + 1)
                earned = make_move(board, positions, row + 1, moves, row, number, roll)
                later = expected_value(work, row + 1, plies - 1)
                best = max(best, earned + later)
        expected += board.chance[roll] * best
    return expected


@kernel
@borrowing
def rate_moves(work: Workspace, row: int, roll: int, plies: int) -> int:
    """List the moves of *roll* with their scores *plies* plies ahead; return how many there are."""
    board, _table, positions, moves = work
    list_moves(work, row, roll)
    if plies > 1:
        for number in range(moves.length[row]):
            copy(positions, row, row + 1)
            earned = make_move(board, positions, row + 1, moves, row, number, roll)
            later = expected_value(work, row + 1, plies - 1)
            moves.score[row, number] = earned + later
    return int(moves.length[row])


class PlayedMoves(NamedTuple):
    """The moves of games, turn by turn."""

    cell: Array2[np.int8]  # (games, MAX_ROLLS): where to write or circle, or NOTHING
    circles: Array2[np.bool_]  # (games, MAX_ROLLS)
    bonus: Array2[np.int64]  # (games, MAX_ROLLS): the further cells circled, as a bit set
    turns: Ints  # (games,): turns played
    score: Ints  # (games,)


@kernel
def play_games(
    board: Board,
    table: ValueTable,
    level: int,
    plies: int,
    turns: int,
    rolls: Array2[np.int64],
    seeds: Words,
    played: PlayedMoves,
) -> None:
    """Fill in *played*, the moves of the games with these *rolls*, (games, MAX_ROLLS), less 2 each.

    A game ends after *turns* rolls, unless these are NO_LIMIT, or one roll after the sheet is full.
    *plies* are those of the program that plays by the table, and else 1. Random choices take one of
    *seeds* (games,) in each game.
    """
    positions, moves = blank_positions(plies + 2), blank_moves(plies + 1)
    work = Workspace(board, table, positions, moves)
    for game in range(len(rolls)):
        clear(positions, FIRST, turns)
        score, turn = 0, 0
        while positions.turns[0] != 0:
            roll = rolls[game, turn]
            is_last = positions.empty_count[0] == 0
            count = rate_moves(work, FIRST, roll, plies)
            if count:
                if level == TABLE:
                    number = best_number(moves, FIRST)
                elif level == GREEDY:
                    number = _most_points(board, positions, moves, roll, seeds[game : game + 1])
                else:
                    number = below(seeds[game : game + 1], count)
                played.cell[game, turn] = moves.cell[0, number]
                played.circles[game, turn] = moves.circles[0, number]
                played.bonus[game, turn] = moves.bonus[0, number]
                score += make_move(board, positions, FIRST, moves, FIRST, number, roll)
            else:
                played.cell[game, turn] = NOTHING
            turn += 1
            if is_last:
                break
        played.turns[game], played.score[game] = turn, score


@borrowing
def _most_points(board: Board, positions: Positions, moves: Moves, roll: int, seed: Words) -> int:
    """Return the number of a move that earns the most points at once, all equally likely."""
    best, most, ties = 0, -1, 0
    for number in range(moves.length[0]):
        copy(positions, FIRST, FIRST + 1)
        earned = make_move(board, positions, FIRST + 1, moves, FIRST, number, roll)
        if earned > most:
            best, most, ties = number, earned, 1
        elif earned == most:
            ties += 1
            if below(seed, ties) == 0:
                best = number
    return best
