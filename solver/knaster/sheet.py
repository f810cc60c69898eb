"""The sheet: a grid of 5 x 5 cells, each free or with a number, and the numbers circled.

People write five lines of five, ``.`` for a free cell and brackets round a circled number:

    (6) 5 . (7) 4

``-`` is read as a free cell too, and so is an empty one between commas, semicolons, tabs or bars.
Or they write a number and its cell on each line, and the other cells are free:

    7 c3

A sheet has no history, so any number may stand anywhere.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Self

from solver.errors import PentaError, SheetError, errors_within, quoted
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Table,
    json_quoted,
    list_of,
    parse_json,
    read_any,
    read_cells,
)
from solver.geometry.cell import Cell, check_distinct, parse_cells, row_name
from solver.knaster.line import CELLS, LINES, SIZE, Line, LineValues
from solver.knaster.sheet_rows import FREE, rows_of_words, uncommented
from solver.question import question

MIN_NUMBER, MAX_NUMBER = 2, 12  # of two dice
_FREE_MARKS = (FREE, "-")
_CELL_NAME = re.compile(r"[a-z]\d", re.IGNORECASE)
_EXPECTED = f"a number from {MIN_NUMBER} to {MAX_NUMBER}, one in brackets, or '.'"
_OTHER_RINGS = re.compile(r"[*_{<]*(\d{1,2})[*_}>]*")  # as people mark a circled number
_JSON = re.compile(r"\s*\{(?!\s*\d+\s*\})")  # {6} is meant as a circled number


@dataclass(frozen=True, slots=True)
class Sheet(JsonText):
    r"""The *numbers* of each row, None in a free cell, and the cells whose numbers are *circled*.

    *notes* say how a text was read that may have been meant otherwise.

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

    json_form = ("sheet", SheetError)

    numbers: tuple[tuple[int | None, ...], ...] = SIZE * (SIZE * (None,),)
    circled: frozenset[Cell] = frozenset()
    notes: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.numbers) != SIZE:
            raise SheetError("numbers", expected=f"{SIZE} rows", found=str(len(self.numbers)))
        for row, numbers in enumerate(self.numbers):
            if len(numbers) != SIZE:
                where = f"row {row_name(row)}"
                raise SheetError(where, expected=f"{SIZE} cells", found=str(len(numbers)))
        for cell in CELLS:
            number: Any = self[cell]
            is_number = type(number) is int and MIN_NUMBER <= number <= MAX_NUMBER
            if number is not None and not is_number:
                expected = f"a number from {MIN_NUMBER} to {MAX_NUMBER}, or null"
                raise SheetError(f"cell {cell}", expected=expected, found=json_quoted(number))
        for cell in sorted(self.circled):
            check_cell(cell, "circled")
            if self[cell] is None:
                found = f"{cell}, which is free"
                raise SheetError("circled", expected="cells with a number", found=found)

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
        points = values.of_lines()
        return sum(points[line] for line in self.circled_lines()) + len(self.circled)

    def _cell_text(self, cell: Cell) -> str:
        """Return what stands for *cell*, four columns wide but for a bracket."""
        text = FREE if self[cell] is None else str(self[cell])
        return f"({text})".rjust(4) if cell in self.circled else f"{text} ".rjust(4)

    @classmethod
    @question
    def parse(cls, text: str, *, source: str = "sheet") -> Self:
        """Return the sheet in *text*, in one of the forms for people or as JSON.

        Commas may separate the cells, brackets may be square, ``#`` begins a comment, and a sheet
        may have the letters, numbers and points round it with which the program prints it.

        Raises `SheetError`, which says where after *source*, when there are not five rows of
        five, a number is not one of two dice, or a free cell is circled; of numbers with their
        cells, when a cell comes twice.
        """
        text = text.removeprefix("\ufeff")  # a mark of the encoding
        if is_json(text):
            return cls.from_json(parse_json(text, source, SheetError), source)
        if pairs := number_and_cell_lines(text):
            note = "taken as a sheet, a number and its cell on each line"
            return cls(*_placed(pairs, source), (note,))
        rows, left_out = rows_of_words(text, source)
        if len(rows) != SIZE:
            raise SheetError(source, expected=f"{SIZE} rows", found=str(len(rows)))
        with errors_within(source):
            cells = [
                [_parse_number(word, f"cell {Cell(row, col)}") for col, word in enumerate(words)]
                for row, words in enumerate(rows)
            ]
            circled = {
                Cell(row, col)
                for row, words in enumerate(rows)
                for col, word in enumerate(words)
                if _is_circled(word)
            }
            notes = (f"left out as margins: {', '.join(left_out)}",) if left_out else ()
            return cls(tuple(map(tuple, cells)), frozenset(circled), notes)

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the sheet that *json* describes."""
        fields = dict(Fields(json, _SHEET))
        with errors_within(json.where):
            return cls(**fields)

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as a JSON object."""
        return {
            "numbers": [list(row) for row in self.numbers],
            "circled": [str(cell) for cell in sorted(self.circled)],
        }


def _read_circled(json: Json) -> frozenset[Cell]:
    circled = read_cells(json)
    check_distinct(circled, json.where, json.error)
    return frozenset(circled)


_read_row = list_of(read_any, f"a list of {SIZE} cells")
_SHEET: Table = {
    "numbers": list_of(_read_row, f"a list of {SIZE} rows", each="row"),
    "circled": Optional(_read_circled, []),
}


def is_json(text: str) -> bool:
    """Return whether *text* is meant as JSON: it begins with a brace that is no ring."""
    return _JSON.match(text) is not None


def check_cell(cell: Cell, where: str, error: type[PentaError] = SheetError) -> None:
    """Raise *error* unless *cell* is on the sheet."""
    if cell not in CELLS:
        raise error(where, expected="a cell from a1 to e5", found=str(cell))


def _is_circled(word: str) -> bool:
    return len(word) > 1 and word.startswith("(") and word.endswith(")")


def number_and_cell_lines(text: str) -> dict[int, tuple[str, str]]:
    """Return the number and the cell of each line of *text*, by line; none if it has other lines.

    >>> number_and_cell_lines("7 c3  # the middle")
    {1: ('7', 'c3')}
    """
    pairs = {}
    for number, line in enumerate(uncommented(text), start=1):
        words = re.sub(r"[,;:=]", " ", line).split()
        cells = [at for at, word in enumerate(words) if _CELL_NAME.fullmatch(word)]
        if words and (len(words), len(cells)) != (2, 1):
            return {}
        if words:
            pairs[number] = (words[1 - cells[0]], words[cells[0]])
    return pairs


def _placed(
    pairs: dict[int, tuple[str, str]], source: str
) -> tuple[tuple[tuple[int | None, ...], ...], frozenset[Cell]]:
    """Return the numbers and the circled cells of a sheet with these numbers in their cells."""
    numbers: dict[Cell, int | None] = {}
    circled = set()
    for line, (word, name) in pairs.items():
        where = f"{source}, line {line}"
        (cell,) = parse_cells(name, where, SheetError, expected="a cell from a1 to e5")
        check_cell(cell, where)
        if cell in numbers:
            hint = 'turns are a record: {"turns": [{"roll": 7, "write": "c3"}, ...]}'
            found = f"{cell} again"
            raise SheetError(where, expected="each cell once", found=found, hint=hint)
        numbers[cell] = _parse_number(word, where)
        if _is_circled(word):
            circled.add(cell)
    rows = (tuple(numbers.get(Cell(row, col)) for col in range(SIZE)) for row in range(SIZE))
    return tuple(rows), frozenset(circled)


def _parse_number(word: str, where: str) -> int | None:
    text = word[1:-1] if _is_circled(word) else word
    if word in _FREE_MARKS:
        return None
    is_short = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_NUMBER))
    if not is_short or not MIN_NUMBER <= int(text) <= MAX_NUMBER:
        ring = _OTHER_RINGS.fullmatch(word)
        hint = f"a circled number is ({ring[1]})" if ring and not word.isdigit() else ""
        raise SheetError(where, expected=_EXPECTED, found=quoted(word), hint=hint)
    return int(text)
