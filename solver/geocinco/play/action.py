"""What a player may type, one action per line.

A token is typed as its slot, ``C3r2``, several as several; so is the extra token of a contest.
Every other action begins with its word.
"""

import re
from contextlib import suppress
from enum import Enum
from typing import NamedTuple

from solver.console.typed_word import parse_word
from solver.errors import MoveError, quoted
from solver.geocinco.board import HEXAGONS, Board, Hexagon

_WHERE = "typed"
_SLOT_LIKE = re.compile(r"\w*\d\w*")


class ActionKind(Enum):
    """The kinds of actions; the value of each but the first is its word."""

    SLOTS = "slots"
    CONTEST = "contest"
    BRIDGE = "bridge"
    DONE = "done"
    MOVES = "moves"
    SIDES = "sides"
    HINT = "hint"
    UNDO = "undo"
    SHOW = "show"
    HELP = "help"
    QUIT = "quit"


WORDS = tuple(kind.value for kind in ActionKind if kind is not ActionKind.SLOTS)
# What follows a word, as it is said, and how many of it.
_WITH_MORE = {
    "contest": ("a slot, as in 'contest C3r2'", 1),
    "bridge": ("two slots, as in 'bridge C3r1 C3g1'", 2),
    "sides": ("a coordinate, as in 'sides C3'", 1),
}


class Action(NamedTuple):
    """An action of this *kind*, on *slots* by the names written, or about a *hexagon*."""

    kind: ActionKind
    slots: tuple[str, ...] = ()
    hexagon: Hexagon | None = None


def parse_action(text: str, board: Board) -> Action:
    """Return the action in *text*, in letters of either case, on *board*.

    Raises `MoveError`.

    >>> parse_action("Contest c3r2", Board.named("whole"))
    Action(kind=<ActionKind.CONTEST: 'contest'>, slots=('C2b1',), hexagon=None)
    """
    parts = text.replace(",", " ").split()
    if parts and all(map(_SLOT_LIKE.fullmatch, parts)):
        return Action(ActionKind.SLOTS, _parse_slots(parts, board))
    expected = f"a slot such as C3r2, or {', '.join(WORDS)}"
    word, _ = parse_word(text, WORDS, expected=expected, with_more=_WITH_MORE)
    if word not in _WITH_MORE:
        return Action(ActionKind(word))
    described, count = _WITH_MORE[word]
    names = parts[1:]
    if len(names) != count:
        raise MoveError(_WHERE, expected=f"{word!r} and {described}", found=quoted(text))
    if word == ActionKind.SIDES.value:
        return Action(ActionKind.SIDES, hexagon=_parse_hexagon(*names))
    return Action(ActionKind(word), _parse_slots(names, board))


def typed_names(text: str, board: Board) -> dict[str, str]:
    """Return the names of slots in *text* that are not the written ones, by these.

    >>> typed_names("contest c3r2 A1r1", Board.named("whole"))
    {'C2b1': 'C3r2'}
    """
    names = {}
    for name in text.replace(",", " ").split():
        with suppress(MoveError):
            names[board.slot_name(name, _WHERE, MoveError)] = (
                f"{name[:1].upper()}{name[1:].lower()}"
            )
    return {written: typed for written, typed in names.items() if typed != written}


def _parse_slots(names: list[str], board: Board) -> tuple[str, ...]:
    """Return the slots of these *names*, each once."""
    slots: list[str] = []
    for name in names:
        slot = board.slot_name(name, _WHERE, MoveError)
        if slot in slots:
            raise MoveError(_WHERE, expected="each slot once", found=f"{slot} again")
        slots.append(slot)
    return tuple(slots)


def _parse_hexagon(name: str) -> Hexagon:
    named = {str(hexagon): hexagon for hexagon in HEXAGONS}
    if name.upper() not in named:
        expected = f"a coordinate from {HEXAGONS[0]} to {HEXAGONS[-1]}"
        raise MoveError(_WHERE, expected=expected, found=quoted(name))
    return named[name.upper()]
