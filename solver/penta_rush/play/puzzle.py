"""The puzzle variant and the solitaire at the keyboard: one shape a round, circled or crossed.

find   the one outline of a turn; another takes its place, and what it is by the end counts
due    a cross, where there is no find or a wrong one; there is no hurry with it
"""

from collections.abc import Iterator, Sequence

from solver.draw import Line, plain_line, plural
from solver.errors import BrokenInvariantError
from solver.penta_rush.engine import Deal
from solver.penta_rush.matching import Matching
from solver.penta_rush.play.move import Move, Word
from solver.penta_rush.play.seat import Seat, Turn
from solver.penta_rush.play.session import Kind, Session
from solver.penta_rush.play.variant import Variant
from solver.penta_rush.play.variant import card_text as bare_card
from solver.penta_rush.puzzle import report
from solver.penta_rush.puzzle.game import Round
from solver.penta_rush.puzzle.rules import ROUNDS, State, broken, is_over, judge
from solver.penta_rush.rules import Placement
from solver.polyomino import Cell, names_of, pentomino_of

_HINDSIGHT_S = 10.0  # most games take a tenth of it


class PuzzleVariant(Variant):
    """At most twelve rounds on one card, from which nothing is erased."""

    rounds = ROUNDS
    referee = "puzzle referee"

    def play(self, session: Session, turn: Turn) -> Round:
        """Return the round that the player of *turn* plays: a circle or a cross."""
        state = State(session.card, _own(session, turn.name))
        alone = session.kind is Kind.SOLITAIRE
        self._show(state, turn)
        words = [Word.OUTLINE, Word.UNDO, Word.DONE, Word.CROSS, Word.SHOW, Word.HELP, Word.QUIT]
        if turn.may_turn:
            words.insert(words.index(Word.CROSS), Word.TURN)
        seat = Seat(self.console, turn.name, session.card)
        find: tuple[Cell, ...] = ()
        turned = False
        for move in seat.moves(words, limit_s=turn.limit_s):
            if move.word in (Word.DONE, Word.TURN):
                turned = move.word is Word.TURN
                break
            if move.word is Word.CROSS:
                if crossed := self._crossed(state, turn, move, turned=False):
                    return crossed
            elif move.word is Word.SHOW:
                self._show(state, turn)
            else:
                find = tuple(sorted(move.cells))
                told = f"{pentomino_of(find) or '?'}  {names_of(find)}" if find else "nothing"
                self.console.say(f"  found: {told}")
        if circled := self._circled(state, turn, find, turned=turned, alone=alone):
            return circled
        return self._cross(state, turn, seat, turned=turned)

    def results(self, session: Session) -> Iterator[Line]:
        """Yield what each player did in the last round, and what he could have circled."""
        standings = judge(session.puzzle(), self.points).standings
        for name, standing in zip(session.players, standings, strict=True):
            *before, last = _own(session, name)
            yield plain_line("")
            done = f"circled {last.shape} for {self.points[last.shape]}"
            ring = ", and turned the timer" if last.timer else ""
            told = done if last.circled else f"crossed {last.shape}"
            yield plain_line(f"{name} {told}{ring}: {plural(standing.points, 'point')} in all")
            possible = self._possible(State(session.card, tuple(before)), last)
            yield plain_line("It could have been:" if possible else "Nothing could be circled")
            for shape, points, cells in possible:
                yield plain_line(f"  {shape}  {points:>2}  {names_of(cells)}")
        yield plain_line("")

    def end(self, session: Session) -> Iterator[Line]:
        """Yield every player's card, who won, and after twelve rounds the best in hindsight."""
        game = session.puzzle()
        judgement = judge(game, self.points)
        states = [State(session.card, player.rounds) for player in game.players]
        yield plain_line(f"The game is over: {is_over(states)}.")
        yield plain_line("")
        yield from report.judgement_text(
            game, judgement, self.points, title="The game", drawn=self.console.drawn
        )
        if len(session.rounds) == ROUNDS:
            yield plain_line("")
            yield from self._hindsight(session)

    def _show(self, state: State, turn: Turn) -> None:
        """Show the roll, the shapes left, and the card as far as it is used."""
        self.console.say(f"Roll {turn.roll}, round {turn.number} of {ROUNDS}")
        self.console.say(f"Shapes left {self.tiles(state.unused)}")
        self.console.say()
        drawn = self.console.drawn
        if state.rounds:
            self.console.show(report.card_text(state.card, state.rounds, drawn=drawn))
        else:
            self.console.show(bare_card(state.card, (), drawn=drawn))
        self.console.say()

    def _circled(
        self, state: State, turn: Turn, find: tuple[Cell, ...], *, turned: bool, alone: bool
    ) -> Round | None:
        """Return the circle that *find* earns; None, and the reason is told, where it is none."""
        if not find:
            return None
        shape = pentomino_of(find)
        if shape is None:
            self.console.say(f"  {names_of(find)} are no pentomino")
            return None
        circled = Round(turn.roll, shape, find, circled=True, timer=turned)
        if breach := broken(state, circled, alone=alone):
            self.console.say(f"  {breach[1]}")
            return None
        return circled

    def _cross(self, state: State, turn: Turn, seat: Seat, *, turned: bool) -> Round:
        """Return the cross that is due, once a right one is typed."""
        drawn = "cross a shape and draw it: cross F c4 c5 d5 d6 e5"
        self.console.say(drawn if state.fitting() else "nothing fits: cross a shape: cross F")
        for move in seat.moves([Word.CROSS, Word.SHOW, Word.HELP, Word.QUIT]):
            if move.word is Word.SHOW:
                self._show(state, turn)
            elif crossed := self._crossed(state, turn, move, turned=turned):
                return crossed
        raise BrokenInvariantError("moves without sand have ended")

    def _crossed(self, state: State, turn: Turn, move: Move, *, turned: bool) -> Round | None:
        """Return the cross that *move* makes; None, and the reason is told, where it is wrong."""
        cells = tuple(sorted(move.cells))
        crossed = Round(turn.roll, move.shape, cells, circled=False, timer=turned)
        breach = broken(state, crossed, alone=False)
        if breach:
            self.console.say(f"  {breach[1]}")
        return None if breach else crossed

    def _possible(self, state: State, played: Round) -> list[Placement]:
        """Return a placement of each shape that could have been circled, the dearest first."""
        free, unused = state.free, state.unused
        found: dict[str, Placement] = {}
        for one in Matching(Deal(state.card, played.roll, self.points)):
            if one.shape in unused and free.issuperset(one.cells):
                found.setdefault(one.shape, one)
        return list(found.values())

    def _hindsight(self, session: Session) -> Iterator[Line]:
        """Yield the best plan for the rolls of the game."""
        from solver.penta_rush.puzzle.hindsight import answer  # with ortools, where it is needed
        from solver.penta_rush.puzzle.hindsight.prospect import Prospect
        from solver.penta_rush.puzzle.hindsight.report import answer_text

        rolls = tuple(played.roll for played in _own(session, session.players[0]))
        prospect = Prospect(session.card, rolls, self.points)
        best = answer.best(prospect, limit_s=_HINDSIGHT_S)
        yield from answer_text(prospect, best, title="the card", drawn=self.console.drawn)
        if best.interrupted:
            raise KeyboardInterrupt


def _own(session: Session, name: str) -> tuple[Round, ...]:
    """Return the rounds that *name* has played."""
    own: Sequence[Round] = next(one.rounds for one in session.puzzle().players if one.name == name)
    return tuple(own)
