"""A game of Geocinco in the terminal: what the players see, and what they may type.

A slot may be typed by either of its names, and is said by the one that was typed.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from solver.console.play.terminal_game import HELP_AND_QUIT, Remark, TerminalGame
from solver.drawing.styled_text import (
    StyledLine,
    plain_line,
    plural,
    unbroken,
    wrapped,
    wrapped_lines,
)
from solver.errors import MoveError, quoted
from solver.geocinco.answer import standing_lines
from solver.geocinco.board import BOARD_NOTE, BOARDS
from solver.geocinco.board_view import board_lines, board_window, hexagon_lines
from solver.geocinco.play.hint import Hint
from solver.geocinco.play.session import Session
from solver.geocinco.play.typed_step import (
    end_text,
    is_list_of_slots,
    laid_step,
    parse_hexagon,
    parse_names,
    parse_slots,
    renamed,
    turn_text,
    typed_names,
)
from solver.geocinco.record import Contest, LayBridge
from solver.geocinco.rules.position import towers
from solver.geocinco.rules.turn import Done, IllegalMoveError, Step
from solver.geocinco.strategy.program import PROGRAMS

_LINES_BESIDE = 3  # a part of the board: whose turn it is, what can be typed, the prompt
_MORE_BESIDE_WHOLE = 4  # the note on the board, and empty lines
_LEAST_ROWS = 9  # of a part of the board, with the letters: a hexagon


class GeocincoGame(TerminalGame[Session, Step]):
    """Plays *session*."""

    group = "penta geo"
    help: ClassVar = {
        "C3r2": "lay a token on this slot; several slots, several tokens",
        "contest C3r2": "lay a token on another's there, and throw the dice for it",
        "bridge C3r1 C3g1": "lay a bridge between own tokens on these slots",
        "done": "end the turn, and keep a bridge that could be laid",
        "moves": "list where a token may go, and bridges that may be laid",
        "sides C3": "show the pentagons of C3 with the numbers of their sides",
        "hint": "show what the strongest program would do",
        "undo": "take back what a person laid last, and all after it",
        "show": "show the throw and the board again",
        **HELP_AND_QUIT,
    }
    example = "a slot such as C3r2"
    _is_part = False  # of the board, on a small screen
    _numbered: Sequence[str] = ()  # the slots that have the numbers from 1 on there
    _lines_of_remark = 0  # that will stand below the board
    _hinted = ""  # the slot of the last hint, until something is done

    def greeting(self) -> Iterator[str]:
        """Yield who plays, how far the game is, how it is won, and how to begin."""
        board, colours, tokens, programs, seed = self.session.settings
        players = [
            f"{colour} ({programs[colour]}, a program)" if colour in programs else colour
            for colour in colours
        ]
        name = "" if board.name == BOARDS[0] else f", board {board.name}"
        after = f", after {self.session.length}" if self.session.turns else ""
        yield from wrapped(f"Geocinco: {', '.join(players)}{name}, seed {seed}{after}")
        yield from wrapped(
            f"A turn lays {plural(tokens, 'token')}. Five towers in one network win. To lay a "
            "token, type its slot, like C3r2: side 2 of the red pentagon of C3. 'moves' lists "
            "where one may go, 'sides C3' shows the numbers of its sides, 'hint' helps, 'undo' "
            "takes back what was laid last, 'help' lists the rest."
        )

    @property
    def _prompt(self) -> str:
        return self.session.player + (", extra" if self.session.current.extra else "")

    def _is_choice(self, typed: str) -> bool:
        return is_list_of_slots(typed)

    def _do(self, typed: str) -> None:
        before, already = self.session, len(self._announcements)
        board = before.settings.board
        names = typed_names(typed, board)  # the person has chosen them, so they are said
        try:
            super()._do(typed)
        except IllegalMoveError as error:
            self._say(renamed(error.found, names))
        except MoveError as error:
            self._say(renamed(str(error), names))
        both = {written: f"{other} ({written})" for written, other in names.items()}
        self._announcements[already:] = [
            renamed(text, both) for text in self._announcements[already:]
        ]
        if self.session is not before:
            del self._announcements[:already]  # until now they were shown with the board
            self._hinted = ""

    def _act(self, word: str, rest: str) -> None:
        board, numbers = self.session.settings.board, dict(self._numbers())
        names = [numbers.get(name, name) for name in parse_names(word, rest)]
        if numbers and (wrong := [name for name in names if name.isdecimal()]):
            expected = f"a number from 1 to {len(numbers)}, or a slot, as C3r2"
            raise MoveError("typed", expected=expected, found=quoted(wrong[0]))
        if rest in numbers and not word and names[0] in self.session.current.places.contest:
            word = "contest"
        match word:
            case "done":
                self._take(Done())
            case "moves":
                self._remark(lambda: [*map(plain_line, self._moves_text())])
            case "sides":
                lines = hexagon_lines(board, parse_hexagon(*names), drawn=self._console.drawn)
                self._console.show(lines)
            case "contest":
                self._take(self.session.contest(*parse_slots(names, board)))
            case "bridge":
                self._take(LayBridge(*parse_slots(names, board)))
            case _:
                self._lay(parse_slots(names, board))

    def _lay(self, slots: list[str]) -> None:
        """Lay a token on each of *slots*, all or none."""
        turn = self.session.current
        due = 1 if turn.extra else turn.tokens - turn.laid
        if len(slots) > max(1, due):
            raise MoveError("typed", expected=plural(due, "slot"), found=str(len(slots)))
        for slot in slots:
            owner = turn.state.tokens.get(slot)
            if owner not in (None, turn.player) and not turn.extra:
                found = f"a token of {owner} on {slot}"
                hint = f"'contest {slot}' throws dice for it"
                raise MoveError("typed", expected="free slots", found=found, hint=hint)
        self._take(*(laid_step(self.session, slot) for slot in slots))

    def _program_step(self) -> Step:
        return self.session.choice(PROGRAMS[self.session.settings.programs[self.session.player]])

    def _hint(self) -> Remark:
        hint = Hint.of(self.session)
        self._hinted = hint.slot
        reason = wrapped_lines(hint.reason, first="    ")

        def remark() -> list[StyledLine]:
            numbers = {slot: f"{number} ({slot})" for number, slot in self._numbers()}
            return [plain_line(f"  {renamed(hint.text, numbers)}"), *reason]

        return remark

    def _remark(self, remark: Remark) -> None:
        """Show *remark* below what was typed; a part of the board is shown again above it."""
        if self._is_part:
            self._lines_of_remark = len(remark())
            self._show_board()
            self._lines_of_remark = 0
        super()._remark(remark)

    def _step_texts(self, before: Session, step: Step, after: Session) -> Iterator[str]:
        """Yield what *step* did, and the turns that were passed after it."""
        whose, turn = before.player, before.current.player
        if before.is_program and not before.current.moves:
            yield f"turn {before.number}, {turn} throws {before.current.throw}"
        text = f"{whose}: {step}"
        if isinstance(step, Contest):
            owner = before.state.tokens[step.slot]
            has_won = after.state.tokens[step.slot] == turn
            text += f": {turn if has_won else owner} wins"
        for colour in before.settings.players:
            more = len(towers(after.state, colour)) - len(towers(before.state, colour))
            if more > 0:
                text += f"; {plural(more, 'tower')} of {colour} built"
        fallen = before.state.bridges - after.state.bridges
        if fallen:
            text += f"; {plural(len(fallen), 'bridge')} of {min(fallen).colour} fallen"
        yield text
        if after.current.winner is None:
            yield from _lost_tokens(before, after)

    def _undo_text(self, before: Session) -> str:
        return f"taken back to turn {before.number}, {before.player}"

    def _moves_text(self) -> Iterator[str]:
        """Yield what may be laid now, by the names to type."""
        turn, board = self.session.current, self.session.settings.board
        number_of = {slot: number for number, slot in self._numbers()}

        def numbered(slot: str) -> str:
            return f"{number_of[slot]} {slot}" if slot in number_of else slot

        def in_order(slots: Iterable[str]) -> list[str]:
            """Return *slots*, first those that have numbers."""
            last = len(number_of) + 1
            return sorted(board.in_order(slots), key=lambda slot: int(number_of.get(slot, last)))

        if turn.extra is not None:
            yield from _listed("extra token", map(numbered, in_order(self.session.places)))
            return
        free, contest = turn.places
        yield from _listed("free", map(numbered, in_order(free)))
        owned = (f"{numbered(slot)} ({turn.state.tokens[slot]})" for slot in in_order(contest))
        yield from _listed("contest", owned)
        yield from _listed("bridge", (f"{first} {second}" for _, first, second in turn.bridges))

    def _numbers(self) -> Iterator[tuple[str, str]]:
        """Yield the numbers that stand for slots now, with these."""
        for number, slot in enumerate(self._numbered, start=1):
            yield str(number), slot

    def _show_again(self) -> None:
        self._console.clear()
        self._draw_whole_board()

    def _draw_board(self) -> None:
        """Show the board, on a small screen the part of it where something may be laid.

        What was and is to be done stands below it, where it is in view.
        """
        session, rows = self.session, self._console.rows
        self._numbered = ()
        first = [] if self._is_begun else [*self.greeting(), "", BOARD_NOTE]
        announced = wrapped("; ".join(self._announcements))
        board = board_lines(session.state, marked=session.places, drawn=self._console.drawn)
        standing = [*standing_lines(session.state)]
        others = len(first) + self._lines_of_remark + _LINES_BESIDE
        whole = len(board) + len(standing) + len(announced) + _MORE_BESIDE_WHOLE
        if not rows or whole + others <= rows:
            self._draw_whole_board()
            return
        self._is_part = True
        standing = [*standing_lines(session.state, brief=True)]
        others += len(standing)
        if (room := max(1, rows - others - _LEAST_ROWS)) < len(announced):
            announced = ["...", *announced[len(announced) - room + 1 :]]
        lines, self._numbered = board_window(
            session.state,
            rows=max(_LEAST_ROWS, rows - others - len(announced)),
            marked=() if session.is_over else session.places,
            wanted=self._hinted,
            drawn=self._console.drawn,
        )
        texts = [
            *first[-1:],
            *announced,
            end_text(session) if session.is_over else turn_text(session),
        ]
        self._console.show([*lines, *standing, *map(plain_line, texts)])
        type_one = "Type a number; " if self._numbered else ""
        more = len(session.places) - len(self._numbered)
        lists = f"'moves' lists {plural(more, 'more place')}; " if more and type_one else ""
        self._console.say(f"{type_one}{lists}'show' shows the whole board.")

    def _draw_whole_board(self) -> None:
        session, self._is_part = self.session, False
        board = board_lines(session.state, marked=session.places, drawn=self._console.drawn)
        standing = standing_lines(session.state)
        self._console.show([*board, plain_line(BOARD_NOTE), plain_line(""), *standing])
        self._console.say()
        self._announce()
        self._console.say(end_text(session) if session.is_over else turn_text(session))
        if not self._is_begun:
            self._console.say("'help' lists what you can type.")

    def _show_end(self) -> None:
        self._show_board()


def _listed(title: str, names: Iterable[str]) -> Iterable[str]:
    listed = ", ".join(map(unbroken, names))
    return wrapped(f"{title}: {listed}", first="  ", others="    ") if listed else ()


def _lost_tokens(before: Session, after: Session) -> Iterator[str]:
    """Yield the tokens that could not be laid in the turns that ended between two sessions."""
    players, tokens = after.settings.players, after.settings.tokens
    ended = after.turns[len(before.turns) :]
    for number, turn in enumerate(ended, start=before.number):
        laid = sum(not isinstance(move, LayBridge) for move in turn.moves)
        if lost := tokens + turn.throw.has_plus - laid:
            thrown = f"{players[(number - 1) % len(players)]} throws {turn.throw}"
            yield f"turn {number}, {thrown}: no place for {plural(lost, 'token')}"
