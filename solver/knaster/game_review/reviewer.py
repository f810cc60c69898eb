"""A game gone through turn by turn: the luck of its rolls, and the skill of its moves.

All expected final scores are those of the advice, before a roll, once it is known, and before the
next one. The first difference is the *luck* of the roll, whose mean over all rolls is 0, the second
the *skill* of the move; the start, all luck and all skill add up to the final score. Before the
next roll the advice looks one roll further: so skill is not quite 0 for the best move. The *loss*
is computed at one depth: expected after the best move, less after this one, or 0 if it is less.

Players are reviewed as if they played alone, until their own sheet is full. If another fills his
sheet first, a player is *cut off*: what this costs him is part of the luck of his last turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from solver.errors import BrokenInvariantError
from solver.knaster.advice import Advice, advice_for_all_rolls
from solver.knaster.record import MIN_LOSS, RatedMove, Record, Turn
from solver.knaster.rules import after_turn
from solver.knaster.sheet import Sheet

if TYPE_CHECKING:
    from solver.knaster.line import LineValues
    from solver.knaster.strategy.advisor import Advisor
    from solver.search import Advance

WORST_MOVES = 3


class ReviewedTurn(NamedTuple):
    """A *turn*, its *number* from 1, on *sheet*, as it was before.

    The expected final score is *before* before the roll, *known* once it is known, and *mean*
    before the next roll. *best* is the turn that the advice rates highest, and *loss* what the turn
    lost beside it: 0, or more.
    """

    number: int
    sheet: Sheet
    turn: Turn
    best: Turn
    before: float
    known: float
    mean: float
    loss: float

    @property
    def luck(self) -> float:
        """The luck of the roll, and of being cut off by it."""
        return self.known - self.before

    @property
    def skill(self) -> float:
        """The skill of the move."""
        return self.mean - self.known


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The review of one player.

    *start* is the expected final score at the start, *score* the points of his sheet as it lies
    now. *cut_off* is what it cost him that another filled his sheet first; None if none did.
    """

    name: str
    start: float
    turns: tuple[ReviewedTurn, ...]
    score: int
    cut_off: float | None

    @property
    def luck(self) -> float:
        """The luck of all turns."""
        return sum(turn.luck for turn in self.turns)

    @property
    def skill(self) -> float:
        """The skill of all moves."""
        return sum(turn.skill for turn in self.turns)

    @property
    def mean(self) -> float:
        """The expected final score now: the score itself once the game is over."""
        return self.turns[-1].mean if self.turns else self.start

    def losing_moves(self) -> list[ReviewedTurn]:
        """Return the moves that lost more than is shown as 0.00."""
        return [turn for turn in self.turns if turn.loss >= MIN_LOSS]

    def worst_moves(self) -> list[ReviewedTurn]:
        """Return the moves that lost most, at most `WORST_MOVES`, the worst first."""
        return sorted(self.losing_moves(), key=lambda turn: -turn.loss)[:WORST_MOVES]

    def rounded(self, decimals: int) -> "PlayerReview":
        """Return the review with all expected scores rounded; so they still add up when shown."""
        turns = tuple(
            turn._replace(
                before=round(turn.before, decimals),
                known=round(turn.known, decimals),
                mean=round(turn.mean, decimals),
                loss=round(turn.loss, decimals),
            )
            for turn in self.turns
        )
        cut_off = None if self.cut_off is None else round(self.cut_off, decimals)
        return replace(self, start=round(self.start, decimals), turns=turns, cut_off=cut_off)


class _Seat:
    """A player under review; *advice* is for his sheet before a roll that need not be the last."""

    def __init__(self, name: str, advice: Advice) -> None:
        self.name = name
        self.advice = advice
        self.start = self.mean = advice.mean
        self.sheet = advice.sheet
        self.turns: list[ReviewedTurn] = []
        self.cut_off: float | None = None

    def review_turn(self, turn: Turn, advisor: "Advisor", *, plies: int, is_last: bool) -> None:
        """Add the review of his next *turn*."""
        advice = self.advice
        if is_last:
            advice = advice_for_all_rolls(self.sheet, advisor, plies=plies, turns=1)
        if is_last and not self.sheet.is_full:
            self.cut_off = advice.mean - self.mean
        best, known, _ = advice.best_moves[turn.roll]
        passed = float(advice.score)
        rating = _mean_of(turn, advice.moves[turn.roll]) if turn.changed_cells else passed
        after = after_turn(self.sheet, turn)
        if is_last or self.sheet.is_full:  # nothing follows
            mean, loss = rating, known - rating
        else:
            self.advice = advice_for_all_rolls(after, advisor, plies=plies, turns=None)
            mean, loss = self.advice.mean, 0.0
            if _cells_of(turn) != _cells_of(best):
                better = after_turn(self.sheet, best)
                advised = advice_for_all_rolls(better, advisor, plies=plies, turns=None)
                loss = max(0.0, advised.mean - mean)
        number = len(self.turns) + 1
        reviewed = ReviewedTurn(number, self.sheet, turn, best, self.mean, known, mean, loss)
        self.turns.append(reviewed)
        self.mean, self.sheet = mean, after

    def review(self, values: "LineValues") -> PlayerReview:
        """Return the review of his turns so far."""
        score = self.sheet.score(values)
        return PlayerReview(self.name, self.start, tuple(self.turns), score, self.cut_off)


def review_players(
    record: Record, advisor: "Advisor", *, plies: int, progress: "Advance"
) -> tuple[PlayerReview, ...]:
    """Return the reviews of the players of the legal game *record*, over or not."""
    start = advice_for_all_rolls(Sheet(), advisor, plies=plies, turns=None)
    seats = [_Seat(player.name, start) for player in record.players]
    is_last, total = False, len(record.rolls)
    for number, turns in enumerate(record.turns(), start=1):
        for seat, turn in zip(seats, turns, strict=True):
            seat.review_turn(turn, advisor, plies=plies, is_last=is_last)
        is_last = any(seat.sheet.is_full for seat in seats)
        progress(number, total, number)
    return tuple(seat.review(advisor.values) for seat in seats)


def _mean_of(turn: Turn, rated: Sequence[RatedMove]) -> float:
    for move in rated:
        if _cells_of(move.turn) == _cells_of(turn):
            return move.mean
    raise BrokenInvariantError(f"the advice leaves out a legal turn: {turn.roll}: {turn.action}")


def _cells_of(turn: Turn) -> tuple[object, ...]:
    """Return what distinguishes turns with one roll; the order of a bonus does not."""
    return turn.write, turn.circle, frozenset(turn.bonus)
