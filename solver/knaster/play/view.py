"""What the players see: the roll, their sheets, what was done, hands to pay, help."""

from collections.abc import Iterator
from itertools import zip_longest

from solver.drawing.text_grid import StyledLine, plain_line, plural, side_by_side, wrapped
from solver.geometry.cell import Cell, names_of
from solver.knaster import report
from solver.knaster.line import Line
from solver.knaster.line_values import LineValues
from solver.knaster.play.session import Session
from solver.knaster.record import Turn
from solver.knaster.rules import Hand, after_turn, filled_lines
from solver.knaster.sheet import Sheet
from solver.knaster.sheet_view import sheet_lines

_HELP = {
    "c3": "write the roll in c3 if it is free, or circle an equal number there",
    "c3 b2 d4": "write it in c3, and circle b2 and d4 for the hand that it makes",
    "c3 c3 b2": "write it in c3, and circle c3 itself and b2 for the hand",
    "write c3": "write the roll in c3",
    "circle c3": "circle the number in c3",
    "pass": "do nothing with the roll, which only the last one allows",
    "hint": "show the best moves, and the scores that they lead to",
    "undo": "take back the last turn typed, and those after it",
    "show": "show the roll and all sheets",
    "help": "show this help; ? does the same",
    "quit": "leave the game; q and exit do the same",
}


def greeting(session: Session) -> Iterator[str]:
    """Yield who plays, how far the game is, and how to begin."""
    names, programs, seed = session.settings
    players = [f"{name} (a program)" if name in programs else name for name in names]
    after = f", after {session.length}" if session.turns else ""
    yield from wrapped(f"Knaster: {', '.join(players)}, seed {seed}{after}")
    yield from wrapped(
        "Write the roll in a free cell, or circle an equal number: type the cell, like c3. 'hint' "
        "shows the best moves, 'undo' takes a turn back, 'help' lists the rest."
    )


def help_text() -> Iterator[str]:
    """Yield what can be typed, one kind per line."""
    width = max(map(len, _HELP))
    return (f"  {typed:<{width}}  {meaning}" for typed, meaning in _HELP.items())


def roll_text(session: Session) -> str:
    """Return the dice as they fell, which turn it is, and whose."""
    whose = f", {session.name}" if len(session.settings.names) > 1 else ""
    roll = f"{session.throw.roll} ({session.throw}){whose}"
    if session.is_last:
        return f"Turn {session.number}, the last roll, {roll}: you may pass"
    return f"Turn {session.number}, roll {roll}"


def board_text(session: Session, values: LineValues) -> Iterator[StyledLine]:
    """Yield the sheet of the player who has the next turn, and how all of them stand."""
    yield from sheet_lines(session.sheet, values=values)
    for name, sheet in zip(session.settings.names, session.sheets, strict=True):
        whose = f"{name}: " if len(session.settings.names) > 1 else ""
        yield plain_line(f"{whose}{_standing(sheet, values)}")


def all_sheets_text(session: Session, values: LineValues) -> Iterator[StyledLine]:
    """Yield the sheets of all players, two of them side by side."""
    blocks = [
        [
            plain_line(f"{name}: {_standing(sheet, values)}"),
            *sheet_lines(sheet, values=values),
        ]
        for name, sheet in zip(session.settings.names, session.sheets, strict=True)
    ]
    nothing: list[StyledLine] = []
    for left, right in zip_longest(blocks[::2], blocks[1::2], fillvalue=nothing):
        yield from side_by_side(left, right)
        yield plain_line("")


def turn_text(name: str, before: Sheet, turn: Turn, values: LineValues) -> str:
    """Return what a player did in a legal *turn* on the sheet *before*, and what it earned."""
    after = after_turn(before, turn)
    text = f"{name}: {turn.action}"
    if turn.write is not None and turn.bonus:
        hands = filled_lines(after, turn.write)
        text += f" for {' and '.join(map(_hand_text, hands))}"
    earned = after.score(values) - before.score(values)
    return f"{text}: {plural(earned, 'point')}" if earned else text


def bonus_text(written: Sheet, cell: Cell) -> Iterator[str]:
    """Yield the hands of the lines that the number in *cell* filled, and what each circles."""
    for filled in filled_lines(written, cell):
        line, hand = filled
        left = [other for other in line.cells if other not in written.circled]
        count = min(hand.bonus, len(left))
        yield f"{_hand_text(filled)}: circle {count} of {names_of(left)}"


def end_text(session: Session, values: LineValues) -> Iterator[StyledLine]:
    """Yield the sheets at the end of the game, how they count, and who wins."""
    return report.verdict_text(session.record, session.verdict, values, title="The game")


def _hand_text(filled: tuple[Line, Hand]) -> str:
    line, hand = filled
    return f"{line.name} ({hand.label})"


def _standing(sheet: Sheet, values: LineValues) -> str:
    """Return the points of a sheet, and how much of it is free."""
    free = len(sheet.free_cells)
    return f"{plural(sheet.score(values), 'point')}, {plural(free, 'free cell')}"
