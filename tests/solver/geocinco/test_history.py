"""What each step brought about: put together, the steps give the board of the referee."""

from typing import Any

from solver.geocinco.board import BOARDS
from solver.geocinco.history import played_steps
from solver.geocinco.rules.position import networks, towers
from solver.geocinco.rules.verdict import judge
from solver.geocinco.state import MAX_HELD
from tests.solver.geocinco.games import random_game


def _told(steps: list[dict[str, Any]]) -> tuple[dict[str, str], set[tuple[str, ...]], list[str]]:
    """Return the tokens, the bridges and the towers, as one who is told of *steps* knows them."""
    tokens: dict[str, str] = {}
    bridges: set[tuple[str, ...]] = set()
    built = []
    for step in steps:
        player, slots = step["player"], step["slots"]
        if step["kind"] in {"token", "extra"}:
            assert slots[0] not in tokens
            tokens[slots[0]] = player
        elif step["kind"] == "contest":
            assert tokens[slots[0]] == step["against"] != player
            tokens[slots[0]] = step["winner"]
        elif step["kind"] == "bridge":
            bridges.add((player, *slots))
        bridges -= {*map(tuple, step["fallen"])}
        built += step["towers"]
    return tokens, bridges, built


def test_the_steps_of_a_game_give_its_board() -> None:
    for seed in range(6):
        record = random_game(
            seed, players=2 + seed % 3, board=BOARDS[seed % 2], tokens=1 + seed % 2, turns=120
        )
        steps = [step.to_json() for step in played_steps(record)]
        state = judge(record).state
        tokens, bridges, built = _told(steps)
        assert tokens == state.tokens
        assert bridges == {*map(tuple, state.bridges)}
        towers_now = {tower.name for colour in state.players for tower in towers(state, colour)}
        assert {*built} == towers_now
        for colour in state.players:
            own = [step for step in steps if step["player"] == colour]
            assert own[-1]["networks"] >= 1
            gained = sum(step["gained"] for step in own)
            laid = sum(step["kind"] == "bridge" for step in own)
            assert gained - laid == state.held[colour] <= MAX_HELD
        assert steps[-1]["networks"] == len(networks(state, steps[-1]["player"]))
        assert [step["turn"] for step in steps] == sorted(step["turn"] for step in steps)
