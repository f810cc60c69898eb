"""The audit of a catalogue: each row is worked out anew, its figures by another engine.

The rows were measured in a survey, by bit sets or by the kernel; here the optimum of each roll is
asked of any engine, and mean and variance are added up by other code than that of a survey.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from generator.catalogue.entry import CardStatus, Entry, Figures, Row, parse_row, row_of
from generator.exhaustive import claim, unbeaten
from solver.errors import PentaError
from solver.penta_rush.bitset_engine import Plain
from solver.penta_rush.cover_engine import CpSat, ExactCover
from solver.penta_rush.dice import Roll, rolls, ways
from solver.penta_rush.engine import Deal, Progress
from solver.penta_rush.survey.card_survey import survey_many

Optimum = Callable[[Deal], int]


class Audited(NamedTuple):
    """A *row*, and in what it *differs* from what it should be: nothing, if all is well."""

    row: Row
    differs: list[str]


def by_cp_sat(deal: Deal) -> int:
    """Return the optimum of *deal* as CP-SAT's greatest sum over an exact cover."""
    return CpSat(deal).optimum()


def by_exact_cover(deal: Deal) -> int:
    """Return the optimum of *deal* by going through all exact covers."""
    engine = ExactCover(deal)
    return engine.score(engine.best() or ())


def by_plain(deal: Deal) -> int:
    """Return the optimum of *deal* by branch and bound over bit sets."""
    engine = Plain(deal)
    return engine.score(engine.best() or ())


def by_kernel(deal: Deal) -> int:
    """Return the optimum of *deal* as the compiled survey has it."""
    known = deal.card.symbols
    figures = survey_many([deal.card], deal.points, symbols=known, heaviest=0)[0]
    return int(figures[list(rolls(known)).index(deal.roll), 2])


ENGINES: dict[str, Optimum] = {
    "cp-sat": by_cp_sat,
    "exact-cover": by_exact_cover,
    "plain": by_plain,
    "kernel": by_kernel,
}


def audit(
    rows: Sequence[Row], optimum: Optimum, *, progress: Progress | None = None
) -> Iterator[Audited]:
    """Yield each of *rows* with what differs, after every optimum has been asked for anew."""
    for number, row in enumerate(rows):
        step: Progress | None = None
        if progress:
            step = _part(progress, number, len(rows))
        try:
            entry = parse_row(row)
            figures = _figures(entry, optimum, step)
        except PentaError as error:
            yield Audited(row, [str(error)])
            continue
        fresh = row_of(replace(entry, figures=figures))
        pairs = zip(Row._fields, row, fresh, strict=True)
        differs = [f"{name}: expected {new}, found {old}" for name, old, new in pairs if old != new]
        if entry.status is CardStatus.PROVED:
            differs += _flaws(entry, figures)
        yield Audited(row, differs)


def _flaws(entry: Entry, figures: Figures) -> Iterator[str]:
    """Yield why the proof of *entry*, gone through again, does not hold."""
    if figures.variance or entry.proof != claim(figures.least):
        yield f"proof: expected {claim(figures.least)!r} of a flat card, found {entry.proof!r}"
        return
    card, points = entry.card, entry.points
    better = unbeaten(card.rows, card.cols, entry.dice, points, figures.least).card
    if better:
        yield f"proof: every roll is worth more on {better}"


def _part(progress: Progress, number: int, total: int) -> Progress:
    """Return the progress within the row of this *number*."""
    return lambda done, rolls, _: progress(number * rolls + done, total * rolls, number)


def _figures(entry: Entry, optimum: Optimum, progress: Progress | None) -> Figures:
    optima: dict[Roll, int] = {}
    known, thrown = set(entry.card.symbols), list(rolls(entry.dice))
    for done, roll in enumerate(thrown):
        if progress:
            progress(done, len(thrown), 0)
        shows = known.issuperset(roll.symbols)
        optima[roll] = optimum(Deal(entry.card, roll, entry.points)) if shows else 0
    throws = sum(map(ways, thrown))
    mean = Fraction(sum(ways(roll) * worth for roll, worth in optima.items()), throws)
    variance = sum((ways(roll) * (worth - mean) ** 2 for roll, worth in optima.items()), Fraction())
    worths = optima.values()
    duds = list(worths).count(0)
    return Figures(mean, variance / throws, min(worths), max(worths), duds)
