"""How people do on cards: the model's pace, and how much its order of cards depends on the skill.

python benchmarks/people.py
"""

import random
import sys
import time
from collections.abc import Iterator
from statistics import correlation, median

from figures import Row, at_most, printed, random_card

from penta import sample_cards
from solver.penta_rush.card import Card
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey

CARDS = 10
USUAL = 0.2
SKILLS = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5)


def _people(card: Card, chance: float) -> CardPeople:
    survey = Survey(card, default_points())
    survey.search(counts_packings=False)
    return CardPeople(survey, Skill.even(chance))


def _ranks(figures: list[float]) -> list[int]:
    return [sorted(figures).index(figure) for figure in figures]


def pace() -> Iterator[Row]:
    """Time all rolls of random cards, whose surveys are done."""
    rng = random.Random(32)
    _ = _people(random_card(rng, 4, 4, "ABCD"), USUAL).rows  # loaded before anything is timed
    times = []
    for _ in range(CARDS):
        people = _people(random_card(rng), USUAL)
        start = time.perf_counter()
        assert people.rows
        assert not people.error
        times.append(time.perf_counter() - start)
    shown = f"{min(times):.2f} to {max(times):.2f} s"
    yield at_most("all 126 rolls of a random 10x10 card, seconds", median(times), 1.0, shown)


def sensitivity() -> Iterator[Row]:
    """Rank the sample cards of ten rows by their flatness, for players of several skills."""
    cards = {name: card for name, card in sample_cards().cards.items() if card.symbols == "ABCDEF"}
    flatness = {chance: [_people(card, chance).sd for card in cards.values()] for chance in SKILLS}
    for chance, deviations in flatness.items():
        order = correlation(_ranks(deviations), _ranks(flatness[USUAL]))
        listed = " ".join(f"{sd:.2f}" for sd in deviations)
        yield f"skill {chance:g}: sd of {', '.join(cards)}", listed, f"order {order:.2f}", True


if __name__ == "__main__":
    sys.exit(printed(pace, sensitivity))
