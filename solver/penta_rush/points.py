"""The points of the twelve tiles: our bundled values, or those of a person's own file.

The file is TOML with one line per tile, ``F = 1``. A card that was made for other values than ours
has them on one line, ``F1 I4 L1 ...``, and they go with it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import data
from solver.errors import PointsError, quoted
from solver.files.json_reader import parse_toml
from solver.geometry.polyomino import SHAPES, check_shape
from solver.question import check_argument

MAX_POINTS = 1_000_000  # so that no sum leaves the 64 bits of a solver

_LINE = re.compile(r"points\s*[=:]\s*(.*)", re.IGNORECASE)
_TILE = re.compile(rf"([{SHAPES}])(\d{{1,9}})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each tile, *values* in the order of ``FILNPTUVWXYZ``."""

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        check_argument(self.values, tuple, "points")
        if len(self.values) != len(SHAPES):
            raise PointsError("points", expected="12 tiles", found=str(len(self.values)))
        for shape, value in zip(SHAPES, self.values, strict=True):
            _check_value(value, f"points of {shape}")

    def __getitem__(self, shape: str) -> int:
        return self.values[SHAPES.index(shape)]

    def __str__(self) -> str:
        return "".join(f"{shape} = {self[shape]}\n" for shape in SHAPES)

    @property
    def line(self) -> str:
        """The points on one line, by the letters of the tiles."""
        return " ".join(f"{shape}{self[shape]}" for shape in SHAPES)

    @property
    def highest_first(self) -> str:
        """The letters of the tiles, the highest value first; equal ones by letter."""
        return "".join(sorted(SHAPES, key=lambda shape: -self[shape]))

    @classmethod
    def parse(cls, text: str, *, source: str = "points") -> Self:
        """Return the tile values in *text*, a TOML file; raise `PointsError` if one is wrong."""
        check_argument(text, str, source)
        table = parse_toml(text, source, PointsError, expected="lines like 'F = 1'")
        return cls.from_table(table, source)

    @classmethod
    def from_table(cls, values: Mapping[str, Any], source: str = "points") -> Self:
        """Return the tile *values* by letters, as TOML has them; errors as of `parse`."""
        table = dict(values)
        for name in list(table):
            if name.upper() in table.keys() - {name}:
                found = f"{name.upper()} again, as {quoted(name)}"
                raise PointsError(source, expected="each tile once", found=found)
            check_shape(name.upper(), f"{source}, tile", PointsError, found=quoted(name))
            table[name.upper()] = table.pop(name)
        return cls._of(table, source, "no line for")

    @classmethod
    def parse_line(cls, text: str, *, source: str = "points") -> Self:
        """Return the tile values in *text*, written as in `line`, in any order."""
        value_of: dict[str, int] = {}
        for word in text.replace(",", " ").split():
            match = _TILE.fullmatch(word)
            if not match or (shape := match[1].upper()) in value_of:
                expected = "each of the twelve tiles once, as in F1 I4 L1 ..."
                found = quoted(word) if not match else f"{shape} again"
                raise PointsError(source, expected=expected, found=found)
            value_of[shape] = int(match[2])
        return cls._of(value_of, source, "none of")

    @classmethod
    def _of(cls, value_of: Mapping[str, Any], where: str, none_of: str) -> Self:
        if missing := [shape for shape in SHAPES if shape not in value_of]:
            found = f"{none_of} {', '.join(missing)}"
            raise PointsError(where, expected="all twelve tiles", found=found)
        for shape in SHAPES:
            _check_value(value_of[shape], f"{where}, tile {shape}")
        return cls(tuple(value_of[shape] for shape in SHAPES))


def split_points(lines: Mapping[int, str], source: str) -> tuple[Points | None, dict[int, str]]:
    """Return the points in the line ``points = F1 I4 ...``, None without it, and the other *lines*.

    Raises `PointsError` when the line has no points, or is there twice.
    """
    points, others = None, dict(lines)
    for number, line in lines.items():
        # A spreadsheet may have put quotes around the line, and separators after it.
        if match := _LINE.fullmatch(line.strip().rstrip(",;\t ").strip('"')):
            where = f"{source}, line {number}"
            if points:
                raise PointsError(where, expected="one line of points", found="a second one")
            points = Points.parse_line(match[1], source=f"{where}, points")
            del others[number]
    return points, others


@cache
def default_points() -> Points:
    """Return the bundled tile values."""
    return Points.parse(data.read("points.toml"), source="bundled points")


def _check_value(value: Any, where: str) -> None:
    if type(value) is not int or not 1 <= value <= MAX_POINTS:
        expected = f"a whole number from 1 to {MAX_POINTS}"
        raise PointsError(where, expected=expected, found=quoted(value))
