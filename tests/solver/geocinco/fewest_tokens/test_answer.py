"""Both engines beside each other, and what is proven of an answer."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pytest

from solver.answer import Outcome
from solver.cover import cpsat
from solver.cover.cpsat import TimeLimit
from solver.cover.exact_cover import Status
from solver.cover.integer_program import ProgramSolution
from solver.errors import BrokenInvariantError, PentaError
from solver.geocinco.board import COLOURS, Board
from solver.geocinco.fewest_tokens.answer import Engine, FewestTokens, check, fewest
from solver.geocinco.fewest_tokens.flow import FlowResult, fewest_by_flow
from solver.geocinco.fewest_tokens.problem import TowersProblem
from solver.geocinco.fewest_tokens.tree import TreeSearch
from solver.geocinco.rules.position import has_won
from solver.geocinco.state import Bridge, State
from tests.solver.geocinco.fewest_tokens.dense import dense_state, fewest_by_trying
from tests.solver.geocinco.games import random_game, states_of
from tests.support import Patch, Run, answer, cases, loaded, slow

EMPTY = State.start(Board.named("whole"), COLOURS)


@pytest.mark.parametrize("board", ["whole", "strait"])
@cases("seed", 6, *(slow(seed) for seed in (2, *range(10, 50))))
def test_the_integer_program_finds_what_brute_force_finds(board: str, seed: int) -> None:
    state = dense_state(seed, free=8, board=board)
    for bridges in range(3):
        network = TowersProblem(state, "red", bridges)
        least, sets = fewest_by_trying(state, bridges)
        answer = solved(network, Engine.CP_SAT)
        assert (answer.tokens, answer.bound) == (least, least)
        assert answer.outcome is (Outcome.YES if least is not None else Outcome.NO)
        if answer.build:
            assert frozenset(answer.build.towers) in sets
        both = solved(network, counted=True)
        assert (both.tokens, both.sets, both.proven) == (least, len(sets), True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_the_engines_agree_in_the_middle_of_games(seed: int) -> None:
    turns = [4, 8, 12, 20, 30, 50][seed % 6]
    board = ["whole", "strait"][seed // 6 % 2]
    record = random_game(seed, players=2 + seed % 3, board=board, turns=turns)
    state = states_of(record)[-1].state
    for bridges in (0, 1, 4):
        assert solved(TowersProblem(state, state.turn, bridges)).proven


@pytest.mark.slow
@cases("colour bridges", *product(COLOURS, range(5)))
def test_the_integer_program_proves_the_empty_board_by_itself(colour: str, bridges: int) -> None:
    result = fewest_by_flow(TowersProblem(EMPTY, colour, bridges), TimeLimit())
    assert (result.status, result.bound) == (Status.OPTIMAL, 29 - bridges)
    assert result.build is not None
    assert (len(result.build.tokens), len(result.build.bridges)) == (29 - bridges, bridges)


def test_one_engine_proves_nothing_and_both_do() -> None:
    network = TowersProblem(dense_state(6, free=8), "red", 1)
    tree, flow, both = (solved(network, engine) for engine in Engine)
    assert (tree.tokens, tree.proven) == (flow.tokens, flow.proven) == (3, False)
    assert both == replace(tree, proven=True)


def test_where_nothing_can_be_built_both_engines_say_so() -> None:
    taken = dict.fromkeys(EMPTY.board.bordering["red"], "blue")
    network = TowersProblem(replace(EMPTY, tokens=taken), "red")
    for engine in Engine:
        answer = solved(network, engine, counted=engine is not Engine.CP_SAT)
        assert answer.outcome is Outcome.NO
        assert (answer.tokens, answer.bound, answer.sets or 0) == (None, None, 0)
        assert answer.proven == (engine is Engine.BOTH)


def test_what_was_found_before_the_limit_is_kept_with_what_was_proven(monkeypatch: Patch) -> None:
    whole = cpsat.least_cost

    def stopped(*args: Any, **options: Any) -> ProgramSolution:
        solution = whole(*args, **options)
        return solution._replace(status=Status.FEASIBLE, bound=solution.bound - 1)

    monkeypatch.setattr(cpsat, "least_cost", stopped)
    network = TowersProblem(dense_state(6, free=8), "red", 1)
    for engine in (Engine.CP_SAT, Engine.BOTH):
        answer = solved(network, engine)
        assert (answer.tokens, answer.bound, answer.proven, answer.stopped) == (3, 2, False, True)


def test_engines_that_disagree_are_a_defect(monkeypatch: Patch) -> None:
    network = TowersProblem(dense_state(6, free=8), "red", 1)
    nothing = FlowResult(Status.INFEASIBLE, None, 0)
    monkeypatch.setattr(
        "solver.geocinco.fewest_tokens.flow.fewest_by_flow", lambda *_, **__: nothing
    )
    with pytest.raises(BrokenInvariantError, match="tree says 3 tokens, CP-SAT None"):
        solved(network)


def test_a_build_that_breaks_a_rule_is_refused() -> None:
    network = TowersProblem(EMPTY, "red", 4)
    answer = solved(network, Engine.TREE)
    right = answer.build
    assert right is not None
    check(answer)
    wrong: list[dict[str, Any]] = [
        {"tokens": right.tokens[1:]},  # a tower is not whole
        {"bridges": right.bridges[1:]},  # not in one network
        {"bridges": (("A1r1", "E5r1"), *right.bridges[1:])},  # no place for a bridge
        {"bridges": (*right.bridges, ("A1b1", "A1b2"))},  # more than allowed
        {"towers": (*right.towers[1:], "E1r")},  # another tower
        {"towers": (*right.towers[1:], right.towers[1])},  # four of them
    ]
    for changes in wrong:
        with pytest.raises(BrokenInvariantError, match="no five towers of red"):
            check(replace(answer, build=right._replace(**changes)))
    taken = replace(EMPTY, tokens={right.tokens[0]: "red"})
    with pytest.raises(BrokenInvariantError, match="no five towers of red"):
        check(FewestTokens(TowersProblem(taken, "red", 4), "taken", right, 25))


# Four red towers in one network, a fifth apart from it, and between them a chain that touches two
# pentagons, neither of them a tower: to go along it pays, though it joins no towers by itself.
STEPPING_STONES = (
    "A1r1 A1r2 A1r3 A1r4 A1r5 A1y3 A1y4 B1r2 B1r3 B1r4 B1r5 B1y3 B1y4 C1r2 C1r3 C1r4 C1r5 C1y3 "
    "C1y4 D1r2 D1r3 D1r4 D1r5 D2r3 D2r4 D2g3 D3r3 D3r4 D3g3 D4r3 D4y4 D4g1 E4b1 D5y3 E5r3 E5r4 E5r5"
)


@pytest.mark.parametrize(("bridges", "tokens"), [slow(0, 2), (1, 1)])
def test_a_network_that_touches_no_tower_may_be_gone_along(bridges: int, tokens: int) -> None:
    answer = solved(TowersProblem(_with_towers("", STEPPING_STONES.split()), "red", bridges))
    assert (answer.tokens, answer.proven) == (tokens, True)


@pytest.mark.slow
def test_more_than_four_bridges_may_be_of_use() -> None:
    state = _with_towers("A1r B2r C3r D4r B1r", ["B2g1", "C2r4", "C2r5"])
    search = TreeSearch(TowersProblem(state, "red", 6))
    assert [search.fewest(bridges) for bridges in range(7)] == [7, 4, 2, 1, 1, 0, 0]


@pytest.mark.parametrize("seed", [0, *(slow(s) for s in range(40))])
def test_the_engines_agree_where_chains_lie_between_towers(seed: int) -> None:
    rng = random.Random(seed)
    names = [tower.name for tower in EMPTY.board.of_colour("red")]
    state = _with_towers(" ".join(rng.sample(names, 4)), rng.sample(list(EMPTY.board.slots), 60))
    others = [slot for slot in state.board.slots if slot not in state.tokens]
    blue = dict.fromkeys(rng.sample(others, 60), "blue")
    network = TowersProblem(replace(state, tokens={**state.tokens, **blue}), "red", seed % 3)
    answer = solved(network, limit_s=60)
    assert answer.proven


def _with_towers(names: str, slots: Sequence[str]) -> State:
    """Return the state in which red has these towers, and tokens on *slots*."""
    state = State.start(Board.named("whole"), ("red", "blue"))
    towers = [tower for tower in state.board.of_colour("red") if tower.name in names.split()]
    assert len(towers) == len(names.split())
    own = [slot for tower in towers for slot in tower.slots] + [*slots]
    return replace(state, tokens=dict.fromkeys(own, "red"))


def solved(
    network: TowersProblem,
    engine: Engine = Engine.BOTH,
    *,
    counted: bool = False,
    limit_s: float | None = None,
) -> FewestTokens:
    """Return the answer to *network*, searched for through the face."""
    state, colour, bridges = network.state, network.colour, network.bridges
    search = fewest(state, colour=colour, bridges=bridges, counted=counted, engine=engine)
    return search.run(limit_s=limit_s)


TREE = ("--engine", "tree")
KEYS = ["tokens", "bridges", "proven", "slots", "towers", "laid", "bound", "colour"]


def _impossible() -> str:
    tokens = dict.fromkeys(Board.named("whole").bordering["red"], "blue")
    return json.dumps({"players": ["red", "blue"], "tokens": tokens})


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "geo", "fewest")


def test_the_answer_wins_by_the_rules(run: Run) -> None:
    before = dense_state(6, free=8)
    found = answer(run, "-", "--bridges", "1", stdin=str(before))
    assert list(found) == KEYS
    assert (found["tokens"], found["bridges"], found["proven"]) == (3, 1, True)
    assert (len(found["slots"]), found["bound"], found["colour"]) == (3, 3, "red")
    after = replace(
        before,
        turn="red",
        tokens={**before.tokens, **dict.fromkeys(found["slots"], "red")},
        bridges=before.bridges | {Bridge.between("red", *pair) for pair in found["laid"]},
    )
    assert has_won(after, "red")


@pytest.mark.slow
def test_the_colour_is_by_default_whose_turn_it_is(run: Run) -> None:
    state = '{"players": ["red", "blue"], "turn": "blue", "tokens": {}}'
    for args, colour in (((), "blue"), (("--colour", "red"), "red")):
        found = answer(run, "-", *TREE, "--bridges", "0", *args, stdin=state)
        assert found["colour"] == colour


def test_without_a_state_the_board_is_empty(run: Run) -> None:
    found = answer(run, *TREE, "--board", "strait", "--all", "--bridges", "4")
    counts = found["tokens"], found["sets"], found["proven"], len(found["laid"])
    assert counts == (25, 1, False, 4)


def test_the_impossible_ends_with_exit_code_1(run: Run) -> None:
    found = answer(run, "-", stdin=_impossible())
    assert (found["tokens"], found["bound"], found["proven"]) == (None, None, True)
    assert found["slots"] == found["towers"] == found["laid"] == []
    code, out, _ = run("-", stdin=_impossible())
    assert code == 1
    assert "five towers in one network are impossible with at most 4 bridges" in out


def test_at_the_limit_the_answer_of_the_tree_is_printed_and_the_exit_code_is_3(run: Run) -> None:
    code, out, err = run("--bridges", "0", "--seconds", "0.000001", "--json")
    found = json.loads(out)
    assert (code, found["tokens"], found["proven"], found["bound"]) == (3, 29, False, 0)
    assert err.startswith("penta: undecided: stopped after 1e-06 s: 29 further tokens make five")
    code, out, _ = run("--seconds", "0.000001", "--engine", "cp-sat")
    text = " ".join(out.split())
    assert code == 3
    assert "nothing was found with at most 4 bridges until CP-SAT was stopped" in text


def test_one_engine_does_not_load_what_the_other_needs() -> None:
    heavy = {"numpy", "ortools"}
    assert not heavy & loaded("geo", "fewest", "--help")
    assert heavy & loaded("geo", "fewest", "middle", *TREE) == {"numpy"}


def test_a_state_has_its_own_board_and_only_the_tree_counts() -> None:
    state, board = State.start(Board.named("whole"), COLOURS), Board.named("strait")
    with pytest.raises(PentaError, match="board: expected none beside a state"):
        fewest(state, board=board)
    with pytest.raises(PentaError, match="counted: expected the tree engine, found cp-sat"):
        fewest(state, counted=True, engine=Engine.CP_SAT)
