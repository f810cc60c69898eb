"""Why a move may be good, in figures that the rules give: no search, and no judgement."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from solver.drawing.styled_text import plural
from solver.geometry.cell import neighbours
from solver.pent_up.bitboard import all_orientations
from solver.pent_up.position import Position
from solver.pent_up.record import Colour, TileMove, colour_to_move
from solver.pent_up.rules import GameResult, Pile, game_result


@dataclass(frozen=True, slots=True)
class Reason:
    """What *move* does to the pile.

    *below* and *beside* count the tiles that carry it and those that it touches on its own level,
    by colour. *other_before* and *other_after* are the highest level that the other side would
    reach if it were to move before and after the move, *other_tiles* the tiles with which it
    reaches the latter; 0 and none when it has no tile left. *leader* is who leads after the move.
    """

    move: TileMove
    height_before: int
    below: Counter[Colour]
    beside: Counter[Colour]
    other_before: int
    other_after: int
    other_tiles: str
    leader: GameResult

    @property
    def says(self) -> dict[str, str]:
        """What the figures come to, sentence by sentence; the page has its own for the keys."""
        return dict(self._sentences())

    def _sentences(self) -> Iterator[tuple[str, str]]:
        level, shape = self.move.level, self.move.shape
        if level > self.height_before:
            yield "opens", f"{shape} opens level {level}."
        elif level == self.height_before > 1:
            yield "joins", f"{shape} joins the highest level, {level}."
        else:
            yield "lies", f"{shape} goes to level {level}."
        if below := self.below.total():
            yield "below", f"It stands on {plural(below, 'tile')}."
        if beside := self.beside.total():
            verb = "touches" if beside == 1 else "touch"
            yield "beside", f"{plural(beside, 'tile')} on that level {verb} it."
        if self.other_tiles:
            other = next(colour for colour in Colour if colour is not self.move.colour)
            before, after, tiles = self.other_before, self.other_after, " ".join(self.other_tiles)
            if after < before:
                away = f"It takes level {before} away from {other}"
                yield "takes", f"{away}, who now gets to level {after} at most."
            elif after > level:
                yield "gives", f"But {other} can then get to level {after}, with {tiles}."
            else:
                yield "keeps", f"{other} gets to level {after} at most, with {tiles}."
        if self.leader.winner:
            yield "leads", f"After it {self.leader.winner} leads on level {self.leader.level}."

    def to_json(self) -> dict[str, Any]:
        """Return the figures, and the keys of the sentences that tell of them."""
        winner, level = self.leader
        return {
            "height_before": self.height_before,
            "below": {colour.value: self.below[colour] for colour in Colour},
            "beside": {colour.value: self.beside[colour] for colour in Colour},
            "other_before": self.other_before,
            "other_after": self.other_after,
            "other_tiles": self.other_tiles,
            "leader": winner and winner.value,
            "leader_level": level,
            "says": [*self.says],
        }


def reason_of(pile: Pile, move: TileMove, *, lowest: bool) -> Reason:
    """Return what *move*, which is legal on *pile*, does; *lowest*: the lowest levels decide."""
    before = Position.from_moves(pile.moves)
    after = Position.from_moves([*pile.moves, move])
    other = after.tiles_left
    levels = _levels(after, other)
    reached = max(levels.values(), default=0)
    around = {neighbour for cell in move.cells for neighbour in neighbours(cell)}
    beside = {
        number
        for number, other_move in enumerate(pile.moves)
        if other_move.level == move.level and around.intersection(other_move.cells)
    }
    below = {pile.top_tile(cell) for cell in move.cells} if move.level > 1 else set[int]()
    return Reason(
        move,
        pile.height,
        Counter(map(colour_to_move, below)),
        Counter(map(colour_to_move, beside)),
        max(_levels(before, other).values(), default=0),
        reached,
        "".join(shape for shape, level in levels.items() if level == reached),
        game_result([*pile.moves, move], lowest=lowest),
    )


def _levels(position: Position, shapes: str) -> dict[str, int]:
    """Return the level to which each of *shapes* goes."""
    sets = position.placement_sets(shapes)
    return {all_orientations()[orientation][0]: level for orientation, level, _ in sets}
