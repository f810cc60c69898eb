"""The exact outcome of a round for a player who meets placements by chance, compiled.

Each placement is met at a moment that is exponentially distributed, and is outlined if it fits what
is outlined by then. So the outlines are a Markov chain whose states are packings: a placement that
fits joins at its rate. The chain is made one of equal steps (uniformization: Jensen, 1953): at each
moment of a Poisson process whose rate is the sum of all rates the player meets one placement, which
may be one that does not fit, or was met before. All terms are positive, and what is left out behind
the last step is less than TAIL.

states  packings of one size: a key, the placements that still fit, and for each step the chance to
        come to the state at that step. Those of four and five are so many that they are not kept:
        what each way to one of them adds is added at once
"""

from math import exp, log

import numpy as np

from solver.runtime.kernel import Array1, Array2, Ints, Words, compiled, inlined, kernel
from solver.runtime.word import GOLDEN_GAMMA, splitmix64, trailing_zeros, uniform

MAX_SHAPES = 5
MAX_KEPT = 3  # shapes of a state that is kept
TAIL = 1e-12
_MAX_STEPS = 1000
_0, _1 = np.uint64(0), np.uint64(1)
_KEY_BITS = np.uint64(12)  # of a placement in the key of a packing
_KEY_MASK = np.uint64(0xFFF)
_ALL = np.uint64(2**64 - 1)


@compiled
def _fill_tails(mean: float, tails: Array1[np.float64]) -> int:
    """Fill *tails*, by numbers of events, with the chances of that many or more; return how many.

    They end where the chance is less than TAIL.
    """
    chance, below = exp(-mean), 0.0
    for count in range(len(tails)):
        tails[count] = 1.0 - below
        if tails[count] < TAIL:
            return count
        below += chance
        chance *= mean / (count + 1)
    return len(tails) - 1


@compiled
def _with(key: np.uint64, placement: int) -> np.uint64:
    """Return the *key* of a packing with one *placement* more: their numbers plus 1, ascending."""
    added, low, shift = np.uint64(placement + 1), _0, _0
    while key & _KEY_MASK and (key & _KEY_MASK) < added:
        low |= (key & _KEY_MASK) << shift
        shift += _KEY_BITS
        key >>= _KEY_BITS
    return low | added << shift | key << (shift + _KEY_BITS)


@inlined
def _rate_of(free: Words, rates: Array1[np.float64]) -> float:
    """Return the rate at which one of the *free* placements, a bit set, is met."""
    rate = 0.0
    for word in range(len(free)):
        rest = free[word]
        while rest:
            rate += rates[(word << 6) + np.int64(trailing_zeros(rest))]
            rest &= rest - _1
    return rate


@kernel
def play_rounds(
    fits: Array2[np.uint64],  # (n, words)
    rates: Array1[np.float64],  # (n,)
    points: Ints,  # (n,)
    capacity: int,
    by_points: Array1[np.float64],
    by_size: Array1[np.float64],
) -> bool:
    """Fill in the chances of each number of points, and of each number of shapes.

    *fits* are bit sets of the placements, at most 4094, that may lie beside each. Returns whether
    at most *capacity* packings are of one size, up to three; else what is filled in is not whole.
    """
    count, words = fits.shape
    total = rates.sum()
    tails = np.zeros(_MAX_STEPS)
    steps = _fill_tails(total, tails)
    by_points[:] = 0.0
    by_size[:] = 0.0
    keys, next_keys = np.empty(capacity, np.uint64), np.empty(capacity, np.uint64)
    scores, next_scores = np.empty(capacity, np.int64), np.empty(capacity, np.int64)
    free, next_free = np.empty((capacity, words), np.uint64), np.empty((capacity, words), np.uint64)
    # The chance to come to each state at a step; of states that are not there, it is not set.
    chances, next_chances = np.empty((capacity, steps + 1)), np.empty((capacity, steps + 1))
    size_bits = 1
    while (1 << size_bits) < 2 * capacity:
        size_bits += 1
    table, shift = np.full(1 << size_bits, -1, np.int64), np.uint64(64 - size_bits)
    mask = (1 << size_bits) - 1
    at_step, rest_free = np.zeros(steps + 1), np.empty(words, np.uint64)
    states = 1
    chances[0, :] = 0.0
    chances[0, 0] = 1.0
    keys[0], scores[0], free[0, :] = _0, 0, _0
    for number in range(count):
        free[0, number >> 6] |= _1 << np.uint64(number & 63)
    for size in range(MAX_KEPT + 1):
        next_states = 0
        for state in range(states):
            stays = 1.0 - _rate_of(free[state], rates) / total
            here, ends = 0.0, 0.0
            for step in range(steps):
                here = here * stays + chances[state, step]
                at_step[step] = here / total
                ends += here * (tails[step] - tails[step + 1])
            by_points[scores[state]] += ends
            by_size[size] += ends
            for word in range(words):
                rest = free[state, word]
                while rest:
                    number = (word << 6) + int(np.int64(trailing_zeros(rest)))
                    rest &= rest - _1
                    score = scores[state] + points[number]
                    if size == MAX_KEPT:
                        for other in range(words):
                            rest_free[other] = free[state, other] & fits[number, other]
                        stays = 1.0 - _rate_of(rest_free, rates) / total
                        here, ends, leaves = 0.0, 0.0, 0.0
                        for step in range(1, steps):
                            here = here * stays + at_step[step - 1]
                            ends += here * (tails[step] - tails[step + 1])
                            leaves += here * tails[step + 1]
                        by_points[score] += ends * rates[number]
                        by_size[size + 1] += ends * rates[number]
                        leaves *= rates[number] / total
                        for other in range(words):
                            last = rest_free[other]
                            while last:
                                fifth = (other << 6) + np.int64(trailing_zeros(last))
                                last &= last - _1
                                by_points[score + points[fifth]] += leaves * rates[fifth]
                                by_size[MAX_SHAPES] += leaves * rates[fifth]
                        continue
                    key = _with(keys[state], number)
                    at = int(np.int64((key * GOLDEN_GAMMA) >> shift))
                    while table[at] >= 0 and next_keys[table[at]] != key:
                        at = (at + 1) & mask
                    target = table[at]
                    if target < 0:
                        if next_states == capacity:
                            return False
                        target = next_states
                        table[at] = target
                        next_states += 1
                        next_keys[target] = key
                        next_scores[target] = score
                        for other in range(words):
                            next_free[target, other] = free[state, other] & fits[number, other]
                        next_chances[target, :] = 0.0
                    for step in range(steps):
                        next_chances[target, step + 1] += at_step[step] * rates[number]
        keys, next_keys = next_keys, keys
        scores, next_scores = next_scores, scores
        free, next_free = next_free, free
        chances, next_chances = next_chances, chances
        states = next_states
        table[:] = -1
    return True


@kernel
def simulate_rounds(
    fits: Array2[np.uint64],  # (n, words)
    rates: Array1[np.float64],  # (n,)
    points: Ints,  # (n,)
    rounds: int,
    seed: np.uint64,
    by_points: Array1[np.float64],
    by_size: Array1[np.float64],
) -> None:
    """Fill in the shares of *rounds* with each number of points, and with each number of shapes.

    A placement of one number has the same luck in one round, whatever its rate.
    """
    count, words = fits.shape
    by_points[:] = 0.0
    by_size[:] = 0.0
    moments, free, luck = np.empty(count), np.empty(words, np.uint64), np.empty(1, np.uint64)
    for played in range(rounds):
        luck[0] = splitmix64(seed + np.uint64(played) * GOLDEN_GAMMA)
        for number in range(count):
            moments[number] = -log(uniform(luck))  # in units of its rate
        free[:] = _ALL
        size, score, first = 0, 0, 0
        while first >= 0 and size < MAX_SHAPES:
            first, soonest = -1, 1.0
            for number in range(count):
                is_free = free[number >> 6] >> np.uint64(number & 63) & _1
                if is_free and moments[number] < soonest * rates[number]:
                    first, soonest = number, moments[number] / rates[number]
            if first >= 0:
                size += 1
                score += points[first]
                for other in range(words):
                    free[other] &= fits[first, other]
        by_points[score] += 1.0
        by_size[size] += 1.0
    for score in range(len(by_points)):
        by_points[score] /= rounds
    for size in range(len(by_size)):
        by_size[size] /= rounds
