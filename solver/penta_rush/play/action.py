"""What a player types: a move a line.

word   what the line begins with: ``done``, ``undo``, ``turn``, ``cross``, ``show``, ``help``,
       ``quit`` (or ``q``, ``exit``); an outline is its cells alone
cells  named as on the card, in any order: ``c4 c5 d5 e5 e6`` or ``C4,C5,D5,E5,E6``
"""

import re
from collections.abc import Collection
from enum import Enum
from typing import NamedTuple

from solver.errors import MoveError, did_you_mean, quoted
from solver.geometry.cell import Cell, names_of
from solver.geometry.polyomino import SHAPES, pentomino_of
from solver.penta_rush.card import Card
from solver.penta_rush.dice import DICE

_CELL = re.compile(r"[a-z]+\d+")
_NAMED = re.compile(rf"({_CELL.pattern}[\s,]*)+")
_WHERE = "typed"
_EXAMPLE = "cross F c4 c5 d5 d6 e5"
_LEAVING = ("quit", "q", "exit")


class ActionKind(Enum):
    """What a move is; all but an outline are typed so."""

    OUTLINE = "cells like c4 c5 d5 e5 e6"
    DONE = "done"
    UNDO = "undo"
    TURN = "turn"
    CROSS = "cross"
    SHOW = "show"
    HELP = "help"
    QUIT = "quit"


class Action(NamedTuple):
    """A *word*; an outline has *cells*, a cross a *shape*, and the cells that it is drawn on."""

    word: ActionKind
    cells: tuple[Cell, ...] = ()
    shape: str = ""


def parse_action(
    text: str, card: Card, words: Collection[ActionKind] = tuple(ActionKind)
) -> Action:
    """Return the move in *text*, on *card*, of those that *words* allow; in any case.

    Raises `MoveError`.

    >>> parse_action("CROSS f", Card(("ABC",)))
    Move(word=<Word.CROSS: 'cross'>, cells=(), shape='F')
    """
    typed = text.strip().lower()
    if _NAMED.fullmatch(typed) and ActionKind.OUTLINE in words:
        return Action(ActionKind.OUTLINE, _cells(typed, card))
    if is_quit(typed) and ActionKind.QUIT in words:
        return Action(ActionKind.QUIT)
    name, *rest = typed.split(maxsplit=1) or [""]
    known = {word.value: word for word in words if word is not ActionKind.OUTLINE}
    if name not in known:
        expected = ", ".join(word.value for word in words)
        raise MoveError(
            _WHERE, expected=expected, found=quoted(text), hint=did_you_mean(name, known)
        )
    if known[name] is ActionKind.CROSS:
        return _cross("".join(rest), card)
    if rest:
        raise MoveError(_WHERE, expected=f"{name!r} alone", found=quoted(text))
    return Action(known[name])


def is_quit(text: str) -> bool:
    """Return whether who types *text* leaves the game."""
    return text.strip().lower() in _LEAVING


def format_action(move: Action) -> str:
    """Return what is typed for *move*, which `parse_action` reads back."""
    word = "" if move.word is ActionKind.OUTLINE else move.word.value
    return " ".join(filter(None, (word, move.shape, names_of(move.cells))))


def _cross(text: str, card: Card) -> Action:
    """Return the cross of a shape, a letter, perhaps with cells; or of the shape that they are."""
    letter, _, rest = text.partition(" ")
    shape = letter.upper()
    if len(shape) == 1 and shape in SHAPES:
        cells = _cells(rest, card) if rest.strip() else ()
        return Action(ActionKind.CROSS, cells, shape)
    if not _NAMED.fullmatch(text):
        expected = f"a shape ({' '.join(SHAPES)}) and the cells to draw it on, as in {_EXAMPLE!r}"
        raise MoveError("typed, cross", expected=expected, found=quoted(text))
    cells = _cells(text, card)
    found = pentomino_of(cells)
    if found is None:
        raise MoveError("typed, cross", expected="cells of a shape", found=names_of(cells))
    return Action(ActionKind.CROSS, cells, found)


def _cells(text: str, card: Card) -> tuple[Cell, ...]:
    """Return the five cells that *text* names, in its order."""
    known = {str(cell): cell for cell in card.cells}
    names = _CELL.findall(text) if _NAMED.fullmatch(text.strip()) else text.split()
    strange = [name for name in names if name not in known]
    if strange:
        expected = f"cells from a1 to {max(card.cells)}"
        raise MoveError(_WHERE, expected=expected, found=quoted(strange[0]))
    if len(names) != DICE:
        raise MoveError(_WHERE, expected=f"{DICE} cells", found=str(len(names)))
    if len(set(names)) < DICE:
        twice = next(name for name in names if names.count(name) > 1)
        raise MoveError(_WHERE, expected="each cell once", found=f"{twice} again")
    return tuple(known[name] for name in names)
