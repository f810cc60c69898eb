"""The plan in hindsight as text for people and as JSON for programs."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from solver.drawing.text_grid import StyledLine, plain_line, plural, wrapped_lines
from solver.knaster.line_values import LineValues
from solver.knaster.report import score_text
from solver.knaster.rules import after_turn
from solver.knaster.sheet import Sheet

if TYPE_CHECKING:
    from solver.knaster.hindsight.best_plan import Plan

_ACTION = "what is done"


def plan_json(plan: "Plan") -> dict[str, Any]:
    """Return the answer of ``best``."""
    return {
        "score": plan.score,
        "rolls": len(plan.turns),
        "proven": plan.proven,
        "bound": plan.bound,
        "fewest_proven": plan.fewest_proven,
        "turns": [turn.to_json() for turn in plan.turns],
    }


def plan_text(
    plan: "Plan", rolls: Sequence[int], values: LineValues, *, title: str
) -> Iterator[StyledLine]:
    """Yield the best plan turn by turn with the score after each, its sheet, and what is proven."""
    yield plain_line(f"The best plan for {title}, {len(rolls)} in all")
    yield plain_line("")
    sheet = Sheet()
    width = max(len(_ACTION), *(len(turn.action) for turn in plan.turns))
    yield plain_line(f"turn  roll  {_ACTION:<{width}}  score")
    for number, turn in enumerate(plan.turns, start=1):
        sheet = after_turn(sheet, turn)
        score = sheet.score(values)
        yield plain_line(f"{number:>4}  {turn.roll:>4}  {turn.action:<{width}}  {score:>5}")
    yield plain_line("")
    yield from score_text(sheet, values, title=title)
    yield from wrapped_lines(f"{title}: {proof_text(plan, values)}")


def proof_text(plan: "Plan", values: LineValues) -> str:
    """Return what *plan* reaches, and whether that is proven best."""
    points = f"{plural(plan.score, 'point')} with {plural(len(plan.turns), 'roll')}"
    if plan.score < values.max_score:
        proof = "proven best" if plan.proven else f"best known; no plan has more than {plan.bound}"
        return f"{points}, {proof}"
    fewest = "fewer cannot do" if plan.fewest_proven else "the fewest known"
    return f"{points}, proven best: no sheet has more; {fewest}"
