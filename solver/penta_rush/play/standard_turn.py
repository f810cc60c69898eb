"""A turn of the standard game: outlines are drawn, right or wrong, until the player is done."""

from collections.abc import Iterator
from functools import partial

from solver.console.game_console import Console
from solver.drawing.text_grid import Patch, StyledLine, draw_grid, plain_grid, plural
from solver.geometry.cell import names_of
from solver.geometry.polyomino import pentomino_of
from solver.penta_rush import report
from solver.penta_rush.card import Card
from solver.penta_rush.play.action import ActionKind
from solver.penta_rush.play.hint import standard_hint
from solver.penta_rush.play.turn_input import LINES_BESIDE_CARD, Turn, TurnInput
from solver.penta_rush.points import Points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.rules import round_multiplier
from solver.penta_rush.sheet import ROUNDS, Outline, Sheet
from solver.penta_rush.symbol_label import card_labels, legend_text


class StandardTurn:
    """The *turn* of a player on *card*; *tiles* says what the shapes are worth, their *points*."""

    def __init__(
        self, console: Console, card: Card, turn: Turn, points: Points, tiles: str
    ) -> None:
        self._console = console
        self._card = card
        self._turn = turn
        self._points = points
        self._tiles = tiles
        self._outlines: list[Outline] = []

    def play(self) -> Sheet:
        """Return the sheet that the player hands in."""
        turn, console = self._turn, self._console
        turned = False
        unconfirmed = (ActionKind.SHOW, 0)  # how and with which line an empty turn was to end
        self._show()
        refused = ActionKind.TURN if turn.timer_refusal else None
        allowed = [kind for kind in ActionKind if kind not in (ActionKind.CROSS, refused)]
        turn_input = TurnInput(console, turn, self._card, self._show, self._hint)
        for action in turn_input.actions(allowed, limit_s=turn.limit_s):
            if action.kind is ActionKind.OUTLINE:
                self._outlines.append(tuple(sorted(action.cells)))
                self._redraw(self._last_outline_text())
            elif action.kind is ActionKind.UNDO:
                self._undo()
            elif self._outlines or unconfirmed == (action.kind, turn_input.lines - 1):
                turned = action.kind is ActionKind.TURN
                break
            else:
                unconfirmed = action.kind, turn_input.lines
                again = f"type {action.kind.value!r} again to end your turn"
                console.say(f"  you have not outlined anything; {again}")
        outlines = tuple(self._outlines)
        return Sheet(self._card, turn.roll, outlines, round=turn.number, timer=turned)

    def _undo(self) -> None:
        """Take the last outline back."""
        if self._outlines:
            undone = self._last_outline_text()
            self._outlines.pop()
            self._redraw(f"taken back: {undone}")
        else:
            self._console.say("  you have not outlined anything")

    def _show(self) -> None:
        """Show the roll, the tiles, and the card with the outlines."""
        self._console.say(self._roll_text())
        self._console.say(f"Tiles {self._tiles}")
        self._show_card()
        if self._outlines:
            self._console.say(plural(len(self._outlines), "outline"))

    def _redraw(self, news: str) -> None:
        """Say the *news*; before that, show the card again to a player who looks at a screen."""
        if self._console.is_interactive:
            self._show_card()
            self._console.say(self._roll_text())
        self._console.say(f"  {news}")

    def _show_card(self) -> None:
        """Show the card with the outlines."""
        grid = card_labels(self._card)
        patches = [
            Patch(report.label(number), cells) for number, cells in enumerate(self._outlines)
        ]
        # Without outlines the card is not faded, and takes less space.
        draw, others = partial(draw_grid, grid, patches), LINES_BESIDE_CARD
        self._console.say()
        self._console.show(
            self._console.fitting(draw, others=others) if patches else plain_grid(grid)
        )
        self._console.show(legend_text(self._card))
        self._console.say()

    def _roll_text(self) -> str:
        number = self._turn.number
        doubled = ", counts double" if round_multiplier(number) > 1 else ""
        roll = self._card.legend.roll_text(self._turn.roll)
        return f"Roll {roll}, round {number} of {ROUNDS}{doubled}"

    def _hint(self, _deadline: float | None) -> Iterator[StyledLine]:
        problem = RollProblem(self._card, self._turn.roll, self._points)
        return standard_hint(problem, self._outlines)

    def _last_outline_text(self) -> str:
        """Return the number, the shape and the cells of the last outline."""
        cells, label = self._outlines[-1], report.label(len(self._outlines) - 1)
        return f"{label}  {pentomino_of(cells) or '?'}  {names_of(cells)}"
