"""Which candidates to circle, as an exact cover for CP-SAT that leaves the crosses out.

Each option is a candidate; it covers its shape, its round and its cells. Every item is covered at
most once.
"""

from collections import defaultdict

from solver.cover import cpsat
from solver.cover.cpsat import BoundedCover, Hint, Multiplicity, TimeLimit
from solver.geometry.bitset import bits
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame


def best_circles(
    game: KnownRollsGame, limit: TimeLimit, *extra_items: Multiplicity
) -> BoundedCover:
    """Return the candidates that earn most together, and cover the *extra_items* as well."""
    items: defaultdict[tuple[str, int | str], list[int]] = defaultdict(list)
    for number, (round_number, shape, cells) in enumerate(game.candidates):
        items["shape", shape].append(number)
        items["round", round_number].append(number)
        for cell in bits(cells):
            items["cell", cell].append(number)
    at_most_once = [Multiplicity(options, 0, 1) for options in items.values()]
    return cpsat.best_bounded_cover(
        len(game.candidates),
        [*at_most_once, *extra_items],
        game.candidate_points,
        limit,
        Hint(max_value=game.max_score),
    )
