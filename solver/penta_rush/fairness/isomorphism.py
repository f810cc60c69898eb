"""Disguises: how alike two cards look, once the one is turned or flipped and its symbols renamed.

motion     one of the eight ways to lay down a card
renaming   a new letter for each of its symbols, no two alike
canonical  the one form that stands for all the disguises of a card
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from sys import maxsize
from typing import NamedTuple

from solver.penta_rush.card import Card


class Disguise(NamedTuple):
    """How alike two cards look: in how few cells they differ when the one is disguised.

    *motion* is how it is turned and flipped, *renaming* the new letter of each of its symbols, and
    *card* what it then is. *differing* 0: they are the same card.
    """

    differing: int
    motion: str
    renaming: dict[str, str]
    card: Card


def disguise(one: Card, other: Card) -> Disguise | None:
    """Return the best disguise of *one* as *other*: the first motion of those equally good.

    No two symbols get the same letter. None when no turn gives *one* the size of *other*.

    >>> found = disguise(Card(("AAB", "BCC")), Card(("YX", "ZX", "ZX")))  # its last cell was Y
    >>> found.differing, found.motion, found.renaming
    (1, 'turned right', {'A': 'X', 'B': 'Y', 'C': 'Z'})
    """
    best: Disguise | None = None
    for motion, lines in motions(one.lines):
        if (len(lines), len(lines[0])) != (other.rows, other.cols):
            continue
        renaming = _renaming("".join(lines), "".join(other.lines))
        card = Card(tuple("".join(renaming[symbol] for symbol in line) for line in lines))
        differing = sum(card[cell] != other[cell] for cell in other.cells)
        if best is None or differing < best.differing:
            best = Disguise(differing, motion, renaming, card)
    return best


def canonical(card: Card) -> Card:
    """Return the form that all disguises of *card* of its own size share: the one of least id.

    The symbols are A, B, ... in the order in which they come, row by row. A card that is not
    square has four motions of its size: turned a quarter, it is another one.

    >>> str(canonical(Card(("CCB", "BAX")))), str(canonical(Card(("XAB", "BCC"))))
    ('2x3:AABBCD', '2x3:AABBCD')
    """
    forms = [
        _renamed_in_order(lines)
        for _, lines in motions(card.lines)
        if len(lines) == card.rows and len(lines[0]) == card.cols
    ]
    return Card(min(forms))


def _renamed_in_order(lines: tuple[str, ...]) -> tuple[str, ...]:
    come = dict.fromkeys("".join(lines))
    table = str.maketrans("".join(come), ascii_uppercase[: len(come)])
    return tuple(line.translate(table) for line in lines)


def motions(lines: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the eight ways to lay down a card, each with its name."""
    for flip, flipped in (
        ("", lines),
        ("flipped left to right", tuple(line[::-1] for line in lines)),
    ):
        turned = flipped
        for turn in ("", "turned right", "turned half round", "turned left"):
            yield ", ".join(filter(None, (flip, turn))) or "as it is", turned
            turned = tuple("".join(col) for col in zip(*turned[::-1], strict=True))


def _renaming(shown: str, wanted: str) -> dict[str, str]:
    """Return the new letters of the symbols *shown* that give the most cells what is *wanted*."""
    symbols, letters = sorted(set(shown)), sorted(set(wanted))
    # Symbols left over get letters that the other card does not show.
    strange = [letter for letter in ascii_uppercase if letter not in letters]
    letters += strange[: max(0, len(symbols) - len(letters))]
    cells = Counter(zip(shown, wanted, strict=True))
    chosen = _assignment([[-cells[symbol, letter] for letter in letters] for symbol in symbols])
    return {symbol: letters[col] for symbol, col in zip(symbols, chosen, strict=True)}


def _assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return a column for each row, no two the same, whose costs add up to the least.

    There are at least as many columns as rows. The Hungarian algorithm (H. Kuhn, 1955): row by row,
    by the shortest path of changes, with prices that keep all reduced costs from being negative.
    """
    rows, cols = len(costs), len(costs[0])
    row_price, col_price = [0] * rows, [0] * (cols + 1)
    owner = [-1] * cols + [0]  # of each column; the last column is where a new row starts
    for row in range(rows):
        owner[cols] = row
        path, at = [cols], cols
        least, before, ahead = [maxsize] * cols, [cols] * cols, list(range(cols))
        while (mover := owner[at]) >= 0:
            for col in ahead:
                cost = costs[mover][col] - row_price[mover] - col_price[col]
                if cost < least[col]:
                    least[col], before[col] = cost, at
            at = min(ahead, key=least.__getitem__)
            change = least[at]
            for col in path:
                row_price[owner[col]] += change
                col_price[col] -= change
            for col in ahead:
                least[col] -= change
            ahead.remove(at)
            path.append(at)
        while at != cols:
            owner[at] = owner[before[at]]
            at = before[at]
    return [owner.index(row) for row in range(rows)]
