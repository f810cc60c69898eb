"""The referee of the puzzle variant: which rule a round breaks, what a game is worth, who wins.

Decisions where the booklet is silent: a player may cross a shape although one could be circled. The
crossed shape must be one that still fits on the card if any unused one does; if none fits, any is
crossed without drawing. A solitaire always has twelve rounds.

It imports no search: what a search finds comes in as rounds, and every plan passes it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells, names_of
from solver.geometry.polyomino import SHAPES, pentomino_of, pentominoes, placements
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzleRound
from solver.violation import Violation

ROUNDS = 12


class PuzzleRule(Enum):
    """The rules that a round may break, in the order in which they are checked."""

    OVER = "game over"
    TIMER = "timer in solitaire"
    USED = "shape used twice"
    UNDRAWN = "not drawn"
    NOT_DUE = "no drawing due"
    SHAPE = "not that shape"
    OVERLAP = "overlap"
    WRONG_SYMBOLS = "wrong symbols"


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A player's *card* after legal *rounds*: which cells are free, which shapes unused."""

    card: Card
    rounds: tuple[PuzzleRound, ...] = ()

    @property
    def free(self) -> Cells:
        """The cells that nothing is drawn on."""
        return self.card.cells.difference(*(played.cells for played in self.rounds))

    @property
    def unused(self) -> str:
        """The letters of the shapes that are neither circled nor crossed, sorted."""
        used = {played.shape for played in self.rounds}
        return "".join(shape for shape in SHAPES if shape not in used)

    def with_round(self, played: PuzzleRound) -> "PuzzleState":
        """Return the state after one more round."""
        return PuzzleState(self.card, (*self.rounds, played))

    def first_fit(self) -> tuple[str, Cells] | None:
        """Return the first unused shape that fits on the free cells, and where; else None."""
        free = self.free
        for shape in self.unused:
            for cells in placements(pentominoes()[shape], free):
                return shape, cells
        return None


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A player's *circled* and *crossed* shapes in their order, *rings* and points.

    A ring is earned by turning the timer, and is worth one point.
    """

    name: str
    circled: str
    crossed: str
    rings: int
    points: int  # of the circled shapes and the rings


class Verdict(NamedTuple):
    """The first *violation* in a game, if any, and all players' *standings* before that round.

    *over*: there is no round left to play.
    """

    violation: Violation | None
    standings: tuple[PuzzleStanding, ...]
    over: bool


def judge(game: PuzzleGame, points: Points) -> Verdict:
    """Return the first violation in *game*, and what the legal rounds before it are worth."""
    states = [PuzzleState(card) for card in game.player_cards]
    for number, entries in enumerate(game.rounds(), start=1):
        over = end_reason(states)
        for player, state, played in zip(game.players, states, entries, strict=True):
            rule_and_reason = (
                (PuzzleRule.OVER, over)
                if over
                else first_violation(state, played, alone=game.is_solitaire)
            )
            if rule_and_reason:
                violation = Violation(number, player.name, *rule_and_reason)
                return Verdict(violation, standings(game, points, number - 1), bool(over))
        states = [state.with_round(played) for state, played in zip(states, entries, strict=True)]
    return Verdict(None, standings(game, points), bool(end_reason(states)))


def check(game: PuzzleGame, points: Points) -> Verdict:
    """Return the verdict on *game*, which a search found.

    Raises `BrokenInvariantError` if it breaks a rule: that is a defect of ours.
    """
    verdict = judge(game, points)
    if violation := verdict.violation:
        raise BrokenInvariantError(f"{violation.player}, round {violation.turn}: {violation}")
    return verdict


def standings(
    game: PuzzleGame, points: Points, rounds: int | None = None
) -> tuple[PuzzleStanding, ...]:
    """Return what the players of *game* have after *rounds* rounds, by default all; unjudged."""
    return tuple(_standing(player.name, player.rounds[:rounds], points) for player in game.players)


def end_reason(states: Sequence[PuzzleState]) -> str:
    """Return why the game ends in *states*, one per player; empty if another round is played."""
    rounds = len(states[0].rounds)
    if rounds >= ROUNDS:
        return f"all {ROUNDS} rounds are played"
    if len(states) > 1 and rounds and not any(state.rounds[-1].circled for state in states):
        return f"nobody circled a shape in round {rounds}"
    return ""


def first_violation(
    state: PuzzleState, played: PuzzleRound, *, alone: bool
) -> tuple[PuzzleRule, str] | None:
    """Return the first rule that a round breaks in *state*, and why; None if it is legal.

    *alone*: it is a solitaire.
    """
    if alone and played.timer:
        return PuzzleRule.TIMER, "a solitaire has no timer"
    reasons = ((rule, reason_of(state, played)) for rule, reason_of in _CHECKS)
    return next(((rule, reason) for rule, reason in reasons if reason), None)


def winners(players: Sequence[PuzzleStanding]) -> list[PuzzleStanding]:
    """Return who wins: most points; tied, more circled shapes; still tied, all of them."""
    ranks = [(player.points, len(player.circled)) for player in players]
    return [player for player, rank in zip(players, ranks, strict=True) if rank == max(ranks)]


def decided_by(players: Sequence[PuzzleStanding]) -> str:
    """Return what decides who wins: ``points``, ``circled shapes``, or nothing, a ``tie``."""
    if len(winners(players)) > 1:
        return "tie"
    points = [player.points for player in players]
    return "points" if points.count(max(points)) == 1 else "circled shapes"


def _standing(name: str, rounds: Sequence[PuzzleRound], points: Points) -> PuzzleStanding:
    circled = "".join(played.shape for played in rounds if played.circled)
    crossed = "".join(played.shape for played in rounds if not played.circled)
    rings = sum(played.timer for played in rounds)
    return PuzzleStanding(
        name, circled, crossed, rings, points=sum(points[shape] for shape in circled) + rings
    )


def _used_twice(state: PuzzleState, played: PuzzleRound) -> str:
    for number, earlier in enumerate(state.rounds, start=1):
        if earlier.shape == played.shape:
            done = "circled" if earlier.circled else "crossed"
            return f"{played.shape} was {done} in round {number}"
    return ""


def _undrawn(state: PuzzleState, played: PuzzleRound) -> str:
    if played.cells:
        return ""
    if played.circled:
        return f"{played.shape} is circled, but has no cells"
    fit = state.first_fit()
    if not fit:
        return ""
    shape, cells = fit
    return f"{played.shape} is crossed without drawing, but {shape} still fits on {_names(cells)}"


def _not_due(state: PuzzleState, played: PuzzleRound) -> str:
    is_allowed = played.circled or not played.cells or state.first_fit()
    return "" if is_allowed else "no unused shape fits any more, so a cross is not drawn"


def _not_that_shape(_state: PuzzleState, played: PuzzleRound) -> str:
    shape = pentomino_of(played.cells)
    if shape == played.shape or not played.cells:
        return ""
    return f"{_names(played.cells)} is {shape or 'no pentomino'}, not {played.shape}"


def _overlap(state: PuzzleState, played: PuzzleRound) -> str:
    for number, earlier in enumerate(state.rounds, start=1):
        shared = sorted(set(earlier.cells).intersection(played.cells))
        if shared:
            return f"{shared[0]} was drawn on in round {number}"
    return ""


def _wrong_symbols(state: PuzzleState, played: PuzzleRound) -> str:
    symbols = "".join(sorted(state.card[cell] for cell in played.cells))
    if not played.circled or symbols == played.roll.symbols:
        return ""
    legend = state.card.legend
    shown, rolled = legend.symbols_text(symbols), legend.roll_text(played.roll)
    return f"{_names(played.cells)} shows {shown}, not {rolled}, so it cannot be circled"


def _names(cells: Iterable[Cell]) -> str:
    return names_of(sorted(cells))


_CHECKS = (
    (PuzzleRule.USED, _used_twice),
    (PuzzleRule.UNDRAWN, _undrawn),
    (PuzzleRule.NOT_DUE, _not_due),
    (PuzzleRule.SHAPE, _not_that_shape),
    (PuzzleRule.OVERLAP, _overlap),
    (PuzzleRule.WRONG_SYMBOLS, _wrong_symbols),
)
