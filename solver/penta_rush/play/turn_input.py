"""A player's seat: his turn at the keyboard, move by move until he is done or the sand has run.

sand   runs a number of seconds once it is turned; what was done by then counts
words  the moves that a player may make; asked for help, he is told what they do
"""

import time
from collections.abc import Collection, Iterator
from typing import NamedTuple

from solver.drawing.text_grid import plural
from solver.errors import MoveError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.play.action import Action, ActionKind, parse_action
from solver.penta_rush.play.console import Console, QuitGameError

_HELP = {
    ActionKind.OUTLINE: "outline these five cells",
    ActionKind.DONE: "end your turn, for good",
    ActionKind.UNDO: "take back what you did last in your turn",
    ActionKind.TURN: "end your turn and hurry the others, for a point",
    ActionKind.CROSS: "give up a shape: cross F c4 c5 d5 d6 e5, or cross F",
    ActionKind.SHOW: "show the roll and the card again",
    ActionKind.HELP: "show this",
    ActionKind.QUIT: "leave the game; so do q and exit",
}


class Turn(NamedTuple):
    """What *name* has before him in round *number*.

    *limit_s*: how long the sand runs, None where it does not. *stands*: why he may not turn the
    timer; empty where he may.
    """

    name: str
    number: int
    roll: Roll
    limit_s: int | None
    stands: str


class TurnInput:
    """Where the player of *turn* plays on *card*."""

    def __init__(self, console: Console, turn: Turn, card: Card) -> None:
        self._console = console
        self._turn = turn
        self._card = card
        self.lines = 0  # typed so far

    def moves(
        self, words: Collection[ActionKind], *, limit_s: int | None = None
    ) -> Iterator[Action]:
        """Yield the moves made, until the sand has run. Raises `QuitGameError` where he leaves.

        A mistake is told, and so is help.
        """
        deadline = None if limit_s is None else time.monotonic() + limit_s
        if limit_s is not None:
            self._console.say(f"The sand runs: {plural(limit_s, 'second')}.")
        while (typed := self._console.ask(f"{self._turn.name}> ", deadline)) is not None:
            if not typed.strip():
                continue
            self.lines += 1
            try:
                move = self._move(typed, words)
            except MoveError as error:
                self._console.say(f"  {error}")
                continue
            if move.word is ActionKind.QUIT:
                raise QuitGameError
            if move.word is ActionKind.HELP:
                self._help(words)
            else:
                yield move
        self._console.say("The sand has run.")

    def _move(self, typed: str, words: Collection[ActionKind]) -> Action:
        """Return the move that is *typed*. Raises `MoveError`; of the timer, it says why."""
        if ActionKind.TURN not in words and typed.strip().lower() == ActionKind.TURN.value:
            over = "your turn is over but for the cross"
            why = self._turn.stands if ActionKind.OUTLINE in words else over
            raise MoveError("typed", expected="'done'", found="'turn'", hint=why)
        return parse_action(typed, self._card, words)

    def _help(self, words: Collection[ActionKind]) -> None:
        width = max(len(word.value) for word in words)
        for word in words:
            self._console.say(f"  {word.value:<{width}}  {_HELP[word]}")
