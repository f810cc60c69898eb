"""Layouts that obey the constraints of a card, proposed by CP-SAT.

The model is a cover: an option puts a symbol on a cell, and each constraint is a set of items with
multiplicities. Components that are too large are forbidden by their shapes as solutions show them,
each shape everywhere and for every symbol; there are finitely many, and mostly few turn up.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase
from typing import NamedTuple

from generator.card_symmetry import symmetry
from generator.constraints import LayoutConstraints
from solver.cover.cpsat import Multiplicity, feasible_cover
from solver.cover.exact_cover import Status
from solver.errors import BrokenInvariantError, ConstraintError, UndecidedError, quoted
from solver.geometry.cell import Cell, neighbours, rectangle
from solver.geometry.symmetry import at_origin
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import MAX_SIDE

# In CP-SAT's deterministic units, try by try. A 20x20 card of 6 symbols with all constraints takes
# less than half a unit. Where every line has to show nearly as many symbols as it has cells, a new
# start helps more than a higher limit.
_LIMITS = (1.0, 1.0, 1.0, 2.0, 2.0, 4.0)
_CPSAT_SEEDS = 2**31
# With two symbols, hundreds of shapes of more than five cells would turn up: then the search asks
# for smaller components than it must. There are 63 shapes of five cells.
_MAX_FORBIDDEN = 64
_MAX_NEW_FORBIDDEN = 32  # a round
_EASY_MOST_TOUCHING = 3

Shape = tuple[Cell, ...]  # sorted, at the origin
_BLOCK: Shape = tuple(sorted(rectangle(2, 2)))


def propose(  # noqa: PLR0913 - what varies comes first
    rows: int,
    cols: int,
    symbols: str,
    constraints: LayoutConstraints,
    rng: random.Random,
    *,
    like: Card | None = None,
) -> Card:
    """Return a card of *rows* x *cols* cells with *symbols* that meets the *constraints*.

    It is near a card shuffled by *rng*, or near *like*, and is that card where it meets the
    constraints already: so CP-SAT is neither called nor imported for even symbols alone, and
    seldom for a symmetry. Same arguments and same state of *rng*: same card.

    Raises `ConstraintError` when no card meets the constraints; the message names some that
    contradict each other, and none of which could be left out. Raises `UndecidedError` when the
    search reaches its limit.
    """
    grid = _Grid(rows, cols, "".join(sorted(set(symbols))))
    _check_grid(grid, like)
    start = like or _shuffled(grid, rng, constraints)
    eased = constraints
    for limit in _LIMITS:
        if not constraints.violations(start, grid.symbols):
            return start
        status, card = _nearest_feasible(grid, eased, start, rng, limit)
        if status is Status.INFEASIBLE and eased == constraints:
            raise _contradiction(grid, constraints, start)
        if card is not None:
            if violations := constraints.violations(card, grid.symbols):
                raise BrokenInvariantError(f"CP-SAT: {card}: {violations[0]}")
            return card
        if constraints.every_line:
            start = _latin_start(grid, rng)
        else:
            start = _shuffled(grid, rng, constraints)
        if constraints.most_touching is not None:
            most_touching = min(constraints.most_touching, _EASY_MOST_TOUCHING)
            eased = replace(constraints, most_touching=most_touching)
    raise UndecidedError(
        f"no {rows}x{cols} card found that meets {', '.join(constraints.layout_options.values())}"
    )


class _Grid(NamedTuple):
    """The size of a card and its alphabet, and the options of the model numbered by them."""

    rows: int
    cols: int
    symbols: str

    def option(self, row: int, col: int, symbol: int) -> int:
        """Return the number of the option that puts this symbol on this cell."""
        return (row * self.cols + col) * len(self.symbols) + symbol

    def card(self, symbols: list[int]) -> Card:
        """Return the card with these *symbols*, given by number, row by row."""
        text = "".join(self.symbols[symbol] for symbol in symbols)
        return Card(tuple(text[at : at + self.cols] for at in range(0, len(text), self.cols)))


def _check_grid(grid: _Grid, like: Card | None) -> None:
    where, (rows, cols, symbols) = f"a {grid.rows}x{grid.cols} card", grid
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        expected = f"1x1 to {MAX_SIDE}x{MAX_SIDE}"
        raise ConstraintError(where, expected=expected, found=f"{rows}x{cols}")
    if not symbols or set(symbols) - set(ascii_uppercase):
        raise ConstraintError(where, expected="symbols A-Z, one or more", found=quoted(symbols))
    if like and ((like.rows, like.cols) != (rows, cols) or set(like.symbols) - set(symbols)):
        raise ConstraintError(
            where, expected=f"a card like it to have symbols of {symbols}", found=quoted(str(like))
        )


def _shuffled(grid: _Grid, rng: random.Random, constraints: LayoutConstraints) -> Card:
    """Return a random card: symmetric, even or neither, as the *constraints* ask."""
    cells, symbols = range(grid.rows * grid.cols), list(range(len(grid.symbols)))
    if constraints.symmetry is not None:
        return _symmetric_start(grid, rng, constraints.symmetry)
    if not constraints.even:
        return grid.card([rng.choice(symbols) for _ in cells])
    rng.shuffle(symbols)  # so that chance decides which symbols get one cell more
    dealt = [symbols[cell % len(symbols)] for cell in cells]
    rng.shuffle(dealt)
    return grid.card(dealt)


def _symmetric_start(grid: _Grid, rng: random.Random, name: str) -> Card:
    """Return a random card with the symmetry *name*, with even symbols where that is easy."""
    images, relabellings, _ = symmetry(name, grid.rows, grid.cols, len(grid.symbols))
    symbols = list(range(len(grid.symbols)))
    rng.shuffle(symbols)
    cells = list(range(len(images)))
    rng.shuffle(cells)
    chosen: dict[int, int] = {}
    counts = [0] * len(symbols)

    def preference(symbol: int) -> tuple[int, int]:
        """Prefer a symbol that is on few cells, and then one in a long cycle."""
        return counts[symbol], -len({labels[symbol] for labels in relabellings})

    for cell in cells:
        if cell in chosen:
            continue
        stays = [
            labels
            for labels, image in zip(relabellings, images[cell], strict=True)
            if image == cell
        ]
        fitting = [
            symbol for symbol in symbols if all(labels[symbol] == symbol for labels in stays)
        ]
        symbol = min(fitting, key=preference)
        for image, labels in zip(images[cell], relabellings, strict=True):
            counts[labels[symbol]] += image not in chosen
            chosen.setdefault(image, labels[symbol])
    return grid.card([chosen[cell] for cell in sorted(cells)])


def _latin_start(grid: _Grid, rng: random.Random) -> Card:
    """Return a random card built like a Latin square, so that most lines show every symbol."""
    counts = grid.rows, grid.cols, len(grid.symbols)
    rows, cols, symbols = (list(range(count)) for count in counts)
    for numbers in (rows, cols, symbols):
        rng.shuffle(numbers)
    return grid.card([symbols[(row + col) % len(symbols)] for row in rows for col in cols])


def _nearest_feasible(
    grid: _Grid, constraints: LayoutConstraints, start: Card, rng: random.Random, limit: float
) -> tuple[Status, Card | None]:
    """Return whether a card meets the *constraints*, and one near *start* if one is found."""
    cells = sorted(start.cells)
    rng.shuffle(cells)
    wanted = [grid.option(*cell, grid.symbols.index(start[cell])) for cell in cells]
    seed = rng.randrange(_CPSAT_SEEDS)
    forbidden = {_BLOCK} if constraints.no_blocks else set()
    total = grid.option(grid.rows, 0, 0)
    while True:
        items = _items(grid, constraints, sorted(forbidden))
        result = feasible_cover(total, items, wanted=wanted, seed=seed, limit=limit)
        if not result.options:
            return result.status, None
        card = grid.card([option % len(grid.symbols) for option in result.options])
        oversized = set(_oversized(card, constraints.most_touching)) - forbidden
        if not oversized:
            return result.status, card
        forbidden.update(sorted(oversized)[:_MAX_NEW_FORBIDDEN])
        if len(forbidden) > _MAX_FORBIDDEN:
            return Status.UNKNOWN, None


def _items(
    grid: _Grid, constraints: LayoutConstraints, forbidden: list[Shape]
) -> Iterator[Multiplicity]:
    """Yield the items of the model, without those that every cover meets anyway."""
    rows, cols, symbols = range(grid.rows), range(grid.cols), range(len(grid.symbols))
    cells = [(row, col) for row in rows for col in cols]
    for row, col in cells:
        yield Multiplicity([grid.option(row, col, symbol) for symbol in symbols], 1, 1)
    if constraints.even:
        least, most = len(cells) // len(symbols), -(-len(cells) // len(symbols))
        most = min(most, len(cells) - len(symbols) + 1)  # the other symbols take a cell each
        for symbol in symbols:
            options = [grid.option(row, col, symbol) for row, col in cells]
            yield Multiplicity(options, max(least, 1), most)
    if constraints.every_line:
        lines = [[(row, col) for col in cols] for row in rows]
        lines += [[(row, col) for row in rows] for col in cols]
        for line in lines:
            most = len(line) - len(symbols) + 1  # as above
            for symbol in symbols:
                yield Multiplicity([grid.option(row, col, symbol) for row, col in line], 1, most)
    yield from _symmetry_items(grid, constraints.symmetry)
    for shape in forbidden:
        for places in _translates(shape, grid):
            for symbol in symbols:
                yield Multiplicity([place + symbol for place in places], 0, len(shape) - 1)


def _symmetry_items(grid: _Grid, name: str | None) -> Iterator[Multiplicity]:
    """Yield items that give a cell a symbol exactly if its image has the relabelled symbol."""
    if name is None:
        return
    total = len(grid.symbols)
    images, relabellings, generator_count = symmetry(name, grid.rows, grid.cols, total)
    for element in range(1, generator_count + 1):
        for cell, places in enumerate(images):
            image = places[element]
            for symbol, label in enumerate(relabellings[element]):
                option = cell * total + symbol
                if image == cell:
                    yield Multiplicity([option], 0, int(label == symbol))
                else:
                    others = [image * total + other for other in range(total) if other != label]
                    yield Multiplicity(sorted([option, *others]), 1, 1)


def _translates(shape: Shape, grid: _Grid) -> Iterator[list[int]]:
    """Yield every place of *shape* on the card, as the first option of each of its cells."""
    steps = [grid.option(*cell, 0) for cell in shape]
    for row in range(grid.rows - max(row for row, _ in shape)):
        for col in range(grid.cols - max(col for _, col in shape)):
            corner = grid.option(row, col, 0)
            yield [corner + step for step in steps]


def _oversized(card: Card, most_touching: int | None) -> Iterator[Shape]:
    """Yield shapes of one cell too many, one from each cell of a component too large."""
    if most_touching is None:
        return
    region = card.cells
    for cell in sorted(region):
        component = [cell]
        for member in component:
            if len(component) <= most_touching:
                frontier = sorted(neighbours(member) & region - set(component))
                component += [near for near in frontier if card[near] == card[cell]]
        if len(component) > most_touching:
            yield tuple(sorted(at_origin(component[: most_touching + 1])))


def _contradiction(grid: _Grid, constraints: LayoutConstraints, start: Card) -> ConstraintError:
    """Return the error for infeasible *constraints*, naming some that are all needed for it."""
    for name in constraints.layout_options:
        fewer, rng = constraints.without(name), random.Random(0)
        if _nearest_feasible(grid, fewer, start, rng, _LIMITS[-1])[0] is Status.INFEASIBLE:
            constraints = fewer
    *others, last = constraints.layout_options.values()
    return ConstraintError(
        f"a {grid.rows}x{grid.cols} card of symbols {grid.symbols}",
        expected="constraints that a card can meet",
        found=f"{', '.join(others)} and {last}, which contradict each other"
        if others
        else f"{last}, which no card meets",
    )
