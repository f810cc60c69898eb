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


def test_a_program_that_cp_sat_gives_up_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = ProgramSolution(Status.UNKNOWN, (), 0, 0)
    monkeypatch.setattr(program, "least_cost", lambda *_: unknown)
    with pytest.raises(UndecidedError):
        search_by_program(PROBLEM)
