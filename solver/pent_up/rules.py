"""The referee of Pent-Up: which rule a move breaks, how high the pile is, and who wins.

height  of a cell: how many tiles lie on it, one on the other
level   of a tile: 1 on the table, 2 on tiles of level 1, and so on
pile    the tiles laid so far; on each cell a stack of them, from the table up
breach  the first rule that a move breaks, in the order of `MoveRule`

It imports no search, and shares none of its code with what finds moves fast.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells, names_of, neighbours
from solver.geometry.polyomino import pentomino_of, pentominoes, placements
from solver.pent_up.record import TILE_COUNT, Colour, Record, TileMove, colour_to_move

CELLS = 5  # of a tile


class MoveRule(Enum):
    """What a move may break; the first in this order is told."""

    COLOUR = "wrong colour"
    USED = "tile used twice"
    SHAPE = "not that shape"
    HANGING = "hanging"
    FLAT = "not level"
    LEVEL = "wrong level"
    ONE_TILE = "on one tile only"
    TOUCH = "not touching"
    HIGHEST = "not the highest level"


class IllegalMove(NamedTuple):
    """The first *rule* broken by the move of this *number*, from 1, and the *reason*."""

    number: int
    rule: MoveRule
    reason: str


class Pile:
    """The tiles of *moves*, as they lie: the earlier ones below."""

    def __init__(self, moves: Iterable[TileMove] = ()) -> None:
        self.moves = tuple(moves)
        self._stacks: dict[Cell, list[int]] = {}
        for number, move in enumerate(self.moves):
            for cell in move.cells:
                self._stacks.setdefault(cell, []).append(number)

    @property
    def cells(self) -> Cells:
        """The cells that are not bare table."""
        return frozenset(self._stacks)

    @property
    def height(self) -> int:
        """The height of the pile."""
        return max(map(len, self._stacks.values()), default=0)

    def height_at(self, cell: Cell) -> int:
        """Return how many tiles lie on *cell*."""
        return len(self._stacks.get(cell, ()))

    def top_tile(self, cell: Cell) -> int:
        """Return the number of the tile on top of *cell*, from 0; there must be one."""
        return self._stacks[cell][-1]

    def cells_of_height(self, height: int) -> Cells:
        """Return the cells with so many tiles, of which there are some."""
        return frozenset(cell for cell, stack in self._stacks.items() if len(stack) == height)


class RecordVerdict(NamedTuple):
    """The *breach* that ended a game, if one did, and the *pile* of the moves before it."""

    illegal_move: IllegalMove | None
    pile: Pile


class GameResult(NamedTuple):
    """Who wins, None if nobody does, and the *level* that decides, None if none does."""

    winner: Colour | None
    level: int | None


def judge(record: Record) -> RecordVerdict:
    """Return the first breach in *record*, and the pile of the legal moves before it."""
    for number, move in enumerate(record.moves):
        pile = Pile(record.moves[:number])
        found = broken_rule(pile, move)
        if found:
            return RecordVerdict(IllegalMove(number + 1, *found), pile)
    return RecordVerdict(None, Pile(record.moves))


def check(record: Record) -> Record:
    """Return *record*, once the referee has seen it; an illegal one is our defect."""
    breach = judge(record).illegal_move
    if breach:
        raise BrokenInvariantError(f"move {breach.number}: {breach.rule.value}: {breach.reason}")
    return record


def broken_rule(pile: Pile, move: TileMove) -> tuple[MoveRule, str] | None:
    """Return the first rule that *move* breaks on *pile*, and why; None if it is legal."""
    reasons = ((rule, reason_of(pile, move)) for rule, reason_of in _ORDER)
    return next(((rule, reason) for rule, reason in reasons if reason), None)


def tiles_per_level(moves: Iterable[TileMove]) -> list[dict[Colour, int]]:
    """Return how many tiles of each colour lie on each level, from level 1 up."""
    moves = list(moves)
    levels = range(1, max((move.level for move in moves), default=0) + 1)
    return [
        {
            colour: sum((move.colour, move.level) == (colour, level) for move in moves)
            for colour in Colour
        }
        for level in levels
    ]


def game_result(moves: Iterable[TileMove], *, lowest: bool = False) -> GameResult:
    """Return who has more tiles on the highest level; tied, on the next one down, and so on.

    *lowest* is the variant: the level on the table first, then the next one up. It tells who is
    ahead, and once all tiles are laid, who wins.
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
    due = colour_to_move(len(pile.moves))
    return None if move.colour is due else f"it is {due}'s turn"


def _used(pile: Pile, move: TileMove) -> str | None:
    for number, laid in enumerate(pile.moves, start=1):
        if (laid.colour, laid.shape) == (move.colour, move.shape):
            return f"{move.colour}'s {move.shape} was move {number}"
    return None


def _shape(_pile: Pile, move: TileMove) -> str | None:
    if len(move.cells) != CELLS:
        return f"{len(move.cells)} cells, not {CELLS}"
    found = pentomino_of(move.cells)
    if found == move.shape:
        return None
    return f"{names_of(sorted(move.cells))} are {found or 'no pentomino'}"


def _hanging(pile: Pile, move: TileMove) -> str | None:
    bare = [cell for cell in move.cells if not pile.height_at(cell)]
    if bare and len(bare) < len(move.cells):
        return f"nothing carries {names_of(sorted(bare))}"
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
    if move.level == 1 or len(_carrying(pile, move.cells)) > 1:
        return None
    number = pile.top_tile(move.cells[0])
    below = pile.moves[number]
    return f"all of it lies on {below.colour}'s {below.shape} (move {number + 1})"


def _touch(pile: Pile, move: TileMove) -> str | None:
    beside = {cell for one in move.cells for cell in neighbours(one)}
    if move.level > 1 or not pile.moves or beside & pile.cells:
        return None
    return "it shares no edge with a tile on the table"


def _highest(pile: Pile, move: TileMove) -> str | None:
    for level in range(pile.height + 1, move.level, -1):
        for cells in placements(pentominoes()[move.shape], pile.cells_of_height(level - 1)):
            if len(_carrying(pile, cells)) > 1:
                return f"could go to level {level} at {names_of(sorted(cells))}"
    return None


def _carrying(pile: Pile, cells: Iterable[Cell]) -> set[int]:
    """Return the tiles on top of *cells*, none of which is bare table."""
    return {pile.top_tile(cell) for cell in cells}


_ORDER = (
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
