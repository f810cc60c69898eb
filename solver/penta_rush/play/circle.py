"""A turn of the puzzle variant or of the solitaire: one shape is circled or crossed.

find   the one outline of a turn; another takes its place, and what it is by the end counts
due    a cross, where there is no find or a wrong one; there is no hurry with it
"""

from solver.draw import plain
from solver.errors import BrokenInvariantError
from solver.penta_rush.play.console import Console
from solver.penta_rush.play.move import Move, Word
from solver.penta_rush.play.seat import Seat, Turn
from solver.penta_rush.puzzle.game import Round
from solver.penta_rush.puzzle.report import card_text
from solver.penta_rush.puzzle.rules import ROUNDS, State, broken
from solver.polyomino import Cell, names_of, pentomino_of

_FINDING = (Word.OUTLINE, Word.UNDO, Word.DONE, Word.CROSS, Word.SHOW, Word.HELP, Word.QUIT)
_HURRYING = (*_FINDING[:3], Word.TURN, *_FINDING[3:])
_CROSSING = (Word.CROSS, Word.SHOW, Word.HELP, Word.QUIT)


class Circling:
    """The *turn* of a player in *state*; *tiles* says what his unused shapes are worth."""

    def __init__(self, console: Console, state: State, turn: Turn, tiles: str) -> None:
        self._console = console
        self._state = state
        self._turn = turn
        self._tiles = tiles
        self._seat = Seat(console, turn.name, state.card)

    def play(self) -> Round:
        """Return the round that the player plays."""
        self._show()
        find: tuple[Cell, ...] = ()
        turned = False
        words = _HURRYING if self._turn.may_turn else _FINDING
        for move in self._seat.moves(words, limit_s=self._turn.limit_s):
            if move.word in (Word.DONE, Word.TURN):
                turned = move.word is Word.TURN
                break
            if move.word is Word.CROSS:
                if crossed := self._crossed(move, turned=False):
                    return crossed
            elif move.word is Word.SHOW:
                self._show()
            else:  # an outline, or undo, which has no cells
                find = tuple(sorted(move.cells))
                told = f"{pentomino_of(find) or '?'}  {names_of(find)}" if find else "nothing"
                self._console.say(f"  found: {told}")
        return self._circled(find, turned=turned) or self._cross(turned=turned)

    def _show(self) -> None:
        """Show the roll, the shapes left, and the card as far as it is used."""
        card, used = self._state.card, self._state.rounds
        self._console.say(f"Roll {self._turn.roll}, round {self._turn.number} of {ROUNDS}")
        self._console.say(f"Shapes left {self._tiles}")
        self._console.say()
        drawn = self._console.drawn
        self._console.show(card_text(card, used, drawn=drawn) if used else plain(card.lines))
        self._console.say()

    def _circled(self, find: tuple[Cell, ...], *, turned: bool) -> Round | None:
        """Return the circle that *find* earns; None where it is none, and told why."""
        if not find:
            return None
        shape = pentomino_of(find)
        if shape is None:
            self._console.say(f"  {names_of(find)} is no pentomino")
            return None
        return self._legal(Round(self._turn.roll, shape, find, circled=True, timer=turned))

    def _cross(self, *, turned: bool) -> Round:
        """Return the cross that is due, once a right one is typed."""
        fits = self._state.fitting()
        how = "Cross a shape and draw it, like: cross F c4 c5 d5 d6 e5"
        self._console.say(how if fits else "No shape fits. Cross one, like: cross F")
        for move in self._seat.moves(_CROSSING):
            if move.word is Word.SHOW:
                self._show()
            elif crossed := self._crossed(move, turned=turned):
                return crossed
        raise BrokenInvariantError("moves that no sand ends have ended")

    def _crossed(self, move: Move, *, turned: bool) -> Round | None:
        """Return the cross that *move* makes; None where it breaks a rule, and told which."""
        cells = tuple(sorted(move.cells))
        return self._legal(Round(self._turn.roll, move.shape, cells, circled=False, timer=turned))

    def _legal(self, played: Round) -> Round | None:
        # A turn that may turn the timer is never that of one who plays alone.
        breach = broken(self._state, played, alone=False)
        if breach:
            self._console.say(f"  {breach[1]}")
        return None if breach else played
