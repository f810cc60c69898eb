"""The puzzle variant and the solitaire at the keyboard, and how their rounds and games ended."""

from collections.abc import Iterator

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.play.puzzle_turn import PuzzleTurn
from solver.penta_rush.play.session import Session
from solver.penta_rush.play.turn_input import Turn
from solver.penta_rush.play.variant import Variant
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.puzzle import report
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import ROUNDS, PuzzleState, end_reason, judge, standings
from solver.penta_rush.rules import Placement

_HINDSIGHT_S = 10  # most games take a tenth of it


class PuzzleVariant(Variant):
    """At most twelve rounds on one card for each player, on which nothing is erased."""

    referee = "puzzle referee"

    def play(self, session: Session, turn: Turn) -> PuzzleRound:
        """Return the round that the player of *turn* plays: a shape circled or crossed."""
        state = session.states[session.players.index(turn.name)]
        tiles = self.tiles(state.unused)
        return PuzzleTurn(self.console, state, turn, self.points, tiles).play()

    def results(self, session: Session) -> Iterator[StyledLine]:
        """Yield what each player did in the last round, and could have circled instead."""
        game = session.puzzle_game
        for player, standing in zip(game.players, standings(game, self.points), strict=True):
            *before, last = player.rounds
            yield plain_line("")
            circled = f"circled {last.shape} for {plural(self.points[last.shape], 'point')}"
            done = circled if last.circled else f"crossed {last.shape}"
            timer = " and turned the timer" if last.timer else ""
            total = f"{plural(standing.points, 'point')} in total"
            yield plain_line(f"{player.name} {done}{timer}: {total}")
            possible = self._possible(
                PuzzleState(session.card_of(player.name), tuple(before)), last
            )
            could = f"{player.name} could have circled:"
            yield plain_line(could if possible else "Nothing could have been circled")
            for shape, points, cells in possible:
                yield plain_line(f"  {shape}  {points:>2}  {names_of(cells)}")

    def end(self, session: Session) -> Iterator[StyledLine]:
        """Yield every player's card, who won, and after twelve rounds the best in hindsight."""
        game = session.puzzle_game
        yield plain_line(f"The game is over: {end_reason(session.states)}.")
        yield plain_line("")
        yield from report.verdict_text(
            game, judge(game, self.points), self.points, title="The game", drawn=self.console.drawn
        )
        if len(session.rounds) == ROUNDS:
            limit_s = _HINDSIGHT_S / len(session.owners)
            for card, names in session.owners.items():
                whose = f" for {' and '.join(names)}" if len(session.owners) > 1 else ""
                search = f"the search takes up to {limit_s:g} seconds"
                yield from map(plain_line, ("", f"What was possible{whose}; {search}", ""))
                state = session.states[session.players.index(names[0])]
                yield from self._hindsight(card, state.rounds, limit_s)

    def _possible(self, state: PuzzleState, played: PuzzleRound) -> list[Placement]:
        """Return a placement of each shape that could have been circled, most points first."""
        free, unused = state.free, state.unused
        by_shape: dict[str, Placement] = {}
        for placement in MatchingPlacements(RollProblem(state.card, played.roll, self.points)):
            if placement.shape in unused and free.issuperset(placement.cells):
                by_shape.setdefault(placement.shape, placement)
        return list(by_shape.values())

    def _hindsight(
        self, card: Card, rounds: tuple[PuzzleRound, ...], limit_s: float
    ) -> Iterator[StyledLine]:
        """Yield the best plan on *card* for the rolls of a player's *rounds*."""
        # These import ortools, which takes long.
        from solver.penta_rush.puzzle.hindsight.best_plan import find_best_plan
        from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
        from solver.penta_rush.puzzle.hindsight.report import answer_text

        rolls = tuple(played.roll for played in rounds)
        game = KnownRollsGame(card, rolls, self.points)
        answer = find_best_plan(game, known=rounds, limit_s=limit_s)
        yield from answer_text(game, answer, title="the card", drawn=self.console.drawn)
        if answer.interrupted:
            raise KeyboardInterrupt
