"""What is kept of a card: what it is worth, how it was found, and what is known of it.

entry    a card for some tiles and dice, with its figures
figures  the optimum over all legal throws: exact mean and variance, least, greatest; the duds
status   proved: none is better, in the sense that the proof says; otherwise best known
row      an entry in plain values, as it stands in a catalogue
key      canonical card, points and number of symbols of the dice: what makes two rows one

There is no time in a row: same search, same row.
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
from solver.penta_rush.card import Card, parse_card
from solver.penta_rush.dice import rolls
from solver.penta_rush.fairness.card_fairness import Fairness
from solver.penta_rush.fairness.isomorphism import canonical
from solver.penta_rush.points import Points

KEY = ("canonical", "points", "symbols")


class CardStatus(Enum):
    """What is known of a card."""

    PROVED = "proved"
    BEST_KNOWN = "best known"


class Figures(NamedTuple):
    """The *mean*, *variance*, *least* and *greatest* optimum, and the number of *duds*."""

    mean: Fraction
    variance: Fraction
    least: int
    greatest: int
    duds: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A *card* for tiles worth *points* and *dice* that bear these symbols, with its *figures*.

    It was found by this *version* of penta with *seed* and *options* (what JSON can hold). One
    that is proved has a *proof*: which claim was gone through to the end.
    """

    card: Card
    points: Points
    dice: str
    figures: Figures
    version: str
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    status: CardStatus = CardStatus.BEST_KNOWN
    proof: str = ""

    def __post_init__(self) -> None:
        dice = "".join(sorted(set(self.dice) | set(self.card.symbols)))
        if self.dice != dice or not any(True for _ in rolls(dice)):
            raise CatalogueError(
                "dice",
                expected=f"three symbols and more, sorted, those of the card ({dice}) among them",
                found=quoted(self.dice),
            )
        if bool(self.proof) != (self.status is CardStatus.PROVED):
            raise CatalogueError(
                "proof",
                expected="one where the status is proved, and none else",
                found=quoted(self.proof),
            )


def entry_of(
    fairness: Fairness,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    status: CardStatus = CardStatus.BEST_KNOWN,
    proof: str = "",
) -> Entry:
    """Return the entry of a card that was measured, as found by this version of penta."""
    survey, optimum = fairness.survey, fairness.optimum
    figures = Figures(
        optimum.mean, optimum.variance, optimum.least, optimum.greatest, len(fairness.duds)
    )
    return Entry(
        survey.card,
        survey.points,
        survey.symbols,
        figures,
        version("penta"),
        seed,
        options or {},
        status,
        proof,
    )


class Row(NamedTuple):
    """An entry in plain values: the key, the figures to sort by and exact, how it was found.

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


def row_of(entry: Entry) -> Row:
    """Return the row of *entry*; all that can be derived from it is."""
    mean, variance, least, greatest, duds = entry.figures
    return Row(
        canonical=str(canonical(entry.card)),
        points=format_values(entry.points),
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


def parse_row(row: Row) -> Entry:
    """Return the entry of *row*, which `row_of` gives back where nothing derived was changed.

    Raises `CatalogueError`, `CardError` or `PointsError` where a value is none that was written.
    """
    try:
        figures = Figures(
            Fraction(row.exact_mean),
            Fraction(row.exact_variance),
            row.least,
            row.greatest,
            row.duds,
        )
        seed = None if row.seed is None else int(row.seed)
        options, status = dict(json.loads(row.options)), CardStatus(row.status)
    except (ArithmeticError, RecursionError, TypeError, ValueError) as error:
        raise CatalogueError("row", expected="values as written", found=str(error)) from None
    card, points = parse_card(str(row.card)), parse_values(str(row.points))
    return Entry(
        card, points, str(row.dice), figures, row.version, seed, options, status, str(row.proof)
    )


def format_values(points: Points) -> str:
    """Return *points* on one line, ``F1 I4 ...``, in the order of the alphabet."""
    return " ".join(f"{shape}{points[shape]}" for shape in SHAPES)


def parse_values(text: str) -> Points:
    """Return the points in *text*, as `format_values` writes them; raise `PointsError` else."""
    if not re.fullmatch(" ".join(rf"{shape}\d{{1,7}}" for shape in SHAPES), text, re.ASCII):
        raise PointsError("points", expected="all twelve, F1 I4 ...", found=quoted(text))
    return Points(tuple(int(value[1:]) for value in text.split()))
