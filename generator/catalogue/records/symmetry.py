"""Which turns and flips of a card give the same card with its symbols relabelled.

That is worked out from the card alone, whatever it was asked to be.
"""

from collections.abc import Iterator

from solver.geometry.cell import rectangle
from solver.geometry.symmetry import FLIP, HALF_TURN, MIRROR, QUARTER_TURN, Isometry, isometries
from solver.penta_rush.card import Card

_DIAGONALS = Isometry(0, 1, 1, 0), Isometry(0, -1, -1, 0)

# The symmetries of cards by their names, those with the most turns and flips first, and what each
# may be given by. A flip up and down is a mirror of the card turned a quarter.
_GENERATORS: dict[str, tuple[tuple[Isometry, ...], ...]] = {
    "all": ((QUARTER_TURN, MIRROR),),
    "quarter-turn": ((QUARTER_TURN,),),
    "mirrors": ((MIRROR, FLIP),),
    "diagonals": (_DIAGONALS,),
    "half-turn": ((HALF_TURN,),),
    "mirror": ((MIRROR,), (FLIP,)),
    "diagonal": tuple((diagonal,) for diagonal in _DIAGONALS),
}


def symmetry_name(card: Card) -> str | None:
    """Return the name of the greatest symmetry that *card* has, or None if it has none.

    >>> symmetry_name(Card(("AAB", "CAB"))), symmetry_name(Card(("AAB", "BBA")))
    (None, 'mirror')
    """
    symmetries = set(_symmetries(card))
    for name, choices in _GENERATORS.items():
        if any(symmetries.issuperset(choice) for choice in choices):
            return name
    return None


def _symmetries(card: Card) -> Iterator[Isometry]:
    """Yield the turns and flips, without a shift, that move a cell and relabel the symbols."""
    cells = sorted(rectangle(card.rows, card.cols))
    for isometry in isometries(card.cells):
        images = list(map(isometry.image, cells))
        pairs = {(card[cell], card[image]) for cell, image in zip(cells, images, strict=True)}
        is_one_to_one = len(pairs) == len({new for _, new in pairs}) == len(card.symbols)
        if images != cells and is_one_to_one:
            yield isometry._replace(down=0, right=0)
