"""Where the symmetry of a card takes a placement, so that it shows the first roll of an orbit."""

from generator.annealing.kernel.arrays import SearchTables, Word
from generator.annealing.kernel.move import NO_PLACEMENT
from solver.runtime.jit import borrowing_jit


@borrowing_jit
def image_of(tables: SearchTables, placement: Word, roll: Word, turn: int) -> Word:
    """Return where the element of this number takes *placement*, which shows *roll*.

    Of the elements that take *roll* to the first of its orbit, it is number *turn*. A placement
    that is symmetric itself may be taken there by several: NO_PLACEMENT for all but the first.
    """
    image: Word = tables.placement_images[placement, tables.to_first[roll, turn]]
    for earlier in range(turn):
        if tables.placement_images[placement, tables.to_first[roll, earlier]] == image:
            return NO_PLACEMENT
    return image
