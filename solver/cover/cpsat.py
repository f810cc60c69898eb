"""Exact covers by CP-SAT, a model with one Boolean variable per option; and integer programs.

A primary item is covered exactly once, a secondary one at most once or as often as its bound
allows, as in `exact_cover`. With multiplicities, every item has a range of its own: the MCC problem
of D. Knuth, TAOCP 7.2.2.1, Algorithm M. No other module imports ortools.

To enumerate with several workers loses solutions and still says OPTIMAL, so there is one worker.
The solver would take Ctrl-C away from Python: it is told not to. Every search runs in the
background, so that Ctrl-C raises KeyboardInterrupt at once; one that is stopped in a `Worker`
returns what it has found.
"""

import time
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.cover.exact_cover import CoverResult, Status, check_problem
from solver.cover.integer_program import Hints, IntegerProgram, ProgramSolution, Term
from solver.errors import BrokenInvariantError
from solver.runtime.background import StoppedError, in_background, when_stopped

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_ROUNDING = 1e-6  # an integer bound comes as a float


class Multiplicity(NamedTuple):
    """An item, given by its *options*, ascending: *least* to *most* of them cover it."""

    options: Sequence[int]
    least: int
    most: int


@in_background
def best_cover(
    options: Sequence[Iterable[Hashable]],
    primary: Sequence[Hashable],
    values: Sequence[int],
    *,
    bounds: Mapping[Any, int] | None = None,
    workers: int = 1,
) -> CoverResult:
    """Return a cover whose options have the greatest sum of *values*.

    *workers* search in parallel, 0 for one per core: to find one cover, several are safe. The
    status is OPTIMAL or INFEASIBLE.
    """
    from ortools.sat.python import cp_model

    model, chosen = _model(options, primary, bounds or {})
    model.maximize(cp_model.LinearExpr.weighted_sum(chosen, list(values)))
    status, solver = _solve_to_the_end(model, num_workers=workers)
    if status is Status.INFEASIBLE:
        return CoverResult(status)
    return CoverResult(status, _true_indices(solver, chosen), round(solver.objective_value))


@in_background
def all_covers(
    options: Sequence[Iterable[Hashable]],
    primary: Sequence[Hashable],
    *,
    bounds: Mapping[Any, int] | None = None,
) -> list[tuple[int, ...]]:
    """Return every cover as the ascending indices of its options, the covers sorted."""
    from ortools.sat.python import cp_model

    model, chosen = _model(options, primary, bounds or {})
    covers: list[tuple[int, ...]] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            covers.append(_true_indices(self, chosen))

    status, _ = _solve_to_the_end(model, Collector(), enumerate_all_solutions=True)
    if (status is Status.INFEASIBLE) == bool(covers):
        raise BrokenInvariantError(f"CP-SAT says {status.value} after {len(covers)} solutions")
    return sorted(covers)


@in_background
def feasible_cover(
    size: int, items: Iterable[Multiplicity], *, wanted: Sequence[int], seed: int, limit: float
) -> CoverResult:
    """Return a cover by some of *size* options that keeps the multiplicities of *items*.

    The search tries the options *wanted* first, so that the cover has most of them if conflicts
    are few. *limit* is in the solver's deterministic units, of about a second each; *seed* is from
    0 to 2**31 - 1: same arguments, same cover. The status is FEASIBLE, INFEASIBLE, or UNKNOWN at
    the limit.
    """
    from ortools.sat.python import cp_model

    model, chosen = _bounded_model(size, items)
    for option in wanted:
        model.add_hint(chosen[option], value=True)
    status, solver = _solve(
        model,
        search_branching=cp_model.HINT_SEARCH,
        random_seed=seed,
        max_deterministic_time=limit,
        # On cards of 400 cells, each of the two takes longer than the search, which needs neither.
        cp_model_presolve=False,
        linearization_level=0,
    )
    if status in (Status.INFEASIBLE, Status.UNKNOWN):
        return CoverResult(status)
    return CoverResult(Status.FEASIBLE, _true_indices(solver, chosen))


class TimeLimit(NamedTuple):
    """How long to search: until *deadline* on the monotonic clock, or to the end."""

    deadline: float | None = None

    @property
    def seconds(self) -> float | None:
        """The seconds left; None without a deadline."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())


class Hint(NamedTuple):
    """What is known before a search: a cover to start from, and bounds of the value.

    Covers of less than *min_value* do not count, so that no time goes into finding them.
    """

    options: Sequence[int] = ()
    max_value: int | None = None
    min_value: int | None = None


class BoundedCover(NamedTuple):
    """The best cover found: its *options*, ascending, their *value*, and an upper *bound* of it.

    The status is OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN.
    """

    status: Status
    options: tuple[int, ...]
    value: int
    bound: int


@in_background
def best_bounded_cover(
    size: int,
    items: Iterable[Multiplicity],
    values: Mapping[int, int],
    limit: TimeLimit,
    hint: Hint = Hint(),  # noqa: B008 - an immutable value
) -> BoundedCover:
    """Return the best cover by some of *size* options that keeps the multiplicities of *items*.

    The best has the greatest sum of *values*; options without a value add nothing. Same arguments,
    same cover. At the *limit* it is the best cover so far.
    """
    from ortools.sat.python import cp_model

    model, chosen = _bounded_model(size, items)
    valued = [chosen[option] for option in values]
    total = cp_model.LinearExpr.weighted_sum(valued, list(values.values()))
    model.maximize(total)
    max_value = sum(values.values()) if hint.max_value is None else hint.max_value
    model.add(total <= max_value)
    if hint.min_value is not None:
        model.add(total >= hint.min_value)
    hinted = frozenset(hint.options)
    for option, variable in enumerate(chosen if hinted else ()):
        model.add_hint(variable, value=option in hinted)
    status, solver = _solve(model, limit)
    if status in (Status.INFEASIBLE, Status.UNKNOWN):  # the solver's bound may be any number
        return BoundedCover(status, (), 0, max_value)
    bound = min(max_value, floor(solver.best_objective_bound + _ROUNDING))
    value = round(solver.objective_value)
    return BoundedCover(status, _true_indices(solver, chosen), value, bound)


@in_background
def least_cost(
    program: IntegerProgram, limit: TimeLimit, *, hints: Hints | None = None
) -> ProgramSolution:
    """Return the solution of *program* that costs least, searched for from the *hints*.

    Same arguments, same solution. At the *limit* it is the best solution so far.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [model.new_int_var(0, most, "") for most in program.limits]
    for terms, least, most in program.constraints:
        total = _weighted_sum(variables, terms)
        lower = cp_model.INT_MIN if least is None else least
        upper = cp_model.INT_MAX if most is None else most
        if lower <= upper:
            model.add_linear_constraint(total, lower, upper)
        else:  # the solver takes a sum of no terms to be in an empty range
            model.add_bool_or([])
    model.minimize(_weighted_sum(variables, [(cost, i) for i, cost in program.costs.items()]))
    for index, value in (hints or {}).items():
        model.add_hint(variables[index], value)
    # All constraints into the linear relaxation: without it, programs with a flow take far longer.
    status, solver = _solve(model, limit, linearization_level=2)
    bound = sum(min(0, cost) * program.limits[i] for i, cost in program.costs.items())
    if status in (Status.INFEASIBLE, Status.UNKNOWN):  # the solver's bound may be any number
        return ProgramSolution(status, (), 0, bound)
    values = tuple(solver.value(variable) for variable in variables)
    bound = max(bound, ceil(solver.best_objective_bound - _ROUNDING))
    return ProgramSolution(status, values, round(solver.objective_value), bound)


def _weighted_sum(
    variables: "list[cp_model.IntVar]", terms: Sequence[Term]
) -> "cp_model.LinearExprT":
    from ortools.sat.python import cp_model

    factors = [factor for factor, _ in terms]
    return cp_model.LinearExpr.weighted_sum([variables[i] for _, i in terms], factors)


def _solve(
    model: "cp_model.CpModel",
    limit: TimeLimit = TimeLimit(),  # noqa: B008 - an immutable value
    callback: "cp_model.CpSolverSolutionCallback | None" = None,
    **parameters: Any,
) -> "tuple[Status, cp_model.CpSolver]":
    """Solve *model* with these *parameters* of the solver; a `Worker` told to stop ends that.

    One worker searches if they name no number: with several, the first best solution would vary.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    if (seconds := limit.seconds) is not None:
        parameters["max_time_in_seconds"] = seconds
    for name, value in {"num_workers": 1, "catch_sigint_signal": False, **parameters}.items():
        setattr(solver.parameters, name, value)
    with when_stopped(solver.stop_search):
        found = solver.solve(model, callback)
    status = solver.status_name(found)
    if status not in Status.__members__:  # MODEL_INVALID
        raise BrokenInvariantError(f"CP-SAT rejects the model: {found}")
    return Status[status], solver


def _solve_to_the_end(
    model: "cp_model.CpModel",
    callback: "cp_model.CpSolverSolutionCallback | None" = None,
    **parameters: Any,
) -> "tuple[Status, cp_model.CpSolver]":
    """Solve *model*, which has no limit; raise `StoppedError` if the search was stopped."""
    status, solver = _solve(model, callback=callback, **parameters)
    if status in (Status.FEASIBLE, Status.UNKNOWN):
        raise StoppedError
    return status, solver


def _bounded_model(
    size: int, items: Iterable[Multiplicity]
) -> "tuple[cp_model.CpModel, list[cp_model.IntVar]]":
    """Return a model with *size* options; each item has the strongest constraint there is."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(size)]
    for options, least, most in items:
        variables = [chosen[option] for option in options]
        if least == most == 1:
            model.add_exactly_one(variables)
        elif least == 1 and most >= len(variables):
            model.add_at_least_one(variables)
        elif least <= 0 and most == len(variables) - 1:
            model.add_bool_or([~variable for variable in variables])
        else:
            model.add_linear_constraint(sum(variables), least, most)
    return model, chosen


def _model(
    options: Sequence[Iterable[Hashable]], primary: Sequence[Hashable], bounds: Mapping[Any, int]
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


def _true_indices(
    solution: "cp_model.CpSolver | cp_model.CpSolverSolutionCallback",
    variables: "Sequence[cp_model.IntVar]",
) -> tuple[int, ...]:
    """Return the indices of the *variables* that are true in a solution."""
    return tuple(i for i, variable in enumerate(variables) if solution.boolean_value(variable))
