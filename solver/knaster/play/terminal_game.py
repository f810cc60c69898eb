"""A game in the terminal: persons type their turns, programs choose theirs, until it is over."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from solver.console.game_console import Console, QuitGameError
from solver.console.question import Question
from solver.drawing.text_grid import wrapped
from solver.errors import MoveError
from solver.knaster.line_values import LineValues
from solver.knaster.play import view
from solver.knaster.play.action import WORDS, Action, ActionKind, parse_action
from solver.knaster.play.hint import hint_text
from solver.knaster.play.session import Session
from solver.knaster.record import Turn
from solver.knaster.rules import bonuses, first_violation
from solver.runtime.interruption import interruptible

if TYPE_CHECKING:
    from solver.geometry.cell import Cell


class TerminalGame:
    """Plays *session* with line *values*.

    After each turn the session is handed to *save*, before anything else is done.
    """

    referee = "referee"

    def __init__(
        self,
        session: Session,
        console: Console,
        values: LineValues,
        save: Callable[[Session], None],
    ) -> None:
        self.session = session
        self._console = console
        self._values = values
        self._save = save
        self._news: list[str] = []  # what was done since a person saw the sheets
        self._shown: Session | None = None
        self._written: Cell | None = None  # where the roll is to be written, but for its bonus

    def play(self) -> None:
        """Play to the end. Raises `QuitGameError` if the players leave before."""
        while not self.session.is_over:
            if self.session.is_program:
                self._let_program_play()
            else:
                self._ask()
        self._say_news()
        self._console.show(view.end_text(self.session, self._values))

    def _let_program_play(self) -> None:
        # The first turn of some programs takes long: what they look up is loaded and compiled.
        self._console.flush()
        self._play(interruptible(partial(self.session.program_turn, self._values)))

    def _ask(self) -> None:
        """Do what the person who has the next turn types, a line of it."""
        if self._shown is not self.session:
            self._shown = self.session
            self._show_board()
        name = self.session.name
        question = Question(
            f"{name}> " if self._written is None else f"{name}, circle> ",
            words=WORDS,
            history=name,
            redraw=self._show_board,
        )
        typed = self._console.ask(question) or ""
        if not typed.strip():
            return
        try:
            self._act(parse_action(typed))
        except MoveError as error:
            self._say(str(error))

    def _act(self, action: Action) -> None:
        """Do what *action* says, or say why that is not allowed."""
        match action.kind:
            case ActionKind.CELLS | ActionKind.WRITE | ActionKind.CIRCLE | ActionKind.DECLINE:
                self._play_or_ask_bonus(self._turn(action))
            case ActionKind.HINT:
                self._console.flush()
                situation = self.session.situation(self._values)
                for line in hint_text(situation, written=self._written):
                    self._console.say(line)
            case ActionKind.UNDO:
                self._undo()
            case ActionKind.SHOW:
                self._show_all()
            case ActionKind.HELP:
                for line in view.help_text():
                    self._console.say(line)
            case ActionKind.QUIT:
                raise QuitGameError

    def _turn(self, action: Action) -> Turn:
        """Return the turn that *action* means, legal or not."""
        roll, sheet, kind = self.session.throw.roll, self.session.sheet, action.kind
        if kind is ActionKind.DECLINE:
            return Turn(roll)
        if kind is ActionKind.CELLS and self._written is not None:
            return Turn(roll, self._written, action.cells)
        cell, *bonus = action.cells
        if kind is ActionKind.CELLS:
            kind = ActionKind.WRITE if sheet[cell] is None else ActionKind.CIRCLE
        if kind is ActionKind.WRITE:
            return Turn(roll, cell, tuple(bonus))
        return Turn(roll, None, tuple(bonus), cell)

    def _play_or_ask_bonus(self, turn: Turn) -> None:
        """Play *turn*; or ask for its bonus if that is open, or say why it is illegal."""
        session, cell = self.session, turn.write
        if cell is not None and not turn.bonus and session.sheet[cell] is None:
            written = session.sheet.with_number(cell, turn.roll)
            possible = bonuses(written, cell)
            if len(possible) > 1:
                self._written = cell
                for line in view.bonus_text(written, cell):
                    self._say(line)
                return
            turn = Turn(turn.roll, cell, tuple(sorted(*possible)))
        violation = first_violation(session.sheet, turn, is_last=session.is_last)
        if violation:
            _, reason = violation
            self._say(reason)
            return
        self._play(turn)

    def _play(self, turn: Turn) -> None:
        """Play the legal *turn*."""
        session = self.session
        self._news.append(view.turn_text(session.name, session.sheet, turn, self._values))
        self._go_on(session.with_turn(turn))

    def _undo(self) -> None:
        """Take back the cell to write in while its bonus is open, or else the last turn typed."""
        if self._written is not None:
            self._say(f"taken back: write {self._written}")
            self._written = None
            return
        before = self.session.without_last()
        if before is None:
            self._say("no turn has been typed yet")
            return
        turn = self.session.turns[len(before.turns)]
        self._news.append(f"taken back: {before.name}: {turn.action}")
        self._go_on(before)

    def _go_on(self, session: Session) -> None:
        self.session = session
        self._written = None
        self._save(session)

    def _show_all(self) -> None:
        """Show the roll and all sheets."""
        self._console.say(view.roll_text(self.session))
        self._console.show(view.all_sheets_text(self.session, self._values))

    def _show_board(self) -> None:
        """Show what was done, the roll, and the player's sheet; on a terminal, nothing else."""
        self._console.clear()
        self._say_news()
        self._console.say(f"{view.roll_text(self.session)}\n")
        self._console.show(view.board_text(self.session, self._values))
        self._console.say()

    def _say_news(self) -> None:
        """Say what was done since this was called."""
        for news in self._news:
            for line in wrapped(news):
                self._console.say(line)
        if self._news:
            self._console.say()
        self._news.clear()

    def _say(self, text: str) -> None:
        """Say *text* beside what is typed."""
        for line in wrapped(text, first="  ", others="    "):
            self._console.say(line)
