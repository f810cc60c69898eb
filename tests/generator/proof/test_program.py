"""The integer program of a proof: what becomes of it where CP-SAT does not decide it."""

import pytest

from generator.proof import program
from generator.proof.problem import MinimumValueProblem
from generator.proof.program import search_by_program
from solver.cover.exact_cover import Status
from solver.cover.integer_program import ProgramSolution
from solver.errors import UndecidedError
from solver.penta_rush.points import default_points

PROBLEM = MinimumValueProblem(3, 5, "ABC", default_points(), 8)


@pytest.mark.parametrize(
    ("interrupted", "error"), [(True, KeyboardInterrupt), (False, UndecidedError)]
)
def test_a_program_that_is_not_decided_is_no_interruption(
    monkeypatch: pytest.MonkeyPatch, *, interrupted: bool, error: type[BaseException]
) -> None:
    unknown = ProgramSolution(Status.UNKNOWN, (), 0, 0, interrupted)
    monkeypatch.setattr(program, "least_cost", lambda *_: unknown)
    with pytest.raises(error):
        search_by_program(PROBLEM)
