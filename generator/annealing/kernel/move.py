"""Moves: how a card may change within the constraints.

A move gives one cell another symbol or swaps the symbols of two cells; on a symmetric card their
images change with them.
"""

from generator.annealing.kernel.arrays import CardState, MoveBuffer, SearchTables, Word
from solver.runtime.arrays import np
from solver.runtime.kernel import Words, borrowing, inlined

_0, _1, _2, _4 = (np.uint64(n) for n in (0, 1, 2, 4))
NO_CELL = np.uint64(2**63)
_ALL = np.uint64(2**64 - 1)
_FRACTION = 1 / 2**53


# Not splitmix64 as in other kernels: recorded commands repeat their cards by their seeds.
@borrowing
def _random_word(rng: Words) -> Word:
    """Return a random word: xorshift64*, Vigna, ACM Trans. Math. Softw. 42 (2016), 30."""
    word = rng[0]
    word ^= word >> np.uint64(12)
    word ^= (word << np.uint64(25)) & _ALL
    word ^= word >> np.uint64(27)
    rng[0] = word
    scrambled: Word = word * np.uint64(2685821657736338717) & _ALL
    return scrambled


@borrowing
def _random_below(rng: Words, bound: Word) -> Word:
    number: Word = (_random_word(rng) >> np.uint64(32)) * bound >> np.uint64(32)
    return number


@borrowing
def uniform(rng: Words) -> float:
    """Return a random number above 0, at most 1."""
    return (np.float64(_random_word(rng) >> np.uint64(11)) + 1.0) * _FRACTION


@inlined
def propose_move(tables: SearchTables, state: CardState, rng: Words, move: MoveBuffer) -> Word:
    """Draw a move; return how many cells it changes, 0 if it breaks the constraints."""
    count = _random_move(tables, state.card, rng, move)
    before = state.equal[0]
    swap_symbols(tables, state, move, count)
    keeps = state.equal[0] <= max(before, tables.constraints.most_equal)
    keeps = keeps and _keeps_constraints(tables, state, move, count)
    swap_symbols(tables, state, move, count)
    return count if keeps else _0


@inlined
def _random_move(tables: SearchTables, card: Words, rng: Words, move: MoveBuffer) -> Word:
    """Draw any move; return how many cells it changes, 0 if it changes nothing."""
    cell = move.sources[0] = _random_below(rng, np.uint64(len(card)))
    other = NO_CELL
    if _random_below(rng, _4):  # one cell changes half as much as two, and is taken more often
        symbol = _random_below(rng, tables.symbol_count)
    else:
        other = _random_below(rng, np.uint64(len(card)))
        symbol = card[other]
    move.sources[1] = other
    if symbol == card[cell] or not _may_show(tables, cell, symbol):
        return _0
    count = _add_images(tables, move, cell, symbol, _0)
    if other != NO_CELL:
        for number in range(count):
            if move.cells[number] == other:
                return _0
        if not _may_show(tables, other, card[cell]):
            return _0
        count = _add_images(tables, move, other, card[cell], count)
    return count


@borrowing
def _may_show(tables: SearchTables, cell: Word, symbol: Word) -> bool:
    """Return whether every symmetry that fixes *cell* maps *symbol* to itself."""
    for number in range(_1, np.uint64(tables.images.shape[1])):
        if tables.images[cell, number] == cell and tables.relabellings[number, symbol] != symbol:
            return False
    return True


@borrowing
def _add_images(
    tables: SearchTables, move: MoveBuffer, cell: Word, symbol: Word, count: Word
) -> Word:
    """Add *cell* and its images to the *count* cells of *move*; return how many they are now."""
    start = count
    for number in range(np.uint64(tables.images.shape[1])):
        image, is_new = tables.images[cell, number], True
        for earlier in range(start, count):
            is_new = is_new and move.cells[earlier] != image
        if is_new:
            move.cells[count] = image
            move.symbols[count] = tables.relabellings[number, symbol]
            count += _1
    return count


@borrowing
def swap_symbols(tables: SearchTables, state: CardState, move: MoveBuffer, count: Word) -> None:
    """Swap the symbols of the cells with those in *move*; done twice, all is as before."""
    rows, cols = tables.rows, np.uint64(len(state.card)) // tables.rows
    for number in range(count):
        cell, symbol = move.cells[number], move.symbols[number]
        old = state.card[cell]
        for line in (cell // cols, rows + cell % cols):
            state.line_counts[line, old] -= _1
            state.line_counts[line, symbol] += _1
        state.counts[old] -= _1
        state.counts[symbol] += _1
        state.equal[0] -= equal_neighbours(state.card, cols, cell)
        state.card[cell], move.symbols[number] = symbol, old
        state.equal[0] += equal_neighbours(state.card, cols, cell)


@borrowing
def equal_neighbours(card: Words, cols: Word, cell: Word) -> Word:
    """Return how many neighbours of *cell* show the same symbol."""
    symbol, col = card[cell], cell % cols
    equal = np.uint64(cell >= cols and card[cell - cols] == symbol)
    equal += np.uint64(cell + cols < np.uint64(len(card)) and card[cell + cols] == symbol)
    equal += np.uint64(col > _0 and card[cell - _1] == symbol)
    equal += np.uint64(col + _1 < cols and card[cell + _1] == symbol)
    return equal


@inlined
def _keeps_constraints(
    tables: SearchTables, state: CardState, move: MoveBuffer, count: Word
) -> bool:
    """Return whether the card after the move breaks no constraint at the cells that changed."""
    constraints, rows, cols = (
        tables.constraints,
        tables.rows,
        np.uint64(len(state.card)) // tables.rows,
    )
    if constraints.even:
        least = most = state.counts[0]
        for symbol in range(_1, tables.symbol_count):
            least, most = min(least, state.counts[symbol]), max(most, state.counts[symbol])
        if least + _1 < most:
            return False
    for number in range(count):
        cell, old = move.cells[number], move.symbols[number]
        row, col = cell // cols, cell % cols
        if constraints.every_line and (
            state.line_counts[row, old] == _0 or state.line_counts[rows + col, old] == _0
        ):
            return False
        if constraints.no_blocks and _in_block(state.card, rows, cols, row, col):
            return False
        if constraints.most_touching and not _touch_at_most(
            constraints.most_touching, state.card, cols, cell, move.component
        ):
            return False
    return True


@borrowing
def _in_block(card: Words, rows: Word, cols: Word, row: Word, col: Word) -> bool:
    symbol = card[row * cols + col]
    for top in range(row - _1 if row else _0, min(row + _1, rows - _1)):
        for left in range(col - _1 if col else _0, min(col + _1, cols - _1)):
            at = top * cols + left
            if (
                card[at] == symbol
                and card[at + _1] == symbol
                and card[at + cols] == symbol
                and card[at + cols + _1] == symbol
            ):
                return True
    return False


@borrowing
def _touch_at_most(most: Word, card: Words, cols: Word, start: Word, component: Words) -> bool:
    """Return whether at most *most* cells of one symbol are joined to *start*, itself included."""
    component[0], done, size = start, _0, _1
    while done < size <= most:
        cell = component[done]
        done += _1
        for side in range(_4):
            if side == _0:
                near, inside = cell - cols, cell >= cols
            elif side == _1:
                near, inside = cell + cols, cell + cols < np.uint64(len(card))
            elif side == _2:
                near, inside = cell - _1, cell % cols > _0
            else:
                near, inside = cell + _1, cell % cols + _1 < cols
            if inside and card[near] == card[start]:
                is_new = True
                for earlier in range(size):
                    is_new = is_new and component[earlier] != near
                if is_new:
                    component[size] = near
                    size += _1
    return bool(size <= most)
