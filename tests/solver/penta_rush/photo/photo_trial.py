"""The reader on trial: every style of card in every condition, and what comes of each photo."""

import time
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from solver.penta_rush.card import Card
from solver.penta_rush.photo.image_file import photo_of
from solver.penta_rush.photo.read_card import CardReading, read_card
from solver.penta_rush.photo.read_grid import UNSURE
from tests.solver.penta_rush.photo.photo_condition import CONDITIONS
from tests.solver.penta_rush.photo.photo_maker import Photograph, random_card, uneven_card
from tests.solver.penta_rush.photo.photo_set import lies_there, wrong_marks
from tests.solver.penta_rush.photo.print_style import STYLES

SURE = 0.99  # of the cells that are so sure, at most one in a thousand may be wrong
_UNEVEN = 4  # one card in four has rare symbols
_LEAST_UNEVEN = 5  # symbols, so that three are left beside two rare ones
_LEAST_EACH = 3  # cells of each symbol


class Trial(NamedTuple):
    """A photo to be read: of a card in this *style*, in this *condition*, with this *seed*."""

    style: str
    condition: str
    seed: int

    @property
    def number(self) -> int:
        """A number of its own."""
        place = list(STYLES).index(self.style) * len(CONDITIONS)
        return self.seed * 1000 + place + list(CONDITIONS).index(self.condition)


class Outcome(NamedTuple):
    """What came of a trial: cells that are *wrong*, and those of them that are *marked* unsure.

    *found* says whether there was a card at all. Where its grid is wrong (*wrong_grid*), cells are
    not counted as wrong but as *sure_wrong*, if they seem sure; *doubted* says whether there is a
    doubt about the grid. *letters* is whether all letters are those of the print.
    """

    trial: Trial
    cells: int
    found: bool = False
    wrong_grid: bool = False
    doubted: bool = False
    wrong: int = 0
    marked: int = 0
    unsure: int = 0
    sure: int = 0
    sure_wrong: int = 0
    letters: bool = False
    time_s: float = 0.0

    @property
    def is_right(self) -> bool:
        """Whether the grid is right, and each cell."""
        return self.found and not self.wrong_grid and not self.wrong


def trials(seed: int) -> Iterable[Trial]:
    """Yield a trial for each style in each condition."""
    return (Trial(style, condition, seed) for style in STYLES for condition in CONDITIONS)


def trial_card(number: int) -> Card:
    """Return a card of 4 to 12 rows and cols and 3 to 8 symbols, seldom square."""
    rng = np.random.default_rng(number)
    rows, cols = rng.integers(4, 13, 2).tolist()
    if rows == cols and rng.random() < 2 / 3:
        cols += 1 if cols < 12 else -1
    symbols = int(rng.integers(3, min(8, rows * cols // _LEAST_EACH) + 1))
    is_uneven = rng.random() < 1 / _UNEVEN and symbols >= _LEAST_UNEVEN
    make = uneven_card if is_uneven else random_card
    return make(number, rows, cols, symbols)


@lru_cache(maxsize=2)
def photograph_of(trial: Trial) -> Photograph:
    """Return the photo of *trial*."""
    card = trial_card(trial.number)
    return CONDITIONS[trial.condition](STYLES[trial.style](card, trial.number), trial.number)


def outcome(trial: Trial) -> Outcome:
    """Return what comes of reading the photo of *trial*."""
    photograph = photograph_of(trial)
    start = time.perf_counter()
    reading = read_card(photo_of(photograph.jpeg, "photo"))
    return judged(trial, photograph, reading, time.perf_counter() - start)


def judged(
    trial: Trial, photograph: Photograph, reading: CardReading | None, time_s: float
) -> Outcome:
    """Return what came of *trial*, when *reading* was read in its photo."""
    card = photograph.card
    cells = card.rows * card.cols
    if reading is None:
        return Outcome(trial, cells, time_s=time_s)
    confidence = reading.confidence
    sure = int((confidence >= SURE).sum())
    doubted = bool(reading.grid_doubt)
    known = Outcome(trial, cells, found=True, doubted=doubted, sure=sure, time_s=time_s)
    marks = wrong_marks(reading.card, card)
    if marks is None or not lies_there(reading.lattice.corners, photograph):
        return known._replace(wrong_grid=True, sure_wrong=sure)
    return known._replace(
        wrong=int(marks.sum()),
        marked=int((confidence[marks] < UNSURE).sum()),
        unsure=int((confidence < UNSURE).sum()),
        sure_wrong=int((confidence[marks] >= SURE).sum()),
        letters=reading.card.lines == card.lines,
    )
