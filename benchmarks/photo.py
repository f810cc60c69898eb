"""Cards read from photos: how often they are right, and how long it takes.

    python benchmarks/photo.py               # 60 ordinary photos and 60 brutal ones: some minutes
    python benchmarks/photo.py ordinary 200  # this number of one kind
    python benchmarks/photo.py trials 101    # 17 styles in 19 conditions, with this seed
    python benchmarks/photo.py no-card 200   # this number of pictures that show no card

The photos are made by the maker in tests/. Symbols may be renamed, and the card turned. A figure
that misses its target is marked, and the exit code is then 1.
"""

import resource
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING

from figures import Row, printed

sys.path.append(str(Path(__file__).parent.parent))  # for the maker of photos

if TYPE_CHECKING:
    from tests.solver.penta_rush.photo.photo_trial import Outcome

COUNT = 60
SEED = 101  # of trials: those below 100 were looked at while the reader was written
FIRST = 1000  # photo: the earlier ones were looked at while the reader was written
LEAST_RIGHT, LEAST_CELLS, MOST_S = 0.95, 0.97, 2.0
LEAST_TRIALS, LEAST_MARKED, MOST_SURE_WRONG = 0.97, 0.95, 0.001
NO_CARDS, LEAST_REFUSED, NO_CARD_S, NO_CARD_MB = 200, 0.95, 3.0, 1000.0


def ordinary(count: int) -> Iterator[Row]:
    """Yield how many ordinary photos are read without a wrong cell, and the time that it takes."""
    from solver.penta_rush.photo.image_file import photo_of
    from solver.penta_rush.photo.read_card import read_card
    from tests.solver.penta_rush.photo.photo_set import photographs, wrong_cells

    right, times = 0, []
    for photograph in photographs(range(FIRST, FIRST + count)):
        start = time.perf_counter()
        reading = read_card(photo_of(photograph.jpeg, "photo"))
        times.append(time.perf_counter() - start)
        right += wrong_cells(reading, photograph) == 0
    share = f"{right} of {count}"
    yield "ordinary photos without a wrong cell", share, "95 %", right >= LEAST_RIGHT * count
    took = f"{median(times):.2f} s, at most {max(times):.2f} s"
    yield "the time for one, once all is imported", took, "at most 2 s", max(times) <= MOST_S


def brutal(count: int) -> Iterator[Row]:
    """Yield how brutal photos are read: by themselves, with known corners, and symbols counted."""
    from solver.penta_rush.photo.image_file import photo_of
    from solver.penta_rush.photo.read_card import read_card
    from tests.solver.penta_rush.photo.photo_maker import BRUTAL
    from tests.solver.penta_rush.photo.photo_set import photographs, wrong_cells

    right = cells = with_corners = with_symbols = 0
    times = []
    for photograph in photographs(range(FIRST, FIRST + count), BRUTAL):
        card = photograph.card
        photo = photo_of(photograph.jpeg, "photo")
        start = time.perf_counter()
        right += wrong_cells(read_card(photo), photograph) == 0
        times.append(time.perf_counter() - start)
        read_at = partial(read_card, photo, corners=photograph.corners)
        with_corners += wrong_cells(read_at(), photograph)
        with_symbols += wrong_cells(read_at(symbols=len(card.symbols)), photograph)
        cells += card.rows * card.cols
    yield "brutal photos without a wrong cell", f"{right} of {count}", "none", True
    for name, wrong in (("corners", with_corners), ("corners and symbols", with_symbols)):
        share = 1 - wrong / cells
        measured = f"{share:.1%} of {cells:,}"
        yield f"their cells, with known {name}", measured, "97 %", share >= LEAST_CELLS
    took = f"{median(times):.2f} s, at most {max(times):.2f} s"
    yield "the time for one, nothing known", took, "at most 2 s", max(times) <= MOST_S


def trials(seed: int) -> Iterator[Row]:
    """Yield how photos of all styles in all conditions are read, after a table of both."""
    from tests.solver.penta_rush.photo.photo_condition import CONDITIONS, DIFFICULT
    from tests.solver.penta_rush.photo.photo_trial import outcome
    from tests.solver.penta_rush.photo.photo_trial import trials as all_trials
    from tests.solver.penta_rush.photo.print_style import STYLES

    outcomes = [outcome(trial) for trial in all_trials(seed)]
    print(f"{'':<18} {'right':>8} {'lost':>5} {'grids':>5} {'doubt':>5} {'wrong':>6} {'marked':>6}"
          f" {'unsure':>6} {'sure':>7} {'wrong':>5} {'s':>5}")  # fmt: skip
    for style in STYLES:
        _print_line(style, [each for each in outcomes if each.trial.style == style])
    for name in CONDITIONS:
        _print_line(name, [each for each in outcomes if each.trial.condition == name])
    plain = [each for each in outcomes if each.trial.condition not in DIFFICULT]
    right = sum(each.is_right for each in plain)
    share = f"{right} of {len(plain)}"
    met = right >= LEAST_TRIALS * len(plain)
    yield "photos without glare, a hand or a brutal mix that are right", share, "97 %", met
    wrong, marked = (sum(getattr(each, name) for each in outcomes) for name in ("wrong", "marked"))
    met = marked >= LEAST_MARKED * wrong
    yield "wrong cells that are marked as unsure", f"{marked} of {wrong}", "95 %", met
    grids = [each for each in outcomes if each.wrong_grid]
    doubted = sum(each.doubted for each in grids)
    met = doubted >= LEAST_MARKED * len(grids)
    yield "wrong grids that are in doubt", f"{doubted} of {len(grids)}", "95 %", met
    sure, bad = (sum(getattr(each, name) for each in outcomes) for name in ("sure", "sure_wrong"))
    met = bad <= MOST_SURE_WRONG * sure
    yield "wrong ones of the cells that are sure to 0.99", f"{bad} of {sure:,}", "1 in 1,000", met
    yield "the most memory", f"{_megabytes():.0f} MB", "1 GB", _megabytes() <= NO_CARD_MB


def no_card(count: int) -> Iterator[Row]:
    """Yield how many ordinary pictures are refused, and what that takes."""
    from solver.penta_rush.photo.image_file import photo_of
    from solver.penta_rush.photo.read_card import read_card
    from tests.solver.penta_rush.photo.ordinary_picture import PICTURES, ordinary_picture

    refused, times = 0, []
    kinds = list(PICTURES)
    for place in range(count):
        kind, number = kinds[place % len(kinds)], FIRST + place // len(kinds)
        photo = photo_of(ordinary_picture(kind, number), "picture")
        start = time.perf_counter()
        reading = read_card(photo)
        times.append(time.perf_counter() - start)
        refused += reading is None
        if reading is not None:
            print(f"a card of {reading.card.rows}x{reading.card.cols} in {kind} {number}")
    met = refused >= LEAST_REFUSED * count
    yield "ordinary pictures in which no card is found", f"{refused} of {count}", "95 %", met
    took = f"{median(times):.2f} s, at most {max(times):.2f} s"
    yield "the time for one, once all is imported", took, "at most 3 s", max(times) <= NO_CARD_S
    yield "the most memory", f"{_megabytes():.0f} MB", "1 GB", _megabytes() <= NO_CARD_MB


def _print_line(name: str, outcomes: Sequence["Outcome"]) -> None:
    grids = [each for each in outcomes if each.wrong_grid]
    right, lost = sum(each.is_right for each in outcomes), sum(not each.found for each in outcomes)
    wrong, marked, unsure, sure, bad = (
        sum(getattr(each, key) for each in outcomes)
        for key in ("wrong", "marked", "unsure", "sure", "sure_wrong")
    )
    print(f"{name:<18} {right:>3} / {len(outcomes):<2} {lost:>5} {len(grids):>5}"
          f" {sum(each.doubted for each in grids):>5} {wrong:>6} {marked:>6} {unsure:>6} {sure:>7}"
          f" {bad:>5} {mean(each.time_s for each in outcomes):>5.2f}", flush=True)  # fmt: skip


def _megabytes() -> float:
    """Return the most memory that this process has taken, the maker of photos included."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    """Print the figures that were asked for."""
    kinds = {"ordinary": ordinary, "brutal": brutal, "trials": trials, "no-card": no_card}
    usual = {"trials": SEED, "no-card": NO_CARDS}
    names = [name for name in sys.argv[1:] if name in kinds] or list(kinds)
    number = next((int(word) for word in sys.argv[1:] if word.isdigit()), None)
    return printed(
        *(
            partial(kinds[name], usual.get(name, COUNT) if number is None else number)
            for name in names
        )
    )


if __name__ == "__main__":
    sys.exit(main())
