"""The answers of Surround: what they say, their JSON form, and the bundled ones.

A solution is a white ring of the fewest tiles around a centre, with a black ring of the fewest
tiles around that, if there is any. Turned and mirrored solutions count separately, but distinct
solutions only once. `proof` finds and proves the answers; the referee checks their examples here.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import data
from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line, plural, wrapped_lines
from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells
from solver.geometry.polyomino import PENTOMINO_SIZE, pentominoes, placements
from solver.pent_up.answer import level_text
from solver.pent_up.pile_view import frame_around
from solver.pent_up.record import TileMove
from solver.pent_up.surround.rules import (
    Ring,
    RingTile,
    boundary_of,
    cells_of,
    centre_of,
    check,
    colour_of,
)
from solver.question import check_fields

if TYPE_CHECKING:
    from solver.drawing.scene import Scene

_FILE = "surround.json"


class RingSolution(NamedTuple):
    """The *white* ring, and the *black* one around it; None where there is none."""

    white: Ring
    black: Ring | None

    def rings(self, shape: str) -> list[Ring]:
        """Return the centre of this *shape* and the rings around it, from the inside out."""
        return [(centre_of(shape),), self.white, *([self.black] if self.black else [])]

    def to_json(self) -> dict[str, Any]:
        """Return the tiles of both rings; those of a black ring that does not exist are null."""
        rings = {"white_tiles": self.white, "black_tiles": self.black}
        return {key: ring and [tile.to_json() for tile in ring] for key, ring in rings.items()}


@dataclass(frozen=True, slots=True, repr=False)
class SurroundAnswer(Answer):
    """An *example* of the fewest tiles around the centre of this *shape*, and what is proven.

    *white* and *black* are the fewest tiles of the two rings, *black* None if no solution is
    surroundable; *solutions*, *distinct* and *surroundable* are numbers of solutions.

    Raises `BrokenInvariantError` where these contradict each other, or the example is wrong.
    """

    example: RingSolution
    shape: str
    white: int
    solutions: int
    distinct: int
    surroundable: int
    black: int | None

    def __post_init__(self) -> None:
        check_fields(self)
        check(self.example.rings(self.shape))
        white, black = self.example
        if (self.white, self.black) != (len(white), None if black is None else len(black)):
            raise BrokenInvariantError(f"{self.shape}: the example has other numbers of tiles")
        if not 1 <= self.distinct <= self.solutions or not 0 <= self.surroundable <= self.solutions:
            raise BrokenInvariantError(
                f"{self.shape}: a part of {self.solutions} is more than that"
            )
        if (self.black is None) != (not self.surroundable):
            raise BrokenInvariantError(f"{self.shape}: {self.surroundable} by {self.black} tiles")

    @property
    def argument(self) -> list[dict[str, Any]]:
        """The steps of the proof that no ring has fewer tiles, as JSON objects.

        Around each of the twelve shapes there are more cells than one tile fewer can cover.
        """
        centre = cells_of([centre_of(self.shape)])
        boundary = boundary_of(centre)
        most, fewer = _most_covered(boundary, centre), self.white - 1
        covered = most * fewer
        counting = {
            "step": "boundary",
            "claim": f"{len(boundary)} cells share an edge with {self.shape}. No tile covers more"
            f" than {most} of them: so {fewer} tiles cover at most {covered}.",
            "cells": len(boundary),
            "most": most,
            "tiles": fewer,
            "covered": covered,
        }
        rings = {
            "step": "rings",
            "claim": "Exhaustive search and CP-SAT, which share no code, find the same"
            f" {self.solutions:,} rings of {self.white} white tiles.",
            "rings": self.solutions,
        }
        too_few = None if self.black is None else self.black - 1
        found = f"{self.surroundable:,} of them can be surrounded, none by {too_few} or fewer."
        outer = {
            "step": "outer",
            "claim": "Both look for black tiles around each of these rings: "
            + (found if too_few else "none of them can be surrounded."),
            "rings": self.surroundable,
            "too_few": too_few,
        }
        return [counting, rings, outer]

    @property
    def title(self) -> str:
        """What the picture shows."""
        return f"Rings around {self.shape}"

    @property
    def summary(self) -> str:
        """The numbers of white tiles and of solutions."""
        solutions = f"{plural(self.solutions, 'solution')}, {self.distinct:,} distinct"
        return f"{self.shape}: {plural(self.white, 'white tile')} needed; {solutions}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the example as it lies on the table, and the numbers."""
        yield from rings_on_table(self.example.rings(self.shape), drawn=drawn)
        yield plain_line("")
        yield plain_line(self.summary)
        black = "" if self.black is None else f"; {plural(self.black, 'black tile')} needed"
        yield plain_line(f"{self.surroundable:,} of them surroundable{black}")
        yield plain_line("Fewer do not do it, proved:")
        for step in self.argument:
            yield from wrapped_lines(step["claim"], first="* ")

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """Return the answer in a JSON object that `to_json` made."""
        black = value["black_tiles"]
        example = RingSolution(_parse_ring(value["white_tiles"]), black and _parse_ring(black))
        keys = ("shape", "white", "solutions", "solutions_distinct", "surroundable", "black")
        return cls(example, *(value[key] for key in keys))

    def to_json(self) -> dict[str, Any]:
        """Return the numbers and the example."""
        return {
            "shape": self.shape,
            "white": self.white,
            "solutions": self.solutions,
            "solutions_distinct": self.distinct,
            "surroundable": self.surroundable,
            "black": self.black,
            "proven": True,
            "argument": self.argument,
            **self.example.to_json(),
        }

    def picture(self) -> "Scene":
        """Return the example as it lies on the table."""
        return rings_scene(self.example.rings(self.shape), title=self.title)


@cache
def bundled_answers() -> dict[str, SurroundAnswer]:
    """Return the bundled answers by their shapes, the examples checked by the referee."""
    values = json.loads(data.read(_FILE))["answers"]
    return {value["shape"]: SurroundAnswer.from_json(value) for value in values}


@cache
def known_rings() -> list[Ring]:
    """Return the bundled rings around a centre, the most that are known; no proof says so."""
    rings = [_parse_ring(tiles) for tiles in json.loads(data.read(_FILE))["rings"]]
    check(rings)
    return rings


def _most_covered(boundary: Cells, centre: Cells) -> int:
    """Return how many cells of the *boundary* around the *centre* a tile may cover."""
    side = range(-PENTOMINO_SIZE, 2 * PENTOMINO_SIZE)  # no tile on the boundary goes farther
    free = {Cell(row, col) for row in side for col in side} - centre
    tiles = (cells for shape in pentominoes().values() for cells in placements(shape, free))
    return max(len(boundary & cells) for cells in tiles)


def _parse_ring(tiles: list[dict[str, Any]]) -> Ring:
    return tuple(map(RingTile.from_json, tiles))


def rings_scene(rings: Sequence[Ring], *, title: str) -> "Scene":
    """Return the picture of *rings* on the table."""
    from solver.pent_up.picture import level_scene

    return level_scene(ring_moves(rings), title=title)


def ring_moves(rings: Sequence[Ring]) -> list[TileMove]:
    """Return the tiles of *rings* as moves on the table, from the inside out."""
    return [
        TileMove(colour_of(number), tile.shape, tile.cells, 1)
        for number, ring in enumerate(rings)
        for tile in ring
    ]


def rings_on_table(rings: Sequence[Ring], *, drawn: bool) -> list[StyledLine]:
    """Return *rings* as they lie on the table."""
    moves = ring_moves(rings)
    frame = frame_around(cell for move in moves for cell in move.cells)
    return level_text(moves, frame, drawn=drawn)
