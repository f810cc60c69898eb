"""What an engine is asked, a roll on a card, and what it finds: a packing, shown and drawn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line
from solver.drawing.text_grid import Patch, draw_grid, patch_style, plain_grid
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points
from solver.penta_rush.rules import Placement, round_multiplier
from solver.penta_rush.symbol_label import card_labels, key_line, legend_text

if TYPE_CHECKING:
    from solver.drawing.scene import Scene


@dataclass(frozen=True, slots=True)
class RollProblem:
    """A *roll* on a *card* with tiles worth *points*. Raises `RollError` if it does not fit."""

    card: Card
    roll: Roll
    points: Points

    def __post_init__(self) -> None:
        check_on_card(self.roll, self.card)

    @property
    def roll_text(self) -> str:
        """The roll in the names of the card's symbols."""
        return self.card.legend.roll_text(self.roll)


class PackingFilter(NamedTuple):
    """Which packings are wanted: those of *size*, None for any; only *maximal* ones, or all."""

    size: int | None = None
    maximal: bool = False  # no placement can be added to a maximal packing

    def allows(self, size: int) -> bool:
        """Return whether packings of *size* are wanted."""
        return self.size in (None, size)


ANY_PACKING = PackingFilter()


class Packing(tuple[Placement, ...], Answer):  # noqa: SLOT001 - those of a tuple must be empty
    """Up to five placements that solve a *problem*, sorted by shape; equal placements are equal."""

    problem: RollProblem | None

    def __new__(
        cls, placements: Iterable[Placement] = (), problem: RollProblem | None = None
    ) -> Self:
        """Return the packing of these *placements*."""
        packing = super().__new__(cls, placements)
        packing.problem = problem
        return packing

    @property
    def score(self) -> int:
        """The points of the tiles, not doubled."""
        return sum(placement.points for placement in self)

    @property
    def title(self) -> str:
        """The roll."""
        return self.problem.roll_text if self.problem else "packing"

    def __repr__(self) -> str:
        tiles = " ".join(f"{placement.shape}{placement.points}" for placement in self)
        return f"<{type(self).__name__}: {self.title}, score {self.score}: {tiles or 'none'}>"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the packing drawn on its card, its score, and its placements."""
        return self.lines_of_round(1, drawn=drawn)

    def lines_of_round(self, number: int, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield what `lines` does, with the score of round *number*."""
        if self.problem:
            card, patches = self.problem.card, [Patch(one.shape, one.cells) for one in self]
            grid = card_labels(card)
            yield from draw_grid(grid, patches, drawn=drawn) if self else plain_grid(grid)
            yield from legend_text(card)
            yield key_line(card)
        if not self:
            yield plain_line("Score 0: no Penta-Rush on this card matches the roll.")
            return
        points, multiplier = self.score, round_multiplier(number)
        doubled = f" ({points}, doubled in round {number})" if multiplier > 1 else ""
        yield plain_line(f"Score {points * multiplier}{doubled}")
        for patch, (shape, value, cells) in enumerate(self):
            yield [
                ("  ", ""),
                (shape, patch_style(patch)),
                (f"  {value:>2}  {names_of(cells)}", ""),
            ]

    def to_json(self) -> dict[str, Any]:
        """Return the score, not doubled, and the placements sorted by shape."""
        return {
            "score": self.score,
            "placements": [placement.to_json() for placement in sorted(self)],
        }

    def picture(self) -> "Scene | None":
        """Return the card with the packing outlined."""
        if self.problem is None:
            return None
        from solver.penta_rush.card_picture import solved_card

        return solved_card(self.problem.card, self)
