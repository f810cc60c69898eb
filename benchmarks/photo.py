"""Cards read from photos: how often they are right, and how long it takes.

    python benchmarks/photo.py               # 60 ordinary photos and 60 brutal ones: some minutes
    python benchmarks/photo.py ordinary 200  # so many of one kind

The photos are made by the maker in tests/. Symbols may be renamed, and the card turned. A figure
that misses its target is marked, and the exit code is then 1.
"""

import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from figures import Row, printed

sys.path.append(str(Path(__file__).parent.parent))  # for the maker of photos

COUNT = 60
FIRST = 1000  # photo: the earlier ones were looked at while the reader was written
LEAST_RIGHT, LEAST_CELLS, MOST_S = 0.95, 0.97, 2.0


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


def main() -> int:
    """Print the figures that were asked for."""
    kinds = {"ordinary": ordinary, "brutal": brutal}
    names = [name for name in sys.argv[1:] if name in kinds] or list(kinds)
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), COUNT)
    return printed(*(partial(kinds[name], count) for name in names))


if __name__ == "__main__":
    sys.exit(main())
