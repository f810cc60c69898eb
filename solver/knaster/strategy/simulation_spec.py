"""What a simulation plays: whole solitaires or some rolls of them, by a program of some level."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from solver import simulation
from solver.errors import TableError
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.strategy.program import Level

if TYPE_CHECKING:  # it imports numba
    from solver.knaster.strategy.table import LearnedTable


@dataclass(frozen=True, kw_only=True)
class SimulationSpec(simulation.SimulationSpec):
    """Solitaires by a program of this *level*, which end after *turns* rolls if that is given.

    The level `Level.TABLE` looks *plies* rolls ahead, and plays by a *table*, by default a bundled
    one. Lines have these *values*. Raises `TableError` where the table is for games whose end is
    known, and *turns* is not given, or the other way round.
    """

    games: int = 1000
    level: Level = Level.TABLE
    plies: int = 1
    turns: int | None = None
    table: "LearnedTable | None" = None
    values: LineValues = field(default_factory=default_line_values)

    def __post_init__(self) -> None:
        if self.table is not None and self.table.known_end != self.known_end:
            kinds = {False: "games until the sheet is full", True: "games with a known end"}
            raise TableError(
                self.table.title,
                expected=f"one for {kinds[self.known_end]}",
                found=f"one for {kinds[self.table.known_end]}",
                hint="'train --known-end' makes one"
                if self.known_end
                else "--turns says when games end",
            )

    @property
    def known_end(self) -> bool:
        """Whether the games end after a known number of rolls."""
        return self.turns is not None

    @property
    def title(self) -> str:
        """The program, with what belongs to it, in words."""
        plies = f" at {self.plies} {'ply' if self.plies == 1 else 'plies'}"
        turns = "" if self.turns is None else f", {self.turns} rolls"
        return f"program {self.level.label}{plies if self.level is Level.TABLE else ''}{turns}"
