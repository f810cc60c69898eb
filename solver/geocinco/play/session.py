"""A game at one keyboard: who plays, the dice, and all that the players chose so far.

Each step is the choice of one player. What leaves no choice goes by itself: a turn ends when
nothing can be laid any more, and is passed when nothing can be laid at all.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self

from solver.console.play import session as base
from solver.console.play.session import check_dice, play_fields
from solver.drawing.styled_text import plural
from solver.errors import RecordError, quoted
from solver.files.json_reader import Fields, Json, Optional, read_bool
from solver.geocinco.board import COLOURS, Board
from solver.geocinco.contest import contest_dice
from solver.geocinco.record import RECORD_FIELDS, TURN_FIELDS, Contest, GameTurn, Record
from solver.geocinco.rules.position import extra_places
from solver.geocinco.rules.turn import Done, Extra, IllegalMoveError, Step, TurnInProgress, TurnRule
from solver.geocinco.rules.verdict import legal_verdict
from solver.geocinco.state import State, read_players
from solver.geocinco.strategy.program import PROGRAMS, Program
from solver.geocinco.throw import Throw, throws
from solver.question import OneOf, question

if TYPE_CHECKING:
    from solver.drawing.scene import Scene

_PENDING = {**TURN_FIELDS, "done": Optional(read_bool, default=False)}


class Settings(NamedTuple):
    """The *board*, the *players* in the order of their turns, and how many *tokens* a turn lays.

    *programs* are the levels of those players that are no persons. All dice, and what programs
    choose at random, come from the *seed*.
    """

    board: Board
    players: tuple[str, ...]
    tokens: int
    programs: Mapping[str, str]
    seed: int


@dataclass(frozen=True, eq=False, repr=False)
class Session(base.Session[Step]):
    """The *turns* that are over, and the *current* one, which is the last if the game *is_over*.

    *passed* counts the last turns that were passed. *before* is the game before the last step;
    *steps* counts the steps so far.
    """

    settings: Settings
    turns: tuple[GameTurn, ...]
    current: TurnInProgress
    is_over: bool = False
    passed: int = 0
    steps: int = 0
    before: "Session | None" = None

    @classmethod
    @question
    def start(cls, settings: Settings) -> Self:
        """Return the beginning of a game."""
        state = State.start(settings.board, settings.players)
        return cls(settings, (), TurnInProgress(state, _throw(settings, 0), settings.tokens))

    @property
    def state(self) -> State:
        """The board as it is now."""
        return self.current.state

    @property
    def player(self) -> str:
        """Who has the next choice: whose turn it is, or who is to lay an extra token."""
        return self.current.player if self.current.extra is None else self.current.extra.colour

    @property
    def number(self) -> int:
        """The number of the current turn, from 1; of the last one if the game is over."""
        return len(self.turns) + (not self.is_over)

    @property
    def length(self) -> str:
        """How many turns are over, as in "3 turns"."""
        return plural(len(self.turns), "turn")

    @property
    def places(self) -> Collection[str]:
        """Where the next token may go, on free slots or to contest another's."""
        if self.is_over:
            return ()
        if self.current.extra is not None:
            return extra_places(self.state, self.current.extra.colour)
        free, contest = self.current.places
        return free | contest

    def picture(self) -> "Scene":
        """Return the board, with the places of the next token marked."""
        from solver.geocinco.picture import board_scene

        return board_scene(self.state, marked=self.places)

    @cached_property
    def record(self) -> Record:
        """The record of the turns that are over."""
        board, players, tokens, *_ = self.settings
        return Record(board, players, self.turns, tokens)

    def contest(self, slot: str) -> Contest:
        """Return the contest of *slot*, as the dice decide it if it is the next move."""
        return Contest(slot, contest_dice(self.random(f"turn {self.number} {self.current.laid}")))

    def choice(self, program: Program) -> Step:
        """Return what *program* would choose now, by the same random numbers every time."""
        step = program(self.current.copy(), self.random(f"step {self.steps}"))
        return self.contest(step.slot) if isinstance(step, Contest) else step

    def with_step(self, step: Step) -> "Session":
        """Return the game after one more *step*; raise `IllegalMoveError` if it is illegal."""
        if self.is_over:
            raise IllegalMoveError(TurnRule.OVER, "nothing can be laid any more")
        current = self.current.copy()
        current.play(step)
        return _at_next_choice(replace(self, current=current, steps=self.steps + 1, before=self))

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON, a record with a key ``play``, with the turn that goes on."""
        _, _, _, programs, seed = self.settings
        play: dict[str, Any] = {"programs": dict(programs), "seed": seed}
        if self.current.moves and not self.is_over:
            done = {"done": True} if self.current.has_ended else {}
            play["pending"] = {**self.current.so_far.to_json(), **done}
        return {**self.record.to_json(), "play": play}

    @classmethod
    def read(cls, json: Json) -> "Session":
        """Return the game, over or not; raise `RecordError` where dice are not of its seed."""
        record, source = Record.read(json), json.where
        legal_verdict(record, source)
        play = play_fields(json, record.players, PROGRAMS, group="penta geo")
        seed, programs = play["seed"], play["programs"]
        settings = Settings(record.board, record.players, record.tokens, programs, seed)
        session: Session = cls.start(settings)
        for number, turn in enumerate(record.turns):
            session = _replayed(session, number, turn, f"{source}, turn {number + 1}", done=True)
        if "pending" not in play.json.value or session.is_over:
            return session
        where = f"{source}, play, pending"
        around = Fields(json, RECORD_FIELDS)
        fields = Fields(Json(play["pending"], where, RecordError, beside=around), _PENDING)
        done, pending = fields["done"], GameTurn(fields["throw"], fields["moves"])
        number = len(session.turns)
        try:
            session = _replayed(session, number, pending, where, done=done)
        except IllegalMoveError as error:
            raise RecordError(where, expected="a legal turn", found=error.found) from None
        if len(session.turns) > number:
            raise RecordError(where, expected="a turn that goes on", found="one that is over")
        return session


def _replayed(session: Session, number: int, turn: GameTurn, where: str, *, done: bool) -> Session:
    """Return *session* after the recorded *turn* of this *number*, from 0.

    If the player is *done*, his moves are ended, and so is the turn, unless an extra token is due.
    Raises `RecordError` where the dice are not those of the seed.
    """
    seed, is_passed = quoted(session.settings.seed), number < len(session.turns)  # by itself
    throw = session.turns[number].throw if is_passed else session.current.throw
    check_dice(str(turn.throw), str(throw), f"{where}, throw", what=f"throw of seed {seed}")
    extras = []
    for move in turn.moves:
        if not isinstance(move, Contest):
            session = session.with_step(move)
            continue
        contest, found = session.contest(move.slot), " ".join(move.dice)
        dice, what = " ".join(contest.dice), f"dice of seed {seed}"
        check_dice(found, dice, f"{where}, dice", what=what)
        session = session.with_step(contest)
        if session.current.extra is None or session.current.has_ended:
            extras.append(move.extra)  # of the defender, after the turn
        elif move.extra is not None:
            session = session.with_step(Extra(move.extra))
    if done and len(session.turns) == number and not session.current.has_ended:
        session = session.with_step(Done())
    for extra in extras:
        if extra is not None:
            session = session.with_step(Extra(extra))
    return session


def _at_next_choice(session: Session) -> Session:
    """Return *session* after all that leaves no choice."""
    while not session.is_over and session.current.extra is None:
        current = session.current.copy()
        if current.has_ended:
            session = _with_next_turn(session)
        elif any(current.places) or current.bridges:
            break
        else:
            current.play(Done())
            session = replace(session, current=current)
    return session


def _with_next_turn(session: Session) -> Session:
    """Return *session* with its current turn over, and the dice thrown for the next one."""
    current, settings = session.current, session.settings
    turns = (*session.turns, current.so_far)
    passed = 0 if current.laid else session.passed + 1
    if current.winner is not None or passed == len(settings.players):
        return replace(session, turns=turns, passed=passed, is_over=True)
    throw = _throw(settings, len(turns))
    following = TurnInProgress(current.next_state, throw, settings.tokens)
    return replace(session, turns=turns, current=following, passed=passed)


def _throw(settings: Settings, number: int) -> Throw:
    """Return the throw of the turn of this *number*, from 0."""
    return next(islice(throws(Random(settings.seed)), number, None))


@question
def colours_and_programs(
    persons: tuple[str, ...], levels: tuple[Annotated[str, OneOf(tuple(PROGRAMS))], ...]
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return all players, and the levels of the programs, of *persons* and programs of *levels*.

    Without persons there is one; one alone plays against the strongest program. Programs have the
    colours that are left, and come last. Raises `RecordError` where a colour is named again, or
    players are too many.
    """
    persons = persons or COLOURS[:1]
    levels = levels or tuple(PROGRAMS)[-1:] * (len(persons) == 1)
    count = len(persons) + len(levels)
    if count > len(COLOURS):
        raise RecordError("players", expected="two to four", found=str(count))
    left = [colour for colour in COLOURS if colour not in persons]
    programs = dict(zip(left, levels, strict=False))
    return read_players(Json([*persons, *programs], "players", RecordError)), programs


@question
def drawn_order(players: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Return *players* in an order drawn by lot."""
    return tuple(Random(f"{seed} order").sample(players, len(players)))
