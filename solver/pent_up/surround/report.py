"""Answers of Surround as text for a person, and as JSON values."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.pent_up.pile_view import frame_around
from solver.pent_up.record import TileMove
from solver.pent_up.report import level_text
from solver.pent_up.surround.answer import SurroundAnswer, ring_json
from solver.pent_up.surround.rules import Ring, colour_of


def answers_table(answers: Iterable[SurroundAnswer]) -> Iterator[StyledLine]:
    """Yield a line for each of *answers*, under a head."""
    yield plain_line("shape  white  solutions  distinct  surroundable  black")
    for answer in answers:
        black = "none" if answer.black is None else answer.black
        yield plain_line(
            f"{answer.shape:<5}  {answer.white:>5}  {answer.solutions:>9}  {answer.distinct:>8}"
            f"  {answer.surroundable:>12}  {black:>5}"
        )


def answer_text(answer: SurroundAnswer, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield *answer*: its example as it lies on the table, and the numbers."""
    yield from _rings_on_table(answer.example.rings(answer.shape), drawn=drawn)
    yield plain_line("")
    yield plain_line(
        f"{answer.shape}: {plural(answer.white, 'white tile')} needed; "
        f"{plural(answer.solutions, 'solution')}, {answer.distinct:,} distinct"
    )
    black = "" if answer.black is None else f"; {plural(answer.black, 'black tile')} needed"
    yield plain_line(f"{answer.surroundable:,} of them surroundable{black}")


def rings_text(rings: Sequence[Ring], *, drawn: bool) -> Iterator[StyledLine]:
    """Yield *rings* as they lie on the table, and how many tiles each of them has."""
    yield from _rings_on_table(rings, drawn=drawn)
    yield plain_line("")
    counts = [f"{len(ring)} {colour_of(number).value}" for number, ring in enumerate(rings)][1:]
    (centre,) = rings[0]
    yield plain_line(f"{plural(len(counts), 'ring')} around {centre.shape}: {', '.join(counts)}")


def rings_json(rings: Sequence[Ring]) -> dict[str, Any]:
    """Return *rings*, the centre first, as a JSON object."""
    tiles = [ring_json(ring) for ring in rings]
    return {"rings": len(rings) - 1, "proven": False, "tiles": tiles}


def ring_moves(rings: Sequence[Ring]) -> list[TileMove]:
    """Return the tiles of *rings* as moves on the table, from the inside out."""
    return [
        TileMove(colour_of(number), tile.shape, tile.cells, 1)
        for number, ring in enumerate(rings)
        for tile in ring
    ]


def _rings_on_table(rings: Sequence[Ring], *, drawn: bool) -> list[StyledLine]:
    moves = ring_moves(rings)
    frame = frame_around(cell for move in moves for cell in move.cells)
    return level_text(moves, frame, drawn=drawn)
