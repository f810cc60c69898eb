"""The same question as an integer program, for CP-SAT: a second engine beside the search.

A variable for each cell and symbol says that the cell shows it, one for each roll and placement
that the placement is in the packing of the roll. The packing of a roll keeps the rules and is worth
the minimum, and its placements show the roll: each has as many cells with each symbol.

Of cards that are the same when their symbols are relabelled, one is left where no symbol stands on
more cells than the one before it; of those that are the same when flipped or turned, one where a
placement of the first roll lies in the upper left of the card, or where no shape is needed, the
first symbol.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from generator.proof.lower_bound import count_placements
from generator.proof.problem import MinimumValueProblem, minimal_shapes
from solver.cover.cpsat import TimeLimit, least_cost
from solver.cover.exact_cover import Status
from solver.cover.integer_program import IntegerProgram, Term
from solver.errors import UndecidedError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.matching import FixedPlacement, fixed_placements
from solver.penta_rush.rules import MAX_PLACEMENTS

_MAX_VARIABLES = 100_000  # they take a gigabyte


def search_by_program(problem: MinimumValueProblem) -> Card | None:
    """Return a card that meets the minimum; None if CP-SAT says that there is none.

    Raises `UndecidedError` if the program is too large, or CP-SAT gives up.
    """
    model = _Model(problem)
    solution = least_cost(model.program, TimeLimit())
    if solution.status is Status.UNKNOWN:
        raise UndecidedError("CP-SAT gave up on the integer program")
    return None if solution.status is Status.INFEASIBLE else model.card(solution.values)


class _Model:
    """The integer *program* of a *problem*, and which variable says that a cell shows a symbol."""

    def __init__(self, problem: MinimumValueProblem) -> None:
        self.program = IntegerProgram()
        self._problem = problem
        self._cells = range(problem.rows * problem.cols)
        self._shows = [
            {symbol: self.program.add_variable() for symbol in problem.symbols} for _ in self._cells
        ]
        for variables in self._shows:
            self.program.require(_sum(variables.values()), least=1, most=1)
        self._totals = {  # by symbol: on how many cells it stands
            symbol: _sum(variables[symbol] for variables in self._shows)
            for symbol in problem.symbols
        }
        for one, other in pairwise(problem.symbols):
            fewer = [(-1, variable) for _, variable in self._totals[other]]
            self.program.require(self._totals[one] + fewer, least=0)
        packings = minimal_shapes(problem.points, problem.minimum)
        shapes = "".join(s for s in problem.points.highest_first if any(s in p for p in packings))
        needed = [s for s in shapes if all(s in p for p in packings)]
        count = partial(count_placements, rows=problem.rows, cols=problem.cols)
        self._needed = sorted(needed, key=count)  # the rarest first
        by_orientation = fixed_placements(problem.rows, problem.cols, shapes)
        self._placements = [placement for listed in by_orientation for placement in listed]
        if not self._needed:
            self._break_symmetry()
        size = len(problem.rolls) * len(self._placements)
        if size > _MAX_VARIABLES:
            many = f"more than {_MAX_VARIABLES:,} variables"
            raise UndecidedError(f"the integer program would have {many}, too many for CP-SAT")
        for roll in problem.rolls:
            self._add_packing(roll, is_first=roll == problem.rolls[0])

    def _break_symmetry(self) -> None:
        """Let the first symbol stand rather above than below, and rather left than right.

        On a square card, moreover, the difference between above and below is the larger one.
        """
        rows, cols, first = self._problem.rows, self._problem.cols, self._problem.symbols[0]
        shown = [(divmod(cell, cols), self._shows[cell][first]) for cell in self._cells]
        down = [(_sign(rows - 1 - 2 * row), variable) for (row, _), variable in shown]
        right = [(_sign(cols - 1 - 2 * col), variable) for (_, col), variable in shown]
        self.program.require(down, least=0)
        self.program.require(right, least=0)
        if rows == cols:
            more = [(a - b, variable) for (a, variable), (b, _) in zip(down, right, strict=True)]
            self.program.require(more, least=0)

    def card(self, values: Sequence[int]) -> Card:
        """Return the card of a solution by the *values* of its variables."""
        shown = [
            next(symbol for symbol, variable in variables.items() if values[variable])
            for variables in self._shows
        ]
        return self._problem.card(shown)

    def _add_packing(self, roll: Roll, *, is_first: bool) -> None:
        """Add a packing for *roll* that is worth the minimum."""
        program, points = self.program, self._problem.points
        chosen = {placement: program.add_variable() for placement in self._placements}
        if is_first:
            elsewhere = filter(self._is_elsewhere, self._placements)
            program.require(_sum(chosen[placement] for placement in elsewhere), most=0)
        worth = [(points[placement.shape], number) for placement, number in chosen.items()]
        program.require(worth, least=self._problem.minimum)
        program.require(_sum(chosen.values()), most=MAX_PLACEMENTS)
        by_shape: defaultdict[str, list[int]] = defaultdict(list)
        for placement, number in chosen.items():
            by_shape[placement.shape].append(number)
        for shape in {**dict.fromkeys(self._needed), **by_shape}:
            least = 1 if shape in self._needed else None
            program.require(_sum(by_shape[shape]), least=least, most=1)
        self._show(roll, chosen)

    def _show(self, roll: Roll, chosen: Mapping[FixedPlacement, int]) -> None:
        """Let the placements that are *chosen*, by their variables, show *roll* on cells apart."""
        program, counts = self.program, Counter(roll.symbols)
        by_cell: dict[int, list[int]] = {cell: [] for cell in self._cells}
        for placement, number in chosen.items():
            cells = [placement.corner + offset for offset in placement.offsets]
            for cell in cells:
                by_cell[cell].append(number)
            for symbol, count in counts.items():
                shown = _sum(self._shows[cell][symbol] for cell in cells)
                program.require([*shown, (-count, number)], least=0)
        others = [symbol for symbol in self._problem.symbols if symbol not in counts]
        for cell, numbers in by_cell.items():
            program.require(_sum(numbers), most=1)
            for symbol in others:
                program.require(_sum([*numbers, self._shows[cell][symbol]]), most=1)
        for symbol, count in counts.items():  # as many tiles cover as many cells with the symbol
            covered = [(-count, number) for number in chosen.values()]
            program.require(self._totals[symbol] + covered, least=0)

    def _is_elsewhere(self, placement: FixedPlacement) -> bool:
        """Return whether *placement* has a shape that is needed, and is not in the upper left.

        For one shape, that is: a card can be turned only once. On a square card the upper left is
        above the diagonal as well.
        """
        if placement.shape not in self._needed[:1]:
            return False
        rows, cols = self._problem.rows, self._problem.cols
        places = [divmod(placement.corner + offset, cols) for offset in placement.offsets]
        row, col = (min(each) + max(each) for each in zip(*places, strict=True))
        return row > rows - 1 or col > cols - 1 or (rows == cols and row > col)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _sum(variables: Iterable[int]) -> list[Term]:
    return [(1, variable) for variable in variables]
