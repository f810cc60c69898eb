"""A player's turn as input: the actions typed until the turn or the sand timer ends."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from solver.console.game_console import Console, QuitGameError
from solver.console.question import Question
from solver.drawing.text_grid import StyledLine, plural
from solver.errors import MoveError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.play.action import Action, ActionKind, parse_action

LINES_BESIDE_CARD = 4  # the roll, what was done last, the prompt, and an empty line
Hint = Callable[[float | None], Iterable[StyledLine]]

_HELP = {
    ActionKind.OUTLINE: "outline these five cells",
    ActionKind.DONE: "end your turn; it cannot be changed afterwards",
    ActionKind.UNDO: "take back your last outline or cross",
    ActionKind.TURN: "turn the sand timer and end your turn, for a point",
    ActionKind.CROSS: "give up a shape and draw it: cross F c4 c5 d5 d6 e5",
    ActionKind.SHOW: "show the roll and the card again",
    ActionKind.HINT: "show what would be good to do",
    ActionKind.HELP: "show this help; ? does the same",
    ActionKind.QUIT: "leave the game; q and exit do the same",
}


class Turn(NamedTuple):
    """The turn of the player *name* in round *number*.

    *limit_s*: how long the sand timer runs, None where it does not. *timer_refusal*: why the player
    may not turn it, empty where that is allowed.
    """

    name: str
    number: int
    roll: Roll
    limit_s: int | None
    timer_refusal: str


class TurnInput:
    """Reads what the player of *turn* types, on *card*.

    *show* shows the roll and the card; *hint* yields what would be good to do, and ends before the
    deadline that it is given, if any.
    """

    def __init__(
        self, console: Console, turn: Turn, card: Card, show: Callable[[], None], hint: Hint
    ) -> None:
        self._console = console
        self._turn = turn
        self._card = card
        self._show = show
        self._hint = hint
        self.lines = 0  # typed so far

    def actions(
        self, allowed: Collection[ActionKind], *, limit_s: int | None = None
    ) -> Iterator[Action]:
        """Yield the actions of the player, until the sand timer ends, if it runs.

        Mistakes, and requests to see something, are answered here. Raises `QuitGameError` if the
        player quits.
        """
        deadline = None if limit_s is None else time.monotonic() + limit_s
        if limit_s is not None:
            self._console.say(f"The sand timer runs: you have {plural(limit_s, 'second')}.")
        question = Question(
            f"{self._turn.name}> ",
            words=[kind.value for kind in allowed if kind is not ActionKind.OUTLINE],
            history=self._turn.name,
            deadline=deadline,
            redraw=self._show,
        )
        while (typed := self._console.ask(question)) is not None:
            if not typed.strip():
                continue
            self.lines += 1
            try:
                action = self._parse(typed, allowed)
            except MoveError as error:
                self._console.say(f"  {error}")
                continue
            if action.kind is ActionKind.QUIT:
                raise QuitGameError
            if action.kind is ActionKind.HELP:
                self._show_help(allowed)
            elif action.kind is ActionKind.SHOW:
                self._show()
            elif action.kind is ActionKind.HINT:
                self._console.show(self._hint(deadline))
            else:
                yield action
        self._console.ring_bell()
        self._console.say("The sand timer has run out.")

    def _parse(self, typed: str, allowed: Collection[ActionKind]) -> Action:
        """Return the action that was *typed*.

        Raises `MoveError`; if the timer may not be turned, the message says why.
        """
        if ActionKind.TURN not in allowed and typed.strip().lower() == ActionKind.TURN.value:
            only_cross = "your turn is over, only a cross is left to make"
            why = self._turn.timer_refusal if ActionKind.OUTLINE in allowed else only_cross
            raise MoveError("typed", expected="'done'", found="'turn'", hint=why)
        return parse_action(typed, self._card, allowed)

    def _show_help(self, allowed: Collection[ActionKind]) -> None:
        width = max(len(kind.value) for kind in allowed)
        for kind in allowed:
            self._console.say(f"  {kind.value:<{width}}  {_HELP[kind]}")
