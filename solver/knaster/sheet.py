"""The sheet: a grid of 5 x 5 cells, each free or with a number, and the numbers circled.

People write five lines of five, ``.`` for a free cell and brackets round a circled number:

    (6) 5 . (7) 4

A sheet has no history, so any number may stand anywhere.
"""

from dataclasses import dataclass
from typing import Any, Self

from solver.errors import SheetError, quoted
from solver.files.json_reader import as_cells, as_list, as_object, json_quoted, parse_json
from solver.geometry.cell import Cell
from solver.knaster.line import CELLS, LINES, SIZE, Line
from solver.knaster.line_values import LineValues

MIN_NUMBER, MAX_NUMBER = 2, 12  # of two dice
_FREE = "."
_EXPECTED = "a number from 2 to 12, one in brackets, or '.'"
_KEYS = {"numbers": True, "circled": False}


@dataclass(frozen=True, slots=True)
class Sheet:
    r"""The *numbers* of each row, None in a free cell, and the cells whose numbers are *circled*.

    >>> sheet = Sheet.parse("(6) 5 . (7) 4" + 4 * "\n. . . . .")
    >>> sheet[Cell(0, 3)], len(sheet.circled), len(sheet.free_cells)
    (7, 2, 21)
    >>> print(sheet)
     (6)   5    .   (7)   4
      .    .    .    .    .
      .    .    .    .    .
      .    .    .    .    .
      .    .    .    .    .
    """

    numbers: tuple[tuple[int | None, ...], ...] = SIZE * (SIZE * (None,),)
    circled: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        _check_length(self.numbers, "sheet", "rows")
        for row, numbers in enumerate(self.numbers, start=1):
            _check_length(numbers, f"sheet, row {row}", "cells")
            for number in numbers:
                _check_number(number, f"sheet, row {row}")
        for cell in sorted(self.circled):
            _check_circled(cell, self, "sheet")

    def __getitem__(self, cell: Cell) -> int | None:
        return self.numbers[cell.row][cell.col]

    def __str__(self) -> str:
        return "\n".join(
            " ".join(self._cell_text(Cell(row, col)) for col in range(SIZE)).rstrip()
            for row in range(SIZE)
        )

    @property
    def free_cells(self) -> list[Cell]:
        """The cells without a number, row by row."""
        return [cell for cell in CELLS if self[cell] is None]

    @property
    def is_full(self) -> bool:
        """Whether every cell has a number."""
        return not self.free_cells

    def circle_cells(self, roll: int) -> list[Cell]:
        """Return the cells whose number equals *roll* and is not circled, row by row."""
        return [cell for cell in CELLS if self[cell] == roll and cell not in self.circled]

    def with_number(self, cell: Cell, number: int) -> "Sheet":
        """Return the sheet with *number* written in the free *cell*."""
        rows = [list(row) for row in self.numbers]
        rows[cell.row][cell.col] = number
        return Sheet(tuple(map(tuple, rows)), self.circled)

    def with_circles(self, cells: "frozenset[Cell] | set[Cell]") -> "Sheet":
        """Return the sheet with the numbers in *cells* circled too."""
        return Sheet(self.numbers, self.circled | cells)

    def circled_lines(self) -> list[Line]:
        """Return the lines whose five numbers are all circled."""
        return [line for line in LINES if self.circled.issuperset(line.cells)]

    def score(self, values: LineValues) -> int:
        """Return the points of the sheet as it lies: of its lines, and one per circled number."""
        circled_lines = self.circled_lines()
        points = dict(zip(LINES, values.points, strict=True))
        return sum(points[line] for line in circled_lines) + len(self.circled)

    def _cell_text(self, cell: Cell) -> str:
        """Return what stands for *cell*, four columns wide but for a bracket."""
        text = _FREE if self[cell] is None else str(self[cell])
        return f"({text})".rjust(4) if cell in self.circled else f"{text} ".rjust(4)

    @classmethod
    def parse(cls, text: str, *, source: str = "sheet") -> Self:
        """Return the sheet in *text*, in the form for people or as JSON.

        Raises `SheetError`, which names the place after *source*, when there are not five rows of
        five, a number is not one of two dice, or a free cell is circled.
        """
        if text.lstrip().startswith(("{", "[")):
            return cls.from_json(parse_json(text, source, SheetError), source)
        rows = [line.split() for line in text.splitlines() if line.strip()]
        if len(rows) != SIZE:
            raise SheetError(source, expected=f"{SIZE} rows", found=str(len(rows)))
        numbers: list[tuple[int | None, ...]] = []
        circled = set()
        for row, words in enumerate(rows):
            where = f"{source}, row {row + 1}"
            if len(words) != SIZE:
                raise SheetError(where, expected=f"{SIZE} cells", found=str(len(words)))
            for col, word in enumerate(words):
                if word.startswith("(") and word.endswith(")") and len(word) > 1:
                    circled.add(Cell(row, col))
            numbers.append(
                tuple(
                    _parse_number(word, f"{source}, cell {Cell(row, col)}")
                    for col, word in enumerate(words)
                )
            )
        return cls(tuple(numbers), frozenset(circled))

    @classmethod
    def from_json(cls, value: Any, where: str) -> Self:
        """Return the sheet that the JSON *value*, which is *where*, describes.

        Raises `SheetError` as `parse` does.
        """
        fields = as_object(value, where, SheetError, _KEYS)
        rows = as_list(fields["numbers"], f"{where}, numbers", SheetError, f"a list of {SIZE} rows")
        _check_length(rows, where, "rows")
        numbers = []
        for row, cells in enumerate(rows, start=1):
            place = f"{where}, row {row}"
            _check_length(as_list(cells, place, SheetError, f"{SIZE} cells"), place, "cells")
            for col, number in enumerate(cells):
                _check_number(number, f"{where}, cell {Cell(row - 1, col)}")
            numbers.append(tuple(cells))
        sheet = cls(tuple(numbers))
        place = f"{where}, circled"
        circled = as_cells(fields.get("circled", []), place, SheetError)
        for cell in circled:
            _check_circled(cell, sheet, place)
            if circled.count(cell) > 1:
                raise SheetError(place, expected="each cell once", found=f"{cell} again")
        return cls(sheet.numbers, frozenset(circled))

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as a JSON object."""
        return {
            "numbers": [list(row) for row in self.numbers],
            "circled": [str(cell) for cell in sorted(self.circled)],
        }


def check_cell(cell: Cell, where: str, error: type[SheetError] = SheetError) -> None:
    """Raise *error* unless *cell* is on the sheet."""
    if cell not in CELLS:
        raise error(where, expected="a cell from a1 to e5", found=str(cell))


def _parse_number(word: str, where: str) -> int | None:
    is_circled = word.startswith("(") and word.endswith(")")
    text = word[1:-1] if is_circled else word
    if text == _FREE and is_circled:
        raise SheetError(where, expected="a circle round a number", found=quoted(word))
    if text == _FREE:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_NUMBER))):
        raise SheetError(where, expected=_EXPECTED, found=quoted(word))
    number = int(text)
    if not MIN_NUMBER <= number <= MAX_NUMBER:
        raise SheetError(where, expected=_EXPECTED, found=quoted(word))
    return number


def _check_number(number: Any, where: str) -> None:
    if number is None:
        return
    if type(number) is not int or not MIN_NUMBER <= number <= MAX_NUMBER:
        expected = f"a number from {MIN_NUMBER} to {MAX_NUMBER}, or null"
        raise SheetError(where, expected=expected, found=json_quoted(number))


def _check_length(items: Any, where: str, what: str) -> None:
    if len(items) != SIZE:
        raise SheetError(where, expected=f"{SIZE} {what}", found=str(len(items)))


def _check_circled(cell: Cell, sheet: Sheet, where: str) -> None:
    check_cell(cell, where)
    if sheet[cell] is None:
        raise SheetError(where, expected="cells with a number", found=f"{cell}, which is free")
