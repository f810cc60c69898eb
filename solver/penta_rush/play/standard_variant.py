"""The standard game at the keyboard: any number of outlines per round, judged when all are done."""

from collections.abc import Iterator, Sequence

from solver.drawing.text_grid import Patch, StyledLine, draw_grid, plain_grid, plain_line, plural
from solver.geometry.cell import names_of
from solver.geometry.polyomino import SHAPES, pentomino_of
from solver.penta_rush import report
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.play.action import ActionKind
from solver.penta_rush.play.session import Session
from solver.penta_rush.play.turn_input import Turn, TurnInput
from solver.penta_rush.play.variant import Variant
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.rules import judge, round_multiplier, standings, winners
from solver.penta_rush.sheet import ROUNDS, Outline, Sheet


class StandardVariant(Variant):
    """Five rounds; every outline is drawn, right or wrong, as on paper."""

    referee = "total"

    def play(self, session: Session, turn: Turn) -> Sheet:
        """Return the sheet that the player of *turn* hands in."""
        outlines: list[Outline] = []
        turned = False
        unconfirmed = (ActionKind.SHOW, 0)  # how and with which line an empty turn was to end
        self._show(session, turn, outlines)
        refused = ActionKind.TURN if turn.timer_refusal else None
        allowed = [kind for kind in ActionKind if kind not in (ActionKind.CROSS, refused)]
        turn_input = TurnInput(self.console, turn, session.card)
        for action in turn_input.actions(allowed, limit_s=turn.limit_s):
            if action.kind in (ActionKind.DONE, ActionKind.TURN):
                if outlines or unconfirmed == (action.kind, turn_input.lines - 1):
                    turned = action.kind is ActionKind.TURN
                    break
                unconfirmed = action.kind, turn_input.lines
                again = f"type {action.kind.value!r} again to end your turn"
                self.console.say(f"  you have not outlined anything; {again}")
            elif action.kind is ActionKind.SHOW:
                self._show(session, turn, outlines)
            elif action.kind is ActionKind.OUTLINE:
                outlines.append(tuple(sorted(action.cells)))
                self.console.say(f"  {_last_outline_text(outlines)}")
            elif outlines:
                self.console.say(f"  taken back: {_last_outline_text(outlines)}")
                outlines.pop()
            else:
                self.console.say("  you have not outlined anything")
        return Sheet(session.card, turn.roll, tuple(outlines), round=turn.number, timer=turned)

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

    def _show(self, session: Session, turn: Turn, outlines: Sequence[Outline]) -> None:
        """Show the roll, the tiles, and the card with the *outlines*."""
        patches = [Patch(report.label(number), cells) for number, cells in enumerate(outlines)]
        lines = session.card.lines
        doubled = ", counts double" if round_multiplier(turn.number) > 1 else ""
        self.console.say(f"Roll {turn.roll}, round {turn.number} of {ROUNDS}{doubled}")
        self.console.say(f"Tiles {self.tiles(SHAPES)}")
        self.console.say()
        # Without outlines the card is not faded, and takes less space.
        drawing = draw_grid(lines, patches, drawn=self.console.drawn)
        self.console.show(drawing if outlines else plain_grid(lines))
        self.console.say()
        if outlines:
            self.console.say(plural(len(outlines), "outline"))


def _last_outline_text(outlines: Sequence[Outline]) -> str:
    """Return the number, the shape and the cells of the last of *outlines*."""
    cells = outlines[-1]
    return f"{report.label(len(outlines) - 1)}  {pentomino_of(cells) or '?'}  {names_of(cells)}"
