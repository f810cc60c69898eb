"""A saved game, one step further: what programs did, what may come next, a hint with its reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, capitalised, plain_line, wrapped_lines
from solver.errors import MoveError, RecordError
from solver.files.json_reader import parse_json
from solver.geocinco.answer import standing_json, standing_lines
from solver.geocinco.board import BOARD_NOTE
from solver.geocinco.board_view import board_lines
from solver.geocinco.history import played_steps
from solver.geocinco.play.hint import Hint
from solver.geocinco.play.session import Session
from solver.geocinco.play.typed_step import end_text, parse_step, turn_text
from solver.geocinco.strategy.program import PROGRAMS
from solver.question import question

if TYPE_CHECKING:
    from solver.drawing.scene import Scene


@dataclass(frozen=True, slots=True, repr=False)
class GameNow(Answer):
    """A game where a person has the next choice, or where it is over; perhaps with a *hint*."""

    session: Session
    title: str
    hint: Hint | None = None

    @property
    def summary(self) -> str:
        """What is to be laid now, or how the game ended."""
        return end_text(self.session) if self.session.is_over else turn_text(self.session)

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the board, the places of the next token marked, how all stand, and what is due."""
        session = self.session
        yield from board_lines(session.state, marked=session.places, drawn=drawn)
        yield plain_line("")
        yield from standing_lines(session.state)
        yield plain_line("")
        yield from wrapped_lines(self.summary)
        if self.hint is not None:
            yield from wrapped_lines(capitalised(self.hint.text))
            yield from wrapped_lines(self.hint.reason)
        yield plain_line(BOARD_NOTE)

    def to_json(self) -> dict[str, Any]:
        """Return the game, all its steps, what may come next, and how all stand."""
        session, current = self.session, self.session.current
        pending = current.so_far if not session.is_over else None
        steps = played_steps(session.record, pending, done=current.has_ended)
        in_order = session.settings.board.in_order
        free, contest = current.places if current.extra is None else (session.places, ())
        hint = {} if self.hint is None else {"hint": self.hint.to_json()}
        return {
            "game": session.to_json(),
            "over": session.is_over,
            "winner": current.winner,
            "turn": session.number,
            "throw": str(current.throw),
            "hexagons": [*map(str, current.throw.hexagons)],
            "player": session.player,
            "extra": current.extra is not None,
            "left": current.tokens - current.laid,
            "free": [] if session.is_over else in_order(free),
            "contest": [] if session.is_over else in_order(contest),
            "bridges": [
                [first, second]
                for _, first, second in ([] if current.extra else current.bridges)
                if not session.is_over
            ],
            "undo": session.without_last() is not None,
            "players": {
                colour: standing_json(session.state, colour) for colour in session.state.players
            },
            "steps": [step.to_json() for step in steps],
            **hint,
        }

    def picture(self) -> "Scene":
        """Return the board, the places of the next token marked."""
        return self.session.picture()


@question
def parse_game(text: str, *, source: str = "game") -> Session:
    """Return the game in *text*, as `penta geo play` saves it, over or not."""
    return Session.from_json(parse_json(text, source, RecordError), source)


@question
def play_step(session: Session, words: Sequence[str] = (), *, title: str = "game") -> GameNow:
    """Return *session* after what a person types, *words* such as "contest" and "C3r2".

    Programs play on until a person has a choice; "undo" takes back what a person chose last, and
    "hint" asks what the strongest program would do. Raises `MoveError` for other words, and
    `IllegalMoveError` where a rule is broken.
    """
    session = _after_programs(session)
    match [*words]:
        case ["hint"]:
            if session.is_over:
                return GameNow(session, title)
            return GameNow(session, title, Hint.of(session))
        case ["undo"]:
            before = session.without_last()
            if before is None:
                raise MoveError("step", expected="a step of a person to undo", found="none")
            session = before
        case [_, *_]:
            session = session.with_step(parse_step(words, session))
    return GameNow(_after_programs(session), title)


def _after_programs(session: Session) -> Session:
    """Return *session* after all that programs do before a person has a choice."""
    while session.is_program and not session.is_over:
        program = PROGRAMS[session.settings.programs[session.player]]
        session = session.with_step(session.choice(program))
    return session
