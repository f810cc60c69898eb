"""A player's turn at the keyboard: actions are typed until it ends, or the sand timer does."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import ClassVar, NamedTuple

from solver.console.keyboard import Question
from solver.console.play.console import Console, QuitGameError
from solver.console.play.terminal_game import HELP_AND_QUIT, help_text
from solver.drawing.styled_text import StyledLine, plural
from solver.drawing.text_grid import plain_grid
from solver.errors import MoveError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.play.action import Action, ActionKind, parse_action
from solver.penta_rush.points import Points
from solver.penta_rush.symbol_label import card_labels, key_line, legend_text, roll_lines

_LINES_BESIDE_CARD = 4  # the roll, what was done last, the prompt, and an empty line
_HELP = {
    ActionKind.OUTLINE: "outline these five cells",
    ActionKind.DONE: "end your turn; it cannot be changed afterwards",
    ActionKind.UNDO: "take back your last outline or cross",
    ActionKind.TURN: "turn the sand timer and end your turn, for a point",
    ActionKind.CROSS: "give up a shape and draw it: cross F c4 c5 d5 d6 e5",
    ActionKind.SHOW: "show the roll and the card again",
    ActionKind.HINT: "show what would be good to do",
    ActionKind.HELP: HELP_AND_QUIT["help"],
    ActionKind.QUIT: HELP_AND_QUIT["quit"],
}


class Turn(NamedTuple):
    """The turn of *name* in round *number*; *limit_s* is None where the timer does not run.

    *timer_refusal* says why the player may not turn it, empty where that is allowed; *timer_s* is
    how long it runs in this game, None where there is none.
    """

    name: str
    number: int
    roll: Roll
    limit_s: int | None
    timer_refusal: str
    timer_s: int | None


class PlayerTurn(ABC):
    """A *turn* at a *console*, on *card*; *tiles* says what the shapes are worth, by *points*."""

    rounds: ClassVar[int]  # of a whole game
    nothing_drawn: ClassVar[str]  # what is said where there is nothing to take back

    def __init__(
        self, console: Console, card: Card, turn: Turn, points: Points, tiles: str
    ) -> None:
        self._console, self._card, self._turn = console, card, turn
        self._points, self._tiles = points, tiles
        self._lines = 0  # typed so far
        self._drawn: list[Action] = []  # outlines and crosses

    def _roll_text(self) -> str:
        roll = self._card.legend.roll_text(self._turn.roll)
        return f"Roll {roll}, round {self._turn.number} of {self.rounds}"

    @abstractmethod
    def _drawing(self) -> Callable[..., list[StyledLine]] | None:
        """Return what draws the card with what is on it, outlined or not; None if nothing is."""

    @abstractmethod
    def _hint(self, deadline: float | None) -> Iterable[StyledLine]:
        """Yield what would be good to do, and end before *deadline*, if there is one."""

    @abstractmethod
    def _last_text(self) -> str:
        """Return the shape and the cells of what was drawn last."""

    def _undo(self) -> None:
        if not self._drawn:
            self._console.remark(self.nothing_drawn)
            return
        undone = self._last_text()
        self._drawn.pop()
        self._redraw()
        self._console.remark(f"taken back: {undone}")

    def _show(self) -> None:
        self._show_roll()
        self._console.say(self._tiles)
        self._show_card()

    def _redraw(self) -> None:
        if self._console.is_interactive:
            self._show_card()
            self._show_roll()

    def _show_roll(self) -> None:
        roll = self._card.legend.roll_text(self._turn.roll)
        self._console.show(roll_lines(self._card, self._roll_text(), roll))

    def _show_card(self) -> None:
        draw = self._drawing()
        self._console.say()
        # Without outlines the card is not faded, and takes less space.
        self._console.show(
            self._console.fitting(draw, others=_LINES_BESIDE_CARD)
            if draw
            else plain_grid(card_labels(self._card))
        )
        self._console.show([*legend_text(self._card), key_line(self._card)])

    def _actions(
        self, allowed: Collection[ActionKind], *, limit_s: int | None = None
    ) -> Iterator[Action]:
        """Yield the actions of the player until the sand timer ends, and answer requests."""
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
            self._lines += 1
            try:
                action = self._parse(typed, allowed)
            except MoveError as error:
                self._console.remark(str(error))
                continue
            match action.kind:
                case ActionKind.QUIT:
                    raise QuitGameError
                case ActionKind.HELP:
                    self._console.say(help_text({kind.value: _HELP[kind] for kind in allowed}))
                case ActionKind.SHOW:
                    self._show()
                case ActionKind.HINT:
                    self._console.show(self._hint(deadline))
                case _:
                    yield action
        self._console.ring_bell()
        self._console.say("The sand timer has run out.")

    def _parse(self, typed: str, allowed: Collection[ActionKind]) -> Action:
        """Return the action that was *typed*; raise `MoveError` where it is not allowed."""
        if ActionKind.TURN not in allowed and typed.strip().lower() == ActionKind.TURN.value:
            only_cross = "your turn is over, only a cross is left to make"
            why = self._turn.timer_refusal if ActionKind.OUTLINE in allowed else only_cross
            raise MoveError("typed", expected="'done'", found="'turn'", hint=why)
        return parse_action(typed, self._card, allowed)
