"""The spec of a card or a set: every option that it depends on, and the command that repeats it."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from string import ascii_uppercase
from typing import Annotated, Any, Literal

from generator.constraints import LayoutConstraints
from solver import VERSION
from solver.errors import CardError, PentaError, quoted
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import MAX_SIDE
from solver.penta_rush.fairness.set_fairness import MAX_CARDS, MIN_CARDS
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.rules import most_points
from solver.penta_rush.symbol_name import normalized_name
from solver.question import Count, Decimals, Limit, Seed, Within, check_fields, question

_DECIMALS = 4
# Written into files as it is typed, so that the command that they hold makes the same card.
Number = Annotated[Fraction | int, Within(0, 10**6), Decimals(_DECIMALS)]
Chance = Annotated[Fraction | int, Within(0, 1), Decimals(_DECIMALS)]
Side = Annotated[int, Within(1, MAX_SIDE)]


@dataclass(frozen=True)
class CardSetSpec:
    """A set of *cards*, searched together or, without *search*, made of one card by symmetry.

    Two cards differ in *min_differing_cells* at least, as they lie or also *turned* as players
    around a table see them; 0 cells stand for the usual share of them. In a search,
    *target_weight* is how much the target counts beside the other cards, and *place_tolerance* how
    far the chance of a place may be from even.
    """

    cards: Annotated[int, Within(MIN_CARDS, MAX_CARDS)] = MAX_CARDS
    search: bool = False
    target_weight: Number = Fraction(1, 5)
    place_tolerance: Number = Fraction(1, 100)
    min_differing_cells: Limit = 0
    turned: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
        for name in ("target_weight", "place_tolerance"):
            if not self.search and getattr(self, name) != getattr(CardSetSpec, name):
                raise PentaError(name, expected="the usual one without search", found="another")

    @property
    def options(self) -> dict[str, str]:
        """The options by which the set is asked for, under the names that files keep."""
        options = {"cards": str(self.cards), "method": "search" if self.search else "orbit"}
        if self.search:
            options |= {
                "pull": number_text(self.target_weight),
                "within": number_text(self.place_tolerance),
            }
        options["apart"] = str(self.min_differing_cells)
        return options | {"turned": ""} if self.turned else options


@dataclass(frozen=True, kw_only=True)
class GenerationSpec:
    """What is asked for: every option of `grey` and `white`, each as the command has it.

    What is None comes from the card *like* or from the checkpoint, or is chosen: the *target* after
    random cards, the "best" of all by short searches; the *steps* so that they take about
    *seconds*; the *seed* by chance. *points* are those of *like* or the default ones. *richness* is
    how far above random cards a target aims that is not given; *least_mean* goes with the best one.
    *people* is the chance with which players meet a placement in time for whom the card is to be
    flat before all; None for players who see everything. A new single card is scattered, unless
    *scatter* is false or its constraints name a symmetry; *any_symmetry* gives it the one that
    suits its size. *names* are those of the symbols: of *like*, unless they are given.
    """

    rows: Side | None = None
    cols: Side | None = None
    symbols: Annotated[int, Within(3, len(ascii_uppercase))] | None = None
    points: Points | None = None
    target: Number | Literal["best"] | None = None
    least_mean: Number | None = None
    richness: Annotated[Fraction | int, Within(-1000, 1000), Decimals(_DECIMALS)] = 0
    people: Chance | None = None
    constraints: LayoutConstraints = LayoutConstraints()  # noqa: RUF009 - it is frozen
    scatter: bool | None = None
    any_symmetry: bool = True
    like: Card | None = None
    names: Legend | None = None
    seed: Seed | None = None
    steps: Count | None = None
    seconds: Annotated[Fraction | int, Within(0)] | None = None
    population: Annotated[int, Within(1, 10_000)] = 8

    def __post_init__(self) -> None:
        check_fields(self)
        if self.target is not None and self.richness:
            raise PentaError("richness", expected="none beside a target", found=str(self.richness))
        if self.people is not None and not 0 < self.people < 1:
            expected, found = "a chance between 0 and 1", str(self.people)
            raise PentaError("people", expected=expected, found=found)
        if self.target == "best" and self.people is not None:
            raise PentaError("target", expected="a number, or none, for people", found="best")
        if self.least_mean is not None and self.target != "best":
            expected, found = "the target 'best' for a least mean", str(self.target)
            raise PentaError("target", expected=expected, found=found)
        if self.steps is not None and self.seconds is not None:
            raise PentaError("steps", expected="none beside seconds", found=str(self.steps))


@dataclass(frozen=True, kw_only=True)
class CompleteSpec:
    """A card of *rows* x *cols* for dice of *symbols* on which every roll has the optimum *target*.

    A *population* of replicas shares the *steps*; they start with *like* or with random cards, and
    the *seed* decides all that is random. For *people* who meet each placement with that chance, a
    card is flat before it is for perfect play. Equal specs make equal cards, whatever does the
    work.
    """

    target: Fraction
    steps: int
    seed: int
    rows: int = 10
    cols: int = 10
    symbols: str = ascii_uppercase[:6]
    points: Points = field(default_factory=default_points)
    constraints: LayoutConstraints = LayoutConstraints()  # noqa: RUF009 - it is frozen
    population: int = 8
    like: Card | None = None
    card_set: CardSetSpec | None = None
    legend: Legend = PLAIN_LEGEND
    people: Fraction | None = None

    @property
    def most_points(self) -> int:
        """The most that a roll can be worth."""
        return most_points(self.points)

    @property
    def options(self) -> dict[str, str]:
        """The options without the points, under the names that files keep."""
        options = {
            "rows": str(self.rows),
            "cols": str(self.cols),
            "symbols": str(len(self.symbols)),
            "target": number_text(self.target),
            **({} if self.people is None else {"for": f"people={number_text(self.people)}"}),
            **self.constraints.options,
            "islands": str(self.population),
            "steps": str(self.steps),
            "seed": str(self.seed),
        }
        if self.card_set is not None:
            options |= self.card_set.options
        if self.like is not None:
            options["like"] = str(self.like)
        if self.legend:
            options["names"] = ",".join(map(self.legend.name, self.symbols))
        return options

    def command_line(self) -> str:
        """Return the command that makes the card or the set again, without the points."""
        return command_line(self.options)

    def to_json(self) -> dict[str, Any]:
        """Return the spec as JSON, with the version that makes the card."""
        return {**self.options, "points": self.points.line, "penta": VERSION}


@question
def listed_names(text: str) -> Legend:
    """Return the legend in which A, B, C and so on have the names that *text* lists.

    >>> listed_names("red, sun, star").to_json()
    {'A': 'red', 'B': 'sun', 'C': 'star'}
    """
    names = [normalized_name(name.strip()) for name in text.split(",")]
    if len(names) > len(ascii_uppercase):
        expected = f"at most {len(ascii_uppercase)} names"
        raise CardError("--names", expected=expected, found=str(len(names)))
    return Legend.of(dict(zip(ascii_uppercase, names, strict=False)))


USUAL_PEOPLE = Fraction(1, 5)  # two shapes and four or five points a round


@question
def parsed_players(text: str | None) -> Fraction | None:
    """Return the chance in ``people=0.3``, that of *people*, or None for players who are perfect.

    >>> parsed_players("people"), parsed_players("people=0.3"), parsed_players("perfect")
    (Fraction(1, 5), Fraction(3, 10), None)
    """
    name, is_given, chance = (text or "perfect").replace(" ", "").lower().partition("=")
    if name == "perfect" and not is_given:
        return None
    if name == "people" and not is_given:
        return USUAL_PEOPLE
    if name == "people" and re.fullmatch(r"0?\.[0-9]{1,4}", chance) and float(chance):
        return Fraction(chance)
    raise PentaError(
        "--for",
        expected="perfect, people, or people=P with a chance P between 0 and 1, such as 0.2",
        found=quoted(text),
        hint="chances by shape are for 'rush check --skill'" if "=" in chance else "",
    )


def command_line(options: Mapping[str, str]) -> str:
    """Return the command with these *options*, under the names that files keep, for a shell."""
    typed = ["penta", "generate", "white" if "cards" in options else "grey"]
    if not {"cards", "like", "symmetry"} & options.keys():
        options = {**options, "symmetry": "none"}  # a command that names none may choose one
    for name, value in options.items():
        typed.append("--population" if name == "islands" else f"--{name}")
        typed += [value] if value else []
    return shlex.join(typed)


def number_text(number: Fraction | int) -> str:
    """Return *number*, at most a million and of at most four decimals, as it is typed."""
    return f"{float(number):.11g}"
