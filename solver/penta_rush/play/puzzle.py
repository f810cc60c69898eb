"""The puzzle variant and the solitaire at the keyboard: one shape a turn is circled or crossed.

The last outline or cross of a turn counts, and only then is it said whether it is right. Who has
none that is right has to cross a shape, without any hurry.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from solver.console.play.console import Console, Draw
from solver.console.progress import watched
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.geometry.cell import names_of
from solver.geometry.polyomino import pentomino_of
from solver.penta_rush.card import Card
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.play.action import Action, ActionKind
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.play.standard import StandardGame
from solver.penta_rush.play.terminal_game import TerminalGame
from solver.penta_rush.play.turn import PlayerTurn, Turn
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.hindsight.best_plan import best_plan
from solver.penta_rush.puzzle.judged_game import card_text, referee
from solver.penta_rush.puzzle.rules import (
    ROUNDS,
    PuzzleState,
    end_reason,
    first_violation,
    standings,
)
from solver.penta_rush.puzzle.strategy.answer import advise_in
from solver.penta_rush.rules import Placement

_OUTLINING = tuple(kind for kind in ActionKind if kind is not ActionKind.TURN)
_CROSSING = _OUTLINING[1:]
_LINES_BESIDE_HINT = 2  # what was typed, the prompt
_LEAST_S = 0.1  # the estimate alone takes less
_HINDSIGHT_S = 10  # most games take a tenth of it


class PuzzleTurn(PlayerTurn):
    """A turn in *state*, in which *tiles* says what the unused shapes are worth."""

    rounds = ROUNDS
    nothing_drawn = "you have not outlined or crossed a shape yet"

    def __init__(
        self, console: Console, state: PuzzleState, turn: Turn, points: Points, tiles: str
    ) -> None:
        super().__init__(console, state.card, turn, points, tiles)
        self._state = state
        self._is_only_to_cross = False

    def play(self) -> PuzzleRound:
        """Return the round that the player plays."""
        self._show()
        allowed = _OUTLINING if self._turn.timer_refusal else tuple(ActionKind)
        turned = self._choose(allowed, self._turn.limit_s) is ActionKind.TURN
        while not (played := self._final_round(turned=turned)):
            self._is_only_to_cross = True
            self._explain_cross()
            self._choose(_CROSSING)
        return played

    def _choose(
        self, allowed: Collection[ActionKind], limit_s: int | None = None
    ) -> ActionKind | None:
        """Let the player choose; return how it ended, None if by the sand timer."""
        for action in self._actions(allowed, limit_s=limit_s):
            if action.kind in (ActionKind.DONE, ActionKind.TURN):
                if self._drawn:
                    return action.kind
                self._console.remark(self.nothing_drawn)
                self._explain_cross()
            elif action.kind is ActionKind.UNDO:
                self._undo()
            elif action.kind is ActionKind.OUTLINE or self._round_of(action):
                self._drawn.append(action)
                self._redraw()
                self._confirm()
        return None

    def _undo(self) -> None:
        super()._undo()
        if self._drawn:
            self._confirm()

    def _drawing(self) -> Callable[..., list[StyledLine]] | None:
        """Draw the rounds played; on a screen, also the choice that counts."""
        rounds = self._state.rounds
        if self._console.is_interactive and self._drawn:
            chosen = self._as_round(self._drawn[-1])
            rounds += (chosen,) if chosen else ()
        return partial(card_text, self._card, rounds) if rounds else None

    def _hint(self, deadline: float | None) -> list[StyledLine]:
        crosses = self._is_only_to_cross
        search = advise_in(self._state, self._turn.roll, self._points, only_crosses=crosses)
        limit_s = None if deadline is None else max(_LEAST_S, deadline - time.monotonic())
        answer = watched(search, limit_s=limit_s)
        if answer is None:
            return []

        def draw(*, drawn: bool) -> list[StyledLine]:
            return [*answer.lines(drawn=drawn)]

        return self._console.fitting(draw, others=_LINES_BESIDE_HINT)

    def _confirm(self) -> None:
        done = "outlined" if self._drawn[-1].kind is ActionKind.OUTLINE else "crossed"
        self._console.remark(f"{done}: {self._last_text()}")

    def _last_text(self) -> str:
        action = self._drawn[-1]
        cells = tuple(sorted(action.cells))
        shape = action.shape or pentomino_of(cells) or "?"
        return f"{shape}  {names_of(cells) or 'not drawn'}"

    def _explain_cross(self) -> None:
        if self._state.first_fit():
            how = "Cross a shape and draw it, for example: cross F c4 c5 d5 d6 e5"
        else:
            how = "No shape fits any more. Cross one without drawing, for example: cross F"
        self._console.say(f"{how}; then type 'done'")

    def _final_round(self, *, turned: bool) -> PuzzleRound | None:
        """Return the round that the last choice makes; None if there is none, or it is wrong."""
        action = self._drawn[-1] if self._drawn else None
        self._drawn.clear()
        return action and self._round_of(action, turned=turned)

    def _round_of(self, action: Action, *, turned: bool = False) -> PuzzleRound | None:
        """Return the round that *action* makes; if it breaks a rule, say which and return None."""
        played = self._as_round(action, turned=turned)
        if played is None:
            self._console.remark(f"{names_of(sorted(action.cells))} is no pentomino")
            return None
        # Where the timer may be turned, there are several players.
        violation = first_violation(self._state, played, alone=False)
        if violation:
            self._console.remark(violation[1])
        return None if violation else played

    def _as_round(self, action: Action, *, turned: bool = False) -> PuzzleRound | None:
        """Return the round that *action* makes, legal or not; None if its cells are no shape."""
        circled, cells = action.kind is ActionKind.OUTLINE, tuple(sorted(action.cells))
        shape = pentomino_of(cells) if circled else action.shape
        if not shape:
            return None
        return PuzzleRound(self._turn.roll, shape, cells, circled, timer=turned)


class PuzzleGame(TerminalGame):
    """At most twelve rounds on one card for each player, on which nothing is erased."""

    referee = "puzzle referee"

    def _play_turn(self, turn: Turn) -> PuzzleRound:
        state = self.session.states[self.session.players.index(turn.name)]
        tiles = f"Shapes left {self._tiles(state.unused)}"
        return PuzzleTurn(self._console, state, turn, self._points, tiles).play()

    def _results(self) -> Iterator[Draw]:
        lines = [*self._result_lines()]
        yield lambda *, drawn: lines  # noqa: ARG005 - nothing is drawn

    def _result_lines(self) -> Iterator[StyledLine]:
        session = self.session
        game = session.puzzle_game
        for player, standing in zip(game.players, standings(game, self._points), strict=True):
            *before, last = player.rounds
            yield plain_line("")
            circled = f"circled {last.shape} for {plural(self._points[last.shape], 'point')}"
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

    def _end(self) -> Iterator[StyledLine]:
        session = self.session
        game = session.puzzle_game
        yield from map(plain_line, ("", f"The game is over: {end_reason(session.states)}."))
        yield plain_line("")
        judged = referee(game, points=self._points, title="The game")
        yield from judged.lines(drawn=self._console.drawn)
        if len(session.rounds) == ROUNDS:
            each_card = [*self._each_card()]
            limit_s = _HINDSIGHT_S / len(each_card)
            for card, name, whose in each_card:
                search = f"the search takes up to {limit_s:g} seconds"
                yield from map(plain_line, ("", f"What was possible{whose}; {search}", ""))
                state = session.states[session.players.index(name)]
                yield from self._hindsight(card, state.rounds, limit_s)

    def _possible(self, state: PuzzleState, played: PuzzleRound) -> list[Placement]:
        free, unused = state.free, state.unused
        by_shape: dict[str, Placement] = {}
        for placement in MatchingPlacements(RollProblem(state.card, played.roll, self._points)):
            if placement.shape in unused and free.issuperset(placement.cells):
                by_shape.setdefault(placement.shape, placement)
        return list(by_shape.values())

    def _hindsight(
        self, card: Card, rounds: tuple[PuzzleRound, ...], limit_s: float
    ) -> Iterator[StyledLine]:
        rolls = [played.roll for played in rounds]
        search = best_plan(
            card, rolls, points=self._points, known=rounds, limit_s=limit_s, title="the card"
        )
        interrupt = None
        try:
            search.run()
        except KeyboardInterrupt as error:
            interrupt = error
        if search.answer:
            yield from search.answer.lines(drawn=self._console.drawn)
        if interrupt:
            raise interrupt


def game_at_keyboard(
    session: Session,
    console: Console,
    points: Points,
    save: Callable[[Session], None],
    titles: Sequence[str] = (),
) -> TerminalGame:
    """Return the game of *session*; *titles* name its cards, and *save* keeps it after a round."""
    game_type = StandardGame if session.kind is GameKind.STANDARD else PuzzleGame
    return game_type(session, console, points, save, titles)
