"""The audit of a catalogue: every row is computed anew, its optima by another engine.

What a row says of its card is checked. How the card was found is not: only the search could show.

How people do is worked out again by the same model, and may differ in the last decimal.

The rows come from a survey, by bit sets or by the kernel. Here any engine gives the optimum of each
roll, and mean and variance are added up by code that a survey does not use.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from generator.catalogue.entry import (
    PEOPLE,
    CardStatus,
    CatalogueRow,
    Entry,
    OptimumStatistics,
    PeopleStatistics,
    format_row,
    parse_row,
)
from generator.proof.problem import MinimumValueProblem
from generator.proof.proof import claim_text, find_or_refute
from solver.errors import PentaError, UndecidedError, quoted
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.cover_engine import CpSatEngine, ExactCoverEngine
from solver.penta_rush.dice import Roll, rolls, ways
from solver.penta_rush.engine import Engine
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.survey.card_survey import Survey, survey_many
from solver.runtime.parallel import Map

OptimumFunction = Callable[[RollProblem], int]

# Other machines may round the last decimal of how people do another way.
_NEAR = 1.5e-4


class AuditResult(NamedTuple):
    """A *row* and its *differences* from what it should be: none if all is well."""

    row: CatalogueRow
    differences: list[str]


def _best_score(make_engine: Callable[[RollProblem], Engine], problem: RollProblem) -> int:
    engine = make_engine(problem)
    return engine.score(engine.best() or ())


def _kernel_optimum(problem: RollProblem) -> int:
    """Return the optimum by the compiled survey of all rolls."""
    symbols = problem.card.symbols
    (table,) = survey_many([problem.card], problem.points, symbols=symbols, max_counted=0)
    return int(table[list(rolls(symbols)).index(problem.roll), 2])


# The optimum of a roll on a card: by the greatest sum of points over an exact cover, by going
# through all exact covers, by branch and bound over bit sets, and by compiled code.
ENGINES: dict[str, OptimumFunction] = {
    "cp-sat": lambda problem: CpSatEngine(problem).optimum(),
    "exact-cover": partial(_best_score, ExactCoverEngine),
    "plain": partial(_best_score, BitsetEngine),
    "kernel": _kernel_optimum,
}


def audit(rows: Iterable[CatalogueRow], engine: str, map_tasks: Map = map) -> Iterator[AuditResult]:
    """Yield the result for each of *rows*, in their order; *engine* is one of ENGINES.

    *map_tasks* may work in processes.
    """
    return iter(map_tasks(_audited, [(row, engine) for row in rows]))


def _audited(task: tuple[CatalogueRow, str]) -> AuditResult:
    """Return the result for a row whose optima are computed anew by the named engine."""
    row, engine = task
    try:
        entry = parse_row(row)
        statistics, people = _statistics(entry, ENGINES[engine]), entry.people
        if people is not None:
            survey = Survey(entry.card, entry.points, symbols=entry.dice)
            people = PeopleStatistics.of(survey, people.skill)
    except PentaError as error:
        return AuditResult(row, [str(error)])
    fresh = format_row(replace(entry, statistics=statistics, people=people))
    columns = zip(CatalogueRow._fields, row, fresh, strict=True)
    differences = [
        f"{name}: expected {new}, found {old}"
        for name, old, new in columns
        if old != new and not (name in PEOPLE and _is_as_near(old, new))
    ]
    differences += _origin_errors(entry)
    if entry.status is CardStatus.PROVED:
        differences += _proof_errors(entry, statistics)
    return AuditResult(row, differences)


def _is_as_near(old: str | float | None, new: str | float | None) -> bool:
    """Return whether both are numbers, and nearly equal."""
    if not (isinstance(old, float) and isinstance(new, float)):
        return False
    return abs(old - new) < _NEAR


def _origin_errors(entry: Entry) -> Iterator[str]:
    """Yield where the options that *entry* was found with are not those of the entry."""
    values = {
        "rows": entry.card.rows,
        "cols": entry.card.cols,
        "symbols": len(entry.dice),
        "seed": entry.seed,
    }
    for name, value in values.items():
        found = entry.options.get(name, str(value))
        if found != str(value):
            yield f"options: expected {name} {value}, as in the row, found {quoted(found)}"


def _proof_errors(entry: Entry, statistics: OptimumStatistics) -> Iterator[str]:
    """Yield why the proof of *entry*, repeated, does not hold."""
    claim = claim_text(statistics.least, entry.points)
    if statistics.variance or entry.proof != claim:
        yield f"proof: expected {claim!r} of a flat card, found {entry.proof!r}"
        return
    card, more = entry.card, statistics.least + 1
    problem = MinimumValueProblem(card.rows, card.cols, entry.dice, entry.points, more)
    try:
        better = find_or_refute(problem).card
    except UndecidedError as error:
        yield f"proof: it cannot be repeated: {error}"
        return
    if better:
        yield f"proof: every roll is worth more on {better}"


def _statistics(entry: Entry, optimum: OptimumFunction) -> OptimumStatistics:
    """Return the statistics of *entry* by its optima."""
    optima: dict[Roll, int] = {}
    shown, every_roll = set(entry.card.symbols), list(rolls(entry.dice))
    for roll in every_roll:
        is_shown = shown.issuperset(roll.symbols)
        optima[roll] = optimum(RollProblem(entry.card, roll, entry.points)) if is_shown else 0
    throws = sum(map(ways, every_roll))
    mean = Fraction(sum(ways(roll) * value for roll, value in optima.items()), throws)
    squares = sum((ways(roll) * (value - mean) ** 2 for roll, value in optima.items()), Fraction())
    values = list(optima.values())
    return OptimumStatistics(mean, squares / throws, min(values), max(values), duds=values.count(0))
