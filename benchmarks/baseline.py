"""Statistics of random 10x10 cards, from which the limits of a fair card were chosen.

    python benchmarks/baseline.py

Each card has every symbol on 16 or 17 cells. Prints the table of the documentation: over 2000 cards
the mean of each figure and its tenth, half and nine-tenths quantiles; and how many cards are fair.
"""

import random
from math import sqrt

import numpy as np
from figures import random_card

from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.fairness.card_fairness import FairnessLimits
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import survey_many

CARDS = 2000
SYMBOLS = "ABCDEF"


def main() -> None:
    """Print the baseline."""
    rng = random.Random(2026)
    cards = [random_card(rng) for _ in range(CARDS)]
    all_rolls = list(rolls(SYMBOLS))
    weights = np.array([ways(roll) for roll in all_rolls], float)
    weights /= weights.sum()
    optima = survey_many(cards, default_points(), max_counted=0)[:, :, 2].astype(float)
    mean = optima @ weights
    variance = optima**2 @ weights - mean**2
    holding = np.array([[symbol in roll.symbols for roll in all_rolls] for symbol in SYMBOLS])
    shares = (holding * weights).T
    by_symbol = optima @ shares / shares.sum(axis=0)
    gap = by_symbol.max(axis=1) - by_symbol.min(axis=1)
    figures = {
        "standard deviation": np.sqrt(variance),
        "mean best score": mean,
        "mean over rolls": optima.mean(axis=1),
        "lowest best score": optima.min(axis=1),
        "chance of a dud": (optima == 0) @ weights,
        "gap between symbols": gap,
    }
    print(f"{'':<20}  mean   1/10    1/2   9/10")
    for name, values in figures.items():
        quantiles = "  ".join(f"{value:5.3f}" for value in np.quantile(values, [0.1, 0.5, 0.9]))
        print(f"{name:<20} {values.mean():6.3f}  {quantiles}")
    limits = FairnessLimits()
    assert limits.max_sd is not None
    assert limits.min_mean is not None
    assert limits.max_symbol_gap is not None
    kept = (
        (variance <= float(limits.max_sd) ** 2)
        & (mean >= float(limits.min_mean))
        & (optima.min(axis=1) > 0)
        & (gap <= float(limits.max_symbol_gap))
    )
    error = sqrt(kept.mean() * (1 - kept.mean()) / CARDS)
    print(f"{kept.mean():.3f} +- {error:.3f} of the cards keep every limit")


if __name__ == "__main__":
    main()
