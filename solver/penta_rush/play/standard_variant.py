"""The standard game at the keyboard: any number of outlines per round, judged when all are done."""

from collections.abc import Iterator

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geometry.polyomino import SHAPES
from solver.penta_rush import report
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.play.session import Session
from solver.penta_rush.play.standard_turn import StandardTurn
from solver.penta_rush.play.turn_input import Turn
from solver.penta_rush.play.variant import Variant
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.rules import judge, round_multiplier, standings, winners
from solver.penta_rush.sheet import Sheet


class StandardVariant(Variant):
    """Five rounds; every outline is drawn, right or wrong, as on paper."""

    referee = "total"

    def play(self, session: Session, turn: Turn) -> Sheet:
        """Return the sheet that the player of *turn* hands in."""
        tiles = self.tiles(SHAPES)
        return StandardTurn(self.console, session.card, turn, self.points, tiles).play()

    def results(self, session: Session) -> Iterator[StyledLine]:
        """Yield the judged sheets of the last round, and the best packing of its roll."""
        sheets = [sheet for sheet in session.rounds[-1] if isinstance(sheet, Sheet)]
        judgements = [judge(sheet, self.points) for sheet in sheets]
        for name, sheet, judgement in zip(session.players, sheets, judgements, strict=True):
            yield from map(plain_line, ("", name))
            yield from report.judgement_text(sheet, judgement, drawn=self.console.drawn)
        problem = RollProblem(session.card, sheets[0].roll, self.points)
        engine, number = BitsetEngine(problem), len(session.rounds)
        numbers = engine.best()
        packing = None if numbers is None else engine.packing(numbers)
        yield from map(plain_line, ("", "What was possible", ""))
        yield from report.packing_text(problem, packing, number=number, drawn=self.console.drawn)
        yield plain_line("")
        best = round_multiplier(number) * engine.score(numbers or ())
        players = standings(session.standard_game, self.points)
        for player, sheet, judgement in zip(players, sheets, judgements, strict=True):
            timer = ", 1 for the timer" if sheet.timer else ""
            points = f"{judgement.points - sheet.timer} of {plural(best, 'point')}"
            text = f"{player.name}: {points} in this round{timer}, {player.total} in total"
            yield plain_line(text)

    def end(self, session: Session) -> Iterator[StyledLine]:
        """Yield the points of all rounds, and who won."""
        players = standings(session.standard_game, self.points)
        yield from report.standings_text(players, winners(players))
