"""The answers of Surround: what they say, their JSON form, and the bundled ones.

A solution is a white ring of the fewest tiles around a centre, with a black ring of the fewest
tiles around that, if there is any. Solutions are counted with the centre in its one orientation, as
sets of tiles, so that turned and mirrored pictures count separately. Distinct solutions are counted
up to the turns and flips that map the centre onto itself.

Proven are the fewest white tiles, the list of white rings that need no more, which of these can be
surrounded, and the fewest black tiles that any of them needs: `proof` says how. The bundled answers
were found and proven by it; here the referee checks their examples, and `SurroundAnswer` that their
numbers agree.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import data
from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell
from solver.pent_up.surround.rules import Ring, RingTile, centre_of, check

_FILE = "surround.json"


class RingSolution(NamedTuple):
    """The *white* ring, and the *black* one around it; None where there is none."""

    white: Ring
    black: Ring | None

    def rings(self, shape: str) -> list[Ring]:
        """Return the centre of this *shape* and the rings around it, from the inside out."""
        return [(centre_of(shape),), self.white, *([self.black] if self.black else [])]


@dataclass(frozen=True, slots=True)
class SurroundAnswer:
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


@cache
def bundled_answers() -> dict[str, SurroundAnswer]:
    """Return the bundled answers by their shapes, the examples checked by the referee."""
    values = json.loads(data.read(_FILE))["answers"]
    return {value["shape"]: parse_answer(value) for value in values}


@cache
def known_rings() -> list[Ring]:
    """Return the bundled rings around a centre, the centre first, checked by the referee.

    They are the most rings that are known to be possible with the two sets; that there cannot be
    more is not proven.
    """
    rings = [_parse_ring(tiles) for tiles in json.loads(data.read(_FILE))["rings"]]
    check(rings)
    return rings


def answer_json(answer: SurroundAnswer) -> dict[str, Any]:
    """Return *answer* as a JSON object."""
    return {
        "shape": answer.shape,
        "white": answer.white,
        "solutions": answer.solutions,
        "solutions_distinct": answer.distinct,
        "surroundable": answer.surroundable,
        "black": answer.black,
        "proven": True,
        **solution_json(answer.example),
    }


def parse_answer(value: dict[str, Any]) -> SurroundAnswer:
    """Return the answer in a JSON object that `answer_json` made."""
    black = value["black_tiles"]
    example = RingSolution(_parse_ring(value["white_tiles"]), black and _parse_ring(black))
    keys = ("shape", "white", "solutions", "solutions_distinct", "surroundable", "black")
    return SurroundAnswer(example, *(value[key] for key in keys))


def solution_json(solution: RingSolution) -> dict[str, Any]:
    """Return *solution* as a JSON object; the black tiles are null where there is no such ring."""
    return {
        "white_tiles": ring_json(solution.white),
        "black_tiles": None if solution.black is None else ring_json(solution.black),
    }


def ring_json(ring: Ring) -> list[dict[str, Any]]:
    """Return the tiles of *ring* as JSON objects."""
    return [{"shape": tile.shape, "cells": [list(cell) for cell in tile.cells]} for tile in ring]


def _parse_ring(tiles: list[dict[str, Any]]) -> Ring:
    return tuple(
        RingTile(tile["shape"], tuple(Cell(row, col) for row, col in tile["cells"]))
        for tile in tiles
    )
