"""The referee of Pent-Up: which rule a move breaks, how high the pile is, and who wins.

The height of a cell is how many tiles lie on it. This module imports no search, and shares no code
with `position`, which finds moves fast.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells, names_of, neighbours
from solver.geometry.polyomino import PENTOMINO_SIZE, pentomino_of, pentominoes, placements
from solver.pent_up.record import TILE_COUNT, Colour, Record, TileMove, colour_to_move
from solver.violation import Violation


class MoveRule(Enum):
    """The rules that a move may break, in the order in which they are checked."""

    COLOUR = "wrong colour"
    USED = "tile used twice"
    SHAPE = "not that shape"
    HANGING = "hanging"
    FLAT = "not level"
    LEVEL = "wrong level"
    ONE_TILE = "on one tile only"
    TOUCH = "not touching"
    HIGHEST = "not the highest level"


class Pile:
    """The tiles of *moves* as they lie, the earlier ones below."""

    def __init__(self, moves: Iterable[TileMove] = ()) -> None:
        self.moves = tuple(moves)
        # The numbers of the tiles on each cell, from the table up.
        self._stacks: dict[Cell, list[int]] = {}
        for number, move in enumerate(self.moves):
            for cell in move.cells:
                self._stacks.setdefault(cell, []).append(number)

    @property
    def cells(self) -> Cells:
        """The cells that some tile covers."""
        return frozenset(self._stacks)

    @property
    def height(self) -> int:
        """The height of the highest cell."""
        return max(map(len, self._stacks.values()), default=0)

    def height_at(self, cell: Cell) -> int:
        """Return how many tiles lie on *cell*."""
        return len(self._stacks.get(cell, ()))

    def top_tile(self, cell: Cell) -> int:
        """Return the number, from 0, of the tile on top of *cell*, which some tile must cover."""
        return self._stacks[cell][-1]

    def cells_of_height(self, height: int) -> Cells:
        """Return the cells with exactly *height* tiles, at least 1."""
        return frozenset(cell for cell, stack in self._stacks.items() if len(stack) == height)


class Verdict(NamedTuple):
    """The *violation* of a record's first illegal move, if any, and the *pile* of those before."""

    violation: Violation | None
    pile: Pile


class GameResult(NamedTuple):
    """The *winner*, None if nobody wins, and the *level* that decides, None if none does."""

    winner: Colour | None
    level: int | None


def judge(record: Record) -> Verdict:
    """Return the first illegal move of *record*, and the pile of the legal moves before it."""
    for number, move in enumerate(record.moves):
        pile = Pile(record.moves[:number])
        if broken := first_violation(pile, move):
            violation = Violation(number + 1, move.colour.value, *broken)
            return Verdict(violation, pile)
    return Verdict(None, Pile(record.moves))


def check(record: Record) -> Record:
    """Return *record*, which a search made; raise `BrokenInvariantError` if it is illegal."""
    if violation := judge(record).violation:
        raise BrokenInvariantError(f"move {violation.turn}: {violation}")
    return record


def first_violation(pile: Pile, move: TileMove) -> tuple[MoveRule, str] | None:
    """Return the first rule that *move* breaks on *pile*, and why; None if it is legal."""
    reasons = ((rule, reason_of(pile, move)) for rule, reason_of in _CHECKS)
    return next(((rule, reason) for rule, reason in reasons if reason), None)


def tiles_per_level(moves: Iterable[TileMove]) -> list[dict[Colour, int]]:
    """Return how many tiles of each colour lie on each level, from level 1 up."""
    counts = Counter((move.level, move.colour) for move in moves)
    levels = range(1, max((level for level, _ in counts), default=0) + 1)
    return [{colour: counts[level, colour] for colour in Colour} for level in levels]


def game_result(moves: Iterable[TileMove], *, lowest: bool = False) -> GameResult:
    """Return who has more tiles on the highest level; if tied, on the next one down, and so on.

    In the variant *lowest*, the level on the table decides first, then the next one up. Before all
    tiles are laid, this is who leads.
    """
    levels = list(enumerate(tiles_per_level(moves), start=1))
    for level, counts in levels if lowest else reversed(levels):
        white, black = counts[Colour.WHITE], counts[Colour.BLACK]
        if white != black:
            return GameResult(Colour.WHITE if white > black else Colour.BLACK, level)
    return GameResult(None, None)


def is_over(moves: Sequence[TileMove]) -> bool:
    """Return whether all tiles are laid."""
    return len(moves) == TILE_COUNT


def _colour(pile: Pile, move: TileMove) -> str | None:
    colour = colour_to_move(len(pile.moves))
    return None if move.colour is colour else f"it is {colour}'s turn"


def _used(pile: Pile, move: TileMove) -> str | None:
    for number, earlier in enumerate(pile.moves, start=1):
        if (earlier.colour, earlier.shape) == (move.colour, move.shape):
            return f"{move.colour}'s {move.shape} was move {number}"
    return None


def _shape(_pile: Pile, move: TileMove) -> str | None:
    if len(move.cells) != PENTOMINO_SIZE:
        return f"{len(move.cells)} cells, not {PENTOMINO_SIZE}"
    shape = pentomino_of(move.cells)
    if shape == move.shape:
        return None
    return f"{names_of(sorted(move.cells))} are {shape or 'no pentomino'}"


def _hanging(pile: Pile, move: TileMove) -> str | None:
    uncovered = [cell for cell in move.cells if not pile.height_at(cell)]
    if uncovered and len(uncovered) < len(move.cells):
        return f"nothing carries {names_of(sorted(uncovered))}"
    return None


def _flat(pile: Pile, move: TileMove) -> str | None:
    low = min(move.cells, key=lambda cell: (pile.height_at(cell), cell))
    high = min(move.cells, key=lambda cell: (-pile.height_at(cell), cell))
    if pile.height_at(low) == pile.height_at(high):
        return None
    return f"{low} is {pile.height_at(low)} high, {high} is {pile.height_at(high)}"


def _level(pile: Pile, move: TileMove) -> str | None:
    level = pile.height_at(move.cells[0]) + 1
    return None if move.level == level else f"it lies on level {level}, not on {move.level}"


def _one_tile(pile: Pile, move: TileMove) -> str | None:
    if move.level == 1 or len(_top_tiles(pile, move.cells)) > 1:
        return None
    number = pile.top_tile(move.cells[0])
    below = pile.moves[number]
    return f"all of it lies on {below.colour}'s {below.shape} (move {number + 1})"


def _touch(pile: Pile, move: TileMove) -> str | None:
    adjacent = {neighbour for cell in move.cells for neighbour in neighbours(cell)}
    if move.level > 1 or not pile.moves or adjacent & pile.cells:
        return None
    return "it shares no edge with a tile on the table"


def _highest(pile: Pile, move: TileMove) -> str | None:
    for level in range(pile.height + 1, move.level, -1):
        for cells in placements(pentominoes()[move.shape], pile.cells_of_height(level - 1)):
            if len(_top_tiles(pile, cells)) > 1:
                return f"could go to level {level} at {names_of(sorted(cells))}"
    return None


def _top_tiles(pile: Pile, cells: Iterable[Cell]) -> set[int]:
    """Return the numbers of the tiles on top of *cells*, each of which some tile must cover."""
    return {pile.top_tile(cell) for cell in cells}


_CHECKS = (
    (MoveRule.COLOUR, _colour),
    (MoveRule.USED, _used),
    (MoveRule.SHAPE, _shape),
    (MoveRule.HANGING, _hanging),
    (MoveRule.FLAT, _flat),
    (MoveRule.LEVEL, _level),
    (MoveRule.ONE_TILE, _one_tile),
    (MoveRule.TOUCH, _touch),
    (MoveRule.HIGHEST, _highest),
)
