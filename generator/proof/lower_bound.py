"""Cards that are too small for a value, by counting: no search is needed.

If every roll of a card is worth the value, each has a packing worth it, and

* a packing needs some number k of tiles: for every symbol there are rolls that show it twice, so
  the tiles cover 2 k cells with that symbol;
* a placement shows one roll at most, so the packings of different rolls share none. No five tiles
  earn 18 points without an X: so there are as many placements of X as there are rolls. In general,
  every packing has at least n shapes of some group of shapes, and so the card has at least n times
  as many placements of these shapes as there are rolls.

That a card is large enough for these arguments does not say that there is one.
"""

from functools import lru_cache
from itertools import combinations

from generator.proof.problem import MinimumValueProblem, Shapes, minimal_shapes
from solver.drawing.styled_text import plural
from solver.geometry.polyomino import SHAPES, fixed_pentominoes
from solver.penta_rush.dice import MAX_EQUAL
from solver.penta_rush.points import Points
from solver.penta_rush.rules import most_points


def shortage(problem: MinimumValueProblem) -> str | None:
    """Return why a card of this size is too small for the minimum; None if counting shows nothing.

    >>> from solver.penta_rush.points import default_points
    >>> shortage(MinimumValueProblem(10, 10, "ABCDEF", default_points(), 18))
    'a packing worth 18 has X, so 126 rolls take 126 placements of it; there are 64'
    """
    rolls, points, minimum = problem.roll_count, problem.points, problem.minimum
    if not rolls or minimum <= 0:  # every card meets it
        return None
    most = most_points(points)
    if minimum > most:
        return f"five tiles earn {plural(most, 'point')} at most"
    tiles, symbols = fewest_tiles(points, minimum), len(problem.symbols)
    needed, cells = MAX_EQUAL * tiles * symbols, problem.rows * problem.cols
    if needed > cells:
        return (
            f"a packing worth {minimum} has {plural(tiles, 'tile')} or more, so each of {symbols} "
            f"symbols takes {MAX_EQUAL * tiles} cells, {needed} in all; there are {cells}"
        )
    on_card = {shape: count_placements(shape, problem.rows, problem.cols) for shape in SHAPES}
    counted = [
        (sum(on_card[shape] for shape in shapes), number * rolls, shapes)
        for shapes, number in groups(points, minimum)
    ]
    count, needed, shapes = min(counted, key=lambda each: each[0] / each[1])
    if count >= needed:
        return None
    named, them = shapes[0], "it"
    if len(shapes) > 1:
        named, them = f"at least {needed // rolls} of {', '.join(shapes)}", "these"
    return (
        f"a packing worth {minimum} has {named}, so {rolls:,} rolls take "
        f"{needed:,} placements of {them}; there are {count:,}"
    )


def fewest_tiles(points: Points, minimum: int) -> int:
    """Return how few tiles earn *minimum*, which five must be able to."""
    return min(map(len, minimal_shapes(points, minimum)))


@lru_cache(maxsize=8)
def groups(points: Points, minimum: int) -> list[tuple[Shapes, int]]:
    """Return the groups of shapes that no packing worth *minimum* does without, small ones first.

    With each is the number of its shapes that every such packing has at least.
    """
    packings = [
        sum(1 << SHAPES.index(s) for s in shapes) for shapes in minimal_shapes(points, minimum)
    ]
    found = []
    for size in range(1, len(SHAPES) + 1):
        for shapes in combinations(SHAPES, size):
            group = sum(1 << SHAPES.index(shape) for shape in shapes)
            number = min((packing & group).bit_count() for packing in packings)
            if number:
                found.append((shapes, number))
    return found


def count_placements(shape: str, rows: int, cols: int) -> int:
    """Return the number of placements of *shape* on a card of *rows* x *cols*.

    >>> count_placements("X", 5, 7)  # 3 x 5 places of its middle
    15
    """
    total = 0
    for cells in fixed_pentominoes()[shape]:
        height, width = max(row for row, _ in cells) + 1, max(col for _, col in cells) + 1
        total += max(0, rows - height + 1) * max(0, cols - width + 1)
    return total
