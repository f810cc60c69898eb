"""The move that a player means by what is typed: a tile's letter, cells, or a number in a list.

A tile is laid by its letter and its five cells in any order, ``F k10 k11 l11 l12 m11``, or by
less where that leaves no doubt. The list that ``moves F`` prints numbers the legal moves of F
from 1.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from solver.drawing.styled_text import plural
from solver.errors import MoveError, quoted
from solver.geometry.cell import Cell, check_distinct, is_list_of_names, names_of, parse_cells
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES, is_shape, pentomino_of
from solver.pent_up.play.session import Session
from solver.pent_up.record import TileMove
from solver.pent_up.rules import MoveRule, first_violation

EXAMPLE = "F k10 k11 l11 l12 m11"  # on the table as it is drawn before the first tile
_MAX_DIGITS = 6  # of a number in the list
_MAX_NAMED = 4  # moves that a message names; more of them are listed on demand
_CELLS = f"cells such as {EXAMPLE[2:]}"


class TypedTile(NamedTuple):
    """A tile of this *shape*, some of its *cells*, all five without a shape, or its *number*."""

    shape: str = ""
    cells: tuple[Cell, ...] = ()
    number: int | None = None


def is_tile(typed: str) -> bool:
    """Return whether the line *typed* begins with a tile's letter, or lists cells."""
    return is_shape(typed[:2].strip().upper()) or is_list_of_names(typed)


def parse_tile(typed: str) -> TypedTile:
    """Return the tile that a line of letters of either case lays; raise `MoveError` if none.

    >>> parse_tile("F 3")
    TypedTile(shape='F', cells=(), number=3)
    """
    if is_list_of_names(typed):
        cells = _parse_cells(typed)
        if len(cells) != PENTOMINO_SIZE:
            expected, hint = f"{PENTOMINO_SIZE} cells", "or a tile's letter and some of its cells"
            raise MoveError("typed", expected=expected, found=str(len(cells)), hint=hint)
        return TypedTile(cells=cells)
    shape, *rest = typed.split(maxsplit=1)
    number = "".join(rest)
    if number.isdecimal() and len(number) <= _MAX_DIGITS:
        return TypedTile(shape.upper(), number=int(number))
    return parse_listed(typed, typed, expected=f"{_CELLS}, or the number of a place")


def parse_listed(text: str, typed: str, *, expected: str = _CELLS) -> TypedTile:
    """Return the tile whose moves *text*, of the line *typed*, asks to list; raise `MoveError`."""
    letter, *rest = text.split(maxsplit=1)
    shape = letter.upper()
    if not is_shape(shape):
        letters = f"'moves' and the letter of a tile ({SHAPES})"
        raise MoveError("typed", expected=letters, found=quoted(typed))
    if rest and not is_list_of_names(*rest):
        raise MoveError(f"typed, {shape}", expected=expected, found=quoted(*rest))
    return TypedTile(shape, _parse_cells(*rest) if rest else ())


def listed_moves(
    session: Session, shape: str, covering: Collection[Cell] = ()
) -> Mapping[int, TileMove]:
    """Return the moves of a tile that cover some cells, by their numbers; raise if it is laid."""
    for number, move in enumerate(session.moves, start=1):
        if (move.colour, move.shape) == (session.colour, shape):
            raise _illegal(MoveRule.USED, f"{session.colour}'s {shape} was move {number}")
    position = session.position
    moves = map(position.as_move, position.placements([shape]))
    return {
        number: move
        for number, move in enumerate(moves, start=1)
        if set(covering) <= set(move.cells)
    }


def chosen_move(session: Session, typed: TypedTile) -> TileMove:
    """Return the legal move that is *typed*.

    Raises `MoveError`: it names the rule that the move breaks or, where what was typed may mean
    several moves, says how many; `RecordError` where a cell is too far away.
    """
    shape, cells, number = typed
    if len(cells) == PENTOMINO_SIZE:
        return _legal_move(session, shape, cells)
    moves = listed_moves(session, shape, cells)
    if number is not None:
        if number not in moves:
            expected = f"one of the {plural(len(moves), 'place')} of {shape}"
            hint = f"'moves {shape}' lists them"
            raise MoveError("typed", expected=expected, found=str(number), hint=hint)
        return moves[number]
    if len(moves) == 1:
        return next(iter(moves.values()))
    where, covering = f"typed, {shape}", f" that covers {names_of(cells)}" if cells else ""
    if not moves:
        level = next(iter(listed_moves(session, shape).values())).level
        hint = f"it must go to level {level}; 'moves {shape}' lists where"
        if not session.moves:
            hint = "the first tile may lie anywhere, if you type all five cells"
        raise MoveError(where, expected="cells of a legal place", found=names_of(cells), hint=hint)
    hint = f"'{' '.join(['moves', shape, *map(str, cells)])}' lists them"
    if len(moves) <= _MAX_NAMED:
        hint = "; ".join(f"{number} is {names_of(move.cells)}" for number, move in moves.items())
    raise MoveError(where, expected=f"one place{covering}", found=f"{len(moves)}", hint=hint)


def _legal_move(session: Session, shape: str, cells: tuple[Cell, ...]) -> TileMove:
    """Return the move on these five *cells*; without a *shape* it is the one that they form."""
    named = shape or pentomino_of(cells)
    if named is None:
        raise _illegal(MoveRule.SHAPE, f"{names_of(sorted(cells))} are no pentomino")
    level = max(map(session.pile.height_at, cells)) + 1
    move = TileMove(session.colour, named, tuple(sorted(cells)), level)
    if broken := first_violation(session.pile, move):
        raise _illegal(*broken)
    return move


def _illegal(rule: MoveRule, reason: str) -> MoveError:
    return MoveError("typed", expected="a legal move", found=f"{rule.value}: {reason}")


def _parse_cells(text: str) -> tuple[Cell, ...]:
    """Return the cells that *text* names, at most five, each once."""
    cells = parse_cells(text, "typed", MoveError)
    if len(cells) > PENTOMINO_SIZE:
        raise MoveError("typed", expected=f"{PENTOMINO_SIZE} cells", found=str(len(cells)))
    check_distinct(cells, "typed", MoveError)
    return cells
