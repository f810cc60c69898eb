"""`penta geo simulate`, with what a time limit leaves of it, and its bad input."""

import json
from pathlib import Path

import pytest

from solver.geocinco.record import Record
from solver.geocinco.rules.verdict import judge
from tests.support import Run, cases

pytestmark = pytest.mark.usefixtures("compiled")

SIMULATE = ("geo", "simulate", "--games", "3", "--seed", "4")


def test_a_simulation_is_the_same_every_time_and_writes_its_games(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "games.ndjson"
    policies = ("--policy", "greedy", "--policy", "strong", "--policy", "random")
    args = (*SIMULATE, *policies, "--json")
    code, out, err = typed(*args, "--records", str(file), "--jobs", "2")
    assert (code, out, err) == typed(*args, "--jobs", "1")
    answer = json.loads(out)
    assert [player["policy"] for player in answer["players"]] == ["greedy", "strong", "random"]
    verdicts = [judge(Record.parse(line)) for line in file.read_text().splitlines()]
    assert [verdict.violation for verdict in verdicts] == [None] * 3
    for colour, wins in answer["colours"].items():
        games = [verdict for verdict in verdicts if colour in verdict.state.players]
        won = sum(verdict.winner == colour for verdict in games)
        assert (wins["games"], wins["wins"]) == (len(games), won)
        assert wins["rate"]["share"] == pytest.approx(won / len(games), abs=1e-4)
        assert wins["rate"]["low"] <= wins["rate"]["share"] <= wins["rate"]["high"]
    assert answer["undecided"] + sum(player["wins"] for player in answer["players"]) == 3


@pytest.mark.parametrize(("players", "policies"), [((), 2), (("--players", "4"), 4)])
def test_one_policy_is_that_of_all_players(
    players: tuple[str, ...], policies: int, typed: Run
) -> None:
    _, out, _ = typed("geo", "simulate", "--games", "1", "--tokens", "1", *players, "--json")
    answer = json.loads(out)
    assert [player["policy"] for player in answer["players"]] == ["greedy"] * policies
    assert answer["tokens"] == 1


@cases(
    "args message",
    (("--players", "3", "--policy", "random", "--policy", "greedy"), "each of 3 players"),
    (("--policy", "random") * 5, "at most 4 players"),
    (("--players", "1"), "expected a whole number from 2 to 4, found '1'"),
    (("--policy", "greed"), "'greed' is not one of"),
    (("--records", "no/games"), "no folder"),
)
def test_bad_input_is_one_line(args: tuple[str, ...], message: str, typed: Run) -> None:
    code, out, err = typed(*SIMULATE, *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_a_time_limit_leaves_the_games_played_so_far(typed: Run) -> None:
    args = ("geo", "simulate", "--games", "1000000", "--json")
    code, out, err = typed(*args, "--seconds", "2", "--jobs", "1")
    assert code == 0
    assert 0 < json.loads(out)["games"] < 1_000_000
    assert err.startswith("stopped with ")
