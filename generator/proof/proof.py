"""What is proved about the cards of a size, and by what: counting, and two engines."""

from enum import Enum
from typing import NamedTuple

from generator.proof.exhaustive import search
from generator.proof.lower_bound import shortage
from generator.proof.problem import MinimumValueProblem
from solver.errors import BrokenInvariantError
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points
from solver.penta_rush.rules import most_points


class Engine(Enum):
    """What searches where counting is not enough. By both, CP-SAT confirms that there is none."""

    EXHAUSTION = "exhaustion"
    CP_SAT = "cp-sat"
    BOTH = "both"


class ProofResult(NamedTuple):
    """A *card* on which every roll is worth the minimum; None if it is proved that there is none.

    *methods* are those that say so: "counting", "exhaustion", "cp-sat". Counting has a *reason*,
    and exhaustion the number of tile sets, and of *cases* tried.
    """

    card: Card | None
    methods: tuple[str, ...]
    reason: str | None = None
    tile_sets: int = 0
    cases: int = 0

    @property
    def is_proof(self) -> bool:
        """Whether there is no such card, as some method says."""
        return bool(self.methods) and self.card is None


def find_or_refute(problem: MinimumValueProblem, engine: Engine = Engine.EXHAUSTION) -> ProofResult:
    """Search for a card that meets the minimum of *problem*; finding none is a proof.

    Raises `BrokenInvariantError` if two engines do not agree.
    """
    if reason := shortage(problem):
        return ProofResult(None, ("counting",), reason)
    methods: tuple[str, ...] = ()
    card, tile_sets, cases = None, 0, 0
    if engine is not Engine.CP_SAT:
        card, tile_sets, cases = search(problem)
        methods = (Engine.EXHAUSTION.value,)
    if card is None and engine is not Engine.EXHAUSTION:
        from generator.proof.program import search_by_program

        card = search_by_program(problem)
        if card and methods:
            raise BrokenInvariantError(f"exhaustion says that there is no card like {card}")
        methods += (Engine.CP_SAT.value,)
    if card:
        _check(card, problem)
    return ProofResult(card, methods, None, tile_sets, cases)


def _check(card: Card, problem: MinimumValueProblem) -> None:
    """Raise `BrokenInvariantError` unless *card* meets the minimum of *problem*."""
    from solver.penta_rush.survey.card_survey import Survey

    survey = Survey(card, problem.points, symbols=problem.symbols)
    least = min((row.optimum for row in survey), default=problem.minimum)
    if least < problem.minimum:
        raise BrokenInvariantError(f"a roll is worth {least}, not {problem.minimum}, on {card}")


def claim_text(value: int, points: Points) -> str:
    """Return what is proved of a card on which every roll is worth *value*."""
    if value == most_points(points):
        return f"flat at {value}, the most that any roll can be worth"
    return f"flat at {value}; on no card of its size is every roll worth {value + 1} or more"
