"""Dense boards, on which few slots are free, and the fewest tokens by trying all of them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from solver.geocinco.board import Board
from solver.geocinco.rules import position
from solver.geocinco.state import Bridge, State

PLAYERS = ("red", "blue")


def dense_state(seed: int, *, free: int, board: str = "whole") -> State:
    """Return a state in which red has most of six or seven pentagons, and *free* slots are free.

    Some are between these pentagons. All other slots are taken, most of them by blue.
    """
    rng = random.Random(seed)
    state = State.start(Board.named(board), PLAYERS)
    start = rng.choice(state.board.of_colour("red"))
    nearest = sorted(
        state.board.of_colour("red"),
        key=lambda pentagon: (_distance(start.vertices, pentagon.vertices), rng.random()),
    )
    chosen = nearest[: rng.randrange(6, 9)]
    own = {slot for pentagon in chosen for slot in pentagon.slots}
    between = {slot for each in own for slot in state.board.adjacent[each]} - own
    tokens = {
        slot: "red" if slot in own or rng.random() < 0.15 else "blue" for slot in state.board.slots
    }
    wanted = [rng.choice(sorted(rng.choice([own, between, between]))) for _ in range(free)]
    for slot in wanted:
        tokens.pop(slot, None)
    state = replace(state, tokens=tokens)
    places = position.bridge_places(state, "red")
    return replace(state, bridges=frozenset(rng.sample(places, min(len(places), 2))))


def _distance(first: tuple[tuple[int, int], ...], second: tuple[tuple[int, int], ...]) -> int:
    (x, y), (u, v) = first[0], second[0]
    return abs(x - u) + abs(y - v)


def fewest_by_trying(state: State, bridges: int) -> tuple[int | None, set[frozenset[str]]]:
    """Return the fewest tokens for red, None if it is impossible, and the optimal sets of towers.

    Tried are all sets of free slots, from the smallest on, and all ways to lay the bridges.
    """
    free = [slot for slot in state.board.slots if slot not in state.tokens]
    for count in range(len(free) + 1):
        sets = {
            frozenset(towers)
            for slots in combinations(free, count)
            for towers in _joined_towers(_with_tokens(state, slots), bridges)
        }
        if sets:
            return count, sets
    return None, set()


def _with_tokens(state: State, slots: tuple[str, ...]) -> State:
    return replace(state, tokens={**state.tokens, **dict.fromkeys(slots, "red")})


def _joined_towers(state: State, bridges: int) -> Iterator[tuple[str, ...]]:
    """Yield all sets of five towers that are, or that *bridges* bridges make, of one network."""
    towers = position.towers(state, "red")
    if len(towers) < 5:
        return
    networks = position.networks(state, "red")
    number = {slot: index for index, network in enumerate(networks) for slot in network}
    built = [
        [tower.name for tower in towers if network.issuperset(tower.slots)] for network in networks
    ]
    joints = {
        (number[place.first], number[place.second]): place
        for place in position.bridge_places(state, "red")
        if number[place.first] != number[place.second]
    }
    for laid in combinations(joints.values(), min(bridges, len(joints))):
        yield from _sets_of_five(state, laid, built)


def _sets_of_five(
    state: State, laid: tuple[Bridge, ...], built: list[list[str]]
) -> Iterator[tuple[str, ...]]:
    number = {
        slot: index
        for index, network in enumerate(position.networks(state, "red"))
        for slot in network
    }
    for network in position.networks(replace(state, bridges=state.bridges | {*laid}), "red"):
        inside = {number[slot] for slot in network}
        yield from combinations(sorted(name for index in inside for name in built[index]), 5)
