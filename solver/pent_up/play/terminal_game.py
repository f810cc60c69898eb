"""A game in the terminal: persons type their moves, programs choose theirs, until it is over."""

from collections.abc import Callable
from textwrap import wrap

from solver.console.game_console import Console, QuitGameError
from solver.console.question import Question
from solver.drawing.text_grid import StyledLine
from solver.errors import MoveError, RecordError
from solver.geometry.polyomino import SHAPES
from solver.pent_up import report
from solver.pent_up.play import view
from solver.pent_up.play.action import WORDS, Action, ActionKind, parse_action
from solver.pent_up.play.place import chosen_move, places_of
from solver.pent_up.play.session import HUMAN, SEARCH, Session
from solver.pent_up.record import TileMove
from solver.pent_up.strategy.report import suggestion_text

_WIDTH = 79  # cols
_LINES_BESIDE = 4  # the news above the board, and what is typed below it


class TerminalGame:
    """Plays *session*; after each move it is handed to *save*, before anything else is done."""

    def __init__(self, session: Session, console: Console, save: Callable[[Session], None]) -> None:
        self.session = session
        self._console = console
        self._save = save

    @property
    def referee(self) -> str:
        """The command of `penta up` that judges the finished game; none knows of resignations."""
        return "" if self.session.resigned else "referee"

    def play(self) -> None:
        """Play to the end. Raises `QuitGameError` if the players leave before."""
        self._draw_board()
        while not self.session.is_over:
            if self.session.player == HUMAN:
                self._take_turn()
            else:
                self._let_program_move()
        self._console.say(view.end_text(self.session))

    def _let_program_move(self) -> None:
        if self.session.player == SEARCH:
            budget = view.budget_text(self.session.settings.budget)
            self._console.say(f"{self.session.colour} is thinking, for {budget}")
            self._console.flush()
        self._lay(self.session.program_move())

    def _take_turn(self) -> None:
        """Do what the person to move types, a line of it."""
        question = Question(
            f"{self.session.colour}> ",
            words=(*WORDS, *SHAPES),
            history="moves",
            redraw=self._show_board,
        )
        typed = self._console.ask(question) or ""
        if not typed.strip():
            return
        try:
            self._act(parse_action(typed))
        except (MoveError, RecordError) as error:
            for line in wrap(str(error), _WIDTH, initial_indent="  ", subsequent_indent="    "):
                self._console.say(line)

    def _act(self, action: Action) -> None:
        """Do what *action* says. Raises `MoveError` or `RecordError` where that is not allowed."""
        match action.kind:
            case ActionKind.LAY:
                self._lay(chosen_move(self.session, action))
            case ActionKind.MOVES:
                self._show_moves(action)
            case ActionKind.HINT:
                self._show_hint()
            case ActionKind.UNDO:
                self._undo()
            case ActionKind.SHOW:
                self._show_board()
            case ActionKind.RESIGN:
                self._go_on(self.session.with_resignation())
            case ActionKind.HELP:
                for line in view.help_text():
                    self._console.say(line)
            case ActionKind.QUIT:
                raise QuitGameError

    def _lay(self, move: TileMove) -> None:
        self._go_on(self.session.with_move(move))
        self._show_board(view.move_text(move))

    def _undo(self) -> None:
        before = self.session.without_last()
        if before is None:
            self._console.say("  you have not laid a tile")
            return
        taken_back = self.session.moves[len(before.moves) :]
        tiles = ", ".join(f"{move.colour}'s {move.shape}" for move in taken_back)
        self._go_on(before)
        self._show_board(f"taken back: {tiles}")

    def _go_on(self, session: Session) -> None:
        self.session = session
        self._save(session)

    def _show_moves(self, action: Action) -> None:
        """Show how many places each tile has, or list those of one."""
        session = self.session
        if action.shape:
            places = places_of(session, action.shape, action.cells)
            for line in view.places_text(action.shape, places, action.cells):
                self._console.say(line)
            return
        legal = [*map(session.position.as_move, session.position.placements())]
        drawn = self._console.drawn
        self._console.show(report.moves_text(session.pile, legal, listed=False, drawn=drawn))

    def _show_hint(self) -> None:
        """Show what the search would play, and how to type it."""
        session = self.session
        suggestion = session.suggestion()
        move = session.position.as_move(suggestion.placement)
        drawn = self._console.drawn
        self._console.show(suggestion_text(session.pile, move, suggestion, drawn=drawn))
        places = places_of(session, move.shape)
        number = next(number for number, place in places.items() if place == move)
        self._console.say(f"To lay it, type: {move.shape} {number}")

    def _show_board(self, news: str = "") -> None:
        """Show the board below the *news*; on a terminal, nothing else."""
        self._console.clear()
        if news:
            self._console.say(f"{news}\n")
        self._draw_board()

    def _draw_board(self) -> None:
        """Print the board, outlined if the terminal has room for that."""

        def draw(*, drawn: bool) -> list[StyledLine]:
            return list(view.board_text(self.session, drawn=drawn))

        self._console.show(self._console.fitting(draw, others=_LINES_BESIDE))
        self._console.say()
