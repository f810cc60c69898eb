"""How people do on cards: the model, what a search takes for it, and what the search finds.

    python benchmarks/people.py           # the pace, the stand-ins, the order of cards by skill
    python benchmarks/people.py --five    # and cards made for people in five minutes, five times

A search judges cards by a sum that stands in for the model. Here both put rolls and cards in order,
beside a simpler one: the sum over the shapes of value x (1 - (1 - p) ** placements).
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from statistics import correlation, fmean, median

from figures import Row, at_most, printed, random_card

import generator
from generator.annealing.objective import CardObjective
from generator.annealing.tables import PeopleTarget
from generator.scatter import scatter_violations
from generator.spec import CompleteSpec
from penta import sample_cards
from solver.penta_rush.card import Card
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey

CARDS = 10
USUAL = 0.2
SKILLS = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
SWAPS = (0, 1, 2, 3, 5, 8, 12, 20, 30, 50)  # by which cards differ from sample cards
SEEDS, CORES, SECONDS = 5, 2, 300
STEPS = 24_000_000  # about what two idle cores do in these
MOST_SD, LEAST_MEAN, MOST_SD_AT_BEST, MOST_RANGE = 0.45, 4.4, 1.2, 6
GOALS = f"{MOST_SD} at {LEAST_MEAN}; {MOST_SD_AT_BEST}, a range of {MOST_RANGE}, no dud"


def _people(card: Card, chance: float) -> CardPeople:
    survey = Survey(card, default_points())
    survey.search(counts_packings=False)
    return CardPeople(survey, Skill.even(chance))


def _usual_cards() -> dict[str, Card]:
    """Return the sample cards of ten rows."""
    cards = sample_cards().cards
    return {name: card for name, card in cards.items() if card.symbols == "ABCDEF"}


def _order(figures: Sequence[float], others: Sequence[float]) -> float:
    """Return the rank correlation of two columns of figures."""
    ranks = [[sorted(column).index(each) for each in column] for column in (figures, others)]
    return correlation(*ranks)


def pace() -> Iterator[Row]:
    """Time all rolls of random cards beside their surveys, which count all packings."""
    rng = random.Random(32)
    _ = _people(random_card(rng, 4, 4, "ABCD"), USUAL).rows  # loaded before anything is timed
    times, surveys = [], []
    for _ in range(CARDS):
        card = random_card(rng)
        people, start = _people(card, USUAL), time.perf_counter()
        assert people.rows
        assert not people.error
        times.append(time.perf_counter() - start)
        start = time.perf_counter()
        Survey(card, default_points()).search()
        surveys.append(time.perf_counter() - start)
    shown = f"{min(times):.2f} to {max(times):.2f} s"
    yield at_most("all 126 rolls of a random 10x10 card, seconds", median(times), 1.0, shown)
    ratio = median(times) / median(surveys)
    yield "the same / the survey, with all packings counted", f"{ratio:.1f}", "none", True


def stand_ins() -> Iterator[Row]:
    """Compare the order of the rolls of a card, and of cards, with that by the model."""
    rng, usual = random.Random(5), CompleteSpec(target=Fraction(11), steps=1, seed=1)
    objective = replace(CardObjective.flat(usual), people=PeopleTarget(USUAL, 450, 12))
    samples, points = list(_usual_cards().values()), default_points()
    of_rolls: dict[str, list[float]] = {}
    of_cards: dict[str, list[float]] = {}
    for swaps in SWAPS * 2:
        cells = list("".join(rng.choice(samples).lines))
        for _ in range(swaps):
            one, other = rng.randrange(len(cells)), rng.randrange(len(cells))
            cells[one], cells[other] = cells[other], cells[one]
        people = _people(objective.card("".join(cells)), USUAL)
        sums = []
        for row in people.rows:
            engine = people.survey.engines.get(row.roll)
            counts = Counter(each.shape for each in engine.placements.fixed) if engine else {}
            sums.append(sum(points[s] * (1 - (1 - USUAL) ** count) for s, count in counts.items()))
        by_search = objective.state_of("".join(cells)).people / 100
        means, ways = [row.mean for row in people.rows], [row.ways for row in people.rows]
        for name, figures in (
            ("the model", means),
            ("the search", by_search.tolist()),
            ("the sum over shapes", sums),
        ):
            weighed = list(zip(ways, figures, strict=True))
            mean = sum(way * each for way, each in weighed) / sum(ways)
            variance = sum(way * (each - mean) ** 2 for way, each in weighed) / sum(ways)
            of_cards.setdefault(name, []).append(variance**0.5)
            of_rolls.setdefault(name, []).append(_order(figures, means))
    for name, target in (("the search", 0.99), ("the sum over shapes", None)):
        rolls, cards = fmean(of_rolls[name]), _order(of_cards[name], of_cards["the model"])
        met = target is None or min(rolls, cards) >= target
        shown = f"{rolls:.3f} of rolls, {cards:.3f} of cards"
        yield f"{name}: order beside the model", shown, f"{target or 'none'}", met


def sensitivity() -> Iterator[Row]:
    """Rank the sample cards of ten rows by their flatness, for players of several skills."""
    cards = _usual_cards()
    flatness = {chance: [_people(card, chance).sd for card in cards.values()] for chance in SKILLS}
    for chance, deviations in flatness.items():
        order = _order(deviations, flatness[USUAL])
        listed = " ".join(f"{sd:.2f}" for sd in deviations)
        yield f"skill {chance:g}: sd of {', '.join(cards)}", listed, f"order {order:.2f}", True


def five_minutes() -> Iterator[Row]:
    """Make cards for people in five minutes of two cores, with looks of a game's card and without.

    The steps are given, so that a card does not depend on what else the machine does; what they
    take of the processor's time is shown.
    """
    for scatter, seed in product((False, True), range(1, SEEDS + 1)):
        spec = generator.GenerationSpec(
            people=Fraction(1, 5), steps=STEPS, seed=seed, scatter=scatter
        )
        start = time.process_time()
        made = generator.grey(spec).run()
        used_s = time.process_time() - start
        (people,), (fairness,) = made.people, made.fairness
        _, sd, least, *_, greatest = fairness.optimum.figures
        far = people.sd > MOST_SD or people.mean < LEAST_MEAN
        far = far or sd > MOST_SD_AT_BEST or greatest - least > MOST_RANGE or not least
        assert not (scatter and list(scatter_violations(made.cards[0], 6)))
        shown = f"sd {people.sd:.3f} at {people.mean:.2f}; {sd:.2f}, {least} to {greatest}"
        looks = "scattered" if scatter else "not scattered"
        yield f"for people, {looks}, seed {seed}: people; best score", shown, GOALS, not far
        label = f"the same: seconds of the processor, for {STEPS} steps"
        yield at_most(label, used_s, CORES * SECONDS, f"{used_s:.0f} s")


if __name__ == "__main__":
    longer = [five_minutes] if "--five" in sys.argv else []
    sys.exit(printed(pace, stand_ins, sensitivity, *longer))
