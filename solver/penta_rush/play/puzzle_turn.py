"""A turn of the puzzle variant or of the solitaire: one shape is circled or crossed.

find   an outline; whether it is right is told when the turn has ended
move   a find, or a cross that keeps the rules; the last of a turn counts
due    a cross, where the turn has ended with a wrong find, or the sand has run before any move;
       there is no hurry with it
"""

from collections.abc import Collection

from solver.drawing.text_grid import plain
from solver.geometry.cell import names_of
from solver.geometry.polyomino import pentomino_of
from solver.penta_rush.play.action import Action, ActionKind
from solver.penta_rush.play.console import Console
from solver.penta_rush.play.turn_input import Turn, TurnInput
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.report import card_text
from solver.penta_rush.puzzle.rules import ROUNDS, PuzzleState, first_violation

_FINDING = (
    ActionKind.OUTLINE,
    ActionKind.UNDO,
    ActionKind.DONE,
    ActionKind.CROSS,
    ActionKind.SHOW,
    ActionKind.HELP,
    ActionKind.QUIT,
)
_HURRYING = (*_FINDING[:3], ActionKind.TURN, *_FINDING[3:])
_CROSSING = _FINDING[1:]


class PuzzleTurn:
    """The *turn* of a player in *state*; *tiles* says what his unused shapes are worth."""

    def __init__(self, console: Console, state: PuzzleState, turn: Turn, tiles: str) -> None:
        self._console = console
        self._state = state
        self._turn = turn
        self._tiles = tiles
        self._seat = TurnInput(console, turn, state.card)
        self._moves: list[Action] = []

    def play(self) -> PuzzleRound:
        """Return the round that the player plays."""
        self._show()
        words = _FINDING if self._turn.stands else _HURRYING
        turned = self._draw(words, self._turn.limit_s) is ActionKind.TURN
        while not (played := self._last(turned=turned)):
            self._tell_cross()
            self._draw(_CROSSING)
        return played

    def _draw(self, words: Collection[ActionKind], limit_s: int | None = None) -> ActionKind | None:
        """Let the player draw; return the word that ended it, None where it was the sand."""
        for move in self._seat.moves(words, limit_s=limit_s):
            if move.word in (ActionKind.DONE, ActionKind.TURN):
                if self._moves:
                    return move.word
                self._console.say("  nothing is found or crossed yet")
                self._tell_cross()
            elif move.word is ActionKind.SHOW:
                self._show()
            elif move.word is ActionKind.UNDO:
                self._undo()
            elif move.word is ActionKind.OUTLINE or self._round(move):
                self._moves.append(move)
                self._tell(move)
        return None

    def _undo(self) -> None:
        """Take the last move back, and tell what then is the last."""
        if not self._moves:
            self._console.say("  nothing is found or crossed yet")
            return
        self._console.say(f"  taken back: {_told(self._moves.pop())}")
        if self._moves:
            self._tell(self._moves[-1])

    def _show(self) -> None:
        """Show the roll, the shapes left, and the card as far as it is used."""
        card, used = self._state.card, self._state.rounds
        self._console.say(f"Roll {self._turn.roll}, round {self._turn.number} of {ROUNDS}")
        self._console.say(f"Shapes left {self._tiles}")
        self._console.say()
        drawn = self._console.drawn
        self._console.show(card_text(card, used, drawn=drawn) if used else plain(card.lines))
        self._console.say()

    def _tell(self, move: Action) -> None:
        """Say what *move* does."""
        done = "found" if move.word is ActionKind.OUTLINE else "crossed"
        self._console.say(f"  {done}: {_told(move)}")

    def _tell_cross(self) -> None:
        """Say how a shape is crossed."""
        how = "Cross a shape and draw it, like: cross F c4 c5 d5 d6 e5"
        told = how if self._state.fitting() else "No shape fits. Cross one, like: cross F"
        self._console.say(f"{told}; then 'done'")

    def _last(self, *, turned: bool) -> PuzzleRound | None:
        """Return the round that the last move makes; None where there is none, or a wrong one."""
        move = self._moves[-1] if self._moves else None
        self._moves.clear()
        return move and self._round(move, turned=turned)

    def _round(self, move: Action, *, turned: bool = False) -> PuzzleRound | None:
        """Return the round that *move* makes; None where it breaks a rule, and told which."""
        circled, cells = move.word is ActionKind.OUTLINE, tuple(sorted(move.cells))
        shape = pentomino_of(cells) if circled else move.shape
        if shape is None:
            self._console.say(f"  {names_of(cells)} is no pentomino")
            return None
        played = PuzzleRound(self._turn.roll, shape, cells, circled, timer=turned)
        # A turn that may turn the timer is never that of one who plays alone.
        breach = first_violation(self._state, played, alone=False)
        if breach:
            self._console.say(f"  {breach[1]}")
        return None if breach else played


def _told(move: Action) -> str:
    """Return the shape of a find or a cross, and its cells."""
    cells = tuple(sorted(move.cells))
    shape = move.shape or pentomino_of(cells) or "?"
    return f"{shape}  {names_of(cells) or 'not drawn'}"
