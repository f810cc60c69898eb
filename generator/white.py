"""The white border: a card for each player, different, and fair all the same.

Either one flat card is relabelled and turned, which is exactly place-fair by symmetry, or several
cards are searched together whose optima are close to each other roll by roll.
"""

from typing import Any

from generator.annealing.card_set import CardSetObjective
from generator.annealing.population import AnnealingSchedule, Objective
from generator.grey import objective_for
from generator.orbit import orbit
from generator.spec import GenerationSpec
from solver.errors import ConstraintError
from solver.penta_rush.card import Card
from solver.penta_rush.survey.card_survey import survey


def schedule_for(spec: GenerationSpec) -> AnnealingSchedule:
    """Return how the card of *spec* is searched for, or its cards."""
    flat_card, card_set = objective_for(spec), spec.card_set
    objective: Objective[Any] = flat_card
    if card_set is not None and card_set.search:
        objective = CardSetObjective(flat_card, card_set)
    elif card_set is not None and card_set.cards > len(spec.symbols):
        raise ConstraintError(
            f"--cards of {len(spec.symbols)} symbols, by orbit",
            expected=f"2 to {len(spec.symbols)}",
            found=str(card_set.cards),
        )
    return AnnealingSchedule(objective, spec.population, spec.steps, spec.seed, spec.like)


def finished_cards(spec: GenerationSpec, cards: tuple[Card, ...]) -> list[Card]:
    """Return the cards that *spec* asks for: the *cards* of the search, or the orbit of the one."""
    if spec.card_set is None or spec.card_set.search:
        return list(cards)
    return orbit(survey(cards[0], spec.points, symbols=spec.symbols), spec.card_set.cards)
