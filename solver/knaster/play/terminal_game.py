"""A game of Knaster in the terminal: what the players see, and what they may type.

A turn is typed as its cell, ``c3``: the roll is written there if the cell is free, and circled if
it holds an equal number. The cells that a hand lets him circle may follow, ``c3 b2 d4``; else he is
asked for them. The cell just written may be one of them: ``c3 c3 b2``.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import ClassVar

from solver.console.play.console import Console
from solver.console.play.terminal_game import HELP_AND_QUIT, Remark, TerminalGame
from solver.console.progress import watched
from solver.drawing.styled_text import StyledLine, plain_line, plural, side_by_side, wrapped
from solver.errors import MoveError, quoted
from solver.geometry.cell import Cell, check_distinct, is_list_of_names, names_of, parse_cells
from solver.knaster.answer import RefereeReport
from solver.knaster.game_review.answer import review
from solver.knaster.line import CELLS, Line, LineValues
from solver.knaster.play.session import Session
from solver.knaster.record import Turn, loss_text
from solver.knaster.rules import Hand, after_turn, bonuses, filled_lines, first_violation
from solver.knaster.sheet import Sheet
from solver.knaster.sheet_view import sheet_lines
from solver.knaster.strategy.program import rated_turns

_MAX_HINTED = 3  # moves
_LEVELS = ((100, "extraordinary"), (80, "very good"), (50, "good"))  # as the rules have them


class KnasterGame(TerminalGame[Session, Turn]):
    """Plays *session* with line *values*."""

    group = "penta knaster"
    help: ClassVar = {
        "c3": "write the roll in c3 if it is free, or circle an equal number there",
        "c3 b2 d4": "write it in c3, and circle b2 and d4 for the hand that it makes",
        "c3 c3 b2": "write it in c3, and circle c3 itself and b2 for the hand",
        "write c3": "write the roll in c3",
        "circle c3": "circle the number in c3",
        "pass": "do nothing with the roll, which only the last one allows",
        "hint": "show the best moves, and the scores that they lead to",
        "undo": "take back the last turn typed, and those after it",
        "show": "show the roll and all sheets",
        **HELP_AND_QUIT,
    }
    example = "a cell such as c3"
    nothing_typed = "no turn has been typed yet"

    def __init__(
        self,
        session: Session,
        console: Console,
        save: Callable[[Session], None],
        values: LineValues,
    ) -> None:
        super().__init__(session, console, save)
        self._values = values
        self._written: Cell | None = None  # where the roll is to be written, but for its bonus

    def greeting(self) -> Iterator[str]:
        """Yield who plays, how far the game is, and how to begin."""
        names, programs, seed = self.session.settings
        players = [f"{name} (a program)" if name in programs else name for name in names]
        after = f", after {self.session.length}" if self.session.turns else ""
        yield from wrapped(f"Knaster: {', '.join(players)}, seed {seed}{after}")
        yield from wrapped(
            "Write the roll in a free cell, or circle an equal number: type the cell, like c3. "
            "'hint' shows the best moves, 'undo' takes a turn back, 'help' lists the rest."
        )

    @property
    def _prompt(self) -> str:
        return self.session.player + (", circle" if self._written else "")

    def _is_choice(self, typed: str) -> bool:
        return is_list_of_names(typed)

    def _act(self, word: str, rest: str) -> None:
        roll, sheet = self.session.throw.roll, self.session.sheet
        if word == "pass":
            self._play(Turn(roll))
            return
        if not is_list_of_names(rest):
            expected, typed = f"{word!r} and a cell, as in '{word} c3'", f"{word} {rest}".strip()
            raise MoveError("typed", expected=expected, found=quoted(typed))
        cell, *bonus = cells = _parse_cells(rest)
        if not word and self._written:
            self._play(Turn(roll, self._written, cells))
        elif word == "circle" or (not word and sheet[cell] is not None):
            self._play(Turn(roll, None, tuple(bonus), cell))
        else:
            self._play(Turn(roll, cell, tuple(bonus)))

    def _play(self, turn: Turn) -> None:
        """Play *turn*; or ask for its bonus if that is open, or say why it is illegal."""
        session, cell = self.session, turn.write
        if cell is not None and not turn.bonus and session.sheet[cell] is None:
            written = session.sheet.with_number(cell, turn.roll)
            possible = bonuses(written, cell)
            if len(possible) > 1:
                self._written = cell
                for line, hand in filled_lines(written, cell):
                    left = [other for other in line.cells if other not in written.circled]
                    count = min(hand.bonus, len(left))
                    self._say(f"{_hand_text((line, hand))}: circle {count} of {names_of(left)}")
                return
            turn = Turn(turn.roll, cell, tuple(sorted(*possible)))
        violation = first_violation(session.sheet, turn, is_last=session.is_last)
        if violation:
            self._say(violation[1])
        else:
            self._take(turn)

    def _take(self, *steps: Turn) -> None:
        super()._take(*steps)
        self._written = None

    def _undo(self) -> None:
        if self._written is None:
            super()._undo()
            return
        self._say(f"taken back: write {self._written}")  # its bonus was open
        self._written = None

    def _program_step(self) -> Turn:
        return self.session.program_turn(self._values)

    def _step_texts(self, before: Session, step: Turn, _after: Session) -> Iterator[str]:
        sheet = after_turn(before.sheet, step)
        text = f"{before.player}: {step.action}"
        if step.write is not None and step.bonus:
            hands = filled_lines(sheet, step.write)
            text += f" for {' and '.join(map(_hand_text, hands))}"
        earned = sheet.score(self._values) - before.sheet.score(self._values)
        yield f"{text}: {plural(earned, 'point')}" if earned else text

    def _undo_text(self, before: Session) -> str:
        turn = self.session.turns[len(before.turns)]
        return f"taken back: {before.player}: {turn.action}"

    def _hint(self) -> Remark:
        lines = [*self._rated_turns()]
        return lambda: lines

    def _rated_turns(self) -> Iterator[StyledLine]:
        situation = self.session.situation(self._values)
        moves = rated_turns(situation)
        moves = [move for move in moves if self._written in (None, move.turn.write)]
        if not moves:
            yield plain_line("  nothing can be done with this roll: pass")
            return
        if situation.turns is not None:
            rolls = f"{plural(situation.turns, 'roll')} left"
            until = "" if situation.is_last else ", until the sheet of a rival is full"
            yield plain_line(f"  reckoned with {rolls}{until}")
        yield plain_line("  expected    loss  move")
        for move in moves[:_MAX_HINTED]:
            loss = loss_text(moves[0].mean - move.mean)
            yield plain_line(f"  {move.mean:>8.2f}  {loss:>6}  {move.turn.action}")

    def _draw_board(self) -> None:
        self._announce()
        self._console.say(f"{self._roll_text()}\n")
        self._console.show(sheet_lines(self.session.sheet, values=self._values))
        for name, sheet in zip(self.session.settings.names, self.session.sheets, strict=True):
            whose = f"{name}: " if len(self.session.settings.names) > 1 else ""
            self._console.say(f"{whose}{self._standing(sheet)}")
        self._console.say()

    def _show_again(self) -> None:
        """Show the sheets of all players, two of them side by side."""
        self._console.say(self._roll_text())
        blocks = [
            [
                plain_line(f"{name}: {self._standing(sheet)}"),
                *sheet_lines(sheet, values=self._values),
            ]
            for name, sheet in zip(self.session.settings.names, self.session.sheets, strict=True)
        ]
        nothing: list[StyledLine] = []
        for left, right in zip_longest(blocks[::2], blocks[1::2], fillvalue=nothing):
            self._console.show([*side_by_side(left, right), plain_line("")])

    def _roll_text(self) -> str:
        """Return the dice as they fell, which turn it is, and whose."""
        session = self.session
        whose = f", {session.player}" if len(session.settings.names) > 1 else ""
        roll = f"{session.throw.roll} ({session.throw}){whose}"
        if session.is_last:
            return f"Turn {session.number}, the last roll, {roll}: you may pass"
        return f"Turn {session.number}, roll {roll}"

    def _standing(self, sheet: Sheet) -> str:
        """Return the points of a sheet, and how much of it is free."""
        points = plural(sheet.score(self._values), "point")
        return f"{points}, {plural(len(sheet.free_cells), 'free cell')}"

    def _show_end(self) -> None:
        self._announce()
        session, values = self.session, self._values
        report = RefereeReport(session.record, session.verdict, values, "The game")
        self._console.show(report.lines(drawn=self._console.drawn))
        if report.is_solitaire:
            (sheet,) = session.sheets
            for least, level in _LEVELS:
                if sheet.score(values) > least:
                    self._console.say(f"More than {least} points alone are {level}.")
                    break

    def show_review(self) -> None:
        """Show what the persons did in the finished game, as `knaster review` has it."""
        search = review(self.session.record, values=self._values)
        reviewed, programs = watched(search), self.session.settings.programs
        if reviewed is not None:
            persons = tuple(each for each in reviewed.players if each.name not in programs)
            self._console.say("\nThe review\n")
            reviewed = replace(reviewed, players=persons)
            self._console.show(reviewed.lines(drawn=self._console.drawn))


def _hand_text(filled: tuple[Line, Hand]) -> str:
    line, hand = filled
    return f"{line.name} ({hand.label})"


def _parse_cells(text: str) -> tuple[Cell, ...]:
    """Return the cells of the sheet that *text* names, each but the first once."""
    expected = f"cells from {CELLS[0]} to {CELLS[-1]}"
    cells = parse_cells(text.strip().lower(), "typed", MoveError, expected=expected)
    for cell in cells:
        if cell not in CELLS:
            raise MoveError("typed", expected=expected, found=quoted(str(cell)))
    check_distinct(cells[1:], "typed", MoveError)  # the first may be written in and circled
    return cells
