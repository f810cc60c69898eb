"""What a player may type, one action per line.

A turn is typed as its cell, ``c3``: the roll is written there if the cell is free, and circled if
it holds an equal number. The cells that a hand lets him circle may follow, ``c3 b2 d4``; else he is
asked for them. The cell just written may be one of them: ``c3 c3 b2``. Every other action begins
with its word.
"""

from enum import Enum
from typing import NamedTuple

from solver.console.typed_word import parse_word
from solver.errors import MoveError, quoted
from solver.geometry.cell import Cell, check_distinct, is_list_of_names, parse_cells
from solver.knaster.line import CELLS

_WHERE = "typed"


class ActionKind(Enum):
    """The kinds of actions; the value of each but the first is its word."""

    CELLS = "cells"
    WRITE = "write"
    CIRCLE = "circle"
    DECLINE = "pass"
    HINT = "hint"
    UNDO = "undo"
    SHOW = "show"
    HELP = "help"
    QUIT = "quit"


WORDS = tuple(kind.value for kind in ActionKind if kind is not ActionKind.CELLS)
_WITH_CELLS = (ActionKind.WRITE.value, ActionKind.CIRCLE.value)


class Action(NamedTuple):
    """An action of this *kind*, on *cells* where it is a turn or a bonus."""

    kind: ActionKind
    cells: tuple[Cell, ...] = ()


def parse_action(text: str) -> Action:
    """Return the action in *text*, in letters of either case.

    Raises `MoveError`.

    >>> parse_action("Write c3")
    Action(kind=<ActionKind.WRITE: 'write'>, cells=(Cell(row=2, col=2),))
    """
    typed = text.strip().lower()
    if is_list_of_names(typed):
        return Action(ActionKind.CELLS, _parse_cells(typed))
    expected = f"a cell such as c3, or {', '.join(WORDS)}"
    word, rest = parse_word(text, WORDS, expected=expected, with_more=_WITH_CELLS)
    if word not in _WITH_CELLS:
        return Action(ActionKind(word))
    if not is_list_of_names(rest):
        expected = f"{word!r} and a cell, as in '{word} c3'"
        raise MoveError(_WHERE, expected=expected, found=quoted(text))
    return Action(ActionKind(word), _parse_cells(rest))


def _parse_cells(text: str) -> tuple[Cell, ...]:
    """Return the cells of the sheet that *text* names, each but the first once."""
    expected = f"cells from {CELLS[0]} to {CELLS[-1]}"
    cells = parse_cells(text, _WHERE, MoveError, expected=expected)
    for cell in cells:
        if cell not in CELLS:
            raise MoveError(_WHERE, expected=expected, found=quoted(str(cell)))
    check_distinct(cells[1:], _WHERE, MoveError)  # the first may be written in and circled
    return cells
