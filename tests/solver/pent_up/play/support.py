"""Games of Pent-Up at the keyboard, as tests begin them."""

from solver.geometry.cell import Cell
from solver.pent_up.play.session import DEFAULTS, HUMAN, Session, Settings
from solver.pent_up.strategy.budget import SearchBudget
from tests.solver.pent_up.test_commands import DUEL

TWO_PEOPLE = Settings(HUMAN, HUMAN, lowest=False, seed=7, budget=SearchBudget(1, 5))
AGAINST_SEARCH = DEFAULTS._replace(seed=7, budget=SearchBudget(1, 5))


def duel(count: int, settings: Settings = TWO_PEOPLE) -> Session:
    """Return the sample game after its first *count* moves."""
    return Session(settings, DUEL.moves[:count])


def cells(names: str) -> tuple[Cell, ...]:
    """Return the cells of these *names*."""
    return tuple(map(Cell.parse, names.split()))
