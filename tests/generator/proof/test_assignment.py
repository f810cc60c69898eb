"""Symbols by which tiles show their rolls: against all ways to fill the cells."""

from collections.abc import Sequence
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from generator.proof.assignment import Tile, assigned_symbols
from solver.geometry.bitset import bits
from solver.penta_rush.dice import Roll, rolls

ROLLS = list(rolls("ABCD"))
CELLS = 9
tiles = st.sets(st.integers(0, CELLS - 1), min_size=5, max_size=5).map(
    lambda cells: sum(1 << cell for cell in cells)
)


def _can_be_shown(shown: Sequence[tuple[Roll, Tile]], known: dict[int, str]) -> bool:
    """Return whether the first tile can be filled beside what is *known*, and then the others."""
    if not shown:
        return True
    (roll, tile), *others = shown
    cells = list(bits(tile))
    return any(
        all(known.get(cell, symbol) == symbol for cell, symbol in zip(cells, order, strict=True))
        and _can_be_shown(others, known | dict(zip(cells, order, strict=True)))
        for order in set(permutations(roll.symbols))
    )


@given(st.lists(st.tuples(st.sampled_from(ROLLS), tiles), max_size=4))
def test_symbols_are_found_whenever_there_are_some(shown: list[tuple[Roll, Tile]]) -> None:
    symbols = assigned_symbols("ABCD", shown)
    assert (symbols is not None) == _can_be_shown(shown, {})
    if symbols is not None:
        assert symbols.keys() == {cell for _, tile in shown for cell in bits(tile)}
        for roll, tile in shown:
            assert sorted(symbols[cell] for cell in bits(tile)) == list(roll.symbols)
