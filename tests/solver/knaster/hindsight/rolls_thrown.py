"""Rolls to plan for, thrown with a seed."""

import random


def thrown(count: int, seed: int) -> tuple[int, ...]:
    """Return *count* sums of two dice, the same for the same *seed*."""
    rng = random.Random(seed)
    return tuple(rng.randint(1, 6) + rng.randint(1, 6) for _ in range(count))
