"""CP-SAT, and nothing else of ortools: exact covers as a model of Boolean variables.

One variable an option; a primary item is covered exactly once, a secondary one at most once or
as often as its bound allows. The words are those of `exact_cover`.

Traps that are kept shut here: to enumerate with several workers loses solutions and still says
OPTIMAL, so there is one worker; and the solver, not Python, takes Ctrl-C while it runs, and then
merely stops, so that a search without a limit that ends undecided was interrupted.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.errors import BrokenInvariantError
from solver.exact_cover import check_problem
from solver.outcome import Outcome, Status

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def best_cover(
    options: Sequence[Iterable[Hashable]],
    primary: Sequence[Hashable],
    worth: Sequence[int],
    *,
    bounds: Mapping[Any, int] | None = None,
    workers: int = 1,
) -> Outcome:
    """Return a cover whose options have the greatest sum of *worth*.

    *workers* search at once, 0 for one a core: to find one cover, several are safe. The status is
    OPTIMAL or INFEASIBLE. Raises KeyboardInterrupt when it is stopped before.
    """
    from ortools.sat.python import cp_model

    model, chosen = _model(options, primary, bounds or {})
    model.maximize(cp_model.LinearExpr.weighted_sum(chosen, list(worth)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    status = _decided(solver.solve(model))
    if status is Status.INFEASIBLE:
        return Outcome(status)
    found = tuple(index for index, variable in enumerate(chosen) if solver.boolean_value(variable))
    return Outcome(status, found, round(solver.objective_value))


def all_covers(
    options: Sequence[Iterable[Hashable]],
    primary: Sequence[Hashable],
    *,
    bounds: Mapping[Any, int] | None = None,
) -> list[tuple[int, ...]]:
    """Return every cover as the ascending indices of its options, the covers sorted.

    Raises KeyboardInterrupt when it is stopped before all are found.
    """
    from ortools.sat.python import cp_model

    model, chosen = _model(options, primary, bounds or {})
    found: list[tuple[int, ...]] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(
                tuple(i for i, variable in enumerate(chosen) if self.boolean_value(variable))
            )

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    status = _decided(solver.solve(model, Collector()))
    if (status is Status.INFEASIBLE) == bool(found):
        raise BrokenInvariantError(f"CP-SAT says {status.value} after {len(found)} solutions")
    return sorted(found)


def _model(
    options: Sequence[Iterable[Hashable]],
    primary: Sequence[Hashable],
    bounds: Mapping[Any, int],
) -> "tuple[cp_model.CpModel, list[cp_model.IntVar]]":
    from ortools.sat.python import cp_model

    check_problem(options, primary, bounds)
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in options]
    holders: dict[Hashable, list[cp_model.IntVar]] = {item: [] for item in primary}
    for variable, option in zip(chosen, options, strict=True):
        for item in option:
            holders.setdefault(item, []).append(variable)
    exactly = frozenset(primary)
    for item, variables in holders.items():
        if item in exactly:
            model.add_exactly_one(variables)
        elif item in bounds:
            model.add(sum(variables) <= bounds[item])
        else:
            model.add_at_most_one(variables)
    return model, chosen


def _decided(found: "cp_model.CpSolverStatus") -> Status:
    """Return the status of a search that had no limit; raise when it did not end by itself."""
    from ortools.sat.python import cp_model

    statuses = {
        cp_model.OPTIMAL: Status.OPTIMAL,
        cp_model.FEASIBLE: Status.FEASIBLE,
        cp_model.INFEASIBLE: Status.INFEASIBLE,
        cp_model.UNKNOWN: Status.UNKNOWN,
    }
    if found not in statuses:  # MODEL_INVALID
        raise BrokenInvariantError(f"CP-SAT does not take the model: {found}")
    if statuses[found] in (Status.FEASIBLE, Status.UNKNOWN):
        raise KeyboardInterrupt
    return statuses[found]
