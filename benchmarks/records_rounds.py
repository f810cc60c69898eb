"""The rounds of the run that builds the table of records: which searches, and with how many steps.

What is searched for depends on what the searches of the same size and number of symbols have found
before, and on nothing else: so the run may be left at any time, and goes on as if it never was.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil
from string import ascii_uppercase
from typing import NamedTuple

from generator.annealing.population import search
from generator.annealing.schedule import AnnealingSchedule
from generator.catalogue.entry import CatalogueRow, Entry, format_row, make_row, parse_row
from generator.catalogue.record import Category, least_mean
from generator.constraints import LayoutConstraints
from generator.result import GeneratedCards
from generator.spec import CompleteSpec
from generator.targets import mean_random_optimum
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.points import default_points
from solver.penta_rush.rules import most_points

HALF = Fraction(1, 2)
SIDES = range(5, 13)
SYMBOLS = range(3, 7)
STEPS = 100_000  # of a search of the first round: about a second
STEPS_PER_REPLICA = 800_000  # a longer search has a larger population
MOST_REPLICAS = 8
BELOW_RANDOM = 5  # points: the first round begins so far below the mean of random cards
BELOW_MOST = 8  # points: a card whose mean is nearer to the most is tried for the most first
OUT_OF_REACH = Fraction(3, 2)  # points: a target missed by more is too high, and so is the next
KEPT = 0.6  # of the searches of a round, in the next, which has twice the steps
LEAST_KEPT = 3
APART = (Fraction(1), HALF, Fraction(0))  # points: targets of a round, while there are such
LONG_SEED = 1000
LONG_SYMMETRIES = 2  # of the long searches for squares
LARGE = 64  # cells: smaller cards have too few to be set by a fourth of them
NEIGHBOUR, TRIED = 1.05, 1.03  # what a target loses that is only near one, and with each search
MOST = most_points(default_points())


class Task(NamedTuple):
    """A search: the options of the command that it is."""

    category: Category
    target: Fraction
    symmetry: str | None
    steps: int
    seed: int

    @property
    def spec(self) -> CompleteSpec:
        """The spec of the search; a mirror takes a card whose cols are even."""
        rows, cols, symbols = self.category
        if self.symmetry == "mirror" and cols % 2:
            rows, cols = cols, rows
        return CompleteSpec(
            target=self.target,
            steps=self.steps,
            seed=self.seed,
            rows=rows,
            cols=cols,
            symbols=ascii_uppercase[:symbols],
            constraints=LayoutConstraints(even=False, symmetry=self.symmetry),
            population=min(MOST_REPLICAS, max(1, self.steps // STEPS_PER_REPLICA)),
        )


class Run:
    """The searches of *checkpoint*, each done once."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint
        self.found: dict[Category, dict[Task, Entry]] = {}
        for (category, target, *options), row in checkpoint.records:
            task = Task(Category(*category), Fraction(target), *options)
            self._keep(task, make_row(row))

    def _keep(self, task: Task, row: CatalogueRow) -> None:
        self.found.setdefault(task.category, {})[task] = parse_row(row)

    def entry(self, task: Task) -> Entry:
        """Return what the search *task* has found, or finds now."""
        if task not in self.found.get(task.category, {}):
            row = format_row(searched(task))
            category, target, *options = task
            self._checkpoint.append([[category, str(target), *options], row])
            self._keep(task, row)
            figures = f"sd {row.sd:.3f} mean {row.mean:.2f}"
            print(category, *map(str, (target, *options)), figures, flush=True)
        return self.found[task.category][task]

    def round(self, number: int) -> None:
        """Do what is left of the round of this *number*, from 0."""
        categories = [
            Category(rows, cols, symbols)
            for symbols in SYMBOLS
            for rows in SIDES
            for cols in SIDES
            if rows <= cols
        ]
        random.Random(number).shuffle(categories)
        for category in categories:
            for each in range(number + 1):
                self._searches(category, each)

    def squares(self, table: Iterable[Entry], steps: int) -> None:
        """Do what is left of the searches of *steps* steps around the rows of *table*.

        They are for squares, which people play on: for every half point from the poorest row to the
        richest, in those symmetries in which there are most rows.
        """
        entries = [entry for entry in table if entry.card.rows == entry.card.cols and entry.seed]
        for symbols, rank, side in product(reversed(SYMBOLS), range(LONG_SYMMETRIES), SIDES):
            category = Category(side, side, symbols)
            rows = [entry.options for entry in entries if Category.of(entry) == category]
            usual = Counter(options.get("symmetry") for options in rows)
            targets = {Fraction(options["target"]) for options in rows} - {Fraction(MOST)}
            if rank < len(usual) and targets:
                symmetry = usual.most_common()[rank][0]
                for each in range(ceil(2 * min(targets)) - 1, ceil(2 * max(targets)) + 1):
                    self.entry(Task(category, each * HALF, symmetry, steps, LONG_SEED))

    def _searches(self, category: Category, number: int) -> None:
        """Do what is left of the searches for *category* in the round of this *number*."""
        if number == 0:
            self._first_searches(category)
        elif not self._is_perfect(category):
            for task in list(self._next_searches(category, number)):
                self.entry(task)

    def _is_perfect(self, category: Category) -> bool:
        """Return whether all rolls are worth the most there is on a card of *category*."""
        return any(entry.statistics.least == MOST for entry in self.found[category].values())

    def _first_searches(self, category: Category) -> None:
        rows, cols, symbols = category
        letters, (usual, *_) = ascii_uppercase[:symbols], symmetries(category)
        random_mean = mean_random_optimum(rows, cols, letters, default_points(), even=True)
        targets = [*range(max(1, round(random_mean) - BELOW_RANDOM), MOST)]
        if random_mean > MOST - BELOW_MOST:
            targets = [MOST, *targets]
        if symbols == min(SYMBOLS):  # nearly all of these cards can be flat, so from above
            targets = [*range(MOST, 0, -1)]
        for target in targets:
            entry = self.entry(Task(category, Fraction(target), usual, STEPS, 1))
            is_flat = entry.statistics.variance == 0 and target == targets[0]
            is_flat |= entry.statistics.variance == 0 and symbols == min(SYMBOLS)
            if is_flat or (target < MOST and entry.statistics.mean < target - OUT_OF_REACH):
                return

    def _next_searches(self, category: Category, number: int) -> Iterator[Task]:
        """Yield the searches of a later round: the nearest to the records so far."""
        before = {
            task: entry
            for task, entry in self.found[category].items()
            if task.steps < STEPS << number
        }
        first = sum(task.steps == STEPS for task in before)
        tries: dict[tuple[Fraction, str | None], int] = {}
        ratios: dict[tuple[Fraction, str | None], float] = {}
        for task, entry in before.items():
            flattest = min(
                other.statistics.sd
                for other in before.values()
                if least_mean(other) >= least_mean(entry)
            )
            ratio = entry.statistics.sd / flattest if flattest else 1.0 + entry.statistics.sd
            near = [(task.target, symmetry) for symmetry in symmetries(category)]
            near += [(task.target + step, task.symmetry) for step in (-HALF, HALF)]
            for key in near:
                if HALF < key[0] <= MOST:
                    ratios[key] = min(ratios.get(key, ratio * NEIGHBOUR), ratio * NEIGHBOUR)
            key = task.target, task.symmetry
            ratios[key] = min(ratios.get(key, ratio), ratio)
            tries[key] = tries.get(key, 0) + 1
        ranked = sorted(
            ratios, key=lambda key: (ratios[key] * TRIED ** tries.get(key, 0), key[0], key[1] or "")
        )
        chosen: list[tuple[Fraction, str | None]] = []
        for apart, key in product(APART, ranked):
            if len(chosen) == max(LEAST_KEPT, ceil(first * KEPT**number)):
                break
            if key not in chosen and all(abs(key[0] - other) >= apart for other, _ in chosen):
                chosen.append(key)
        for target, symmetry in chosen:
            yield Task(category, target, symmetry, STEPS << number, number + 1)


def symmetries(category: Category) -> list[str | None]:
    """Return the symmetries that suit a size: of small cards those first that leave most free."""
    rows, cols, _ = category
    is_even = rows % 2 == cols % 2 == 0
    of_four = ["mirrors"] if is_even else []
    of_four += ["quarter-turn"] if rows == cols else []
    of_two = ["mirror"] if rows * cols % 2 == 0 else []
    of_two += ["half-turn"]
    if category.cells < LARGE:
        return [*of_two, *of_four, None]
    return [*of_four, *of_two] if is_even else [*of_two, *of_four]


def searched(task: Task) -> Entry:
    """Return what the search *task* finds."""
    *_, last = search(AnnealingSchedule.for_spec(task.spec), map)
    (entry,) = (
        GeneratedCards.unmeasured(task.spec, last.cards, last.steps_done).measured().entries()
    )
    return entry
