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
from solver.question import question
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


def legal_moves(sheet: Sheet, roll: int) -> Iterator[Turn]:
    """Yield every legal move but a pass: circles, then writing, cell by cell."""
    for cell in sheet.circle_cells(roll):
        yield Turn(roll, circle=cell)
    for cell in sheet.free_cells:
        for bonus in sorted(map(sorted, bonuses(sheet.with_number(cell, roll), cell))):
            yield Turn(roll, cell, tuple(bonus))


def first_violation(
    sheet: Sheet, turn: Turn, *, is_last: bool = False
) -> tuple[TurnRule, str] | None:
    """Return the first rule that *turn* breaks, and why; the last roll may be passed."""
    broken = _broken_rules(sheet, turn)
    return next((each for each in broken if each[0] is not TurnRule.EARLY or not is_last), None)


def after_turn(sheet: Sheet, turn: Turn) -> Sheet:
    """Return *sheet* after the legal *turn*."""
    if turn.circle is not None:
        return sheet.with_circles({turn.circle})
    if turn.write is not None:
        return sheet.with_number(turn.write, turn.roll).with_circles(set(turn.bonus))
    return sheet


@question
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


def _broken_rules(sheet: Sheet, turn: Turn) -> Iterator[tuple[TurnRule, str]]:
    """Yield the rules that *turn* breaks on *sheet*, in their order, and why."""
    roll, write, circle = turn.roll, turn.write, turn.circle
    if write is not None and circle is not None:
        yield TurnRule.BOTH, f"{roll} is written in {write}, and {circle} is circled"
    if write is None and circle is None:
        yield TurnRule.EARLY, "only the last roll may be passed"
    if write is not None and sheet[write] is not None:
        yield TurnRule.TAKEN, f"{write} has the number {sheet[write]} already"
    if circle is not None:
        if sheet[circle] is None:
            yield TurnRule.FREE, f"{circle} has no number to circle"
        if sheet[circle] != roll:
            number = sheet[circle]
            yield TurnRule.UNEQUAL, f"{circle} has the number {number}, and the roll is {roll}"
        if circle in sheet.circled:
            yield TurnRule.CIRCLED, f"the {roll} in {circle} is circled already"
    if reason := _wrong_bonus_text(sheet, turn):
        yield TurnRule.BONUS, reason


def _wrong_bonus_text(sheet: Sheet, turn: Turn) -> str:
    """Say what is wrong with the bonus of *turn*; nothing if it is legal."""
    cells = turn.bonus
    circled = (
        f"{names_of(cells)} {'are' if len(cells) > 1 else 'is'} circled" if cells else "none is"
    )
    if turn.write is None:
        return f"nothing is written, but {circled}" if cells else ""
    after = sheet.with_number(turn.write, turn.roll)
    legal = bonuses(after, turn.write)
    if frozenset(cells) in legal and len(set(cells)) == len(cells):
        return ""
    hands = filled_lines(after, turn.write)
    written = f"{turn.roll} in {turn.write}"
    if not hands:
        return f"{written} completes no hand, but {circled}"
    lines = " and ".join(f"{line.name} ({hand.label})" for line, hand in hands)
    sizes = sorted({len(choice) for choice in legal})
    count = f"{' or '.join(map(str, sizes))} more {'cell' if sizes == [1] else 'cells'}"
    whose = "it" if len(hands) == 1 else "them"
    return f"{written} completes {lines}: {count} of {whose} must be circled, but {circled}"
