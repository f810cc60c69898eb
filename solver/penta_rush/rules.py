"""The referee of Penta-Rush: what counts, and why what does not count does not.

Penta-Rush  five edge-joined cells whose symbols are exactly the roll
placement   a Penta-Rush with the letter and the points of its shape
packing     one to five placements, no overlap, no shape twice, sorted by shape
verdict     what became of one outline of a sheet; the first in this order decides:
            unfinished, overlap, wrong symbols, duplicate, dearest dropped, counted

It imports no search and shares no code with one: every answer passes it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from solver.dice import DICE, Roll
from solver.errors import BrokenInvariantError
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points
from solver.penta_rush.sheet import ROUNDS, Game, Outline, Player, Sheet
from solver.polyomino import SHAPES, Cell, pentomino_of

MOST = 5  # Penta-Rush that count in a round
_TIMER = 1  # points for turning it, never doubled


class Placement(NamedTuple):
    """A Penta-Rush: its *shape*'s letter, its *points*, its *cells* sorted row by row."""

    shape: str
    points: int
    cells: tuple[Cell, ...]


Packing = tuple[Placement, ...]


class Verdict(Enum):
    """What became of an outline."""

    COUNTED = "counted"
    DEAREST_DROPPED = "dearest dropped"
    DUPLICATE = "duplicate"
    OVERLAP = "overlap"
    WRONG_SYMBOLS = "wrong symbols"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Judged:
    """One outline's *verdict* with its *reason*; *shape* is None where it has none.

    *points* are those of its tile if it counts, not doubled in the fifth round, else 0.
    """

    verdict: Verdict
    shape: str | None
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """The *outlines* of a sheet, judged in their order, and the *points* of the round."""

    outlines: tuple[Judged, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's points by round; *total* decides, then *first_four*."""

    name: str
    rounds: tuple[int, ...]

    @property
    def total(self) -> int:
        """The points of all five rounds."""
        return sum(self.rounds)

    @property
    def first_four(self) -> int:
        """The points of rounds 1 to 4, which decide a tie."""
        return sum(self.rounds[: ROUNDS - 1])


def factor(round_number: int) -> int:
    """Return by how much Penta-Rush points count in a round: 2 in the fifth, else 1."""
    return 2 if round_number == ROUNDS else 1


def score(packing: Packing) -> int:
    """Return the points of the tiles of *packing*, not doubled."""
    return sum(placement.points for placement in packing)


def judge(sheet: Sheet, points: Points) -> Judgement:
    """Return every outline of *sheet* with its verdict, and the points of the round."""
    judged: dict[int, Judged] = {}

    def strike(number: int, verdict: Verdict, reason: str) -> None:
        judged[number] = Judged(verdict, shapes.get(number), 0, reason)

    letters = map(pentomino_of, sheet.outlines)
    shapes = {number: letter for number, letter in enumerate(letters) if letter}
    for number, outline in enumerate(sheet.outlines):
        if number not in shapes:
            joined = len(outline) == DICE
            reason = "its cells are not joined edge to edge" if joined else f"{len(outline)} cells"
            strike(number, Verdict.UNFINISHED, reason)
    for number, reason in _overlapping(sheet.outlines, _left(sheet, judged)):
        strike(number, Verdict.OVERLAP, reason)
    for number in _left(sheet, judged):
        found = sorted(sheet.card[cell] for cell in sheet.outlines[number])
        if found != list(sheet.roll.symbols):
            strike(number, Verdict.WRONG_SYMBOLS, f"shows {''.join(found)}, not {sheet.roll}")
    first: dict[str, int] = {}
    for number in _left(sheet, judged):
        if (earlier := first.setdefault(shapes[number], number)) != number:
            strike(number, Verdict.DUPLICATE, f"same shape as outline {earlier + 1}")
    right = {number: points[shapes[number]] for number in _left(sheet, judged)}
    # A stable sort: of equal points, the outline drawn first stays.
    for number in sorted(right, key=right.__getitem__)[MOST:]:
        reason = f"only the {MOST} with the fewest points count"
        strike(number, Verdict.DEAREST_DROPPED, reason)
        del right[number]
    for number, value in right.items():
        judged[number] = Judged(Verdict.COUNTED, shapes[number], value, "right")
    earned = sum(right.values()) * factor(sheet.round) + _TIMER * sheet.timer
    return Judgement(tuple(judged[number] for number in sorted(judged)), earned)


def standings(game: Game, points: Points) -> list[Standing]:
    """Return the players of *game* with their points, in their order."""
    return [
        Standing(player.name, tuple(_round_points(player, points))) for player in game.players
    ]


def winners(players: Sequence[Standing]) -> list[Standing]:
    """Return who wins: most points; tied, the better rounds 1 to 4; still tied, all of them."""
    most = max((player.total, player.first_four) for player in players)
    return [player for player in players if (player.total, player.first_four) == most]


class Referee:
    """Passes packings drawn from a fixed table of placements, fast enough for a stream.

    A placement is judged as an outline when it is first met; a packing then only has to keep
    cells and shapes apart. Raises `BrokenInvariantError` on what is not right.
    """

    def __init__(
        self, card: Card, roll: Roll, points: Points, placements: Sequence[Placement]
    ) -> None:
        self._card = card
        self._roll = roll
        self._points = points
        self._placements = placements
        self._marks: dict[int, int] = {}

    def check(self, numbers: Sequence[int]) -> None:
        """Raise unless the placements of these *numbers* are a packing."""
        union = total = 0
        try:
            for number in numbers:
                mark = self._marks[number]
                union |= mark
                total += mark
        except KeyError:
            self._judge([number for number in numbers if number not in self._marks])
            self.check(numbers)
            return
        # A sum of bit sets equals their union only if no two share a bit.
        if union != total or not 1 <= len(numbers) <= MOST:
            raise BrokenInvariantError(f"placements {list(numbers)} are not a packing")

    def _judge(self, numbers: Sequence[int]) -> None:
        """Mark the cells and the shapes of placements as bits; raise unless all are right."""
        placements = [self._placements[number] for number in numbers]
        outlines = tuple(placement.cells for placement in placements)
        judgement = judge(Sheet(self._card, self._roll, outlines), self._points)
        for number, placement, judged in zip(
            numbers, placements, judgement.outlines, strict=True
        ):
            if judged.verdict is not Verdict.COUNTED:
                raise BrokenInvariantError(f"{placement} is not right: {judged.reason}")
            if (judged.shape, judged.points) != (placement.shape, placement.points):
                raise BrokenInvariantError(f"{placement}: {judged.shape}, {judged.points} points")
            cells = sum(1 << (row * self._card.cols + col) for row, col in placement.cells)
            self._marks[number] = cells << len(SHAPES) | 1 << SHAPES.index(placement.shape)


def _round_points(player: Player, points: Points) -> Iterator[int]:
    for entry in player.rounds:
        yield judge(entry, points).points if isinstance(entry, Sheet) else entry


def _left(sheet: Sheet, judged: Iterable[int]) -> list[int]:
    """Return the numbers of the outlines that have no verdict yet."""
    return [number for number in range(len(sheet.outlines)) if number not in judged]


def _overlapping(outlines: Sequence[Outline], left: Sequence[int]) -> Iterator[tuple[int, str]]:
    holders: dict[Cell, list[int]] = {}
    for number in left:
        for cell in outlines[number]:
            holders.setdefault(cell, []).append(number)
    for number in left:
        shared = [cell for cell in sorted(outlines[number]) if len(holders[cell]) > 1]
        if shared:
            other = next(holder for holder in holders[shared[0]] if holder != number)
            yield number, f"shares {shared[0]} with outline {other + 1}"
