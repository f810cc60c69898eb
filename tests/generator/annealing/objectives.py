"""Objectives for tests: a size, dice and targets; what a test does not vary has a default."""

from fractions import Fraction

from generator.annealing.card_set import CardSetObjective
from generator.annealing.objective import CardObjective
from generator.constraints import LayoutConstraints
from generator.spec import CardSetSpec, CompleteSpec
from solver.penta_rush.dice import rolls
from solver.penta_rush.points import Points, default_points


def card_objective(  # noqa: PLR0913 - what varies comes first
    rows: int,
    cols: int,
    symbols: str,
    targets: int | tuple[int, ...],
    *,
    points: Points | None = None,
    constraints: LayoutConstraints | None = None,
) -> CardObjective:
    """Return the objective with these *targets*, in hundredths: one for each roll, or for all."""
    spec = CompleteSpec(
        target=Fraction(8),
        steps=1,
        seed=1,
        rows=rows,
        cols=cols,
        symbols=symbols,
        points=points or default_points(),
        constraints=constraints or LayoutConstraints(),
    )
    if isinstance(targets, int):
        targets = (targets,) * len(list(rolls(symbols)))
    return CardObjective(spec, targets)


def card_set_objective(  # noqa: PLR0913 - what varies comes first
    card: CardObjective,
    cards: int,
    *,
    target_weight: Fraction = Fraction(1, 5),
    place_tolerance: Fraction = Fraction(1, 100),
    min_differing_cells: int = 6,
    turned: bool = False,
) -> CardSetObjective:
    """Return the objective of a set of *cards* cards, each with the targets of *card*."""
    card_set = CardSetSpec(
        cards=cards,
        search=True,
        target_weight=target_weight,
        place_tolerance=place_tolerance,
        min_differing_cells=min_differing_cells,
        turned=turned,
    )
    return CardSetObjective(card, card_set)
