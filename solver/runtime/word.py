"""Words of 64 bits in kernels: their bits, and random numbers (splitmix64)."""

from solver.runtime.arrays import np
from solver.runtime.kernel import Words, borrowing, compiled

# splitmix64: Steele, Lea and Flood, OOPSLA 2014
GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)  # what a generator of words adds at each step
_MULTIPLIER_1, MULTIPLIER_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_11, _27, _30, _31, _32 = (np.uint64(bits) for bits in (11, 27, 30, 31, 32))
_2_TO_MINUS_53 = 2.0**-53
_ALL_BITS = np.uint64(2**64 - 1)  # to wrap around where words are numbers of Python


def trailing_zeros(word: np.uint64) -> np.uint64:
    """Return the position of the lowest bit set in *word*, which is not 0: one instruction."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1)


def ones(word: np.uint64) -> np.uint64:
    """Return how many bits of *word* are set: one instruction."""
    return np.uint64(int(word).bit_count())


@compiled
def splitmix64(word: np.uint64) -> np.uint64:
    """Return *word* with its bits mixed; different words stay different."""
    word &= _ALL_BITS
    word = (word ^ (word >> _30)) * _MULTIPLIER_1 & _ALL_BITS
    word = (word ^ (word >> _27)) * MULTIPLIER_2 & _ALL_BITS
    return word ^ (word >> _31)


@borrowing
def random_word(seed: Words) -> np.uint64:
    """Return a random word, and advance *seed* (1,)."""
    seed[0] = seed[0] + GOLDEN_GAMMA & _ALL_BITS
    return splitmix64(seed[0])


@borrowing
def below(seed: Words, limit: int) -> int:
    """Return a random number from 0 to *limit* - 1, at most 2 ** 32, and advance *seed* (1,)."""
    return int(np.int64(((random_word(seed) >> _32) * np.uint64(limit)) >> _32))


@borrowing
def uniform(seed: Words) -> float:
    """Return a random number above 0, at most 1, and advance *seed* (1,)."""
    return (np.float64(random_word(seed) >> _11) + 1.0) * _2_TO_MINUS_53
