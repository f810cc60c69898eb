"""Statistics of random cards, from which the limits of a fair card of each size are taken.

    python benchmarks/baseline.py

Prints the table of the documentation: over 2000 random 10x10 cards of six symbols the mean of each
figure and its tenth, half and nine-tenths quantiles; and how many cards are fair.

    python benchmarks/baseline.py 6x6 6

Prints the line of that size and number of symbols in ``data/fair_limits.txt``.

    python benchmarks/baseline.py --write

Writes that file anew, in some ten minutes. Its limits lie where those of 10x10 cards with six
symbols lie among random cards of their size: a tenth of the cards keep that of the standard
deviation, nine tenths that of the mean and nine tenths that of the gap between symbols, half of
them that of the chance of a dud and half that of the lowest best score. A size has limits if most
random cards have a packing for three throws in four or more.
"""

import random
import sys
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import ceil, floor
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

import numpy as np
from figures import random_card

from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import survey_many

CARDS, SEED = 2000, 2026
SIDES, SYMBOLS = range(4, 15), range(3, 9)
MOST_DUDS = 0.25  # of the throws, on the median card
FILE = Path(__file__).resolve().parents[1] / "data" / "fair_limits.txt"
HEAD = """\
# What a fair card keeps, by its size (a 6x5 card counts as 5x6) and the number of symbols on its
# dice, as `python benchmarks/baseline.py --write` took it from 2000 random cards of each size;
# docs/fairness.md says how. The last column is the share of these cards that keep all of it.
"""

Array = np.ndarray[Any, np.dtype[np.float64]]


class Figures(NamedTuple):
    """The measures of many cards, an array each."""

    sd: Array
    mean: Array
    mean_over_rolls: Array
    lowest: Array
    dud_chance: Array
    symbol_gap: Array

    def share_that_keeps(self, limits: "Limits") -> float:
        """Return the share of the cards that keep *limits*."""
        kept = (
            (self.sd <= limits.max_sd + 1e-9)
            & (self.mean >= limits.min_mean - 1e-9)
            & (self.lowest >= limits.min_optimum)
            & (self.dud_chance <= limits.max_dud_chance + 1e-9)
            & (self.symbol_gap <= limits.max_symbol_gap + 1e-9)
        )
        return float(kept.mean())


class Limits(NamedTuple):
    """The limits of one size, in the order of the file."""

    max_sd: float
    min_mean: float
    min_optimum: int
    max_dud_chance: float
    max_symbol_gap: float

    @classmethod
    def of_figures(cls, figures: Figures) -> "Limits":
        """Return the limits that lie at the quantiles, rounded so that those on them keep them."""
        return cls(
            _up(np.quantile(figures.sd, 0.1, method="higher"), 100),
            _down(np.quantile(figures.mean, 0.1, method="lower"), 100),
            int(np.quantile(figures.lowest, 0.5, method="lower")),
            _up(np.quantile(figures.dud_chance, 0.5, method="higher"), 1000),
            _up(np.quantile(figures.symbol_gap, 0.9, method="higher"), 100),
        )


# The first limits that there were, rounded by hand; of the cards, they are where the others are.
CHOSEN = {(10, 10, 6): Limits(3.75, 10.8, 1, 0.0, 1.75)}


def main() -> None:
    """Print the baseline, or the line of one size, or write the file."""
    match sys.argv[1:]:
        case []:
            _print_table(measure(10, 10, 6))
        case ["--write"]:
            heads = ("size", "symbols", *Limits._fields, "share")
            lines = [f"{heads[0]:<5}  " + "  ".join(heads[1:]), *filter(None, _all_lines())]
            FILE.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
        case [size, symbols]:
            rows, cols = sorted(map(int, size.split("x")))
            print(_line(rows, cols, int(symbols)) or "no limits")
        case _:
            sys.exit(__doc__)


def measure(rows: int, cols: int, symbols: int) -> Figures:
    """Return the measures of random cards of *rows* x *cols* cells that show as many *symbols*."""
    rng, letters = random.Random(SEED), ascii_uppercase[:symbols]
    cards = [random_card(rng, rows, cols, letters) for _ in range(CARDS)]
    all_rolls = list(rolls(letters))
    weights = np.array([ways(roll) for roll in all_rolls], float)
    weights /= weights.sum()
    optima = survey_many(cards, default_points(), symbols=letters, max_counted=0)
    scores = optima[:, :, 2].astype(float)
    mean = scores @ weights
    variance = np.maximum((scores**2 @ weights - mean**2).round(9), 0)  # no noise where it is 0
    holding = np.array([[symbol in roll.symbols for roll in all_rolls] for symbol in letters])
    shares = (holding * weights).T
    by_symbol = scores @ shares / shares.sum(axis=0)
    return Figures(
        np.sqrt(variance),
        mean,
        scores.mean(axis=1),
        scores.min(axis=1),
        (scores == 0) @ weights,
        by_symbol.max(axis=1) - by_symbol.min(axis=1),
    )


def _all_lines() -> Iterator[str | None]:
    for rows, cols in combinations_with_replacement(SIDES, 2):
        for symbols in SYMBOLS:
            line = _line(rows, cols, symbols)
            print(f"{rows}x{cols}, {symbols} symbols: {line}", flush=True)
            yield line


def _line(rows: int, cols: int, symbols: int) -> str | None:
    """Return the line of a size in the file; None if it has no limits."""
    figures = measure(rows, cols, symbols)
    if np.median(figures.dud_chance) > MOST_DUDS:
        return None
    limits = CHOSEN.get((rows, cols, symbols)) or Limits.of_figures(figures)
    share = figures.share_that_keeps(limits)
    max_sd, min_mean, min_optimum, max_dud_chance, max_symbol_gap = limits
    return (
        f"{f'{rows}x{cols}':<5}  {symbols:>7}  {max_sd:>6.2f}  {min_mean:>8.2f}  {min_optimum:>11}"
        f"  {max_dud_chance:>14.3f}  {max_symbol_gap:>14.2f}  {share:>5.3f}"
    )


def _print_table(figures: Figures) -> None:
    names = {
        "standard deviation": figures.sd,
        "mean best score": figures.mean,
        "mean over rolls": figures.mean_over_rolls,
        "lowest best score": figures.lowest,
        "chance of a dud": figures.dud_chance,
        "gap between symbols": figures.symbol_gap,
    }
    print(f"{'':<20}  mean   1/10    1/2   9/10")
    for name, values in names.items():
        quantiles = "  ".join(f"{value:5.3f}" for value in np.quantile(values, [0.1, 0.5, 0.9]))
        print(f"{name:<20} {values.mean():6.3f}  {quantiles}")
    share = figures.share_that_keeps(CHOSEN[10, 10, 6])
    error = (share * (1 - share) / CARDS) ** 0.5
    print(f"{share:.3f} +- {error:.3f} of the cards keep every limit")


def _up(value: float, parts: int) -> float:
    return ceil(value * parts - 1e-9) / parts


def _down(value: float, parts: int) -> float:
    return floor(value * parts + 1e-9) / parts


if __name__ == "__main__":
    main()
