"""A game gone through turn by turn: the luck of its rolls, and what its moves lost.

All expected final scores are those of the advice: before a roll, after it when the best move is
made, and after the move that was made. Between them lie

    the luck of the roll   expected after it, less before it; over all rolls its mean is 0
    the skill of the move  expected after it, less after the best one; 0, or less
    the revision           expected before the next roll, less after this move

The revision would be 0 if the advice knew the true values, as it does near the end. Else it looks
one roll further before the next roll than it did when it rated the move, and corrects itself. The
start, luck, skill and revisions add up to the final score. As the revisions are no skill, they are
counted as luck where there are two parts only.

Players are reckoned as if they played alone, until their own sheet is full. If another fills his
sheet first, a player learns before his last roll that it is one. What this costs him, instead of a
revision, is luck too: he is *cut off*.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from solver.errors import BrokenInvariantError
from solver.knaster.advice.sheet_advice import SheetAdvice, advise_rolls
from solver.knaster.record import Record, Turn
from solver.knaster.rules import after_turn
from solver.knaster.sheet import Sheet

if TYPE_CHECKING:
    from solver.knaster.line_values import LineValues
    from solver.knaster.expected_score import RatedMove
    from solver.knaster.strategy.advice import Advisor
    from solver.runtime.progress import Progress

WORST_MOVES = 3
_LOSS = 0.005  # points: what is shown as 0.00 is no loss


class ReviewedTurn(NamedTuple):
    """A *turn*, its *number* from 1, on *sheet*, as it was before.

    The expected final score is *earlier* after the turn before, *before* before the roll,
    *best_mean* after *best*, the turn that the advice rates highest, and *mean* after the turn.
    """

    number: int
    sheet: Sheet
    turn: Turn
    best: Turn
    earlier: float
    before: float
    best_mean: float
    mean: float

    @property
    def revision(self) -> float:
        """What was expected before the roll, less what was after the turn before."""
        return self.before - self.earlier

    @property
    def luck(self) -> float:
        """The luck of the roll."""
        return self.best_mean - self.before

    @property
    def skill(self) -> float:
        """The skill of the move: 0, or less."""
        return self.mean - self.best_mean


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The review of one player.

    *start* is the expected final score at the start, *score* the points of his sheet as it lies
    now. *is_cut_off*: another player filled his sheet first.
    """

    name: str
    start: float
    turns: tuple[ReviewedTurn, ...]
    score: int
    is_cut_off: bool

    @property
    def luck(self) -> float:
        """The luck of all rolls."""
        return sum(turn.luck for turn in self.turns)

    @property
    def skill(self) -> float:
        """The skill of all moves: 0, or less."""
        return sum(turn.skill for turn in self.turns)

    @property
    def revision(self) -> float:
        """The sum of the revisions."""
        return sum(turn.revision for turn in self.turns) - self.cut_off

    @property
    def cut_off(self) -> float:
        """What it cost him, mostly less than 0, that another filled his sheet first."""
        return self.turns[-1].revision if self.is_cut_off else 0.0

    @property
    def mean(self) -> float:
        """The expected final score now: the score itself once the game is over."""
        return self.turns[-1].mean if self.turns else self.start

    def worst_moves(self) -> list[ReviewedTurn]:
        """Return the moves that lost most, at most `WORST_MOVES`, the worst first."""
        losses = [turn for turn in self.turns if turn.skill <= -_LOSS]
        return sorted(losses, key=lambda turn: turn.skill)[:WORST_MOVES]

    def rounded(self, decimals: int) -> "PlayerReview":
        """Return the review with all expected scores rounded; so they still add up when shown."""
        turns = tuple(
            turn._replace(
                earlier=round(turn.earlier, decimals),
                before=round(turn.before, decimals),
                best_mean=round(turn.best_mean, decimals),
                mean=round(turn.mean, decimals),
            )
            for turn in self.turns
        )
        return replace(self, start=round(self.start, decimals), turns=turns)


@dataclass(frozen=True, slots=True)
class GameReview:
    """The reviews of the *players* of a game, by advice of so many *plies*.

    *over*: the last roll has been played.
    """

    players: tuple[PlayerReview, ...]
    plies: int
    over: bool


class _Seat:
    """A player while the game is gone through."""

    def __init__(self, name: str, start: float) -> None:
        self.name = name
        self.start = self.mean = start
        self.sheet = Sheet()
        self.turns: list[ReviewedTurn] = []
        self.is_cut_off = False

    def review_turn(self, turn: Turn, advisor: "Advisor", *, plies: int, is_last: bool) -> None:
        """Add the review of his next *turn*."""
        self.is_cut_off = is_last and not self.sheet.is_full
        left = 1 if self.is_cut_off else None
        advice = _advice(self.sheet, advisor, plies=plies, turns=left)
        rated = advice.moves[turn.roll]
        score = float(advice.score)
        best, best_mean = (rated[0].turn, rated[0].mean) if rated else (Turn(turn.roll), score)
        mean = _mean_of(turn, rated) if turn.changed_cells else score
        number = len(self.turns) + 1
        self.turns.append(
            ReviewedTurn(number, self.sheet, turn, best, self.mean, advice.mean, best_mean, mean)
        )
        self.mean = mean
        self.sheet = after_turn(self.sheet, turn)

    def review(self, values: "LineValues") -> PlayerReview:
        """Return the review of his turns so far."""
        score = self.sheet.score(values)
        return PlayerReview(self.name, self.start, tuple(self.turns), score, self.is_cut_off)


def review_game(
    record: Record, advisor: "Advisor", *, plies: int = 2, progress: "Progress | None" = None
) -> GameReview:
    """Return the review of the legal game *record*, which need not be over.

    *progress* is told how many turns are reviewed.
    """
    start = _advice(Sheet(), advisor, plies=plies, turns=None).mean
    seats = [_Seat(player.name, start) for player in record.players]
    is_last, over, total = False, False, len(record.rolls)
    for number, turns in enumerate(record.turns(), start=1):
        for seat, turn in zip(seats, turns, strict=True):
            seat.review_turn(turn, advisor, plies=plies, is_last=is_last)
        over, is_last = is_last, any(seat.sheet.is_full for seat in seats)
        if progress:
            progress(number, total, number)
    players = tuple(seat.review(advisor.values) for seat in seats)
    return GameReview(players, plies, over)


def _advice(sheet: Sheet, advisor: "Advisor", *, plies: int, turns: int | None) -> SheetAdvice:
    """Return the advice for all rolls, as `knaster advise` gives it."""
    moves = dict(advise_rolls(sheet, advisor=advisor, plies=plies, turns=turns))
    return SheetAdvice(sheet, sheet.score(advisor.values), moves)


def _mean_of(turn: Turn, rated: Sequence["RatedMove"]) -> float:
    """Return the expected final score after the legal *turn*, one of those that are *rated*."""
    for move in rated:
        if _cells_of(move.turn) == _cells_of(turn):
            return move.mean
    raise BrokenInvariantError(f"the advice leaves out a legal turn: {turn.roll}: {turn.action}")


def _cells_of(turn: Turn) -> tuple[object, ...]:
    """Return what tells turns with one roll apart; the order of a bonus does not."""
    return turn.write, turn.circle, frozenset(turn.bonus)
