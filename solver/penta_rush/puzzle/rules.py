"""The referee of the puzzle variant: which rule a round breaks, what a game is worth, who wins.

state      what the rounds so far leave of a card to a player: free cells, unused shapes
due        a cross is drawn while an unused shape fits on the free cells, and only then
breach     the first rule that a round breaks, in the order of `PuzzleRule`
over       after twelve rounds; among several players also after a round that nobody circled in

Decisions: a player may decline a match and cross instead. The crossed shape must be one that still
fits on the card if any unused one does; if none fits, any is crossed without drawing. A solitaire
always has twelve rounds.

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

ROUNDS = 12
_RING = 1  # points


class PuzzleRule(Enum):
    """What a round may break; the first in this order is told."""

    OVER = "game over"
    TIMER = "timer in solitaire"
    USED = "shape used twice"
    UNDRAWN = "not drawn"
    NOT_DUE = "no drawing due"
    SHAPE = "not that shape"
    OVERLAP = "overlap"
    WRONG_SYMBOLS = "wrong symbols"


class Violation(NamedTuple):
    """The first *rule* that *player* broke in the round of this *number*, from 1, and why."""

    player: str
    number: int
    rule: PuzzleRule
    reason: str


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """What is left of *card* to a player after *rounds*, all legal."""

    card: Card
    rounds: tuple[PuzzleRound, ...] = ()

    @property
    def free(self) -> Cells:
        """The cells that nothing is drawn on."""
        return self.card.cells.difference(*(played.cells for played in self.rounds))

    @property
    def unused(self) -> str:
        """The letters of the shapes neither circled nor crossed, sorted."""
        used = {played.shape for played in self.rounds}
        return "".join(shape for shape in SHAPES if shape not in used)

    def after(self, played: PuzzleRound) -> "PuzzleState":
        """Return the state after one round more."""
        return PuzzleState(self.card, (*self.rounds, played))

    def fitting(self) -> tuple[str, Cells] | None:
        """Return an unused shape that fits on the free cells, and where; None if none does."""
        free = self.free
        for shape in self.unused:
            for cells in placements(pentominoes()[shape], free):
                return shape, cells
        return None


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """What a player has: *circled* and *crossed* shapes in their order, and *rings*."""

    name: str
    circled: str
    crossed: str
    rings: int
    points: int  # of the circled shapes and the rings


class PuzzleJudgement(NamedTuple):
    """The *breach* that ended a game, if one did, and where all stand before that round.

    *over*: there is no round left to play.
    """

    breach: Violation | None
    standings: tuple[PuzzleStanding, ...]
    over: bool


def judge(game: PuzzleGame, points: Points) -> PuzzleJudgement:
    """Return the first breach in *game*, and what the legal rounds before it are worth."""
    states = [PuzzleState(game.card) for _ in game.players]
    rounds = 0
    for number, together in enumerate(game.rounds(), start=1):
        over = end_reason(states)
        for player, state, played in zip(game.players, states, together, strict=True):
            found = (
                (PuzzleRule.OVER, over)
                if over
                else first_violation(state, played, alone=game.is_solitaire)
            )
            if found:
                breach = Violation(player.name, number, *found)
                return PuzzleJudgement(breach, _standings(game, rounds, points), bool(over))
        states = [state.after(played) for state, played in zip(states, together, strict=True)]
        rounds = number
    return PuzzleJudgement(None, _standings(game, rounds, points), bool(end_reason(states)))


def check(game: PuzzleGame, points: Points) -> PuzzleJudgement:
    """Return the judgement of *game*; a breach of what a search found is our defect."""
    judgement = judge(game, points)
    if judgement.breach:
        player, number, rule, reason = judgement.breach
        raise BrokenInvariantError(f"{player}, round {number}: {rule.value}: {reason}")
    return judgement


def end_reason(states: Sequence[PuzzleState]) -> str:
    """Return why there is no further round after *states*, one a player; empty if there is one."""
    rounds = len(states[0].rounds)
    if rounds >= ROUNDS:
        return f"it has {ROUNDS} rounds"
    if len(states) > 1 and rounds and not any(state.rounds[-1].circled for state in states):
        return f"nobody found one in round {rounds}"
    return ""


def first_violation(
    state: PuzzleState, played: PuzzleRound, *, alone: bool
) -> tuple[PuzzleRule, str] | None:
    """Return the first rule that a round breaks in *state*, and why; None if it is legal.

    *alone*: it is a solitaire.
    """
    if alone and played.timer:
        return PuzzleRule.TIMER, "one who plays alone has none"
    reasons = ((rule, reason_of(state, played)) for rule, reason_of in _ORDER)
    return next(((rule, reason) for rule, reason in reasons if reason), None)


def winners(players: Sequence[PuzzleStanding]) -> list[PuzzleStanding]:
    """Return who wins: most points; tied, more circled shapes; still tied, all of them."""
    most = max(_rank(player) for player in players)
    return [player for player in players if _rank(player) == most]


def decided_by(players: Sequence[PuzzleStanding]) -> str:
    """Return what decides who wins: ``points``, ``circled shapes``, or nothing, a ``tie``."""
    if len(winners(players)) > 1:
        return "tie"
    most = max(player.points for player in players)
    return "points" if [one.points for one in players].count(most) == 1 else "circled shapes"


def _rank(player: PuzzleStanding) -> tuple[int, int]:
    return player.points, len(player.circled)


def _standings(game: PuzzleGame, rounds: int, points: Points) -> tuple[PuzzleStanding, ...]:
    return tuple(_standing(player.name, player.rounds[:rounds], points) for player in game.players)


def _standing(name: str, rounds: Sequence[PuzzleRound], points: Points) -> PuzzleStanding:
    circled = "".join(played.shape for played in rounds if played.circled)
    crossed = "".join(played.shape for played in rounds if not played.circled)
    rings = sum(played.timer for played in rounds)
    earned = sum(points[shape] for shape in circled) + _RING * rings
    return PuzzleStanding(name, circled, crossed, rings, earned)


def _used(state: PuzzleState, played: PuzzleRound) -> str:
    for number, earlier in enumerate(state.rounds, start=1):
        if earlier.shape == played.shape:
            done = "circled" if earlier.circled else "crossed"
            return f"{played.shape} was {done} in round {number}"
    return ""


def _undrawn(state: PuzzleState, played: PuzzleRound) -> str:
    if played.cells:
        return ""
    if played.circled:
        return f"{played.shape} is circled, but without cells"
    found = state.fitting()
    if not found:
        return ""
    shape, cells = found
    return f"{played.shape} is crossed without drawing, but {shape} fits on {_named(cells)}"


def _not_due(state: PuzzleState, played: PuzzleRound) -> str:
    due = played.circled or not played.cells or state.fitting()
    return "" if due else "no unused shape fits: a cross is made without drawing"


def _not_that_shape(_state: PuzzleState, played: PuzzleRound) -> str:
    found = pentomino_of(played.cells)
    if found == played.shape or not played.cells:
        return ""
    return f"{_named(played.cells)} is {found or 'no pentomino'}, not {played.shape}"


def _overlap(state: PuzzleState, played: PuzzleRound) -> str:
    for number, earlier in enumerate(state.rounds, start=1):
        shared = sorted(set(earlier.cells).intersection(played.cells))
        if shared:
            return f"{shared[0]} was drawn on in round {number}"
    return ""


def _wrong_symbols(state: PuzzleState, played: PuzzleRound) -> str:
    found = "".join(sorted(state.card[cell] for cell in played.cells))
    if not played.circled or found == played.roll.symbols:
        return ""
    return f"{_named(played.cells)} shows {found}, not {played.roll}: a cross was due"


def _named(cells: Iterable[Cell]) -> str:
    return names_of(sorted(cells))


_ORDER = (
    (PuzzleRule.USED, _used),
    (PuzzleRule.UNDRAWN, _undrawn),
    (PuzzleRule.NOT_DUE, _not_due),
    (PuzzleRule.SHAPE, _not_that_shape),
    (PuzzleRule.OVERLAP, _overlap),
    (PuzzleRule.WRONG_SYMBOLS, _wrong_symbols),
)
