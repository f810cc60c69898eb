"""The points of the twelve tiles: our bundled values, or those of a person's own file.

The file is TOML with one line per tile, ``F = 1``: all twelve, each a positive integer.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import data
from solver.errors import PointsError, check_type, quoted
from solver.files.toml_reader import parse_toml
from solver.geometry.polyomino import SHAPES, check_shape

MAX_POINTS = 1_000_000  # so that no sum leaves the 64 bits of a solver


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each tile, *values* in the order of ``FILNPTUVWXYZ``.

    >>> default_points()["X"]
    4
    """

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        check_type(self.values, "points", tuple)
        if len(self.values) != len(SHAPES):
            raise PointsError("points", expected="12 tiles", found=str(len(self.values)))
        for shape, value in zip(SHAPES, self.values, strict=True):
            _check_value(value, f"points of {shape}")

    def __getitem__(self, shape: str) -> int:
        return self.values[SHAPES.index(shape)]

    def __str__(self) -> str:
        return "".join(f"{shape} = {self[shape]}\n" for shape in SHAPES)

    @property
    def highest_first(self) -> str:
        """The letters of the tiles, the highest value first; equal ones by letter.

        >>> default_points().highest_first
        'IWXTVZNUYFLP'
        """
        return "".join(sorted(SHAPES, key=lambda shape: -self[shape]))

    @classmethod
    def parse(cls, text: str, *, source: str = "points") -> Self:
        """Return the tile values in *text*, a TOML file; *source* names it in messages.

        Raises `PointsError` when a tile is missing or its value is not a positive integer.
        """
        check_type(text, source, str)
        table = parse_toml(text, source, PointsError, expected="lines like 'F = 1'")
        for name in table:
            check_shape(name, f"{source}, tile", PointsError)
        missing = [shape for shape in SHAPES if shape not in table]
        if missing:
            found = f"no line for {', '.join(missing)}"
            raise PointsError(source, expected="all twelve tiles", found=found)
        for shape in SHAPES:
            _check_value(table[shape], f"{source}, tile {shape}")
        return cls(tuple(table[shape] for shape in SHAPES))


@cache
def default_points() -> Points:
    """Return the bundled tile values."""
    return Points.parse(data.read("points.toml"), source="bundled points")


def _check_value(value: Any, where: str) -> None:
    if type(value) is not int or not 1 <= value <= MAX_POINTS:
        expected = f"a whole number from 1 to {MAX_POINTS}"
        raise PointsError(where, expected=expected, found=quoted(value))
