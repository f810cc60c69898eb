"""A hint in steps: which shape, in which part of the card, in which rows, and where it is.

A step is left out unless it leaves at most a third of the places that the one before left, and at
least three, so that the last one narrows it down as well.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from solver.drawing.styled_text import plural
from solver.geometry.cell import Cell, col_name, names_of, row_name
from solver.geometry.polyomino import fixed_pentominoes
from solver.penta_rush.card import Card
from solver.penta_rush.rules import Placement

NARROWER = 3  # times, at least, from one step to the next


class Part(NamedTuple):
    """The rows and cols of a part of a card, from the first to behind the last."""

    top: int
    bottom: int
    left: int
    right: int

    @classmethod
    def around(cls, cells: tuple[Cell, ...]) -> Self:
        """Return the smallest part that has all *cells*."""
        rows, cols = {cell.row for cell in cells}, {cell.col for cell in cells}
        return cls(min(rows), max(rows) + 1, min(cols), max(cols) + 1)

    def places(self, shape: str) -> int:
        """Return how many places *shape* has in this part."""
        boxes = [Part.around(tuple(cells)) for cells in fixed_pentominoes()[shape]]
        height, width = self.bottom - self.top, self.right - self.left
        return sum(max(0, height - box.bottom + 1) * max(0, width - box.right + 1) for box in boxes)

    def __str__(self) -> str:
        """Return the names of its rows and cols."""
        rows = _span("row", row_name(self.top), row_name(self.bottom - 1))
        return f"{rows}, {_span('col', col_name(self.left), col_name(self.right - 1))}"


def _span(what: str, first: str, last: str) -> str:
    return f"{what} {first}" if first == last else f"{what}s {first} to {last}"


def hint_steps(card: Card, placement: Placement) -> list[str]:
    """Return the hints at *placement*, from the vaguest to the last, which says where it is."""
    shape, value, cells = placement
    steps = [f"there is {'an' if shape in 'FILNX' else 'a'} {shape}, {plural(value, 'point')}"]
    left = Part(0, card.rows, 0, card.cols).places(shape)
    for part in _parts(card, Part.around(cells)):
        places = part.places(shape)
        if NARROWER <= places <= left / NARROWER:
            steps.append(f"the {shape} is in {part}")
            left = places
    return [*steps, f"the {shape} is on {names_of(cells)}"]


def _parts(card: Card, own: Part) -> Iterator[Part]:
    """Yield a quarter of *card* around its *own* part, as far as it has room; its rows, or cols."""
    top, bottom = _half(card.rows, own.top, own.bottom)
    left, right = _half(card.cols, own.left, own.right)
    yield Part(top, bottom, left, right)
    yield Part(own.top, own.bottom, left, right)
    yield Part(top, bottom, own.left, own.right)


def _half(length: int, first: int, end: int) -> tuple[int, int]:
    """Return the half of *length* that has all from *first* to *end*, or what is around these."""
    half = -(-length // 2)
    if end <= half:
        return 0, half
    if first >= length - half:
        return length - half, length
    start = max(0, min(first - (half - (end - first)) // 2, length - half))
    return min(start, first), max(start + half, end)
