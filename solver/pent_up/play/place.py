"""The place that a player means: by all five cells, by some of them, or by a number.

The places of a tile are its legal moves, numbered from 1 in the order in which they are listed.
"""

from collections.abc import Collection, Mapping

from solver.drawing.text_grid import plural
from solver.errors import MoveError
from solver.geometry.cell import Cell, names_of
from solver.geometry.polyomino import PENTOMINO_SIZE, pentomino_of
from solver.pent_up.play.action import Action
from solver.pent_up.play.session import Session
from solver.pent_up.record import TileMove
from solver.pent_up.rules import MoveRule, first_violation

_WHERE = "typed"
_MAX_NAMED = 4  # places that a message names; more of them are listed on demand


def places_of(
    session: Session, shape: str, covering: Collection[Cell] = ()
) -> Mapping[int, TileMove]:
    """Return the places by their numbers of the tile of this *shape* that cover some cells.

    Raises `MoveError` when the side to move has no such tile left.
    """
    for number, move in enumerate(session.moves, start=1):
        if (move.colour, move.shape) == (session.colour, shape):
            broken = MoveRule.USED, f"{session.colour}'s {shape} was move {number}"
            raise _illegal(*broken)
    position = session.position
    moves = map(position.as_move, position.placements([shape]))
    return {
        number: move
        for number, move in enumerate(moves, start=1)
        if set(covering) <= set(move.cells)
    }


def chosen_move(session: Session, action: Action) -> TileMove:
    """Return the legal move that *action*, which lays a tile, stands for.

    Raises `MoveError`: it names the rule that the move breaks or, where what was typed may mean
    several places, says how many; `RecordError` where a cell is too far away.
    """
    shape, cells = action.shape, action.cells
    if len(cells) == PENTOMINO_SIZE:
        return _legal_move(session, shape, cells)
    places = places_of(session, shape, cells)
    if action.number is not None:
        if action.number not in places:
            expected = f"one of the {plural(len(places), 'place')} of {shape}"
            hint = f"'moves {shape}' lists them"
            raise MoveError(_WHERE, expected=expected, found=str(action.number), hint=hint)
        return places[action.number]
    if len(places) == 1:
        return next(iter(places.values()))
    covering = f" that covers {names_of(cells)}" if cells else ""
    where = f"{_WHERE}, {shape}"
    if not places:
        level = next(iter(places_of(session, shape).values())).level
        hint = f"it must go to level {level}; 'moves {shape}' lists where"
        if not session.moves:
            hint = "the first tile may lie anywhere, if you type all five cells"
        raise MoveError(where, expected="cells of a legal place", found=names_of(cells), hint=hint)
    listing = " ".join(["moves", shape, *map(str, cells)])
    hint = f"'{listing}' lists them"
    if len(places) <= _MAX_NAMED:
        hint = "; ".join(f"{number} is {names_of(move.cells)}" for number, move in places.items())
    raise MoveError(where, expected=f"one place{covering}", found=f"{len(places)}", hint=hint)


def _legal_move(session: Session, shape: str, cells: tuple[Cell, ...]) -> TileMove:
    """Return the move on these five *cells*; without a *shape* it is the one that they form."""
    named = shape or pentomino_of(cells)
    if named is None:
        raise _illegal(MoveRule.SHAPE, f"{names_of(sorted(cells))} are no pentomino")
    pile = session.pile
    level = max(map(pile.height_at, cells)) + 1
    move = TileMove(session.colour, named, tuple(sorted(cells)), level)
    broken = first_violation(pile, move)
    if broken:
        raise _illegal(*broken)
    return move


def _illegal(rule: MoveRule, reason: str) -> MoveError:
    return MoveError(_WHERE, expected="a legal move", found=f"{rule.value}: {reason}")
