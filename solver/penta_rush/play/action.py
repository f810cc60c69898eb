"""What a player may type, one action per line: five cells, ``c4 c5 d5 e5 e6``, or a word."""

from collections.abc import Collection
from enum import Enum
from typing import NamedTuple

from solver.console.play.console import parse_word
from solver.errors import MoveError, quoted
from solver.geometry.cell import Cell, check_distinct, is_list_of_names, names_of, parse_cells
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES, is_shape, pentomino_of
from solver.penta_rush.card import Card

_WHERE = "typed"
_EXAMPLE = "cross F c4 c5 d5 d6 e5"


class ActionKind(Enum):
    """The kinds of actions, as the help lists them; the value of each but the first is its word."""

    OUTLINE = "cells like c4 c5 d5 e5 e6"
    UNDO = "undo"
    DONE = "done"
    TURN = "turn"
    CROSS = "cross"
    SHOW = "show"
    HINT = "hint"
    HELP = "help"
    QUIT = "quit"


class Action(NamedTuple):
    """An action; an outline has *cells*, a cross a *shape* and the cells that it is drawn on."""

    kind: ActionKind
    cells: tuple[Cell, ...] = ()
    shape: str = ""


def parse_action(
    text: str, card: Card, allowed: Collection[ActionKind] = tuple(ActionKind)
) -> Action:
    """Return the action in *text*, on *card*, if it is of an *allowed* kind; case is ignored.

    Raises `MoveError`.

    >>> parse_action("CROSS f", Card(("ABC",)))
    Action(kind=<ActionKind.CROSS: 'cross'>, cells=(), shape='F')
    """
    typed = text.strip().lower()
    if is_list_of_names(typed) and ActionKind.OUTLINE in allowed:
        return Action(ActionKind.OUTLINE, _parse_cells(typed, card))
    expected = ", ".join(kind.value for kind in allowed)
    words = [kind.value for kind in allowed if kind is not ActionKind.OUTLINE]
    cross = ActionKind.CROSS.value
    word, rest = parse_word(text, words, expected=expected, with_more=[cross])
    return _parse_cross(rest, card) if word == cross else Action(ActionKind(word))


def _parse_cross(text: str, card: Card) -> Action:
    """Return the cross in *text*: a shape, with or without cells, or cells alone."""
    letter, _, rest = text.partition(" ")
    shape = letter.upper()
    if is_shape(shape):
        cells = _parse_cells(rest, card) if rest.strip() else ()
        return Action(ActionKind.CROSS, cells, shape)
    if not is_list_of_names(text):
        expected = f"a shape ({' '.join(SHAPES)}) and the cells to draw it on, as in {_EXAMPLE!r}"
        raise MoveError("typed, cross", expected=expected, found=quoted(text))
    cells = _parse_cells(text, card)
    drawn_shape = pentomino_of(cells)
    if drawn_shape is None:
        raise MoveError("typed, cross", expected="cells of a shape", found=names_of(cells))
    return Action(ActionKind.CROSS, cells, drawn_shape)


def _parse_cells(text: str, card: Card) -> tuple[Cell, ...]:
    expected = f"cells from a1 to {max(card.cells)}"
    cells = parse_cells(text, _WHERE, MoveError, expected=expected)
    for cell in cells:
        if cell not in card.cells:
            raise MoveError(_WHERE, expected=expected, found=quoted(str(cell)))
    if len(cells) != PENTOMINO_SIZE:
        raise MoveError(_WHERE, expected=f"{PENTOMINO_SIZE} cells", found=str(len(cells)))
    check_distinct(cells, _WHERE, MoveError)
    return cells
