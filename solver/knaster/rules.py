"""The referee of Knaster: hands, legal turns, the end of the game, and who wins.

This module imports no search, and shares no code with the kernels that play.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, permutations

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells, names_of
from solver.knaster.line import LINES, SIZE, Line, LineValues
from solver.knaster.record import Player, Record, Turn
from solver.knaster.sheet import Sheet
from solver.violation import Violation


class Hand(Enum):
    """The hands, by their names and how many cells of its line each circles."""

    FIVE = ("five of a kind", 3)
    STRAIGHT = ("straight", 3)
    FOUR = ("four of a kind", 2)
    FULL_HOUSE = ("full house", 2)
    THREE = ("three of a kind", 1)
    TWO_PAIRS = ("two pairs", 1)

    def __init__(self, label: str, bonus: int) -> None:
        self.label = label
        self.bonus = bonus


class TurnRule(Enum):
    """The rules that a turn may break, in the order in which they are checked."""

    OVER = "the game is over"
    BOTH = "both written and circled"
    EARLY = "early pass"
    TAKEN = "the cell is taken"
    FREE = "the cell is free"
    UNEQUAL = "another number"
    CIRCLED = "already circled"
    BONUS = "wrong bonus"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of a record.

    *sheets* are those of the players, in their order, after the legal turns, which end before the
    *violation* if there is one. *over*: the last roll has been played.
    """

    violation: Violation | None
    sheets: tuple[Sheet, ...]
    over: bool


def hand_of(numbers: Sequence[int]) -> Hand | None:
    """Return the hand of the five *numbers* of a line, the highest if there are several.

    >>> hand_of([7, 10, 8, 6, 9]), hand_of([2, 12, 3, 5, 7])
    (<Hand.STRAIGHT: ('straight', 3)>, None)
    """
    counts = sorted(Counter(numbers).values(), reverse=True)
    hands = {
        (5,): Hand.FIVE,
        (4, 1): Hand.FOUR,
        (3, 2): Hand.FULL_HOUSE,
        (3, 1, 1): Hand.THREE,
        (2, 2, 1): Hand.TWO_PAIRS,
    }
    is_straight = sorted(numbers) == list(range(min(numbers), min(numbers) + SIZE))
    return Hand.STRAIGHT if is_straight else hands.get(tuple(counts))


def filled_lines(sheet: Sheet, cell: Cell) -> list[tuple[Line, Hand]]:
    """Return the lines through *cell* that are full and make a hand, in the order of `LINES`."""
    hands = []
    for line in LINES:
        numbers = [sheet[other] for other in line.cells]
        if cell in line.cells and None not in numbers:
            hand = hand_of([number for number in numbers if number is not None])
            if hand is not None:
                hands.append((line, hand))
    return hands


def bonuses(sheet: Sheet, cell: Cell) -> set[Cells]:
    """Return every set of cells that may be circled after the number in *cell* was written.

    Each line that this filled circles as many cells as its hand says, or all that are left, the
    lines in any order.
    """
    reached: set[Cells] = set()
    for order in permutations(filled_lines(sheet, cell)):
        circled_sets = {sheet.circled}
        for line, hand in order:
            circled_sets = {
                circled.union(chosen)
                for circled in circled_sets
                for chosen in _choices(line, hand, circled)
            }
        reached |= {circled - sheet.circled for circled in circled_sets}
    return reached


def _choices(line: Line, hand: Hand, circled: Cells) -> Iterator[tuple[Cell, ...]]:
    left = [cell for cell in line.cells if cell not in circled]
    return combinations(left, min(hand.bonus, len(left)))


def first_violation(
    sheet: Sheet, turn: Turn, *, is_last: bool = False
) -> tuple[TurnRule, str] | None:
    """Return the first rule that *turn* breaks on *sheet*, and why; None if it is legal.

    *is_last*: it is the last roll, in which nothing has to be done.
    """
    reasons = ((rule, reason_of(sheet, turn)) for rule, reason_of in _CHECKS)
    waived = {TurnRule.EARLY} if is_last else set()
    return next(((rule, reason) for rule, reason in reasons if reason and rule not in waived), None)


def after_turn(sheet: Sheet, turn: Turn) -> Sheet:
    """Return *sheet* after the legal *turn*."""
    if turn.circle is not None:
        return sheet.with_circles({turn.circle})
    if turn.write is not None:
        return sheet.with_number(turn.write, turn.roll).with_circles(set(turn.bonus))
    return sheet


def judge(record: Record) -> Verdict:
    """Return what the referee says of *record*."""
    sheets = tuple(Sheet() for _ in record.players)
    is_last, over = False, False
    for number, turns in enumerate(record.turns(), start=1):
        if over:
            reason = f"turn {number - 1} was the last roll"
            first = record.players[0].name
            return Verdict(Violation(number, first, TurnRule.OVER, reason), sheets, over)
        for player, sheet, turn in zip(record.players, sheets, turns, strict=True):
            violation = first_violation(sheet, turn, is_last=is_last)
            if violation:
                return Verdict(Violation(number, player.name, *violation), sheets, over)
        sheets = tuple(after_turn(sheet, turn) for sheet, turn in zip(sheets, turns, strict=True))
        over, is_last = is_last, any(sheet.is_full for sheet in sheets)
    return Verdict(None, sheets, over)


def check(record: Record, values: LineValues, score: int | None = None) -> Verdict:
    """Return the verdict on *record*, which a search made, of a game of one player.

    Raises `BrokenInvariantError` if it is illegal, or has not the *score* expected.
    """
    verdict = judge(record)
    if violation := verdict.violation:
        raise BrokenInvariantError(f"turn {violation.turn}: {violation}")
    if score is not None and verdict.sheets[0].score(values) != score:
        raise BrokenInvariantError(f"{verdict.sheets[0].score(values)} points, not {score}")
    return verdict


def winners(record: Record, verdict: Verdict, values: LineValues) -> list[Player]:
    """Return the players with the most points, several if they tie."""
    scores = [sheet.score(values) for sheet in verdict.sheets]
    return [
        player for player, score in zip(record.players, scores, strict=True) if score == max(scores)
    ]


def _both(_sheet: Sheet, turn: Turn) -> str | None:
    if turn.write is None or turn.circle is None:
        return None
    return f"{turn.roll} is written in {turn.write}, and {turn.circle} is circled"


def _pass(_sheet: Sheet, turn: Turn) -> str | None:
    if turn.write is None and turn.circle is None:
        return "only the last roll may be passed"
    return None


def _taken(sheet: Sheet, turn: Turn) -> str | None:
    if turn.write is None or sheet[turn.write] is None:
        return None
    return f"{turn.write} has the number {sheet[turn.write]} already"


def _free(sheet: Sheet, turn: Turn) -> str | None:
    if turn.circle is None or sheet[turn.circle] is not None:
        return None
    return f"{turn.circle} has no number to circle"


def _unequal(sheet: Sheet, turn: Turn) -> str | None:
    if turn.circle is None or sheet[turn.circle] == turn.roll:
        return None
    return f"{turn.circle} has the number {sheet[turn.circle]}, and the roll is {turn.roll}"


def _circled(sheet: Sheet, turn: Turn) -> str | None:
    if turn.circle is None or turn.circle not in sheet.circled:
        return None
    return f"the {turn.roll} in {turn.circle} is circled already"


def _bonus(sheet: Sheet, turn: Turn) -> str | None:
    if turn.write is None:
        return f"nothing is written, but {_circled_text(turn.bonus)}" if turn.bonus else None
    after = sheet.with_number(turn.write, turn.roll)
    legal = bonuses(after, turn.write)
    is_repeated = len(set(turn.bonus)) < len(turn.bonus)
    if frozenset(turn.bonus) in legal and not is_repeated:
        return None
    hands = filled_lines(after, turn.write)
    written = f"{turn.roll} in {turn.write}"
    if not hands:
        return f"{written} completes no hand, but {_circled_text(turn.bonus)}"
    lines = " and ".join(f"{line.name} ({hand.label})" for line, hand in hands)
    sizes = sorted({len(cells) for cells in legal})
    count = f"{' or '.join(map(str, sizes))} more {'cell' if sizes == [1] else 'cells'}"
    whose = "it" if len(hands) == 1 else "them"
    circled = _circled_text(turn.bonus)
    return f"{written} completes {lines}: {count} of {whose} must be circled, but {circled}"


def _circled_text(cells: Sequence[Cell]) -> str:
    """Say that *cells* are circled, or that none is."""
    return f"{names_of(cells)} {'are' if len(cells) > 1 else 'is'} circled" if cells else "none is"


_CHECKS = (
    (TurnRule.BOTH, _both),
    (TurnRule.EARLY, _pass),
    (TurnRule.TAKEN, _taken),
    (TurnRule.FREE, _free),
    (TurnRule.UNEQUAL, _unequal),
    (TurnRule.CIRCLED, _circled),
    (TurnRule.BONUS, _bonus),
)
