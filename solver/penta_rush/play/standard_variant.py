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
        tiles, card = self.tiles(SHAPES), session.card_of(turn.name)
        return StandardTurn(self.console, card, turn, self.points, tiles).play()

    def results(self, session: Session) -> Iterator[StyledLine]:
        """Yield the judged sheets of the last round, and the best packing on each card."""
        sheets = [sheet for sheet in session.rounds[-1] if isinstance(sheet, Sheet)]
        verdicts = [judge(sheet, self.points) for sheet in sheets]
        for name, sheet, verdict in zip(session.players, sheets, verdicts, strict=True):
            yield from map(plain_line, ("", name))
            yield from report.verdict_text(sheet, verdict, drawn=self.console.drawn)
        number, best_score = len(session.rounds), {}
        for card, names in session.owners.items():
            problem = RollProblem(card, sheets[0].roll, self.points)
            engine = BitsetEngine(problem)
            numbers = engine.best()
            packing = None if numbers is None else engine.packing(numbers)
            best_score[card] = round_multiplier(number) * engine.score(numbers or ())
            whose = f" for {' and '.join(names)}" if len(session.owners) > 1 else ""
            yield from map(plain_line, ("", f"What was possible{whose}", ""))
            drawn = self.console.drawn
            yield from report.packing_text(problem, packing, number=number, drawn=drawn)
        yield plain_line("")
        players = standings(session.standard_game, self.points)
        for player, sheet, verdict in zip(players, sheets, verdicts, strict=True):
            timer = ", 1 for the timer" if sheet.timer else ""
            best = plural(best_score[sheet.card], "point")
            points = f"{verdict.points - sheet.timer} of {best}"
            text = f"{player.name}: {points} in this round{timer}, {player.total} in total"
            yield plain_line(text)

    def end(self, session: Session) -> Iterator[StyledLine]:
        """Yield the points of all rounds, and who won."""
        players = standings(session.standard_game, self.points)
        yield from report.standings_text(players, winners(players))
