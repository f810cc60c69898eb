"""What people type for a step of the game: slots by either of their names, words before them.

And what they are told: whose turn it is, and how the game ended.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from solver.drawing.styled_text import plural
from solver.errors import MoveError, quoted
from solver.geocinco.board import HEXAGONS, Board, Hexagon
from solver.geocinco.play.session import Session
from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.position import WINNING_TOWERS
from solver.geocinco.rules.turn import Done, Extra, Step

_SLOT = re.compile(r"\b[A-E]\d[rygb]\d\b")
_SLOT_LIKE = re.compile(r"\w*\d\w*")
# What follows a word, as it is said, and how many of it.
_AFTER_WORD = {
    "contest": ("a slot, as in 'contest C3r2'", 1),
    "bridge": ("two slots, as in 'bridge C3r1 C3g1'", 2),
    "sides": ("a coordinate, as in 'sides C3'", 1),
}


def names_in(text: str) -> list[str]:
    """Return the names in *text*, with blanks or commas between."""
    return text.replace(",", " ").split()


def is_list_of_slots(text: str) -> bool:
    """Return whether *text* is meant as names of slots.

    >>> is_list_of_slots("C3r2, d3"), is_list_of_slots("sides C3")
    (True, False)
    """
    return all(map(_SLOT_LIKE.fullmatch, names_in(text)))


def parse_names(word: str, rest: str) -> list[str]:
    """Return the names in *rest*, as many as may follow *word*; raise `MoveError` if others do."""
    names = names_in(rest)
    if word in _AFTER_WORD:
        described, count = _AFTER_WORD[word]
        if len(names) != count:
            found = quoted(f"{word} {rest}".strip())
            raise MoveError("typed", expected=f"{word!r} and {described}", found=found)
    return names


def parse_slots(names: list[str], board: Board) -> list[str]:
    """Return the slots of these *names*, each once; raise `MoveError` where one is none."""
    slots: list[str] = []
    for name in names:
        slot = board.slot_name(name, "typed", MoveError)
        if slot in slots:
            raise MoveError("typed", expected="each slot once", found=f"{slot} again")
        slots.append(slot)
    return slots


def parse_hexagon(name: str) -> Hexagon:
    """Return the hexagon of this *name*; raise `MoveError` where there is none."""
    named = {str(hexagon): hexagon for hexagon in HEXAGONS}
    if name.upper() not in named:
        expected = f"a coordinate from {HEXAGONS[0]} to {HEXAGONS[-1]}"
        raise MoveError("typed", expected=expected, found=quoted(name))
    return named[name.upper()]


def typed_names(text: str, board: Board) -> dict[str, str]:
    """Return the names of slots in *text* that are not the written ones, by these.

    >>> typed_names("contest c3r2 A1r1", Board.named("whole"))
    {'C2b1': 'C3r2'}
    """
    names = {}
    for name in names_in(text):
        with suppress(MoveError):
            written = board.slot_name(name, "typed", MoveError)
            names[written] = f"{name[:1].upper()}{name[1:].lower()}"
    return {written: typed for written, typed in names.items() if typed != written}


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return *text* with other *names* for some slots."""
    return _SLOT.sub(lambda match: names.get(match[0], match[0]), text)


def typed_text(step: Step) -> str:
    """Return what is typed for *step*; the dice of a contest are not known yet."""
    if isinstance(step, Contest):
        return f"contest {step.slot}"
    return step.slot if isinstance(step, Extra) else str(step)


def parse_step(words: Sequence[str], session: Session) -> Step:
    """Return the step that *words* are in *session*; raise `MoveError` where they are none."""
    word, *rest = words
    board = session.settings.board
    if word in _AFTER_WORD and word != "sides":
        slots = parse_slots(parse_names(word, " ".join(rest)), board)
        return LayBridge(*slots) if word == "bridge" else session.contest(slots[0])
    if rest:
        expected = "a slot, 'contest' and a slot, 'bridge' and two slots, 'done', 'undo' or 'hint'"
        raise MoveError("step", expected=expected, found=quoted(" ".join(words)))
    return Done() if word == "done" else laid_step(session, parse_slots([word], board)[0])


def laid_step(session: Session, slot: str) -> Step:
    """Return the step that lays a token on *slot*, an extra one if that is due."""
    return Extra(slot) if session.current.extra else Lay(slot)


def turn_text(session: Session) -> str:
    """Return which turn it is, whose, the throw, and what is to be laid now."""
    turn = session.current
    left, held = turn.tokens - turn.laid, turn.state.held[turn.player]
    if turn.extra is not None:
        due = f"{turn.extra.colour} lays an extra token"
    elif any(turn.places):
        due = f"{plural(left, 'token')} {'left ' if turn.laid else ''}to lay"
    else:
        due = "a bridge may be laid"
    due += f", {plural(held, 'bridge')} held" if held else ""
    return f"Turn {session.number}, {turn.player} throws {turn.throw}: {due}"


def end_text(session: Session) -> str:
    """Return how the game ended, and in which turn."""
    winner, turn = session.current.winner, f"turn {session.number}"
    if winner is None:
        return f"The game is drawn in {turn}: nobody could lay a token for a whole round."
    return f"{winner} wins in {turn}: {WINNING_TOWERS} towers in one network."
