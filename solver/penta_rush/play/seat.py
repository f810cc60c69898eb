"""A player's seat: his turn at the keyboard, move by move until he is done or the sand has run.

sand   runs a number of seconds once it is turned; what was outlined by then counts
words  the moves that a player may make; asked for help, he is told what they do
"""

import time
from collections.abc import Collection, Iterator
from typing import NamedTuple

from solver.dice import Roll
from solver.draw import plural
from solver.errors import MoveError
from solver.penta_rush.card import Card
from solver.penta_rush.play.console import Console, LeftError
from solver.penta_rush.play.move import Move, Word, parse_move

_HELP = {
    Word.OUTLINE: "outline these five cells",
    Word.DONE: "end your turn",
    Word.UNDO: "take the last outline back",
    Word.TURN: "turn the timer, for a point, and end your turn; the others are in a hurry",
    Word.CROSS: "cross F c4 c5 d5 d6 e5: cross a shape; cross F: without drawing it",
    Word.SHOW: "show the roll and the card again",
    Word.HELP: "show this",
    Word.QUIT: "leave the game; so do q and exit",
}


class Turn(NamedTuple):
    """What *name* has before him in round *number*.

    *limit_s*: how long the sand runs, None where it does not. *may_turn*: he may turn the timer.
    """

    name: str
    number: int
    roll: Roll
    limit_s: int | None = None
    may_turn: bool = False


class Seat:
    """Where *name* plays on *card*."""

    def __init__(self, console: Console, name: str, card: Card) -> None:
        self._console = console
        self._name = name
        self._card = card

    def moves(self, words: Collection[Word], *, limit_s: int | None = None) -> Iterator[Move]:
        """Yield the moves made, until the sand has run. Raises `LeftError` where he leaves.

        A mistake is told, and so is help.
        """
        deadline = None if limit_s is None else time.monotonic() + limit_s
        if limit_s is not None:
            self._console.say(f"The sand runs: {plural(limit_s, 'second')}.")
        while (typed := self._console.ask(f"{self._name}> ", deadline)) is not None:
            if not typed.strip():
                continue
            try:
                move = parse_move(typed, self._card, words)
            except MoveError as error:
                self._console.say(f"  {error}")
                continue
            if move.word is Word.QUIT:
                raise LeftError
            if move.word is Word.HELP:
                self._help(words)
            else:
                yield move
        self._console.say("The sand has run.")

    def _help(self, words: Collection[Word]) -> None:
        width = max(len(word.value) for word in words)
        for word in words:
            self._console.say(f"  {word.value:<{width}}  {_HELP[word]}")
