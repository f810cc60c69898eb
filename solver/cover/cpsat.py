"""CP-SAT, and nothing else of ortools: exact covers as a model of Boolean variables.

One variable an option; a primary item is covered exactly once, a secondary one at most once or
as often as its bound allows. The words are those of `exact_cover`. A cover with multiplicities
leaves every item a range of its own: the MCC problem of D. Knuth, TAOCP 7.2.2.1, Algorithm M.

Traps that are kept shut here: to enumerate with several workers loses solutions and still says
OPTIMAL, so there is one worker; and the solver, not Python, takes Ctrl-C while it runs, and then
merely stops, so that a search without a limit that ends undecided was interrupted.
"""

import signal
import threading
import time
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.cover.exact_cover import check_problem
from solver.cover.status import CoverResult, Status
from solver.errors import BrokenInvariantError
from solver.runtime.sigint import deferred

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_EARLY = 0.1  # of a limit, and in seconds
_ROUNDING = 1e-6  # a bound of whole numbers comes as a float


class Multiplicity(NamedTuple):
    """An item by its *options*, ascending: from *least* to *most* of them cover it."""

    options: Sequence[int]
    least: int
    most: int


def best_cover(
    options: Sequence[Iterable[Hashable]],
    primary: Sequence[Hashable],
    values: Sequence[int],
    *,
    bounds: Mapping[Any, int] | None = None,
    workers: int = 1,
) -> CoverResult:
    """Return a cover whose options have the greatest sum of *values*.

    *workers* search at once, 0 for one a core: to find one cover, several are safe. The status is
    OPTIMAL or INFEASIBLE. Raises KeyboardInterrupt when it is stopped before.
    """
    with deferred():  # an import that is broken off is no error of ours, and may hang
        from ortools.sat.python import cp_model

    model, chosen = _model(options, primary, bounds or {})
    model.maximize(cp_model.LinearExpr.weighted_sum(chosen, values))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    status = _decided(_solved(solver, model))
    if status is Status.INFEASIBLE:
        return CoverResult(status)
    found = tuple(index for index, variable in enumerate(chosen) if solver.boolean_value(variable))
    return CoverResult(status, found, round(solver.objective_value))


def all_covers(
    options: Sequence[Iterable[Hashable]],
    primary: Sequence[Hashable],
    *,
    bounds: Mapping[Any, int] | None = None,
) -> list[tuple[int, ...]]:
    """Return every cover as the ascending indices of its options, the covers sorted.

    Raises KeyboardInterrupt when it is stopped before all are found.
    """
    with deferred():
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
    status = _decided(_solved(solver, model, Collector()))
    if (status is Status.INFEASIBLE) == bool(found):
        raise BrokenInvariantError(f"CP-SAT says {status.value} after {len(found)} solutions")
    return sorted(found)


def feasible_cover(
    size: int,
    items: Iterable[Multiplicity],
    *,
    wanted: Sequence[int],
    seed: int,
    limit: float,
) -> CoverResult:
    """Return a cover by some of *size* options in which each item keeps its multiplicity.

    The search tries the options *wanted* first; so the cover has most of them where conflicts are
    few. *limit* is in the solver's deterministic units, a second or so each;
    *seed* is from 0 to 2**31 - 1: same arguments, same cover. The status is FEASIBLE, INFEASIBLE,
    or UNKNOWN at the limit.
    """
    with deferred():
        from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(size)]
    for item in items:
        _cover_within(model, [chosen[option] for option in item.options], item.least, item.most)
    for option in wanted:
        model.add_hint(chosen[option], value=True)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.search_branching = cp_model.HINT_SEARCH
    solver.parameters.random_seed = seed
    solver.parameters.max_deterministic_time = limit
    # Measured on cards of 400 cells: both take longer than the search, which needs neither.
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    # So a Ctrl-C is not taken for the limit: Python raises it, as soon as the search is over.
    solver.parameters.catch_sigint_signal = False
    status = _status(solver.solve(model))
    if status in (Status.INFEASIBLE, Status.UNKNOWN):
        return CoverResult(status)
    found = tuple(index for index, variable in enumerate(chosen) if solver.boolean_value(variable))
    return CoverResult(Status.FEASIBLE, found)


class TimeLimit(NamedTuple):
    """How long to search: until *deadline* on the monotonic clock, or to the end."""

    deadline: float | None = None

    @property
    def seconds(self) -> float | None:
        """The seconds left; None without a deadline."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())


class Hint(NamedTuple):
    """What is known of a cover beforehand: one to begin with, and the *most* that any is worth."""

    hint: Sequence[int] = ()
    most: int | None = None


class BoundedCover(NamedTuple):
    """The best cover found: its *options*, ascending, and their *value*; and a *bound* for any.

    The status is OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN. *interrupted*: Ctrl-C ended the search.
    """

    status: Status
    options: tuple[int, ...]
    value: int
    bound: int
    interrupted: bool = False


def best_bounded_cover(
    size: int,
    items: Iterable[Multiplicity],
    values: Mapping[int, int],
    limit: TimeLimit,
    known: Hint = Hint(),  # noqa: B008 - a value, not a list
) -> BoundedCover:
    """Return a cover by some of *size* options in which each item keeps its multiplicity.

    Its options have the greatest sum of *values*, which those not named add nothing to; same
    arguments, same cover. At the *limit* it is the best cover so far.
    """
    with deferred():
        from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(size)]
    for item in items:
        _cover_within(model, [chosen[option] for option in item.options], item.least, item.most)
    total = cp_model.LinearExpr.weighted_sum(
        [chosen[option] for option in values], [*values.values()]
    )
    model.maximize(total)
    most = sum(values.values()) if known.most is None else known.most
    model.add(total <= most)
    hint = frozenset(known.hint)
    for option, variable in enumerate(chosen if hint else ()):
        model.add_hint(variable, value=option in hint)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # of several, the first to find a best cover differs
    seconds = limit.seconds
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    status = _status(_solved(solver, model))
    cut = status in (Status.FEASIBLE, Status.UNKNOWN)
    interrupted = cut and _was_interrupted(seconds, solver.wall_time)
    if status in (Status.INFEASIBLE, Status.UNKNOWN):  # stopped early, its bound may be any number
        return BoundedCover(status, (), 0, most, interrupted)
    bound = min(most, floor(solver.best_objective_bound + _ROUNDING))
    found = tuple(index for index, variable in enumerate(chosen) if solver.boolean_value(variable))
    return BoundedCover(status, found, round(solver.objective_value), bound, interrupted)


def _was_interrupted(seconds: float | None, taken: float) -> bool:
    """Return whether a search that was ended after *taken* seconds was so before its limit.

    The solver itself may stop a little before, so a Ctrl-C in the last tenth is not told apart.
    """
    return seconds is None or seconds - taken > _EARLY * (1 + seconds)


def _cover_within(
    model: "cp_model.CpModel", variables: "list[cp_model.IntVar]", least: int, most: int
) -> None:
    """Have *least* to *most* of the *variables* true, by the constraint that tells most."""
    if least == most == 1:
        model.add_exactly_one(variables)
    elif least == 1 and most >= len(variables):
        model.add_at_least_one(variables)
    elif least <= 0 and most == len(variables) - 1:
        model.add_bool_or([~variable for variable in variables])
    else:
        model.add_linear_constraint(sum(variables), least, most)


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


def _solved(
    solver: "cp_model.CpSolver",
    model: "cp_model.CpModel",
    callback: "cp_model.CpSolverSolutionCallback | None" = None,
) -> "cp_model.CpSolverStatus":
    """Solve *model* and return the status, with Ctrl-C afterwards as it was before.

    The solver leaves it to the system, which ends the process, even one that was not to hear it.
    """
    handler = signal.getsignal(signal.SIGINT)
    solver.parameters.catch_sigint_signal = handler is not signal.SIG_IGN
    try:
        return solver.solve(model, callback)
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, handler)


def _decided(found: "cp_model.CpSolverStatus") -> Status:
    """Return the status of a search that had no limit; raise when it did not end by itself."""
    status = _status(found)
    if status in (Status.FEASIBLE, Status.UNKNOWN):
        raise KeyboardInterrupt
    return status


def _status(found: "cp_model.CpSolverStatus") -> Status:
    from ortools.sat.python import cp_model

    statuses = {
        cp_model.OPTIMAL: Status.OPTIMAL,
        cp_model.FEASIBLE: Status.FEASIBLE,
        cp_model.INFEASIBLE: Status.INFEASIBLE,
        cp_model.UNKNOWN: Status.UNKNOWN,
    }
    if found not in statuses:  # MODEL_INVALID
        raise BrokenInvariantError(f"CP-SAT does not take the model: {found}")
    return statuses[found]
