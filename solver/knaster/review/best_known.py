"""The best that the rolls of a finished game allowed."""

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.knaster.line_values import LineValues
from solver.knaster.record import Record
from solver.knaster.rules import judge

if TYPE_CHECKING:
    from solver.knaster.hindsight.best_plan import Plan


def best_known_plan(record: Record, values: LineValues) -> "Plan":
    """Return the best plan that is known for the rolls of *record*, a legal game that is over.

    That is the one found in hindsight, unless a player did better.
    """
    from solver.knaster.hindsight.best_plan import best_plan

    plan = best_plan(record.rolls, values)
    for player, sheet in zip(record.players, judge(record).sheets, strict=True):
        if sheet.score(values) > plan.score:
            plan = replace(plan, turns=player.turns, score=sheet.score(values))
    return plan
