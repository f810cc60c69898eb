"""A turn of the puzzle variant or of the solitaire: one shape is circled or crossed.

Outlines and crosses may replace each other until the turn ends; the last one counts. Whether an
outline is right is said only then. If it is wrong, or the sand timer ends before anything is drawn,
the player has to cross a shape, without any hurry.
"""

from collections.abc import Collection, Iterator
from functools import partial

from solver.console.game_console import Console
from solver.drawing.text_grid import StyledLine, plain_grid
from solver.geometry.cell import names_of
from solver.geometry.polyomino import pentomino_of
from solver.penta_rush.play.action import Action, ActionKind
from solver.penta_rush.play.hint import rated_moves
from solver.penta_rush.play.turn_input import LINES_BESIDE_CARD, Turn, TurnInput
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.report import card_text
from solver.penta_rush.puzzle.rules import ROUNDS, PuzzleState, first_violation
from solver.penta_rush.puzzle.strategy.report import advice_text
from solver.penta_rush.symbol_label import card_labels, legend_text

_OUTLINING = tuple(kind for kind in ActionKind if kind is not ActionKind.TURN)
_CROSSING = _OUTLINING[1:]
_NOTHING_YET = "  you have not outlined or crossed a shape yet"


class PuzzleTurn:
    """The *turn* of a player in *state*.

    *tiles* says what the unused shapes are worth, their *points*.
    """

    def __init__(
        self, console: Console, state: PuzzleState, turn: Turn, points: Points, tiles: str
    ) -> None:
        self._console = console
        self._state = state
        self._turn = turn
        self._points = points
        self._tiles = tiles
        self._input = TurnInput(console, turn, state.card, self._show, self._hint)
        self._is_only_to_cross = False
        self._choices: list[Action] = []  # outlines and crosses, the last of which counts

    def play(self) -> PuzzleRound:
        """Return the round that the player plays."""
        self._show()
        allowed = _OUTLINING if self._turn.timer_refusal else tuple(ActionKind)
        turned = self._choose(allowed, self._turn.limit_s) is ActionKind.TURN
        while not (played := self._final_round(turned=turned)):
            self._is_only_to_cross = True
            self._explain_cross()
            self._choose(_CROSSING)
        return played

    def _choose(
        self, allowed: Collection[ActionKind], limit_s: int | None = None
    ) -> ActionKind | None:
        """Let the player choose; return how it ended, None if by the sand timer."""
        for action in self._input.actions(allowed, limit_s=limit_s):
            if action.kind in (ActionKind.DONE, ActionKind.TURN):
                if self._choices:
                    return action.kind
                self._console.say(_NOTHING_YET)
                self._explain_cross()
            elif action.kind is ActionKind.UNDO:
                self._undo()
            elif action.kind is ActionKind.OUTLINE or self._round_of(action):
                self._choices.append(action)
                self._redraw()
                self._confirm(action)
        return None

    def _undo(self) -> None:
        """Take the last choice back, and say which one counts now."""
        if not self._choices:
            self._console.say(_NOTHING_YET)
            return
        undone = _choice_text(self._choices.pop())
        self._redraw()
        self._console.say(f"  taken back: {undone}")
        if self._choices:
            self._confirm(self._choices[-1])

    def _show(self) -> None:
        """Show the roll, the unused shapes, and the card with what is drawn on it."""
        self._console.say(self._roll_text())
        self._console.say(f"Shapes left {self._tiles}")
        self._show_card()

    def _redraw(self) -> None:
        """Show the card again, to a player who looks at a screen."""
        if self._console.is_interactive:
            self._show_card()
            self._console.say(self._roll_text())

    def _show_card(self) -> None:
        """Show the card with what is drawn on it; on a screen, also the choice that counts."""
        card, rounds = self._state.card, self._state.rounds
        if self._console.is_interactive and self._choices:
            chosen = self._as_round(self._choices[-1])
            rounds += (chosen,) if chosen else ()
        draw, others = partial(card_text, card, rounds), LINES_BESIDE_CARD
        self._console.say()
        self._console.show(
            self._console.fitting(draw, others=others) if rounds else plain_grid(card_labels(card))
        )
        self._console.show(legend_text(card))
        self._console.say()

    def _roll_text(self) -> str:
        roll = self._state.card.legend.roll_text(self._turn.roll)
        return f"Roll {roll}, round {self._turn.number} of {ROUNDS}"

    def _hint(self, deadline: float | None) -> Iterator[StyledLine]:
        """Yield the advice on the roll, as ``puzzle advise`` prints it."""
        state, roll = self._state, self._turn.roll
        crosses = self._is_only_to_cross
        moves = rated_moves(state, roll, self._points, only_crosses=crosses, deadline=deadline)
        return advice_text(state, roll, moves, drawn=self._console.drawn)

    def _confirm(self, action: Action) -> None:
        """Say what was understood."""
        done = "outlined" if action.kind is ActionKind.OUTLINE else "crossed"
        self._console.say(f"  {done}: {_choice_text(action)}")

    def _explain_cross(self) -> None:
        """Say how a shape is crossed."""
        if self._state.first_fit():
            how = "Cross a shape and draw it, for example: cross F c4 c5 d5 d6 e5"
        else:
            how = "No shape fits any more. Cross one without drawing, for example: cross F"
        self._console.say(f"{how}; then type 'done'")

    def _final_round(self, *, turned: bool) -> PuzzleRound | None:
        """Return the round that the last choice makes; None if there is none, or it is wrong."""
        action = self._choices[-1] if self._choices else None
        self._choices.clear()
        return action and self._round_of(action, turned=turned)

    def _round_of(self, action: Action, *, turned: bool = False) -> PuzzleRound | None:
        """Return the round that *action* makes; if it breaks a rule, say which and return None."""
        played = self._as_round(action, turned=turned)
        if played is None:
            self._console.say(f"  {names_of(sorted(action.cells))} is no pentomino")
            return None
        # Where the timer may be turned, there are several players.
        violation = first_violation(self._state, played, alone=False)
        if violation:
            self._console.say(f"  {violation[1]}")
        return None if violation else played

    def _as_round(self, action: Action, *, turned: bool = False) -> PuzzleRound | None:
        """Return the round that *action* makes, legal or not; None if its cells are no shape."""
        circled, cells = action.kind is ActionKind.OUTLINE, tuple(sorted(action.cells))
        shape = pentomino_of(cells) if circled else action.shape
        if not shape:
            return None
        return PuzzleRound(self._turn.roll, shape, cells, circled, timer=turned)


def _choice_text(action: Action) -> str:
    """Return the shape of an outline or a cross, and its cells."""
    cells = tuple(sorted(action.cells))
    shape = action.shape or pentomino_of(cells) or "?"
    return f"{shape}  {names_of(cells) or 'not drawn'}"
