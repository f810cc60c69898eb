"""The standard game at the keyboard: any number of outlines a round, judged when all are done."""

from collections.abc import Iterator, Sequence

from solver.drawing.text_grid import Line, Patch, plain_line, plural
from solver.geometry.cell import names_of
from solver.geometry.polyomino import SHAPES, pentomino_of
from solver.penta_rush import report
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.play.action import ActionKind
from solver.penta_rush.play.session import Session
from solver.penta_rush.play.turn_input import Turn, TurnInput
from solver.penta_rush.play.variant import Variant, card_text
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.rules import judge, round_multiplier, standings, winners
from solver.penta_rush.sheet import ROUNDS, Outline, Sheet


class StandardVariant(Variant):
    """Five rounds; what is typed is drawn, right or wrong, as on paper."""

    referee = "total"

    def play(self, session: Session, turn: Turn) -> Sheet:
        """Return the sheet that the player of *turn* hands in."""
        outlines: list[Outline] = []
        turned, asked = False, (ActionKind.SHOW, 0)
        self._show(session, turn, outlines)
        words = [
            ActionKind.OUTLINE,
            ActionKind.UNDO,
            ActionKind.DONE,
            ActionKind.SHOW,
            ActionKind.HELP,
            ActionKind.QUIT,
        ]
        if not turn.stands:
            words.insert(words.index(ActionKind.SHOW), ActionKind.TURN)
        seat = TurnInput(self.console, turn, session.card)
        for move in seat.moves(words, limit_s=turn.limit_s):
            if move.word in (ActionKind.DONE, ActionKind.TURN):
                if outlines or asked == (move.word, seat.lines - 1):
                    turned = move.word is ActionKind.TURN
                    break
                asked = move.word, seat.lines
                again = f"{move.word.value!r} again ends your turn"
                self.console.say(f"  nothing is outlined; {again}")
            elif move.word is ActionKind.SHOW:
                self._show(session, turn, outlines)
            elif move.word is ActionKind.OUTLINE:
                outlines.append(tuple(sorted(move.cells)))
                self.console.say(f"  {_told(outlines)}")
            elif outlines:
                self.console.say(f"  taken back: {_told(outlines)}")
                outlines.pop()
            else:
                self.console.say("  nothing is outlined")
        return Sheet(session.card, turn.roll, tuple(outlines), round=turn.number, timer=turned)

    def results(self, session: Session) -> Iterator[Line]:
        """Yield the judged sheets of the last round, and the best packing of its roll."""
        sheets = [one for one in session.rounds[-1] if isinstance(one, Sheet)]
        earned = []
        for name, sheet in zip(session.players, sheets, strict=True):
            judgement = judge(sheet, self.points)
            earned.append(judgement.points)
            yield plain_line("")
            yield plain_line(name)
            yield from report.judgement_text(sheet, judgement, drawn=self.console.drawn)
        solver = BitsetEngine(RollProblem(session.card, sheets[0].roll, self.points))
        numbers = solver.best()
        packing = None if numbers is None else solver.packing(numbers)
        number = len(session.rounds)
        yield plain_line("")
        yield plain_line("What was possible")
        yield plain_line("")
        yield from report.packing_text(
            solver.problem, packing, number=number, drawn=self.console.drawn
        )
        yield plain_line("")
        best = round_multiplier(number) * solver.score(numbers or ())
        totals = [one.total for one in standings(session.standard(), self.points)]
        for name, sheet, points, total in zip(session.players, sheets, earned, totals, strict=True):
            timer = ", 1 for the timer" if sheet.timer else ""
            tiles = points - sheet.timer
            yield plain_line(f"{name}: {tiles} of {best} in this round{timer}, {total} in all")

    def end(self, session: Session) -> Iterator[Line]:
        """Yield the points of all rounds, and who won."""
        players = standings(session.standard(), self.points)
        yield from report.standings_text(players, winners(players))

    def _show(self, session: Session, turn: Turn, outlines: Sequence[Outline]) -> None:
        """Show the roll, the tiles, and the card with the *outlines*."""
        patches = [Patch(report.label(number), cells) for number, cells in enumerate(outlines)]
        doubled = ", counts double" if round_multiplier(turn.number) > 1 else ""
        self.console.say(f"Roll {turn.roll}, round {turn.number} of {ROUNDS}{doubled}")
        self.console.say(f"Tiles {self.tiles(SHAPES)}")
        self.console.say()
        self.console.show(card_text(session.card, patches, drawn=self.console.drawn))
        self.console.say()
        if outlines:
            self.console.say(f"{plural(len(outlines), 'outline')}")


def _told(outlines: Sequence[Outline]) -> str:
    """Return the last of *outlines* in words."""
    cells = outlines[-1]
    return f"{report.label(len(outlines) - 1)}  {pentomino_of(cells) or '?'}  {names_of(cells)}"
