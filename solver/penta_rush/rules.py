"""The referee of Penta-Rush: what counts, and why what does not count does not.

A Penta-Rush is five edge-joined cells whose symbols are exactly the roll. A packing is one to five
of them, without overlap and without a shape twice. Every packing that a search finds passes here.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.errors import BrokenInvariantError, GameError, PentaError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES, pentomino_of
from solver.penta_rush.card import Card, check_cells
from solver.penta_rush.dice import ROUNDS, Roll
from solver.penta_rush.points import Points

if TYPE_CHECKING:
    from solver.penta_rush.game import Game, Sheet

MAX_PLACEMENTS = 5  # in a packing: no more count in a round
_TIMER_POINTS = 1  # for turning the timer, never doubled
_MASK_BITS = PENTOMINO_SIZE + 1  # of a placement: its cells and its shape


class Placement(NamedTuple):
    """A Penta-Rush: its *shape*'s letter, its *points*, its *cells* sorted row by row."""

    shape: str
    points: int
    cells: tuple[Cell, ...]

    def to_json(self) -> dict[str, Any]:
        """Return its fields, the cells as ``[row, col]``."""
        return {**self._asdict(), "cells": [list(cell) for cell in self.cells]}


PlacementNumbers = tuple[int, ...]  # a packing by the numbers of its placements in some table


class Ruling(Enum):
    """Whether an outline counts, or why it does not, in the words of the JSON answer."""

    COUNTED = "counted"
    HIGHEST_VALUE_DROPPED = "dearest dropped"
    DUPLICATE = "duplicate"
    OVERLAP = "overlap"
    WRONG_SYMBOLS = "wrong symbols"
    UNFINISHED = "unfinished"


class OutlineRuling(NamedTuple):
    """The *ruling* on one outline with its *reason*; *shape* is None if it is unfinished.

    *points* are those of its tile if it counts, not doubled in the fifth round, else 0. *other* is
    the number, from 1, of the outline with which it shares a cell or its shape, else None.
    """

    ruling: Ruling
    shape: str | None
    points: int
    reason: str
    other: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return its fields, the ruling as the key ``verdict``."""
        _, *rest = self._asdict().items()
        return {"verdict": self.ruling.value, **dict(rest)}


class Verdict(NamedTuple):
    """The rulings on the *outlines* of a sheet, in its order, and the *points* of the round."""

    outlines: tuple[OutlineRuling, ...]
    points: int


class Standing(NamedTuple):
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


def check_possible(game: "Game", points: Points) -> None:
    """Raise `GameError` where a round of *game* has more points than *points* allow on any card."""
    for player in game.players:
        for number, entry in enumerate(player.rounds, start=1):
            most = most_points(points) * round_multiplier(number) + _TIMER_POINTS
            if isinstance(entry, int) and entry > most:
                where = f"{player.name}, round {number}"
                hint = "with the timer; --points counts with other tiles"
                expected = f"at most {most} points"
                raise GameError(where, expected=expected, found=str(entry), hint=hint)


def round_multiplier(round_number: int) -> int:
    """Return what tile points are multiplied by in a round: 2 in the fifth, else 1."""
    return 2 if round_number == ROUNDS else 1


def most_points(points: Points) -> int:
    """Return the most that a roll can be worth on any card, not doubled."""
    return sum(sorted(points.values)[-MAX_PLACEMENTS:])


def judge(sheet: "Sheet", points: Points) -> Verdict:
    """Return the verdict on every outline of *sheet*, and the points of the round."""
    outlines = _rulings(sheet.card, sheet.roll, points, sheet.outlines)
    tile_points = sum(outline.points for outline in outlines)
    round_points = tile_points * round_multiplier(sheet.round) + _TIMER_POINTS * sheet.timer
    return Verdict(outlines, round_points)


def _rulings(
    card: Card, roll: Roll, points: Points, outlines: Sequence[tuple[Cell, ...]]
) -> tuple[OutlineRuling, ...]:
    letters = enumerate(map(pentomino_of, outlines))
    shapes = {number: letter for number, letter in letters if letter}
    faults: dict[int, OutlineRuling] = {}
    for ruling, find_faults in _STEPS:
        numbers = [number for number in range(len(outlines)) if number not in faults]
        undecided = _Undecided(card, roll, points, outlines, shapes, numbers)
        for number, reason, other in find_faults(undecided):
            faults[number] = OutlineRuling(ruling, shapes.get(number), 0, reason, other)
    return tuple(
        faults.get(number)
        or OutlineRuling(Ruling.COUNTED, shapes[number], points[shapes[number]], "right")
        for number in range(len(outlines))
    )


def standings(game: "Game", points: Points) -> list[Standing]:
    """Return the players of *game* with their points, in their order."""

    def scored(entry: "int | Sheet") -> int:
        return entry if isinstance(entry, int) else judge(entry, points).points

    return [Standing(player.name, tuple(map(scored, player.rounds))) for player in game.players]


def winners(players: Sequence[Standing]) -> list[Standing]:
    """Return who wins: most points; tied, the better rounds 1 to 4; still tied, all of them."""
    most = max((player.total, player.first_four) for player in players)
    return [player for player in players if (player.total, player.first_four) == most]


def decided_by(players: Sequence[Standing]) -> str:
    """Return what decides who wins: ``total``, ``rounds 1 to 4``, or nothing, a ``tie``."""
    if len(winners(players)) > 1:
        return "tie"
    most = max(player.total for player in players)
    equal = [player for player in players if player.total == most]
    return "total" if len(equal) == 1 else "rounds 1 to 4"


class Referee:
    """Checks packings made of a fixed list of placements, fast enough for a stream.

    A placement is judged as an outline when it first comes; then its packings only need to share
    no cell and no shape. Raises `BrokenInvariantError` on anything that is not a packing.
    """

    def __init__(
        self, card: Card, roll: Roll, points: Points, placements: Sequence[Placement]
    ) -> None:
        self._card = card
        self._roll = roll
        self._points = points
        self._placements = placements
        self._masks: dict[int, int] = {}

    def check(self, numbers: PlacementNumbers) -> None:
        """Raise unless the placements of these *numbers* are a packing."""
        for _ in self.checked([numbers]):
            pass

    def checked(self, packings: Iterable[PlacementNumbers]) -> Iterator[PlacementNumbers]:
        """Yield each of *packings*, given by numbers; raise at the first that is not right."""
        mask_of = self._masks.__getitem__
        for numbers in packings:
            try:
                masks = sum(map(mask_of, numbers))
            except KeyError:
                self._judge([number for number in numbers if number not in self._masks])
                masks = sum(map(mask_of, numbers))
            # Masks that share a bit have a sum with fewer bits set than they have, by the carry.
            is_disjoint = masks.bit_count() == _MASK_BITS * len(numbers)
            if not (is_disjoint and 1 <= len(numbers) <= MAX_PLACEMENTS):
                raise BrokenInvariantError(f"placements {numbers} are not a packing")
            yield numbers

    def _judge(self, numbers: Sequence[int]) -> None:
        """Store the masks, cells and shape as bits, of placements; raise unless all are right."""
        placements = [self._placements[number] for number in numbers]
        outlines = [placement.cells for placement in placements]
        for cells in outlines:
            check_cells(cells, self._card, "packing", PentaError)
        rulings = _rulings(self._card, self._roll, self._points, outlines)
        for number, placement, outline in zip(numbers, placements, rulings, strict=True):
            if outline.ruling is not Ruling.COUNTED:
                raise BrokenInvariantError(f"{placement} is not right: {outline.reason}")
            if (outline.shape, outline.points) != (placement.shape, placement.points):
                raise BrokenInvariantError(f"{placement}: {outline.shape}, {outline.points} points")
            mask = sum(1 << (row * self._card.cols + col) for row, col in placement.cells)
            self._masks[number] = mask << len(SHAPES) | 1 << SHAPES.index(placement.shape)


class _Fault(NamedTuple):
    """Why the outline of this *number* does not count; *other* as in `OutlineRuling`."""

    number: int
    reason: str
    other: int | None = None


class _Undecided(NamedTuple):
    """What a step of the judging sees: the *numbers* of the outlines without a fault so far."""

    card: Card
    roll: Roll
    points: Points
    outlines: Sequence[tuple[Cell, ...]]
    shapes: dict[int, str]
    numbers: list[int]


def _unfinished(undecided: _Undecided) -> Iterator[_Fault]:
    for number in undecided.numbers:
        if number not in undecided.shapes:
            size = len(undecided.outlines[number])
            apart = "its cells are not joined edge to edge"
            wrong_size = f"{size} cells, not {PENTOMINO_SIZE}"
            yield _Fault(number, apart if size == PENTOMINO_SIZE else wrong_size)


def _overlapping(undecided: _Undecided) -> Iterator[_Fault]:
    holders: dict[Cell, list[int]] = {}
    for number in undecided.numbers:
        for cell in undecided.outlines[number]:
            holders.setdefault(cell, []).append(number)
    for number in undecided.numbers:
        shared = [cell for cell in undecided.outlines[number] if len(holders[cell]) > 1]
        if shared:
            cell = min(shared)
            other = next(holder for holder in holders[cell] if holder != number)
            yield _Fault(number, f"shares {cell} with outline {other + 1}", other + 1)


def _wrong_symbols(undecided: _Undecided) -> Iterator[_Fault]:
    card, roll = undecided.card, undecided.roll.symbols
    symbols_text = card.legend.symbols_text
    for number in undecided.numbers:
        symbols = "".join(sorted(card[cell] for cell in undecided.outlines[number]))
        if symbols != roll:
            yield _Fault(number, f"shows {symbols_text(symbols)}, not {symbols_text(roll)}")


def _duplicates(undecided: _Undecided) -> Iterator[_Fault]:
    first: dict[str, int] = {}
    for number in undecided.numbers:
        earlier = first.setdefault(undecided.shapes[number], number)
        if earlier != number:
            yield _Fault(number, f"same shape as outline {earlier + 1}", earlier + 1)


def _over_limit(undecided: _Undecided) -> Iterator[_Fault]:
    # Stable: of equal points, the outline drawn first stays.
    by_points = sorted(
        undecided.numbers, key=lambda number: undecided.points[undecided.shapes[number]]
    )
    for number in by_points[MAX_PLACEMENTS:]:
        yield _Fault(number, f"only the {MAX_PLACEMENTS} with the fewest points count")


# Decision: the judging order, where the booklet is silent. The first fault of an outline decides.
_STEPS = (
    (Ruling.UNFINISHED, _unfinished),
    (Ruling.OVERLAP, _overlapping),
    (Ruling.WRONG_SYMBOLS, _wrong_symbols),
    (Ruling.DUPLICATE, _duplicates),
    (Ruling.HIGHEST_VALUE_DROPPED, _over_limit),
)
