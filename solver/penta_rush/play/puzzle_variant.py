"""The puzzle variant and the solitaire at the keyboard: what a round came to, and the game.

possible   the shapes that a player could have circled in a round, as his card then was
hindsight  the best plan for the twelve rolls of the game, had they been known
"""

from collections.abc import Iterator

from solver.drawing.text_grid import Line, plain_line, plural
from solver.geometry.cell import names_of
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.play.puzzle_turn import PuzzleTurn
from solver.penta_rush.play.session import Session
from solver.penta_rush.play.turn_input import Turn
from solver.penta_rush.play.variant import Variant
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.puzzle import report
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import ROUNDS, PuzzleState, end_reason, judge
from solver.penta_rush.rules import Placement

_HINDSIGHT_S = 10  # most games take a tenth of it


class PuzzleVariant(Variant):
    """At most twelve rounds on one card, from which nothing is erased."""

    referee = "puzzle referee"

    def play(self, session: Session, turn: Turn) -> PuzzleRound:
        """Return the round that the player of *turn* plays: a circle or a cross."""
        state = PuzzleState(session.card, _own(session, turn.name))
        return PuzzleTurn(self.console, state, turn, self.tiles(state.unused)).play()

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
            possible = self._possible(PuzzleState(session.card, tuple(before)), last)
            yield plain_line("Could be circled:" if possible else "Nothing could be circled")
            for shape, points, cells in possible:
                yield plain_line(f"  {shape}  {points:>2}  {names_of(cells)}")

    def end(self, session: Session) -> Iterator[Line]:
        """Yield every player's card, who won, and after twelve rounds the best in hindsight."""
        game = session.puzzle()
        judgement = judge(game, self.points)
        states = [PuzzleState(session.card, player.rounds) for player in game.players]
        yield plain_line(f"The game is over: {end_reason(states)}.")
        yield plain_line("")
        yield from report.judgement_text(
            game, judgement, self.points, title="The game", drawn=self.console.drawn
        )
        if len(session.rounds) == ROUNDS:
            yield plain_line("")
            yield plain_line(f"What was possible; to find it takes {_HINDSIGHT_S} seconds at most")
            yield plain_line("")
            yield from self._hindsight(session)

    def _possible(self, state: PuzzleState, played: PuzzleRound) -> list[Placement]:
        """Return a placement of each shape that could have been circled, the dearest first."""
        free, unused = state.free, state.unused
        found: dict[str, Placement] = {}
        for one in MatchingPlacements(RollProblem(state.card, played.roll, self.points)):
            if one.shape in unused and free.issuperset(one.cells):
                found.setdefault(one.shape, one)
        return list(found.values())

    def _hindsight(self, session: Session) -> Iterator[Line]:
        """Yield the best plan for the rolls of the game."""
        from solver.penta_rush.puzzle.hindsight import best_plan as answer
        from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
        from solver.penta_rush.puzzle.hindsight.report import answer_text

        rounds = _own(session, session.players[0])
        rolls = tuple(played.roll for played in rounds)
        prospect = KnownRollsGame(session.card, rolls, self.points)
        best = answer.find_best_plan(prospect, known=rounds, limit_s=_HINDSIGHT_S)
        yield from answer_text(prospect, best, title="the card", drawn=self.console.drawn)
        if best.interrupted:
            raise KeyboardInterrupt


def _own(session: Session, name: str) -> tuple[PuzzleRound, ...]:
    """Return the rounds that *name* has played."""
    return next(player.rounds for player in session.puzzle().players if player.name == name)
