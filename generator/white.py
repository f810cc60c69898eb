"""The white border: a card for each player, different, and fair all the same.

orbit   one flat card in disguise, several times: exactly place-fair, by symmetry
search  cards that are not one card in disguise, as near to each other at every roll as can be
"""

from generator.annealing.card_set import FleetQuest
from generator.annealing.population import Plan
from generator.grey import grey_plan, quest_of
from generator.orbit import orbit
from generator.spec import Order
from solver.errors import ConstraintError
from solver.penta_rush.card import Card
from solver.penta_rush.survey.card_survey import survey


def plan_of(order: Order) -> Plan:
    """Return how the card of *order* is looked for, or its cards."""
    fleet = order.fleet
    if fleet is None:
        return grey_plan(order)
    if not fleet.search:
        if fleet.cards > len(order.symbols):
            raise ConstraintError(
                f"--cards of {len(order.symbols)} symbols, one in disguise",
                expected=f"2 to {len(order.symbols)}",
                found=str(fleet.cards),
            )
        return grey_plan(order)
    quest = FleetQuest(quest_of(order), fleet.cards, fleet.pull, float(fleet.within), fleet.apart)
    return Plan(quest, order.islands, order.steps, order.seed, order.like)


def white_cards(order: Order, found: tuple[Card, ...]) -> list[Card]:
    """Return the set that is made of what was *found*: those cards, or the orbit of the one."""
    if order.fleet is None or order.fleet.search:
        return list(found)
    return orbit(survey(found[0], order.points, symbols=order.symbols), order.fleet.cards)
