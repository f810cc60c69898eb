"""The search for a flat card, compiled: one step after another, each card's optima exact.

step       one cell takes another symbol, or two cells swap theirs, and on a symmetric card their
           images with them; it is taken or taken back
standing   what is known of the card as it is: of each roll its placements, which of them fit
           together, its optimum and the best packing that was found, its witness
slot       a placement's place among those of its roll: a bit of a word
presence   the shapes that a set of placements shows, the dearest first: a bit each
cost       the square of what a roll's optimum is off its aim, summed over its throws

A step touches only the placements through its cells. A roll whose witness stands and that gained no
placement keeps its optimum; one that lost its witness is searched for its old optimum first; and a
new placement is searched only for packings that are better with it. The most that the rolls still
to be searched could win is known, so that nearly every step is given up after a few of them.
"""

from typing import Any, NamedTuple

import numpy as np

from solver.kernel import compiled, trailing_zeros
from solver.penta_rush.kernel import MIXER, Layout, Rolls, survey

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]
Costs = np.ndarray[Any, np.dtype[np.int64]]

SLOTS = 64  # placements of a roll, at most, for the steps to be judged by what they touch
SHAPES = 12

_0, _1, _2, _4, _5, _6, _63, _64 = (np.uint64(n) for n in (0, 1, 2, 4, 5, 6, 63, 64))
_SHAPES = np.uint64(SHAPES)
_ALL = np.uint64(2**64 - 1)
_NONE = np.uint64(2**63)
_MIXER = np.uint64(MIXER)
_FRACTION = 1 / 2**53
# What a search keeps of each depth.
REST, PRESENCE, OPEN, SCORE, CHOSEN, WORTH, FOUND = range(7)


class Ground(NamedTuple):
    """What is the same for all cards of a size, with P placements, R rolls and W words a mark.

    With a symmetry, the rolls are some of which all others are images.
    """

    layout: Layout
    rolls: Rolls
    ranks: Array  # (P,): the shape, the dearest first
    worths: Array  # (12,): the points of each rank
    bounds: np.ndarray[Any, Any]  # (6, 4096): what so many shapes of a presence can gain
    through: Array  # the placements through each cell,
    starts: Array  # (cells + 1,): from here to there
    rows: Array  # (1,)
    symbols: Array  # (1,): how many the dice bear
    images: Array  # (cells, order): of a symmetry, of order 1 if there is none,
    renamings: Array  # (order, symbols): and what the symbols are renamed to


class Price(NamedTuple):
    """What the optima of the rolls cost: the square of how far they are off, times the ways.

    How far they are off beyond the reach counts four times as much, once more.
    """

    ways: Costs  # (R,)
    aims: Costs  # (R,): the value wanted, times the scale
    least: Costs  # (R,): what the nearest whole number costs
    scale: Costs  # (1,)
    reach: Costs  # (1,): times the scale
    dud: Costs  # (1,): what a roll worth nothing costs beyond that, by each of its ways


class Wish(NamedTuple):
    """The structural wishes that every step obeys: 1 or 0, or how many; 0 for any number."""

    even: Array  # (1,): symbol counts equal to within one
    most_touching: Array  # (1,): cells of a patch of one symbol
    no_blocks: Array  # (1,): no 2x2 of one symbol
    every_line: Array  # (1,): each symbol in every row and col
    no_dead_cell: Array  # (1,): through each cell a placement of a legal roll


class Standing(NamedTuple):
    """What is known of a card: it changes with every step that is taken."""

    card: Array  # (cells,): symbols by number
    counts: Array  # (symbols,): the cells of each
    lines: Array  # (rows + cols, symbols): the cells of each in every row and col
    signatures: Array  # (P,)
    roll_of: Array  # (P,): R if none
    slot_of: Array  # (P,)
    lively: Array  # (cells,): the placements of legal rolls through each
    marks: Array  # (R, W, SLOTS)
    fits: Array  # (R, SLOTS): the slots that go together with each
    alike: Array  # (R, 12): the slots of each rank
    active: Array  # (R,): the slots in use
    optimum: Array  # (R,)
    witness: Array  # (R,): slots


class _Trial(NamedTuple):
    """Room for what one step would change."""

    cells: Array  # (2 * order,)
    symbols: Array  # (2 * order,): what the cells take
    rolls: Array  # (R,): the rolls it touches,
    gains: Costs  # (R,): and what each may win
    order: Array  # (R,): their positions, the most telling first
    seen: Array  # (R,)
    lost: Array  # (R,): the slots that a roll loses
    first: Array  # (R,): the first placement that a roll gains,
    following: Array  # (P,): and the next after each
    moved: Array  # (P,): the placements that change their rolls
    roll_of: Array  # (P,)
    slot_of: Array  # (P,)
    optimum: Array  # (R,): as they were
    witness: Array  # (R,)
    active: Array  # (R,)


@compiled
def anneal(
    ground: Ground,
    price: Price,
    wish: Wish,
    standing: Standing,
    heat: float,
    steps: Word,
    rng: Array,
    best: Array,
    energies: Costs,
) -> Word:
    """Do *steps* steps at *heat*, in units of cost; return how many cards were judged.

    A step that costs more is taken with the probability exp(-more / heat). *rng*, (1,), is the
    state of the generator of random numbers. *best*, (cells,), is the best card so far, and
    *energies*, (2,), the costs of the card of *standing* and of the best.
    """
    trial = _trial(ground)
    stack = np.empty((5, 8), np.uint64)
    judged = _0
    compact = build(ground, standing, stack)
    for _ in range(steps):
        count = _propose(ground, standing, wish, rng, trial)
        if count == _0:
            continue
        judged += _1
        most = np.int64(min(-heat * np.log(_uniform(rng)), 1e15))
        if compact:
            more = _judge(ground, price, wish, standing, trial, count, most, stack)
        else:
            more = _judge_whole(ground, price, wish, standing, trial, count, most, energies[0])
        if more <= most:
            energies[0] += more
            if energies[0] < energies[1]:
                energies[1] = energies[0]
                best[:] = standing.card
            if not compact:
                compact = build(ground, standing, stack)
    return judged


@compiled
def _trial(ground: Ground) -> _Trial:
    rolls, placements = ground.rolls.total[0], len(ground.ranks)
    most = 2 * ground.images.shape[1]
    return _Trial(
        np.empty(most, np.uint64),
        np.empty(most, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.int64),
        np.empty(rolls, np.uint64),
        np.zeros(rolls, np.uint64),
        np.zeros(rolls, np.uint64),
        np.full(rolls, _NONE),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.uint64),
    )


@compiled
def _random(rng: Array) -> Word:
    """Return a random word: xorshift64*, Vigna, ACM Trans. Math. Softw. 42 (2016), 30."""
    word = rng[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    rng[0] = word
    found: Word = word * np.uint64(2685821657736338717)
    return found


@compiled
def _below(rng: Array, limit: Word) -> Word:
    found: Word = (_random(rng) >> np.uint64(32)) * limit >> np.uint64(32)
    return found


@compiled
def _uniform(rng: Array) -> float:
    """Return a random number above 0, at most 1."""
    return (np.float64(_random(rng) >> np.uint64(11)) + 1.0) * _FRACTION


@compiled
def build(ground: Ground, standing: Standing, stack: Array) -> bool:
    """Find out all about the card of *standing*; return whether its rolls have slots enough."""
    layout, rolls = ground.layout, ground.rolls
    rows, cells = ground.rows[0], np.uint64(len(standing.card))
    cols = cells // rows
    standing.counts[:] = _0
    standing.lines[:] = _0
    for cell in range(cells):
        symbol = standing.card[cell]
        standing.counts[symbol] += _1
        standing.lines[cell // cols, symbol] += _1
        standing.lines[rows + cell % cols, symbol] += _1
    standing.lively[:] = _0
    standing.marks[:] = _0
    standing.fits[:] = _0
    standing.alike[:] = _0
    standing.active[:] = _0
    marks, fits, alike = standing.marks, standing.fits, standing.alike
    enough = True
    for at in range(len(ground.ranks)):
        placement, signature = np.uint64(at), _0
        for number in range(_5):
            signature += _1 << _2 * standing.card[layout.cells[placement, number]]
        standing.signatures[placement] = signature
        roll = _roll(rolls.keys, rolls.numbers, rolls.shift[0], rolls.total[0], signature)
        standing.roll_of[placement] = roll
        if roll == rolls.total[0]:
            continue
        for number in range(_5):
            standing.lively[layout.cells[placement, number]] += _1
        free = ~standing.active[roll]
        if free == _0:
            enough = False
        elif enough:
            slot = standing.slot_of[placement] = trailing_zeros(free)
            standing.active[roll] |= _1 << slot
            _insert(layout.marks, ground.ranks, marks, fits, alike, roll, placement, slot)
    if enough:
        worths, bounds = ground.worths, ground.bounds
        for number in range(rolls.total[0]):
            roll = np.uint64(number)
            rest = standing.active[roll]
            standing.optimum[roll] = _search(
                fits, alike, worths, bounds, roll, rest, _5, _0, _ALL, stack
            )
            standing.witness[roll] = stack[0, FOUND]
    return enough


@compiled
def _roll(keys: Array, numbers: Array, shift: Word, none: Word, signature: Word) -> Word:
    """Return the number of the roll with this signature, *none* if there is none."""
    last = np.uint64(len(keys) - 1)
    at = signature * _MIXER >> shift
    while keys[at] != signature and keys[at]:
        at = at + _1 & last
    found: Word = numbers[at] if keys[at] else none
    return found


@compiled
def _insert(
    masks: Array,
    ranks: Array,
    marks: Array,
    fits: Array,
    alike: Array,
    roll: Word,
    placement: Word,
    slot: Word,
) -> None:
    """Give *placement* a *slot* of its *roll*."""
    own_low, own_high, bit = masks[placement, 0], masks[placement, 1], _1 << slot
    low, high, links = marks[roll, 0], marks[roll, 1], fits[roll]
    low[slot], high[slot] = own_low, own_high
    row = _0
    for other in range(_64):  # two words, and no branch: eight at a time
        fit = np.uint64((own_low & low[other] | own_high & high[other]) == _0)
        row |= fit << other
        links[other] = links[other] & ~bit | fit << slot
    links[slot] = row
    for word in range(_2, np.uint64(masks.shape[1])):
        own = marks[roll, word, slot] = masks[placement, word]
        for other in range(_64):
            clash = np.uint64(own & marks[roll, word, other] != _0)
            links[slot] &= ~(clash << other)
            links[other] &= ~(clash << slot)
    for rank in range(_SHAPES):
        alike[roll, rank] &= ~(_1 << slot)
    alike[roll, ranks[placement]] |= _1 << slot


@compiled
def _presence(alike: Array, roll: Word, rest: Word) -> Word:
    found = _0
    for rank in range(_SHAPES):
        found |= np.uint64(rest & alike[roll, rank] != _0) << rank
    return found


@compiled
def _search(
    fits: Array,
    alike: Array,
    worths: Array,
    bounds: Any,
    roll: Word,
    rest: Word,
    size: Word,
    floor: Word,
    enough: Word,
    stack: Array,
) -> Word:
    """Return the most that *size* placements of *rest* gain, if more than *floor*; else that.

    The search ends when it has *enough*. The slots of what it found stand in stack[0, FOUND], 0 if
    it found nothing; *stack*, (5, 8), is room for it.
    """
    best, depth = floor, _0
    stack[0, FOUND] = _0
    stack[0, REST], stack[0, PRESENCE], stack[0, OPEN] = rest, _presence(alike, roll, rest), _0
    stack[0, SCORE], stack[0, CHOSEN] = _0, _0
    while True:
        if stack[depth, OPEN] == _0:  # on to the next shape
            presence = stack[depth, PRESENCE]
            if stack[depth, SCORE] + np.uint64(bounds[size - depth, presence]) <= best:
                if depth == _0:
                    break
                depth -= _1
                continue
            rank = trailing_zeros(presence)
            stack[depth, PRESENCE] = presence & presence - _1
            stack[depth, OPEN] = stack[depth, REST] & alike[roll, rank]
            stack[depth, REST] &= ~alike[roll, rank]
            stack[depth, WORTH] = worths[rank]
        slot = trailing_zeros(stack[depth, OPEN])
        stack[depth, OPEN] &= stack[depth, OPEN] - _1
        gained = stack[depth, SCORE] + stack[depth, WORTH]
        taken = stack[depth, CHOSEN] | _1 << slot
        if gained > best:
            best, stack[0, FOUND] = gained, taken
            if best >= enough:
                break
        if depth + _1 < size:
            inner = stack[depth, REST] & fits[roll, slot]
            presence = _presence(alike, roll, inner)
            if gained + np.uint64(bounds[size - depth - _1, presence]) > best:
                depth += _1
                stack[depth, REST], stack[depth, PRESENCE] = inner, presence
                stack[depth, OPEN] = _0
                stack[depth, SCORE], stack[depth, CHOSEN] = gained, taken
    return best


@compiled
def _propose(ground: Ground, standing: Standing, wish: Wish, rng: Array, trial: _Trial) -> Word:
    """Think of a step that obeys the wishes; return how many cells it changes, 0 if it does not."""
    count = _think(ground, standing.card, rng, trial)
    if count == _0 or (wish.even[0] and not _evens(standing, trial, count)):
        return _0
    if wish.most_touching[0] or wish.no_blocks[0] or wish.every_line[0]:
        _write(ground, standing, trial, count)
        obeyed = _obeys(ground, standing, wish, trial, count)
        _write(ground, standing, trial, count)
        if not obeyed:
            return _0
    return count


@compiled
def _think(ground: Ground, card: Array, rng: Array, trial: _Trial) -> Word:
    """Think of any step; return how many cells it changes, 0 if it changes nothing."""
    cells, symbols = np.uint64(len(card)), ground.symbols[0]
    images, renamings = ground.images, ground.renamings
    order = np.uint64(images.shape[1])
    one, count = _below(rng, cells), order
    if _below(rng, _4):  # one cell changes half as much as two, and is taken more often
        other, symbol = one, _below(rng, symbols)
    else:
        other = _below(rng, cells)
        symbol, count = card[other], _2 * order
    if symbol == card[one]:
        return _0
    # A cell that is its own image keeps its symbol: there is but one that is renamed to itself.
    if order > _1 and (images[one, 1] == one or images[other, 1] == other):
        return _0
    for number in range(order):
        trial.cells[number], trial.symbols[number] = images[one, number], renamings[number, symbol]
        if count > order:
            if images[one, number] == other:
                return _0
            trial.cells[order + number] = images[other, number]
            trial.symbols[order + number] = renamings[number, card[one]]
    return count


@compiled
def _evens(standing: Standing, trial: _Trial, count: Word) -> bool:
    """Return whether the step leaves symbol counts that are equal to within one."""
    card, counts = standing.card, standing.counts
    for number in range(count):
        counts[card[trial.cells[number]]] -= _1
        counts[trial.symbols[number]] += _1
    least, most = counts.min(), counts.max()
    for number in range(count):
        counts[card[trial.cells[number]]] += _1
        counts[trial.symbols[number]] -= _1
    return bool(least + _1 >= most)


@compiled
def _write(ground: Ground, standing: Standing, trial: _Trial, count: Word) -> None:
    """Give the cells of *trial* their symbols; done twice, they have what they had."""
    rows, cols = ground.rows[0], np.uint64(len(standing.card)) // ground.rows[0]
    for number in range(count):
        cell, symbol = trial.cells[number], trial.symbols[number]
        old = standing.card[cell]
        for line in (cell // cols, rows + cell % cols):
            standing.lines[line, old] -= _1
            standing.lines[line, symbol] += _1
        standing.counts[old] -= _1
        standing.counts[symbol] += _1
        standing.card[cell], trial.symbols[number] = symbol, old


@compiled
def _obeys(ground: Ground, standing: Standing, wish: Wish, trial: _Trial, count: Word) -> bool:
    """Return whether the card, as the step left it, has no fault at the cells of *trial*."""
    rows, cols = ground.rows[0], np.uint64(len(standing.card)) // ground.rows[0]
    for number in range(count):
        cell, old = trial.cells[number], trial.symbols[number]
        row, col = cell // cols, cell % cols
        if wish.every_line[0] and (
            standing.lines[row, old] == _0 or standing.lines[rows + col, old] == _0
        ):
            return False
        if wish.no_blocks[0] and _in_block(standing.card, rows, cols, row, col):
            return False
        if wish.most_touching[0] and _patch(standing.card, cols, cell) > wish.most_touching[0]:
            return False
    return True


@compiled
def _in_block(card: Array, rows: Word, cols: Word, row: Word, col: Word) -> bool:
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


@compiled
def _patch(card: Array, cols: Word, cell: Word) -> Word:
    """Return the size of the patch of one symbol that *cell* lies in."""
    cells = np.uint64(len(card))
    patch, seen = np.empty(cells, np.uint64), np.zeros(cells, np.uint64)
    patch[0], seen[cell] = cell, _1
    done, size = _0, _1
    while done < size:
        at = patch[done]
        done += _1
        for side in range(_4):
            if side == _0:
                there, inside = at - cols, at >= cols
            elif side == _1:
                there, inside = at + cols, at + cols < cells
            elif side == _2:
                there, inside = at - _1, at % cols > _0
            else:
                there, inside = at + _1, at % cols + _1 < cols
            if inside and not seen[there] and card[there] == card[cell]:
                seen[there] = _1
                patch[size] = there
                size += _1
    return size


@compiled
def _judge(
    ground: Ground,
    price: Price,
    wish: Wish,
    standing: Standing,
    trial: _Trial,
    count: Word,
    most: np.int64,
    stack: Array,
) -> np.int64:
    """Return what the step costs more, and take it; if more than *most*, take it back."""
    moved, touched = _gather(ground, price, standing, trial, count)
    more, done = _update(ground, price, standing, trial, touched, most, stack)
    if more <= most and not (wish.no_dead_cell[0] and _kills(ground, standing, trial, moved)):
        _write(ground, standing, trial, count)
        _settle(ground, standing, trial, moved)
    else:
        more = max(more, most + np.int64(1))
        for position in range(done):
            roll = trial.rolls[trial.order[position]]
            standing.optimum[roll] = trial.optimum[roll]
            standing.witness[roll] = trial.witness[roll]
            standing.active[roll] = trial.active[roll]
    for number in range(touched):
        roll = trial.rolls[number]
        trial.seen[roll], trial.lost[roll], trial.first[roll] = _0, _0, _NONE
    return more


@compiled
def _gather(
    ground: Ground, price: Price, standing: Standing, trial: _Trial, count: Word
) -> tuple[Word, Word]:
    """Find the placements that move to other rolls, and the rolls; return how many of each."""
    keys, numbers, shift = ground.rolls.keys, ground.rolls.numbers, ground.rolls.shift[0]
    none, marks, through = ground.rolls.total[0], ground.layout.marks, ground.through
    signatures, roll_of, slot_of = standing.signatures, standing.roll_of, standing.slot_of
    rolls, seen, lost, first = trial.rolls, trial.seen, trial.lost, trial.first
    following, moves, new_rolls = trial.following, trial.moved, trial.roll_of
    moved, touched = _0, _0
    for number in range(count):
        cell = trial.cells[number]
        for at in range(ground.starts[cell], ground.starts[cell + _1]):
            placement = through[at]
            change, first_met = _0, True
            for other in range(count):
                there = trial.cells[other]
                if marks[placement, there >> _6] >> (there & _63) & _1:
                    first_met = first_met and other >= number
                    change += _1 << _2 * trial.symbols[other]
                    change -= _1 << _2 * standing.card[there]
            if change == _0 or not first_met:
                continue
            old = roll_of[placement]
            new = _roll(keys, numbers, shift, none, signatures[placement] + change)
            new_rolls[placement] = new
            moves[moved] = placement
            moved += _1
            if old < none:
                lost[old] |= _1 << slot_of[placement]
                if not seen[old]:
                    seen[old] = _1
                    rolls[touched] = old
                    touched += _1
            if new < none:
                following[placement] = first[new]
                first[new] = placement
                if not seen[new]:
                    seen[new] = _1
                    rolls[touched] = new
                    touched += _1
    _sort(price, standing, trial, touched)
    return moved, touched


@compiled
def _sort(price: Price, standing: Standing, trial: _Trial, touched: Word) -> None:
    """Order the rolls: those that can only get worse go first, and of them those that will."""
    kinds = np.zeros(4, np.uint64)
    for number in range(touched):
        roll = trial.rolls[number]
        optimum, gain = standing.optimum[roll], np.int64(0)
        hit = standing.witness[roll] & trial.lost[roll] != _0
        high = np.int64(optimum) * price.scale[0] > price.aims[roll]
        if (hit and high) or (trial.first[roll] != _NONE and not high):
            gain = cost(price, roll, optimum) - price.least[roll]
        trial.gains[number] = gain
        kind = _2 if gain else _1 - np.uint64(hit and trial.first[roll] == _NONE)
        trial.seen[roll] = kind + _1
        kinds[kind + _1] += _1
    kinds[2] += kinds[1]
    for number in range(touched):
        kind = trial.seen[trial.rolls[number]] - _1
        trial.order[kinds[kind]] = number
        kinds[kind] += _1


@compiled
def _update(
    ground: Ground,
    price: Price,
    standing: Standing,
    trial: _Trial,
    touched: Word,
    most: np.int64,
    stack: Array,
) -> tuple[np.int64, Word]:
    """Find the optima of the rolls after the step, until it is sure to cost more than *most*.

    Return what it costs more, and how many of the rolls were searched.
    """
    fits, alike, marks = standing.fits, standing.alike, standing.marks
    worths, bounds, masks, ranks = ground.worths, ground.bounds, ground.layout.marks, ground.ranks
    open_ = np.int64(0)  # what the rolls still to be searched may win
    for number in range(touched):
        open_ += trial.gains[number]
    more, done = np.int64(0), _0
    while done < touched and more - open_ <= most:
        number = trial.order[done]
        done += _1
        roll = trial.rolls[number]
        open_ -= trial.gains[number]
        before, used, witness = (
            standing.optimum[roll],
            standing.active[roll],
            standing.witness[roll],
        )
        trial.optimum[roll], trial.witness[roll], trial.active[roll] = before, witness, used
        best, rest = before, used & ~trial.lost[roll]
        if witness & trial.lost[roll]:
            best = _search(fits, alike, worths, bounds, roll, rest, _5, before - _1, before, stack)
            if best < before:
                best = _search(fits, alike, worths, bounds, roll, rest, _5, _0, before - _1, stack)
            witness = stack[0, FOUND]
        placement = trial.first[roll]
        while placement != _NONE:
            if used == _ALL:  # no slot is left: the step is not taken
                return most + np.int64(1), done
            slot = trial.slot_of[placement] = trailing_zeros(~used)
            used |= _1 << slot
            _insert(masks, ranks, marks, fits, alike, roll, placement, slot)
            worth = worths[ranks[placement]]
            floor = best - worth if best > worth else _0
            inner = rest & fits[roll, slot]
            gained = _search(fits, alike, worths, bounds, roll, inner, _4, floor, _ALL, stack)
            if worth + gained > best:
                best, witness = worth + gained, stack[0, FOUND] | _1 << slot
            rest |= _1 << slot
            placement = trial.following[placement]
        standing.optimum[roll], standing.witness[roll], standing.active[roll] = best, witness, rest
        more += cost(price, roll, best) - cost(price, roll, before)
    return more, done


@compiled
def _kills(ground: Ground, standing: Standing, trial: _Trial, moved: Word) -> bool:
    """Return whether the step leaves a cell without a placement of a legal roll."""
    _enliven(ground, standing, trial, moved, _1)
    dead = _some_dead(ground, standing.lively)
    _enliven(ground, standing, trial, moved, _ALL)
    return dead


@compiled
def _some_dead(ground: Ground, lively: Array) -> bool:
    """Return whether a cell and all its images are without a placement of the rolls."""
    for cell in range(np.uint64(len(lively))):
        alive = _0
        for number in range(np.uint64(ground.images.shape[1])):
            alive += lively[ground.images[cell, number]]
        if alive == _0:
            return True
    return False


@compiled
def _enliven(ground: Ground, standing: Standing, trial: _Trial, moved: Word, sign: Word) -> None:
    """Count the placements through the cells anew; with *sign* -1 as before."""
    none = ground.rolls.total[0]
    for at in range(moved):
        placement = trial.moved[at]
        change = np.uint64(trial.roll_of[placement] < none) * sign
        change -= np.uint64(standing.roll_of[placement] < none) * sign
        if change:
            for number in range(_5):
                standing.lively[ground.layout.cells[placement, number]] += change


@compiled
def _settle(ground: Ground, standing: Standing, trial: _Trial, moved: Word) -> None:
    """Keep what a step that is taken changes in the placements; its symbols are written."""
    _enliven(ground, standing, trial, moved, _1)
    for at in range(moved):
        placement = trial.moved[at]
        standing.roll_of[placement] = trial.roll_of[placement]
        standing.slot_of[placement] = trial.slot_of[placement]
        signature = _0
        for number in range(_5):
            signature += _1 << _2 * standing.card[ground.layout.cells[placement, number]]
        standing.signatures[placement] = signature


@compiled
def cost(price: Price, roll: Word, optimum: Word) -> np.int64:
    """Return what a *roll* of this *optimum* costs."""
    off = abs(np.int64(optimum) * price.scale[0] - price.aims[roll])
    beyond = 4 * max(off - price.reach[0], 0)
    extra = price.dud[0] if optimum == _0 else 0
    found: np.int64 = price.ways[roll] * (off * off + beyond * beyond + extra)
    return found


@compiled
def price_of(ground: Ground, price: Price, card: Array) -> np.int64:
    """Return what *card*, (cells,), costs, by its survey."""
    found, total = optima(ground, card), np.int64(0)
    for roll in range(ground.rolls.total[0]):
        total += cost(price, np.uint64(roll), found[roll])
    return total


@compiled
def optima(ground: Ground, card: Array) -> Array:
    """Return, (R,), the optima of the rolls on *card*, (cells,), by its survey."""
    figures = np.empty((1, ground.rolls.total[0], 5), np.uint64)
    survey(card.reshape((1, len(card))), ground.layout, ground.rolls, _0, figures)
    found: Array = figures[0, :, 2].copy()
    return found


@compiled
def _judge_whole(
    ground: Ground,
    price: Price,
    wish: Wish,
    standing: Standing,
    trial: _Trial,
    count: Word,
    most: np.int64,
    energy: np.int64,
) -> np.int64:
    """Do as `_judge`, by a survey of the whole card: a roll has more placements than slots."""
    _write(ground, standing, trial, count)
    more = price_of(ground, price, standing.card) - energy
    if more <= most and wish.no_dead_cell[0] and has_dead_cell(ground, standing.card):
        more = most + np.int64(1)
    if more > most:
        _write(ground, standing, trial, count)
    return more


@compiled
def has_dead_cell(ground: Ground, card: Array) -> bool:
    """Return whether through some cell of *card* there is no placement of a legal roll."""
    lively, rolls = np.zeros(len(card), np.uint64), ground.rolls
    for placement in range(np.uint64(len(ground.ranks))):
        signature = _0
        for number in range(_5):
            signature += _1 << _2 * card[ground.layout.cells[placement, number]]
        roll = _roll(rolls.keys, rolls.numbers, rolls.shift[0], rolls.total[0], signature)
        if roll < rolls.total[0]:
            for number in range(_5):
                lively[ground.layout.cells[placement, number]] = _1
    return _some_dead(ground, lively)
