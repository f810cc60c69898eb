"""The cells of a grid in a photo: what they look like, and which of them show the same symbol."""

from typing import NamedTuple

import numpy as np

from solver.penta_rush.photo.card_evidence import is_card
from solver.penta_rush.photo.clustering import Labels
from solver.penta_rush.photo.grid_evidence import grid_doubt, grid_evidence, whole_grid
from solver.penta_rush.photo.grouping import Grouping, grouped
from solver.penta_rush.photo.image_file import Floats, Image
from solver.penta_rush.photo.lattice import Lattice
from solver.penta_rush.photo.straighten import straightened
from solver.penta_rush.photo.symbol_feature import symbol_features, symbol_forms

UNSURE = 0.7  # below this confidence, a person should look
_UNSEEN = 0.5  # the most confidence in a cell that something covers
_DOUBTED = 0.98  # the most confidence in a cell of a grid that is in doubt
_MOST_GROWTH = 3  # times that rows or cols are added
_LEAST_SYMBOLS = 3


class GridReading(NamedTuple):
    """The *cells* of *lattice* in even light, their *groups* and *confidence* ``(rows, cols)``.

    *grid_doubt* and *symbol_doubt* say why the grid, or the number of symbols, may be another; they
    are empty if nothing speaks against it.
    """

    lattice: Lattice
    cells: Floats
    groups: Labels
    confidence: Floats
    grid_doubt: str
    symbol_doubt: str


def read_grid(
    image: Image, lattice: Lattice, *, symbols: int | None = None, is_known: bool = False
) -> GridReading | None:
    """Return what the cells of *lattice* in *image* show; None if that is no card.

    Unless the grid *is_known*, rows and cols may be added to it that were not seen as blobs. That
    it is a card is taken for granted where it is known, or the number of *symbols*.
    """
    for _ in range(_MOST_GROWTH):
        even = straightened(image, lattice)
        forms = symbol_forms(even.cells)
        features = symbol_features(forms, even.plain)
        size = lattice.rows, lattice.cols
        row, col = np.divmod(np.arange(len(forms)), lattice.cols)
        positions = np.stack([2 * (row + 0.5) / size[0] - 1, 2 * (col + 0.5) / size[1] - 1], axis=1)
        found = grouped(features, symbols, positions=positions, founders=even.plain)
        confidence = np.where(even.seen, found.confidence, np.minimum(found.confidence, _UNSEEN))
        groups, confidence = found.labels.reshape(size), confidence.reshape(size)
        if is_known:
            return GridReading(lattice, even.cells, groups, confidence, "", _symbol_doubt(found))
        seen = even.seen
        sure = (confidence >= UNSURE).ravel()
        if symbols is None and not is_card(features, groups, seen, sure, found.gap):
            return None
        evidence = grid_evidence(image, lattice, forms, found.labels)
        larger = whole_grid(lattice, evidence)
        if larger is lattice:
            break
        lattice = larger
    doubt = grid_doubt(lattice, evidence)
    if doubt:
        confidence = np.minimum(confidence, _DOUBTED)
    return GridReading(lattice, even.cells, groups, confidence, doubt, _symbol_doubt(found))


def _symbol_doubt(found: Grouping) -> str:
    """Return why there may be more or fewer symbols; empty if that is unlikely."""
    count = int(found.labels.max()) + 1
    if count < _LEAST_SYMBOLS:
        return f"only {count} symbols were told apart"
    if found.others:
        others = ", ".join(map(str, found.others))
        return f"there are {count} symbols, but there may be {others}"
    return ""
