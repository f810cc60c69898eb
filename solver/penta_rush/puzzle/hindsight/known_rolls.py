"""A solitaire whose twelve rolls are known: what each round may circle, and plans for the game.

A candidate is a placement whose symbols are the roll of a round, so that it may be circled then. A
round can circle only if every round before it has drawn: while something can be drawn, the rules
want it. So a card of 25 cells, which is full after five shapes, has candidates in five rounds only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple

from solver.errors import RollError
from solver.files.input_text import read_named
from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.dice import Roll, parse_rolls, roll_dice, seeded_random
from solver.penta_rush.matching import FixedPlacement, MatchingPlacements, fixed_placements
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import ROUNDS
from solver.penta_rush.symbol_name import Reading

_SPARE_CELLS = 15  # measured: with as many, the last shapes were always placed at once


class Candidate(NamedTuple):
    """A placement of *shape* that shows the roll of *round*, from 0; its *cells* are a bit set."""

    round: int
    shape: str
    cells: int


class HindsightPlan(NamedTuple):
    """The *circled* candidates, and the *crossed* shapes with the bit sets they are drawn on.

    The drawn crosses go into the first rounds left. All other shapes are crossed without drawing,
    in the last rounds.
    """

    circled: tuple[Candidate, ...]
    crossed: tuple[tuple[str, int], ...]

    @property
    def rounds_due(self) -> int:
        """The number of rounds up to the last circle: each of them circles or draws a cross."""
        return max((candidate.round + 1 for candidate in self.circled), default=0)

    @property
    def taken(self) -> int:
        """The bit set of the cells that are drawn on."""
        cells = [candidate.cells for candidate in self.circled]
        return sum(cells) + sum([cells for _, cells in self.crossed])

    @property
    def unused(self) -> list[str]:
        """The shapes that are neither circled nor drawn as a cross."""
        used = {candidate.shape for candidate in self.circled}
        used |= {shape for shape, _ in self.crossed}
        return [shape for shape in SHAPES if shape not in used]


@dataclass(frozen=True)
class KnownRollsGame:
    """A solitaire on *card* whose twelve *rolls* are known.

    Raises `RollError` when there are more or fewer, or the card does not show them.
    """

    card: Card
    rolls: tuple[Roll, ...]
    points: Points

    def __post_init__(self) -> None:
        rounds = {f"round {number}": roll for number, roll in enumerate(self.rolls, start=1)}
        check_rolls(rounds, self.card)

    @property
    def max_score(self) -> int:
        """The points of all twelve tiles: no plan earns more."""
        return sum(self.points.values)

    @property
    def drawing_rounds(self) -> int:
        """The number of rounds, from the first one on, in which there may be room for a shape."""
        return min(ROUNDS, self.card.rows * self.card.cols // PENTOMINO_SIZE)

    @cached_property
    def score_bound(self) -> int:
        """The points that no plan exceeds: of the shapes that can be matched to rounds at once.

        Such sets of shapes are the independent sets of a transversal matroid. So the most valuable
        one is found greedily, with augmenting paths (Edmonds and Fulkerson 1965).
        """
        rounds_of: dict[str, set[int]] = {shape: set() for shape in SHAPES}
        for candidate in self.candidates:
            rounds_of[candidate.shape].add(candidate.round)
        shape_of: dict[int, str] = {}  # the shape that each round is matched to

        def match(shape: str, tried: set[int]) -> bool:
            for number in sorted(rounds_of[shape] - tried):
                tried.add(number)
                if number not in shape_of or match(shape_of[number], tried):
                    shape_of[number] = shape
                    return True
            return False

        return sum(self.points[shape] for shape in self.points.highest_first if match(shape, set()))

    @cached_property
    def candidates(self) -> Sequence[Candidate]:
        """All candidates, by round, those of a round in the documented order of placements.

        There are none in rounds that come when no shape can fit on the card any more.
        """
        return [
            Candidate(number, placement.shape, self._card_bits(placement))
            for number, roll in enumerate(self.rolls[: self.drawing_rounds])
            for placement in MatchingPlacements(RollProblem(self.card, roll, self.points)).fixed
        ]

    @property
    def candidate_points(self) -> dict[int, int]:
        """The points of each candidate, by its number."""
        return {number: self.points[each.shape] for number, each in enumerate(self.candidates)}

    @cached_property
    def placements(self) -> Mapping[str, Sequence[int]]:
        """Every placement of each shape on the empty card, as bit sets of cells."""
        rows, cols = self.card.rows, self.card.cols
        return {
            shape: [*map(self._card_bits, chain.from_iterable(fixed_placements(rows, cols, shape)))]
            for shape in SHAPES
        }

    def score(self, circled: Sequence[Candidate]) -> int:
        """Return the points of *circled* candidates."""
        return sum(self.points[candidate.shape] for candidate in circled)

    def rounds_of(self, plan: HindsightPlan) -> tuple[PuzzleRound, ...]:
        """Return *plan* round by round."""
        circled = {candidate.round: candidate for candidate in plan.circled}
        drawn = [(shape, self._cells(cells)) for shape, cells in plan.crossed]
        crosses = iter([*drawn, *((shape, ()) for shape in plan.unused)])
        rounds = []
        for number, roll in enumerate(self.rolls):
            if number in circled:
                _, shape, cells = circled[number]
                rounds.append(PuzzleRound(roll, shape, self._cells(cells), circled=True))
            else:
                rounds.append(PuzzleRound(roll, *next(crosses), circled=False))
        return tuple(rounds)

    def completed(self, plan: HindsightPlan) -> HindsightPlan:
        """Return *plan* with further crosses, until no unused shape fits, as the rules want it."""
        taken, crossed = plan.taken, list(plan.crossed)
        for shape in plan.unused:
            cells = next((cells for cells in self.placements[shape] if not cells & taken), None)
            if cells is not None:
                crossed.append((shape, cells))
                taken |= cells
        return HindsightPlan(plan.circled, tuple(crossed))

    def plan_of(self, rounds: Sequence[PuzzleRound]) -> HindsightPlan:
        """Return legal *rounds* with these rolls as a plan."""
        circled, crossed = [], []
        for number, played in enumerate(rounds):
            cells = sum(1 << row * self.card.cols + col for row, col in played.cells)
            if played.circled:
                circled.append(Candidate(number, played.shape, cells))
            elif cells:
                crossed.append((played.shape, cells))
        return HindsightPlan(tuple(circled), tuple(crossed))

    def _cells(self, bit_set: int) -> tuple[Cell, ...]:
        """Return the cells of a bit set, row by row."""
        return tuple(Cell(*divmod(index, self.card.cols)) for index in bits(bit_set))

    def _card_bits(self, placement: FixedPlacement) -> int:
        """Return the cells of *placement* as a bit set, without the bit of its shape."""
        return placement.mask & (1 << self.card.rows * self.card.cols) - 1


def check_rolls(named_rolls: Mapping[str, Roll], card: Card, *, source: str = "rolls") -> None:
    """Raise `RollError` unless there are twelve rolls, of symbols that *card* shows.

    Each is named by its line in *source* or its round, so that messages can say which is wrong.
    """
    if len(named_rolls) != ROUNDS:
        raise RollError(source, expected=f"{ROUNDS} rolls", found=str(len(named_rolls)))
    for where, roll in named_rolls.items():
        check_on_card(roll, card, source=f"{source}, {where}")


def seeded_rolls(card: Card, seed: int | None) -> tuple[Roll, ...]:
    """Return the rolls of a solitaire on *card*, thrown with this *seed*; for None with any."""
    rng, _ = seeded_random(seed)
    return tuple(roll_dice(card.symbols, rng) for _ in range(ROUNDS))


def read_rolls(name: str, card: Card, *, reading: Reading | None = None) -> tuple[Roll, ...]:
    """Return the rolls of a solitaire on *card* in the file *name*, or '-' for standard input.

    *reading* says how to take what could be letters or words. Raises `RollError` unless they are
    twelve rolls, of symbols that *card* shows.
    """
    parse = partial(card.legend.parse_roll, reading=reading)
    title, rolls = read_named(partial(parse_rolls, parse=parse), name, kind="rolls")
    check_rolls({f"line {line}, roll": roll for line, roll in rolls.items()}, card, source=title)
    return tuple(rolls.values())


def is_spacious(card: Card) -> bool:
    """Return whether *card* has cells to spare when all twelve shapes are drawn: 75 or more.

    On a smaller card, to draw all twelve is a puzzle of its own.
    """
    return card.rows * card.cols >= PENTOMINO_SIZE * ROUNDS + _SPARE_CELLS
