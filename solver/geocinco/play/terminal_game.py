"""A game in the terminal: persons type their moves, programs choose theirs, until it is over."""

from collections.abc import Callable, Iterable
from functools import partial

from solver.console.game_console import Console, QuitGameError
from solver.console.question import Question
from solver.drawing.text_grid import plural, wrapped
from solver.errors import MoveError
from solver.geocinco.board_view import hexagon_lines
from solver.geocinco.play import view
from solver.geocinco.play.action import WORDS, Action, ActionKind, parse_action, typed_names
from solver.geocinco.play.session import Done, Extra, Session, Step
from solver.geocinco.record import Lay, LayBridge
from solver.geocinco.rules.turn import IllegalMoveError
from solver.geocinco.strategy.player import PROGRAMS
from solver.runtime.interruption import interruptible


class TerminalGame:
    """Plays *session*; after each step it is handed to *save*, before anything else is done."""

    referee = "referee"

    def __init__(self, session: Session, console: Console, save: Callable[[Session], None]) -> None:
        self.session = session
        self._console = console
        self._save = save
        self._news: list[str] = []  # what was done since a person saw the board
        self._shown: Session | None = None
        self._is_begun = False  # a board has been shown

    def play(self) -> None:
        """Play to the end. Raises `QuitGameError` if the players leave before."""
        while not self.session.is_over:
            if self.session.is_program:
                # The first choice of some programs takes long: what they look up is loaded.
                self._console.flush()
                self._go_on(interruptible(self.session.program_step))
            else:
                self._ask()
        self._show_board()

    def _ask(self) -> None:
        """Do what the person who has the next choice types, a line of it."""
        if self._shown is not self.session:
            self._shown = self.session
            self._show_board()
        extra = ", extra" if self.session.current.extra else ""
        question = Question(
            f"{self.session.colour}{extra}> ",
            words=WORDS,
            history="moves",
            redraw=self._show_board,
        )
        typed = self._console.ask(question) or ""
        if not typed.strip():
            return
        board, already = self.session.settings.board, len(self._news)
        names = typed_names(typed, board)  # the person has chosen them, so they are said
        try:
            self._act(parse_action(typed, board))
        except MoveError as error:
            self._say(view.renamed(str(error), names))
        except IllegalMoveError as error:
            self._say(view.renamed(error.found, names))
        both = {written: f"{other} ({written})" for written, other in names.items()}
        self._news[already:] = [view.renamed(news, both) for news in self._news[already:]]

    def _act(self, action: Action) -> None:
        """Do what *action* says. Raises `MoveError` or `IllegalMoveError` if it is not allowed."""
        match action.kind:
            case ActionKind.SLOTS:
                self._lay(action.slots)
            case ActionKind.CONTEST:
                self._go_on(self.session.contest(*action.slots))
            case ActionKind.BRIDGE:
                self._go_on(LayBridge(*action.slots))
            case ActionKind.DONE:
                self._go_on(Done())
            case ActionKind.UNDO:
                self._undo()
            case ActionKind.QUIT:
                raise QuitGameError
            case _:
                self._show(action)

    def _show(self, action: Action) -> None:
        """Show what *action* asks for."""
        match action.kind:
            case ActionKind.MOVES:
                self._say_lines(view.moves_text(self.session))
            case ActionKind.SIDES if action.hexagon:
                board, drawn = self.session.settings.board, self._console.drawn
                self._console.show(hexagon_lines(board, action.hexagon, drawn=drawn))
            case ActionKind.HINT:
                self._show_hint()
            case ActionKind.SHOW:
                self._show_board()
            case _:
                self._say_lines(view.help_text())

    def _lay(self, slots: tuple[str, ...]) -> None:
        """Lay a token on each of *slots*, all or none."""
        turn = self.session.current
        due = 1 if turn.extra else turn.tokens - turn.laid
        if len(slots) > max(1, due):
            raise MoveError("typed", expected=plural(due, "slot"), found=str(len(slots)))
        for slot in slots:
            owner = turn.state.tokens.get(slot)
            if owner not in (None, turn.player) and not turn.extra:
                found, hint = (
                    f"a token of {owner} on {slot}",
                    f"'contest {slot}' throws dice for it",
                )
                raise MoveError("typed", expected="free slots", found=found, hint=hint)
        self._go_on(*(Extra(slot) if turn.extra else Lay(slot) for slot in slots))

    def _go_on(self, *steps: Step) -> None:
        """Take all of *steps*, or none if one is illegal."""
        session = self.session
        news: list[str] = []
        for step in steps:
            after = session.with_step(step)
            news += view.news_text(session, step, after)
            session = after
        self._news += news
        self._set(session)

    def _undo(self) -> None:
        before = self.session.without_last()
        if before is None:
            self._say("nothing has been typed yet")
            return
        self._news.append(f"taken back to turn {before.number}, {before.colour}")
        self._set(before)

    def _set(self, session: Session) -> None:
        self.session = session
        self._save(session)

    def _show_hint(self) -> None:
        """Show what the strongest program would choose, as it is typed."""
        self._console.flush()
        level, program = [*PROGRAMS.items()][-1]
        step = interruptible(partial(self.session.choice, program))
        self._say(f"the program {level} would type: {view.hint_text(step)}")

    def _show_board(self) -> None:
        """Show the board, what was done, and what is to be done; on a terminal, nothing else.

        The board is higher than many a terminal, so that nothing of weight stands above it.
        """
        session = self.session
        if self._is_begun:  # the greeting stays
            self._console.clear()
        self._console.show(view.board_text(session, drawn=self._console.drawn))
        self._console.say()
        for news in self._news:
            self._say_lines(wrapped(news))
        if self._news:
            self._console.say()
        self._news.clear()
        self._console.say(view.end_text(session) if session.is_over else view.turn_text(session))
        if not self._is_begun:
            self._console.say("'help' lists what you can type.")
        self._is_begun = True

    def _say_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._console.say(line)

    def _say(self, text: str) -> None:
        """Say *text* beside what is typed."""
        self._say_lines(wrapped(text, first="  ", others="    "))
