"""The end of a game, solved: alpha-beta over all legal moves (Knuth & Moore, 1975).

ahead  the lead, from the side of the one who moves
value  what the game comes to when both play best: 1 he wins, 0 it is a draw, -1 he loses

The moves on the levels that are worth most come first. The last tile goes to the highest level it
reaches, by rule d, so that it need not be laid.
"""

from typing import NamedTuple

from solver.pent_up.play.budget import StopCondition
from solver.pent_up.play.evaluation import level_weights, sign, white_lead
from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import TILE_COUNT

_STEP = 20  # positions
_WIN, _LOSS = 1, -1


class BestMove(NamedTuple):
    """The first best *placement*, and the *value* of the game to the side that moves."""

    placement: PilePlacement
    value: int


def solve(position: Position, limit: StopCondition, *, lowest: bool) -> BestMove | None:
    """Return the best move, of which there must be one; None where the *limit* came first."""
    search = _AlphaBeta(limit, level_weights(lowest=lowest))
    ahead = white_lead(position.placed, lowest=lowest)
    try:
        return search.best(position, -ahead if len(position.placed) % 2 else ahead)
    except _LimitReachedError:
        return None


class _LimitReachedError(Exception):
    """The limit was reached."""


class _AlphaBeta:
    """A search up to a *limit*, by the *worth* of the levels."""

    def __init__(self, limit: StopCondition, worth: tuple[int, ...]) -> None:
        self._limit = limit
        self._worth = worth
        self._positions = 0

    def best(
        self, position: Position, ahead: int, alpha: int = _LOSS, beta: int = _WIN
    ) -> BestMove:
        """Return the best move, its value exact between *alpha* and *beta*, else a bound."""
        moves = sorted(position.placements(), key=self._order)
        best = BestMove(moves[0], _LOSS - 1)
        for placement in moves:
            after = ahead + self._worth[placement.level]
            value = -self._value(position.play(placement), -after, -beta, -alpha)
            if value > best.value:
                best, alpha = BestMove(placement, value), max(alpha, value)
                if alpha >= beta:
                    break
        return best

    def _value(self, position: Position, ahead: int, alpha: int, beta: int) -> int:
        if self._limit(self._positions / _STEP):
            raise _LimitReachedError
        self._positions += 1
        left = TILE_COUNT - len(position.placed)
        if left > 1:
            return self.best(position, ahead, alpha, beta).value
        if left:
            ahead += self._worth[next(position.placement_sets()).level]
        return sign(ahead)

    def _order(self, placement: PilePlacement) -> int:
        return -self._worth[placement.level]
