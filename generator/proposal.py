"""Layouts that obey the structural wishes of a card, proposed by CP-SAT.

start      the card that a proposal is to be near: a shuffled one, mostly
woven      a start whose diagonals show one symbol each, so that each symbol is in every line
forbidden  shapes that no patch may contain

The model is a cover: an option puts a symbol on a cell, and a wish is items with multiplicities.
The shapes of patches that are too large are forbidden as they turn up, each of them everywhere and
for every symbol; there are finitely many, and mostly few are met.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase
from typing import NamedTuple

from generator.card_symmetry import symmetry
from generator.constraints import Wishes
from solver.cover.cpsat import Multiplicity, feasible_cover
from solver.cover.status import Status
from solver.errors import BrokenInvariantError, ConstraintError, UndecidedError, quoted
from solver.geometry.polyomino import Cell, neighbours, rectangle
from solver.penta_rush.card import LARGEST, Card

# A 20x20 card of 6 symbols with all wishes takes less than half a unit. Where every line is to
# show nearly as many symbols as it has cells, a new start helps more than patience.
_LIMITS = (1.0, 1.0, 1.0, 2.0, 2.0, 4.0)
_SEEDS = 2**31
# With two symbols, hundreds of shapes of more than five cells would turn up: then smaller patches
# are asked for than are wished. All shapes of five cells are 63.
_MOST_FORBIDDEN = 64
_AT_ONCE = 32
_EASY = 3

Shape = tuple[Cell, ...]  # sorted, at the origin
_BLOCK: Shape = tuple(sorted(rectangle(2, 2)))


def propose(  # noqa: PLR0913 - what varies comes first
    rows: int,
    cols: int,
    symbols: str,
    wishes: Wishes,
    rng: random.Random,
    *,
    like: Card | None = None,
) -> Card:
    """Return a card of *rows* x *cols* cells with *symbols* that keeps the *wishes*.

    It is near a card shuffled by *rng*, or near *like*, and is that card where it keeps the wishes
    already: so CP-SAT is not called, or imported, for even symbols alone; seldom for a symmetry.
    Same arguments and same state of *rng*: same card. Raises `ConstraintError` when no card keeps the
    wishes, with some that contradict each other and would not if one of them were left out;
    `UndecidedError` when the search ends undecided.
    """
    size = _Size(rows, cols, "".join(sorted(set(symbols))))
    _check_size(size, like)
    start = like or _shuffled(size, rng, wishes)
    asked = wishes
    for limit in _LIMITS:
        if not wishes.violations(start, size.symbols):
            return start
        status, card = _near(size, asked, start, rng, limit)
        if status is Status.INFEASIBLE and asked == wishes:
            raise _contradiction(size, wishes, start)
        if card is not None:
            if found := wishes.violations(card, size.symbols):
                raise BrokenInvariantError(f"CP-SAT: {card} is not as wished: {found[0]}")
            return card
        start = _woven(size, rng) if wishes.every_line else _shuffled(size, rng, wishes)
        if wishes.most_touching is not None:
            asked = replace(wishes, most_touching=min(wishes.most_touching, _EASY))
    raise UndecidedError(
        f"no {rows}x{cols} card found that keeps {', '.join(wishes.of_layout.values())}"
    )


class _Size(NamedTuple):
    """The rows and cols of a card, and its alphabet."""

    rows: int
    cols: int
    symbols: str

    def option(self, row: int, col: int, symbol: int) -> int:
        """Return the option that puts this symbol on this cell, by its number."""
        return (row * self.cols + col) * len(self.symbols) + symbol

    def card(self, symbols: list[int]) -> Card:
        """Return the card with these *symbols*, row by row, by their numbers."""
        text = "".join(self.symbols[symbol] for symbol in symbols)
        return Card(tuple(text[at : at + self.cols] for at in range(0, len(text), self.cols)))


def _check_size(size: _Size, like: Card | None) -> None:
    where, (rows, cols, symbols) = f"a {size.rows}x{size.cols} card", size
    if not (1 <= rows <= LARGEST and 1 <= cols <= LARGEST):
        raise ConstraintError(where, expected=f"1x1 to {LARGEST}x{LARGEST}", found=f"{rows}x{cols}")
    if not symbols or set(symbols) - set(ascii_uppercase):
        raise ConstraintError(where, expected="symbols A-Z, one or more", found=quoted(symbols))
    if like and ((like.rows, like.cols) != (rows, cols) or set(like.symbols) - set(symbols)):
        raise ConstraintError(
            where, expected=f"a card like it to have symbols of {symbols}", found=quoted(str(like))
        )


def _shuffled(size: _Size, rng: random.Random, wishes: Wishes) -> Card:
    """Return a random card; an even one has the symbols that come more often drawn, too."""
    cells, symbols = range(size.rows * size.cols), list(range(len(size.symbols)))
    if wishes.symmetry is not None:
        return _symmetric(size, rng, wishes.symmetry)
    if not wishes.even:
        return size.card([rng.choice(symbols) for _ in cells])
    rng.shuffle(symbols)
    dealt = [symbols[cell % len(symbols)] for cell in cells]
    rng.shuffle(dealt)
    return size.card(dealt)


def _symmetric(size: _Size, rng: random.Random, motion: str) -> Card:
    """Return a random symmetric card, whose symbols are even where that is easy."""
    images, renamings = symmetry(motion, size.rows, size.cols, len(size.symbols))
    symbols = list(range(len(size.symbols)))
    rng.shuffle(symbols)
    cells = list(range(len(images)))
    rng.shuffle(cells)
    given: dict[int, int] = {}
    counts = [0] * len(symbols)
    for cell in cells:
        if cell in given:
            continue
        # Of those that are on the fewest cells, the one that is renamed to the most others.
        symbol = min(symbols, key=lambda one: (counts[one], -len({to[one] for to in renamings})))
        for image, to in zip(images[cell], renamings, strict=True):
            counts[to[symbol]] += image not in given
            given.setdefault(image, to[symbol])
    return size.card([given[cell] for cell in sorted(cells)])


def _woven(size: _Size, rng: random.Random) -> Card:
    """Return a random woven card: its rows, cols and symbols are then shuffled."""
    rows, cols, symbols = (list(range(one)) for one in (size.rows, size.cols, len(size.symbols)))
    for line in (rows, cols, symbols):
        rng.shuffle(line)
    return size.card([symbols[(row + col) % len(symbols)] for row in rows for col in cols])


def _near(
    size: _Size, wishes: Wishes, start: Card, rng: random.Random, limit: float
) -> tuple[Status, Card | None]:
    """Return a card near *start* that keeps the *wishes*, if one is found, and what is decided."""
    cells = sorted(start.cells)
    rng.shuffle(cells)
    wanted = [size.option(*cell, size.symbols.index(start[cell])) for cell in cells]
    seed = rng.randrange(_SEEDS)
    forbidden = {_BLOCK} if wishes.no_blocks else set()
    total = size.option(size.rows, 0, 0)
    while True:
        items = _items(size, wishes, sorted(forbidden))
        outcome = feasible_cover(total, items, wanted=wanted, seed=seed, limit=limit)
        if not outcome.options:
            return outcome.status, None
        card = size.card([option % len(size.symbols) for option in outcome.options])
        turned_up = set(_too_large(card, wishes.most_touching)) - forbidden
        if not turned_up:
            return outcome.status, card
        forbidden.update(sorted(turned_up)[:_AT_ONCE])
        if len(forbidden) > _MOST_FORBIDDEN:
            return Status.UNKNOWN, None


def _items(size: _Size, wishes: Wishes, forbidden: list[Shape]) -> Iterator[Multiplicity]:
    """Yield the items of the model, none that every cover keeps."""
    rows, cols, symbols = range(size.rows), range(size.cols), range(len(size.symbols))
    cells = [(row, col) for row in rows for col in cols]
    for row, col in cells:
        yield Multiplicity([size.option(row, col, symbol) for symbol in symbols], 1, 1)
    if wishes.even:
        least, most = len(cells) // len(symbols), -(-len(cells) // len(symbols))
        most = min(most, len(cells) - len(symbols) + 1)  # what the others leave, at one cell each
        for symbol in symbols:
            options = [size.option(row, col, symbol) for row, col in cells]
            yield Multiplicity(options, max(least, 1), most)
    if wishes.every_line:
        lines = [[(row, col) for col in cols] for row in rows]
        lines += [[(row, col) for row in rows] for col in cols]
        for line in lines:
            most = len(line) - len(symbols) + 1  # as above
            for symbol in symbols:
                yield Multiplicity([size.option(row, col, symbol) for row, col in line], 1, most)
    yield from _symmetries(size, wishes.symmetry)
    for shape in forbidden:
        for places in _everywhere(shape, size):
            for symbol in symbols:
                yield Multiplicity([place + symbol for place in places], 0, len(shape) - 1)


def _symmetries(size: _Size, motion: str | None) -> Iterator[Multiplicity]:
    """Yield the items by which a cell has a symbol if, and only if, its image has the renamed."""
    if motion is None:
        return
    images, (_, once, *_) = symmetry(motion, size.rows, size.cols, len(size.symbols))
    total = len(size.symbols)
    for cell, (_, image, *_) in enumerate(images):
        for symbol, becomes in enumerate(once):
            option = cell * total + symbol
            if image == cell:
                yield Multiplicity([option], 0, int(becomes == symbol))
            else:
                others = [image * total + one for one in range(total) if one != becomes]
                yield Multiplicity(sorted([option, *others]), 1, 1)


def _everywhere(shape: Shape, size: _Size) -> Iterator[list[int]]:
    """Yield where *shape* may lie, by the first options of its cells."""
    steps = [size.option(*cell, 0) for cell in shape]
    for row in range(size.rows - max(row for row, _ in shape)):
        for col in range(size.cols - max(col for _, col in shape)):
            corner = size.option(row, col, 0)
            yield [corner + step for step in steps]


def _too_large(card: Card, most: int | None) -> Iterator[Shape]:
    """Yield shapes of *most* + 1 cells that lie in patches, one from each cell they grow from."""
    region = card.cells
    for cell in sorted(region):
        grown = [cell]
        for one in grown:
            if most is not None and len(grown) <= most:
                beside = sorted(neighbours(one) & region - set(grown))
                grown += [near for near in beside if card[near] == card[cell]]
        if most is not None and len(grown) > most:
            grown = grown[: most + 1]
            top, left = min(row for row, _ in grown), min(col for _, col in grown)
            yield tuple(sorted(Cell(row - top, col - left) for row, col in grown))


def _contradiction(size: _Size, wishes: Wishes, start: Card) -> ConstraintError:
    """Return the error for *wishes* that no card keeps, by some from which none can be left out."""
    for name in wishes.of_layout:
        fewer, rng = wishes.without(name), random.Random(0)
        if _near(size, fewer, start, rng, _LIMITS[-1])[0] is Status.INFEASIBLE:
            wishes = fewer
    *others, last = wishes.of_layout.values()
    return ConstraintError(
        f"a {size.rows}x{size.cols} card of symbols {size.symbols}",
        expected="wishes that a card can keep",
        found=f"{', '.join(others)} and {last}, which contradict each other"
        if others
        else f"{last}, which none keeps",
    )
