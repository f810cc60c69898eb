"""Knaster by brute force, written from the rules alone: hands, bonuses, turns, scores, games.

The lines are made here once more, and a bonus is not built up line by line as the referee does it:
of every set of cells it is asked whether it is one.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from solver.geometry.cell import Cell
from solver.knaster.line import LineValues
from solver.knaster.record import Player, Record, Turn
from solver.knaster.sheet import Sheet

GRID = [Cell(row, col) for row in range(5) for col in range(5)]
LINES = [
    *([cell for cell in GRID if cell.row == row] for row in range(5)),
    *([cell for cell in GRID if cell.col == col] for col in range(5)),
    [cell for cell in GRID if cell.row == cell.col],
    [cell for cell in GRID if cell.row + cell.col == 4],
]
# As far from each other as can be: a row has nothing to do with the column of the same number.
UNEQUAL = LineValues((9, 1, 7, 2, 5, 3, 8, 4, 6, 11, 10, 12))
ROLLS = [one + other for one in range(1, 7) for other in range(1, 7)]


def circles_of(numbers: Sequence[int]) -> int:
    """Return how many cells the best hand of five *numbers* circles, 0 if they make none."""

    def has(count: int, other: int = 0) -> bool:
        return any(
            numbers.count(one) >= count and (not other or numbers.count(two) >= other)
            for one in set(numbers)
            for two in set(numbers) - {one} or {0}
        )

    is_straight = any(set(numbers) == set(range(low, low + 5)) for low in range(2, 9))
    if has(5) or is_straight:
        return 3
    if has(4) or has(3, 2):
        return 2
    return int(has(3) or has(2, 2))


def bonuses(sheet: Sheet, written: Cell) -> set[frozenset[Cell]]:
    """Return the sets of cells that may be circled after *written* got its number.

    The lines that it fills have only that cell in common. If it is circled, then by one line; each
    line circles of its other cells as many as its hand says, or all that are left, that one line
    one less.
    """
    hands: list[tuple[frozenset[Cell], int]] = []
    for line in LINES:
        if written not in line:
            continue
        numbers = [number for cell in line if (number := sheet[cell]) is not None]
        if len(numbers) == 5 and circles_of(numbers):
            others = frozenset(line) - {written} - sheet.circled
            hands.append((others, circles_of(numbers)))
    shares = [_chosen(others, count) for others, count in hands]
    sets = set()
    if all(count <= len(others) for others, count in hands):  # the cell written is not needed
        sets |= _unions(shares)
    for number, (others, count) in enumerate(hands):
        with_one_less = _chosen(others, count - 1)
        sets |= {
            cells | {written}
            for cells in _unions([*shares[:number], with_one_less, *shares[number + 1 :]])
        }
    return sets


def turns(sheet: Sheet, roll: int, *, is_last: bool = False) -> Iterator[Turn]:
    for cell in GRID:
        if sheet[cell] == roll and cell not in sheet.circled:
            yield Turn(roll, circle=cell)
        if sheet[cell] is None:
            for bonus in sorted(map(sorted, bonuses(sheet.with_number(cell, roll), cell))):
                yield Turn(roll, cell, tuple(bonus))
    if is_last:
        yield Turn(roll)


def play(sheet: Sheet, turn: Turn) -> Sheet:
    if turn.write is not None:
        sheet = sheet.with_number(turn.write, turn.roll)
    return sheet.with_circles({*turn.bonus, *({turn.circle} if turn.circle else ())})


def score(sheet: Sheet, points: Sequence[int]) -> int:
    full = (all(cell in sheet.circled for cell in line) for line in LINES)
    return sum(value for value, is_full in zip(points, full, strict=True) if is_full) + len(
        sheet.circled
    )


def random_game(seed: int, *, players: int = 1, most: int = 999) -> Record:
    """Return a legal game of random turns, to its end or for *most* turns.

    Turns that circle are preferred, so that lines get full of circles.
    """
    rng = random.Random(seed)
    sheets = [Sheet()] * players
    played: list[list[Turn]] = [[] for _ in sheets]
    is_last = False
    for _ in range(most):
        roll = rng.choice(ROLLS)
        for player, sheet in enumerate(sheets):
            legal = list(turns(sheet, roll, is_last=is_last))
            circling = [turn for turn in legal if turn.circle or turn.bonus]
            turn = rng.choice(circling if circling and rng.random() < 0.7 else legal)
            played[player].append(turn)
            sheets[player] = play(sheet, turn)
        if is_last:
            break
        is_last = any(None not in row for row in [sum(sheet.numbers, ()) for sheet in sheets])
    if players == 1:
        return Record.of_solitaire(tuple(played[0]))
    names = [f"player {number}" for number in range(players)]
    return Record(tuple(Player(name, tuple(own)) for name, own in zip(names, played, strict=True)))


def random_sheet(rng: random.Random, *, free: int, uncircled: int | None = None) -> Sheet:
    """Return a sheet with *free* free cells and *uncircled* numbers that are not circled, or any.

    Some sheets have few different numbers, so that many lines are near a hand.
    """
    if uncircled is None:
        uncircled = rng.randint(0, len(GRID) - free)
    cells = rng.sample(GRID, len(GRID))
    kinds = rng.sample(range(2, 13), rng.choice((2, 3, 5, 11)))
    numbers = {cell: rng.choice(kinds) for cell in cells[free:]}
    return sheet_of(numbers, frozenset(cells[free + uncircled :]))


def sheet_of(numbers: dict[Cell, int], circled: frozenset[Cell]) -> Sheet:
    rows = [tuple(numbers.get(cell) for cell in GRID[at : at + 5]) for at in range(0, 25, 5)]
    return Sheet(tuple(rows), circled)


def thrown(count: int, seed: int) -> tuple[int, ...]:
    rng = random.Random(seed)
    return tuple(rng.randint(1, 6) + rng.randint(1, 6) for _ in range(count))


def _chosen(cells: frozenset[Cell], count: int) -> list[frozenset[Cell]]:
    return list(map(frozenset, combinations(sorted(cells), min(count, len(cells)))))


def _unions(choices: Sequence[list[frozenset[Cell]]]) -> set[frozenset[Cell]]:
    unions = {frozenset[Cell]()}
    for sets in choices:
        unions = {union | cells for union in unions for cells in sets}
    return unions
