"""What a catalogue keeps of a card: the statistics of its optimum, and how it was found.

An entry holds the values, a row the same in plain text and numbers, as it stands in the file. No
time stands in a row: the same search makes the same row.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from importlib.metadata import version
from math import sqrt
from typing import Any, NamedTuple

from solver.errors import CatalogueError, PointsError, quoted
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.isomorphism import canonical_form
from solver.penta_rush.points import Points

# Rows with these values in common are about the same card, with the same tiles and dice.
KEY = ("canonical", "points", "symbols")


class CardStatus(Enum):
    """Proved: no card is better, in the sense that the proof says."""

    PROVED = "proved"
    BEST_KNOWN = "best known"


class OptimumStatistics(NamedTuple):
    """The optimum over all legal throws, mean and variance exact, and the number of dud rolls."""

    mean: Fraction
    variance: Fraction
    least: int
    greatest: int
    duds: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A *card* for tiles worth *points* and for *dice* with these symbols.

    *version* of penta, *seed* and *options* (of types that JSON can hold) tell how it was found.
    The *proof* of one that is proved is the claim that was proved.
    """

    card: Card
    points: Points
    dice: str
    statistics: OptimumStatistics
    version: str
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    status: CardStatus = CardStatus.BEST_KNOWN
    proof: str = ""

    def __post_init__(self) -> None:
        dice = "".join(sorted(set(self.dice) | set(self.card.symbols)))
        if self.dice != dice or not any(True for _ in rolls(dice)):
            expected = f"three or more symbols, sorted, with those of the card ({dice})"
            raise CatalogueError("dice", expected=expected, found=quoted(self.dice))
        if bool(self.proof) != (self.status is CardStatus.PROVED):
            expected = "one if the status is proved, and none otherwise"
            raise CatalogueError("proof", expected=expected, found=quoted(self.proof))


def make_entry(fairness: CardFairness) -> Entry:
    """Return the entry of a card that was measured by this version of penta."""
    survey, optimum = fairness.survey, fairness.optimum
    statistics = OptimumStatistics(
        optimum.mean, optimum.variance, optimum.least, optimum.greatest, len(fairness.duds)
    )
    return Entry(survey.card, survey.points, survey.symbols, statistics, version("penta"))


class CatalogueRow(NamedTuple):
    """An entry in plain values: its fields are the columns of the table, in this order.

    *canonical* and *card* are card ids; *points* are as in ``F1 I4 L1 ...``; *seed* is decimal or
    None, *options* JSON with sorted keys.
    """

    canonical: str
    points: str
    symbols: int
    rows: int
    cols: int
    sd: float
    mean: float
    least: int
    greatest: int
    duds: int
    status: str
    proof: str
    card: str
    dice: str
    exact_mean: str
    exact_variance: str
    version: str
    seed: str | None
    options: str


def format_row(entry: Entry) -> CatalogueRow:
    """Return the row of *entry*, with the columns that are derived from it for queries."""
    mean, variance, least, greatest, duds = entry.statistics
    return CatalogueRow(
        canonical=str(canonical_form(entry.card)),
        points=format_tile_values(entry.points),
        symbols=len(entry.dice),
        rows=entry.card.rows,
        cols=entry.card.cols,
        sd=sqrt(variance),
        mean=float(mean),
        least=least,
        greatest=greatest,
        duds=duds,
        status=entry.status.value,
        proof=entry.proof,
        card=str(entry.card),
        dice=entry.dice,
        exact_mean=str(mean),
        exact_variance=str(variance),
        version=entry.version,
        seed=None if entry.seed is None else str(entry.seed),
        options=json.dumps(dict(entry.options), sort_keys=True),
    )


def parse_row(row: CatalogueRow) -> Entry:
    """Return the entry of *row*; derived columns are neither needed nor checked.

    Raises `CatalogueError`, `CardError` or `PointsError` where another value is malformed.
    """
    try:
        mean, variance = Fraction(row.exact_mean), Fraction(row.exact_variance)
        seed = None if row.seed is None else int(row.seed)
        options, status = dict(json.loads(row.options)), CardStatus(row.status)
    except (ArithmeticError, RecursionError, TypeError, ValueError) as error:
        expected = "values as penta writes them"
        raise CatalogueError("row", expected=expected, found=str(error)) from None
    return Entry(
        Card.parse(str(row.card)),
        parse_tile_values(str(row.points)),
        str(row.dice),
        OptimumStatistics(mean, variance, row.least, row.greatest, row.duds),
        row.version,
        seed,
        options,
        status,
        str(row.proof),
    )


def format_tile_values(points: Points) -> str:
    """Return *points* on one line, ``F1 I4 ...``, in alphabetical order."""
    return " ".join(f"{shape}{points[shape]}" for shape in SHAPES)


def parse_tile_values(text: str) -> Points:
    """Return the points in *text*, as `format_tile_values` writes them, or raise `PointsError`."""
    if not re.fullmatch(" ".join(rf"{shape}\d{{1,7}}" for shape in SHAPES), text, re.ASCII):
        raise PointsError("points", expected="all twelve tiles, F1 I4 ...", found=quoted(text))
    return Points(tuple(int(value[1:]) for value in text.split()))
