"""The standard game at the keyboard: any number of outlines per round, judged when all are done.

A sheet keeps when each outline was drawn, if a person drew it: lines from a pipe come at once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import monotonic

from solver.console.play.console import Draw
from solver.drawing.styled_text import StyledLine, plain_line, plural, wrapped_lines
from solver.drawing.text_grid import Patch, draw_grid
from solver.geometry.cell import names_of
from solver.geometry.polyomino import SHAPES, pentomino_of
from solver.penta_rush.dice import ROUNDS
from solver.penta_rush.game import Outline, Sheet
from solver.penta_rush.play.action import ActionKind
from solver.penta_rush.play.hint_steps import hint_steps
from solver.penta_rush.play.terminal_game import TerminalGame
from solver.penta_rush.play.turn import PlayerTurn, Turn
from solver.penta_rush.rules import Placement, round_multiplier, standings
from solver.penta_rush.scoring import Totals, judge, outline_label
from solver.penta_rush.solution import solve
from solver.penta_rush.symbol_label import card_labels
from solver.penta_rush.timing import Timing


class StandardTurn(PlayerTurn):
    """A turn in which outlines are drawn, right or wrong, until the player is done."""

    rounds = ROUNDS
    nothing_drawn = "you have not outlined anything"
    clock: Callable[[], float] = staticmethod(monotonic)
    _hinted: Placement | None = None  # what the last hint was at, the first or one of the next
    _hints = 0
    _all_hints = 0
    _hinted_at: float | None = None  # the second of the first hint
    _begun = 0.0

    def play(self) -> Sheet:
        """Return the sheet that the player hands in."""
        turn, turned = self._turn, False
        moments: list[float] = []  # of the outlines
        unconfirmed = (ActionKind.SHOW, 0)  # how and with which line an empty turn was to end
        self._show()
        refused = ActionKind.TURN if turn.timer_refusal else None
        allowed = [kind for kind in ActionKind if kind not in (ActionKind.CROSS, refused)]
        self._begun = self.clock()
        for action in self._actions(allowed, limit_s=turn.limit_s):
            if action.kind is ActionKind.OUTLINE:
                moments.append(self._seconds)
                self._drawn.append(action)
                self._redraw()
                self._console.remark(self._last_text())
            elif action.kind is ActionKind.UNDO:
                self._undo()
                del moments[len(self._drawn) :]
            elif self._drawn or unconfirmed == (action.kind, self._lines - 1):
                turned = action.kind is ActionKind.TURN
                break
            else:
                unconfirmed = action.kind, self._lines
                again = f"type {action.kind.value!r} again to end your turn"
                self._console.remark(f"{self.nothing_drawn}; {again}")
        outlines = tuple(self._outlines)
        time = self._timing(self._seconds, moments)
        return Sheet(self._card, turn.roll, outlines, round=turn.number, timer=turned, time=time)

    def _timing(self, seconds: float, moments: list[float]) -> Timing | None:
        """Return the times of a turn of these *seconds*; None where no person plays."""
        if not self._console.is_interactive:
            return None
        limit_s = self._turn.limit_s

        def rounded(moment: float) -> float:  # the sand may have begun a moment after the clock
            return round(moment if limit_s is None else min(moment, limit_s), 2)

        return Timing(
            rounded(seconds),
            tuple(map(rounded, moments)),
            self._turn.timer_s,
            hurried=limit_s is not None,
            hints=self._all_hints,
            hinted=None if self._hinted_at is None else rounded(self._hinted_at),
        )

    @property
    def _seconds(self) -> float:
        """How long the turn has lasted."""
        return self.clock() - self._begun

    @property
    def _outlines(self) -> list[Outline]:
        return [tuple(sorted(action.cells)) for action in self._drawn]

    def _show(self) -> None:
        super()._show()
        if self._drawn:
            self._console.say(plural(len(self._drawn), "outline"))

    def _drawing(self) -> Callable[..., list[StyledLine]] | None:
        patches = [
            Patch(outline_label(number), cells) for number, cells in enumerate(self._outlines)
        ]
        return partial(draw_grid, card_labels(self._card), patches) if patches else None

    def _roll_text(self) -> str:
        doubled = ", counts double" if round_multiplier(self._turn.number) > 1 else ""
        return f"{super()._roll_text()}{doubled}"

    def _hint(self, deadline: float | None) -> Iterator[StyledLine]:  # noqa: ARG002 - it is fast
        """Yield the best packing's score, and its highest-value shape that is not outlined yet."""
        self._all_hints += 1
        if self._hinted_at is None:
            self._hinted_at = self._seconds
        packing = solve(self._card, self._turn.roll, points=self._points)
        if not packing:
            yield plain_line("  no Penta-Rush on this card matches the roll")
            return
        shapes = " ".join(placement.shape for placement in packing)
        yield plain_line(f"  the best packing is worth {plural(packing.score, 'point')}: {shapes}")
        best = {placement.cells for placement in packing}
        others = [outline_label(at) for at, cells in enumerate(self._outlines) if cells not in best]
        if others:
            verb = "is" if len(others) == 1 else "are"
            text = f"of your outlines, {', '.join(others)} {verb} not in it"
            yield from wrapped_lines(text, first="  ")
        missing = [placement for placement in packing if placement.cells not in self._outlines]
        if not missing:
            yield plain_line("  you have outlined all of it")
            return
        hinted = max(missing, key=lambda placement: placement.points)
        self._hints = self._hints + 1 if hinted == self._hinted else 0
        self._hinted, steps = hinted, hint_steps(self._card, hinted)
        step = min(self._hints, len(steps) - 1)
        more = "" if step == len(steps) - 1 else "; 'hint' again says more"
        yield plain_line(f"  {steps[step]}{more}")

    def _last_text(self) -> str:
        cells, label = self._outlines[-1], outline_label(len(self._outlines) - 1)
        return f"{label}  {pentomino_of(cells) or '?'}  {names_of(cells)}"


class StandardGame(TerminalGame):
    """Five rounds; every outline is drawn, right or wrong, as on paper."""

    referee = "total"

    def _play_turn(self, turn: Turn) -> Sheet:
        tiles, card = f"Tiles {self._tiles(SHAPES)}", self.session.card_of(turn.name)
        return StandardTurn(self._console, card, turn, self._points, tiles).play()

    def _results(self) -> Iterator[Draw]:
        session = self.session
        sheets = [sheet for sheet in session.rounds[-1] if isinstance(sheet, Sheet)]
        verdicts = [judge(sheet, points=self._points) for sheet in sheets]
        for name, verdict in zip(session.players, verdicts, strict=True):
            yield partial(_below, ["", name], verdict.lines)
        number, best_score = len(session.rounds), {}
        for card, _, whose in self._each_card():
            solution = solve(card, sheets[0].roll, points=self._points)
            best_score[card] = round_multiplier(number) * solution.score
            title = ["", f"What was possible{whose}", ""]
            yield partial(_below, title, partial(solution.lines_of_round, number))
        players = standings(session.standard_game, self._points)
        texts = [""]
        for player, sheet, verdict in zip(players, sheets, verdicts, strict=True):
            timer = ", 1 for the timer" if sheet.timer else ""
            best = plural(best_score[sheet.card], "point")
            points = f"{verdict.points - sheet.timer} of {best}"
            texts.append(f"{player.name}: {points} in this round{timer}, {player.total} in total")
        yield partial(_below, texts, lambda *, drawn: ())  # noqa: ARG005 - nothing is drawn
        if session.is_over:
            yield partial(_below, [""], Totals(tuple(players)).lines)


def _below(
    texts: Sequence[str], draw: Callable[..., Iterable[StyledLine]], *, drawn: bool
) -> list[StyledLine]:
    """Return *texts*, and below them what *draw* yields."""
    lines = [line for text in texts for line in wrapped_lines(text) or [plain_line("")]]
    return [*lines, *draw(drawn=drawn)]
