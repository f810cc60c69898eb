"""What a player may type, one action per line.

A tile is laid by its letter and its five cells, named as beside the board, in any order:
``F c4 c5 d5 d6 e5``. Less is enough where it leaves no doubt: the cells alone, the letter with some
of the cells, or with the number of a place in the list that ``moves F`` prints. Every other action
begins with its word.
"""

from enum import Enum
from typing import NamedTuple

from solver.console.typed_word import parse_word
from solver.errors import MoveError, quoted
from solver.geometry.cell import Cell, check_distinct, is_list_of_names, parse_cells
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES, is_shape

_MAX_DIGITS = 6  # of the number of a place
_WHERE = "typed"
_EXAMPLE = "cells such as c4 c5 d5 d6 e5"
_PLACE = f"{_EXAMPLE}, or the number of a place"


class ActionKind(Enum):
    """The kinds of actions; the value of each but the first is its word."""

    LAY = "lay"
    MOVES = "moves"
    HINT = "hint"
    UNDO = "undo"
    SHOW = "show"
    RESIGN = "resign"
    HELP = "help"
    QUIT = "quit"


WORDS = tuple(kind.value for kind in ActionKind if kind is not ActionKind.LAY)
_WITH_PLACE = (ActionKind.MOVES.value,)


class Action(NamedTuple):
    """An action. To lay a tile or to list its places, it may name a *shape* and *cells* of these.

    *number* is that of a place in the list, from 1. Without a *shape*, the cells are five.
    """

    kind: ActionKind
    shape: str = ""
    cells: tuple[Cell, ...] = ()
    number: int | None = None


def parse_action(text: str) -> Action:
    """Return the action in *text*, in letters of either case.

    Raises `MoveError`.

    >>> parse_action("F 3")
    Action(kind=<ActionKind.LAY: 'lay'>, shape='F', cells=(), number=3)
    >>> parse_action("moves w -a0").cells
    (Cell(row=-1, col=-1),)
    """
    typed = text.strip().lower()
    letter, place = _split(typed)
    if is_shape(letter):
        return _parse_place(ActionKind.LAY, letter, place)
    if is_list_of_names(typed):
        cells = _parse_cells(typed)
        if len(cells) != PENTOMINO_SIZE:
            hint = "or a tile's letter and some of its cells"
            expected = f"{PENTOMINO_SIZE} cells"
            raise MoveError(_WHERE, expected=expected, found=str(len(cells)), hint=hint)
        return Action(ActionKind.LAY, cells=cells)
    expected = f"a tile and its cells, as in 'F c4 c5 d5 d6 e5', or {', '.join(WORDS)}"
    word, rest = parse_word(text, WORDS, expected=expected, with_more=_WITH_PLACE)
    if not rest:
        return Action(ActionKind(word))
    letter, place = _split(rest)
    if not is_shape(letter):
        expected = f"'moves' and the letter of a tile ({SHAPES})"
        raise MoveError(_WHERE, expected=expected, found=quoted(text))
    return _parse_place(ActionKind(word), letter, place)


def _split(text: str) -> tuple[str, str]:
    """Return what may be a tile's letter, and the rest."""
    letter, *rest = text.split(maxsplit=1) or [""]
    return letter.upper(), "".join(rest)


def _parse_place(kind: ActionKind, shape: str, place: str) -> Action:
    """Return the action on this *shape* whose *place* is named, or left open."""
    if kind is ActionKind.LAY and place.isdecimal() and len(place) <= _MAX_DIGITS:
        return Action(kind, shape, number=int(place))
    if not place:
        return Action(kind, shape)
    if not is_list_of_names(place):
        expected = _PLACE if kind is ActionKind.LAY else _EXAMPLE
        raise MoveError(f"{_WHERE}, {shape}", expected=expected, found=quoted(place))
    return Action(kind, shape, _parse_cells(place))


def _parse_cells(text: str) -> tuple[Cell, ...]:
    """Return the cells that *text* names, at most five, each once."""
    cells = parse_cells(text, _WHERE, MoveError)
    if len(cells) > PENTOMINO_SIZE:
        raise MoveError(_WHERE, expected=f"{PENTOMINO_SIZE} cells", found=str(len(cells)))
    check_distinct(cells, _WHERE, MoveError)
    return cells
