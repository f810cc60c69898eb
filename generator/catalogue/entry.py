"""What a catalogue keeps of a card: the statistics of its optimum, and how it was found.

An entry holds the values, a row the same in plain text and numbers, as it stands in the file. No
time stands in a row: the same search makes the same row. A file may have been damaged, or changed
by a person, so nothing is taken from a row that penta does not write like that.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from math import isfinite, sqrt
from string import ascii_uppercase
from typing import Any, NamedTuple

from generator.spec import USUAL_PEOPLE, number_text
from solver import VERSION
from solver.errors import CatalogueError, PointsError, quoted, shortened
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.likeness import canonical_form
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import Survey

# Rows with these values in common are about the same card, with the same tiles and dice.
KEY = ("canonical", "points", "symbols")

# The columns that only the search itself could confirm: how the card was found.
UNCHECKED = ("version", "seed", "options")

# The columns that tell of a search: the card as it came out of it, and how it was found.
FOUND = ("card", "dice", *UNCHECKED)

# The columns that tell what is proved.
CLAIMED = ("status", "proof")

# The columns that tell how people do, which catalogues of before penta 0.2.0 do not have.
PEOPLE = ("people_skill", "people_mean", "people_sd")
PEOPLE_DECIMALS = 4  # the same on every machine

# Digits that a number of a row may have: the variance of scores up to 5,000,000 over the throws of
# dice with 26 symbols takes 28. Python would take minutes for a number like 1e9999999.
_NUMBER = re.compile(r"-?\d{1,40}", re.ASCII)
_FRACTION = re.compile(r"\d{1,40}(/\d{1,40})?", re.ASCII)
_SKILL = re.compile(r"0\.\d{1,4}", re.ASCII)
_VERSION = re.compile(r"\d{1,9}(\.\d{1,9}){1,3}[a-z0-9.+]{0,20}", re.ASCII)


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

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)


class PeopleStatistics(NamedTuple):
    """The expected points of people of one *skill*: mean and sd over all legal throws, rounded.

    They are None on a card with so many placements that the model is not exact.
    """

    skill: Fraction
    mean: Fraction | None
    sd: Fraction | None

    @classmethod
    def of(cls, survey: Survey, skill: Fraction = USUAL_PEOPLE) -> "PeopleStatistics":
        """Return those of people of this *skill* on the surveyed card."""
        people = CardPeople(survey, Skill.even(float(skill)))
        if not people.is_exact:
            return cls(skill, None, None)
        mean, sd = (round(Fraction(each), PEOPLE_DECIMALS) for each in (people.mean, people.sd))
        return cls(skill, mean, sd)

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as JSON."""
        skill, *figures = self
        mean, sd = (None if each is None else float(each) for each in figures)
        return {"skill": number_text(skill), "mean": mean, "sd": sd}


@dataclass(frozen=True, slots=True)
class Entry:
    """A *card* for tiles worth *points* and for *dice* with these symbols.

    *version* of penta, *seed* and *options* (of types that JSON can hold) tell how it was found.
    The *proof* of one that is proved is the claim that was proved. *people* is None if it was not
    measured how they do.
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
    people: PeopleStatistics | None = None

    def __post_init__(self) -> None:
        letters = set(self.dice) & set(ascii_uppercase)
        dice = "".join(sorted(letters | set(self.card.symbols)))
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
    people = PeopleStatistics.of(survey)
    return Entry(survey.card, survey.points, survey.symbols, statistics, VERSION, people=people)


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
    people_skill: str | None = None
    people_mean: float | None = None
    people_sd: float | None = None


def format_row(entry: Entry) -> CatalogueRow:
    """Return the row of *entry*, with the columns that are derived from it for queries."""
    mean, variance, least, greatest, duds = entry.statistics
    people = entry.people and entry.people.to_json()
    return CatalogueRow(
        canonical=str(canonical_form(entry.card)),
        points=entry.points.line,
        symbols=len(entry.dice),
        rows=entry.card.rows,
        cols=entry.card.cols,
        sd=entry.statistics.sd,
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
        **{f"people_{name}": value for name, value in (people or {}).items()},
    )


def make_row(values: Sequence[Any]) -> CatalogueRow:
    """Return the row of these *values* of a file, in which any column may have any value.

    Raises `CatalogueError` for a value of another type than penta writes.
    """
    # Rows of before, which benchmarks keep, have no columns of people.
    for (name, kind), value in zip(CatalogueRow.__annotations__.items(), values, strict=False):
        if not isinstance(value, kind) or (isinstance(value, float) and not isfinite(value)):
            raise CatalogueError(name, expected=_TYPE_NAMES[kind], found=quoted(value))
    return CatalogueRow(*values)


_TYPE_NAMES = {
    int: "a whole number",
    float: "a number",
    str: "text",
    str | None: "text or nothing",
    float | None: "a number or nothing",
}


def parse_row(row: CatalogueRow) -> Entry:
    """Return the entry of *row*; derived columns are neither needed nor checked.

    Raises `CatalogueError`, `CardError` or `PointsError` where another value is malformed.
    """
    try:
        mean = Fraction(_checked(row.exact_mean, _FRACTION))
        variance = Fraction(_checked(row.exact_variance, _FRACTION))
        seed = None if row.seed is None else int(_checked(row.seed, _NUMBER))
        options, status = _object(row.options), CardStatus(row.status)
        people = _people(row)
        json.dumps(options, allow_nan=False)  # a number of JSON may be too large to be one
    except (ArithmeticError, RecursionError, TypeError, ValueError) as error:
        found = shortened(str(error))
        raise CatalogueError("row", expected="values as penta writes them", found=found) from None
    if not _VERSION.fullmatch(row.version):
        expected = "a version of penta, such as 0.1.0"
        raise CatalogueError("version", expected=expected, found=quoted(row.version))
    points = Points.parse_line(row.points)
    if row.points != points.line:
        raise PointsError("points", expected=points.line, found=quoted(row.points))
    return Entry(
        Card.parse_id(row.card),
        points,
        row.dice,
        OptimumStatistics(mean, variance, row.least, row.greatest, row.duds),
        row.version,
        seed,
        options,
        status,
        row.proof,
        people,
    )


def _people(row: CatalogueRow) -> PeopleStatistics | None:
    skill, *figures = (getattr(row, name) for name in PEOPLE)
    if skill is None and figures == [None, None]:
        return None
    if (
        skill is None
        or figures.count(None) == 1
        or any(each is not None and each < 0 for each in figures)
    ):
        raise ValueError(quoted(f"{skill} {figures}"))
    mean, sd = (None if each is None else Fraction(str(each)) for each in figures)
    return PeopleStatistics(Fraction(_checked(skill, _SKILL)), mean, sd)


def _checked(text: str, form: re.Pattern[str]) -> str:
    if not form.fullmatch(text):
        raise ValueError(quoted(text))
    return text


def _object(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError(quoted(text))  # noqa: TRY004 - as for any other wrong text
    return value
