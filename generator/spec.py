"""What a card is made by: every option that it depends on, and the command that makes it again.

order       the options; the same order makes the same card, with however many workers
provenance  the order, the version and how far the search came, as lines of comment
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version
from string import ascii_uppercase
from typing import Any

from generator.catalogue.entry import format_values
from generator.constraints import Wishes
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points, default_points

SEEDS = 2**32


@dataclass(frozen=True)
class Order:
    """A card of *rows* x *cols* for dice of *symbols* with *wishes*, every roll worth *target*.

    *steps* are shared by so many *islands*, which begin with *like* or with cards by the *seed*.
    """

    rows: int
    cols: int
    symbols: str
    points: Points
    target: Fraction
    wishes: Wishes
    islands: int
    steps: int
    seed: int
    like: Card | None = None
    fleet: "FleetOrder | None" = None

    @property
    def options(self) -> dict[str, str]:
        """The options by which the order is given, without the points."""
        options = {
            "rows": str(self.rows),
            "cols": str(self.cols),
            "symbols": str(len(self.symbols)),
            "target": number_text(self.target),
            **self.wishes.options,
            "islands": str(self.islands),
            "steps": str(self.steps),
            "seed": str(self.seed),
        }
        if self.fleet is not None:
            options |= self.fleet.options
        if self.like is not None:
            options["like"] = str(self.like)
        return options

    def typed(self) -> str:
        """Return the options as they are typed."""
        return " ".join(f"--{name} {text}".rstrip() for name, text in self.options.items())

    def question(self) -> dict[str, Any]:
        """Return the order as JSON: two orders make the same card if it is equal."""
        return {**self.options, "points": format_values(self.points), "penta": version("penta")}


@dataclass(frozen=True)
class FleetOrder:
    """That there be several *cards*, two of which differ in *apart* cells, place-fair *within*.

    *pull* is how much the target counts, beside the other cards. Without *search* they are one
    card in disguise.
    """

    cards: int
    search: bool
    pull: Fraction
    within: Fraction
    apart: int

    @property
    def options(self) -> dict[str, str]:
        """The options by which this is ordered."""
        options = {"cards": str(self.cards), "method": "search" if self.search else "orbit"}
        if self.search:
            options |= {
                "pull": number_text(self.pull),
                "within": number_text(self.within),
                "apart": str(self.apart),
            }
        return options


def alphabet(count: int) -> str:
    """Return the symbols of dice that bear *count* of them."""
    return ascii_uppercase[:count]


def number_text(number: Fraction) -> str:
    """Return *number*, of at most four decimals, as it is typed.

    >>> number_text(Fraction(23, 2))
    '11.5'
    """
    return f"{float(number):.4f}".rstrip("0").rstrip(".")


def provenance(order: Order, command: str, *, done: int) -> Iterator[str]:
    """Yield what is told of how a card was made, *done* steps of those ordered, line by line."""
    yield f"Made by penta {version('penta')}: {command} {order.typed()}"
    if order.points != default_points():
        yield f"with --points {format_values(order.points)}"
    if done < order.steps:
        yield f"stopped after {done:,} of {order.steps:,} steps"
