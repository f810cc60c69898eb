"""The figures of the cards in a box, roll by roll, as a table for a paper."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from generator.box.spec import BoxCards, BoxSpec
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import Survey
from solver.search import Advance


class RollFigures(NamedTuple):
    """What a roll is worth on a card, as its survey and the model of people have it.

    *packings* and *best_packings* are None where there are too many to be counted. *points*,
    *shapes* and *nothing* are what people of the *skill* expect; *error* is the standard error of
    the points, 0 where they are exact.
    """

    card: str
    face: str
    id: str
    roll: str
    ways: int
    placements: int
    packings: int | None
    best_packings: int | None
    most_shapes: int
    best_score: int
    skill: str
    points: float
    error: float
    shapes: float
    nothing: float


def roll_figures(
    spec: BoxSpec, cards: BoxCards, points: Points, advance: Advance | None
) -> Iterator[RollFigures]:
    """Yield the figures of every roll on each of *cards*."""
    faces = [("white", face) for face in cards.white]
    if cards.grey:
        faces.append(("grey", cards.grey))
    for kind, (name, card) in faces:
        survey = Survey(card, points)
        survey.search(progress=advance)
        people = CardPeople(survey, spec.skill)
        measured = people.measure(progress=advance)
        for row, (_, _, outcome) in zip(survey.rows, measured, strict=True):
            yield RollFigures(
                name,
                kind,
                str(card),
                str(row.roll),
                row.ways,
                row.placements,
                row.packings,
                row.optimal,
                row.max_size,
                row.optimum,
                str(spec.skill),
                outcome.mean,
                outcome.error,
                outcome.shapes,
                outcome.nothing,
            )


def figures_csv(figures: Sequence[RollFigures]) -> bytes:
    """Return *figures* as a table with commas, a line for each card and roll."""
    file = StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow(RollFigures._fields)
    for each in figures:
        shown = (round(value, 6) if isinstance(value, float) else value for value in each)
        table.writerow(shown)
    return file.getvalue().encode()
