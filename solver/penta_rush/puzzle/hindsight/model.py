"""Which matches go together, as a cover that CP-SAT takes from there: the crosses are left aside.

item    a shape, a round, a cell: each is covered at most once
option  a match, which covers its shape, its round and its cells
"""

from collections import defaultdict

from solver.cover import cpsat
from solver.cover.cpsat import BoundedCover, Hint, Limit, Multiplicity
from solver.geometry.bitset import bits
from solver.penta_rush.puzzle.hindsight.known_rolls import Prospect


def best_matches(prospect: Prospect, limit: Limit, *also: Multiplicity) -> BoundedCover:
    """Return the matches that earn most; *also* are further items that they have to cover."""
    items: defaultdict[tuple[str, int | str], list[int]] = defaultdict(list)
    for number, (played, shape, cells) in enumerate(prospect.matches):
        items["shape", shape].append(number)
        items["round", played].append(number)
        for cell in bits(cells):
            items["cell", cell].append(number)
    once = [Multiplicity(options, 0, 1) for options in items.values()]
    known = Hint(most=prospect.ceiling)
    return cpsat.best_choice(len(prospect.matches), [*once, *also], prospect.worth, limit, known)
