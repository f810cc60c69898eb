"""The kernel's board and places against the rules, and its estimate against the fewest tokens."""

import random
from heapq import heappop, heappush
from itertools import pairwise, product

import numpy as np
import pytest

from solver.geocinco.board import BOARDS, COLOURS, HEXAGONS, Board, Pentagon
from solver.geocinco.fewest_tokens.problem import TowersProblem
from solver.geocinco.fewest_tokens.tree import TreeSearch
from solver.geocinco.rules.position import anywhere, has_won, is_dead, networks, places, towers
from solver.geocinco.state import State
from solver.geocinco.strategy.board_arrays import blank_workspace, board_arrays, position_arrays
from solver.geocinco.strategy.compiled_program import table_of
from solver.geocinco.strategy.kernel.choice import own_estimate
from solver.geocinco.strategy.kernel.estimate import TOKEN, Workspace, estimate, prepare
from solver.geocinco.strategy.kernel.position import (
    CONTEST,
    FREE,
    NONE,
    find_anywhere,
    find_networks,
    find_places,
    put,
)
from solver.geocinco.strategy.kernel.position import has_won as kernel_has_won
from solver.geocinco.strategy.kernel.position import is_dead as kernel_is_dead
from solver.geocinco.strategy.level import Level
from solver.geocinco.throw import DIGIT_FACES, LETTER_FACES, THROWS
from tests.solver.geocinco.games import opposite, random_game, states_of
from tests.support import cases, slow


def _states(count: int) -> list[State]:
    """Return some states of random games, of all sizes and on both boards."""
    states = []
    for seed in range(count):
        record = random_game(
            seed, players=2 + seed % 3, board=BOARDS[seed % 2], tokens=1 + seed % 2, turns=250
        )
        states.append(random.Random(seed).choice(states_of(record)).state)
    return states


def _check_places(state: State) -> None:
    board, position = board_arrays(state.board), position_arrays(state)
    names = tuple(state.board.slots)
    for colour in state.players:
        number = COLOURS.index(colour)
        for throw in THROWS:
            faces = DIGIT_FACES.index(throw.digit), LETTER_FACES.index(throw.letter)
            find_places(board, position, number, *faces)
            free, contest = places(state, colour, throw)
            assert {names[slot] for slot in np.flatnonzero(position.reach == FREE)} == free
            assert {names[slot] for slot in np.flatnonzero(position.reach == CONTEST)} == contest
        find_anywhere(board, position, number)
        assert {names[slot] for slot in np.flatnonzero(position.reach)} == anywhere(state, colour)


def _check_networks(state: State) -> None:
    board, position = board_arrays(state.board), position_arrays(state)
    names = tuple(state.board.slots)
    for colour in state.players:
        number = COLOURS.index(colour)
        count = find_networks(board, position, number)
        found = [
            frozenset(names[slot] for slot in np.flatnonzero(position.network == network))
            for network in range(count)
        ]
        assert sorted(found, key=min) == sorted(networks(state, colour), key=min)
        assert kernel_has_won(board, position, number) == has_won(state, colour)
        built = {str(tower.hexagon) for tower in towers(state, colour)}
        assert {str(HEXAGONS[i]) for i in np.flatnonzero(position.tower[number])} == built
        for index, hexagon in enumerate(HEXAGONS):
            pentagon = state.board.pentagon_of[hexagon, colour]
            assert kernel_is_dead(board, position, number, index) == is_dead(state, pentagon)


@cases("count", 4, slow(300))
def test_places_networks_and_towers_are_those_of_the_rules(count: int) -> None:
    for state in _states(count):
        _check_places(state)
        _check_networks(state)


@pytest.mark.parametrize("name", BOARDS)
def test_two_towers_are_joined_by_as_many_tokens_as_the_table_says(name: str) -> None:
    board = Board.named(name)
    arrays = board_arrays(board)
    for colour, number in (("red", 0), ("green", 2)):
        apart, joint = arrays.apart[number], arrays.joint[number]
        assert (apart == apart.T).all()
        neighbours = {(i, j) for i in range(25) for j in range(25) if joint[i, j, 0] != NONE}
        cells = [divmod(index, 5) for index in range(25)]
        beside = {
            (i, j)
            for i, (row, col) in enumerate(cells)
            for j, (other, another) in enumerate(cells)
            if abs(row - other) + abs(col - another) == 1
        }
        if name == "whole":  # a token touches two pentagons just where they are neighbours
            assert neighbours == beside
        assert all(apart[i, j] <= 1 for i, j in neighbours)
        pentagons = board.of_colour(colour)
        for i, j in random.Random(name).sample(list(product(range(25), repeat=2)), 40):
            if i != j:
                assert apart[i, j] == _tokens_between(board, pentagons[i], pentagons[j])


def _tokens_between(board: Board, start: Pentagon, goal: Pentagon) -> int:
    """Return the fewest tokens that join two towers, with at most one bridge."""
    queue = [(0, slot, True) for slot in start.slots]
    seen = set()
    while queue:
        cost, slot, has_bridge = heappop(queue)
        if slot in goal.slots:
            return cost
        if (slot, has_bridge) in seen:
            continue
        seen.add((slot, has_bridge))
        steps = [(other, has_bridge) for other in board.adjacent[slot]]
        steps += [(other, False) for other in opposite(board)[slot] if has_bridge]
        for other, has_left in steps:
            further = other not in start.slots and other not in goal.slots
            heappush(queue, (cost + further, other, has_left))
    raise AssertionError


def test_the_estimate_of_the_empty_board_is_five_towers_and_four_bridges() -> None:
    state = State.start(Board.named("whole"), COLOURS)
    workspace = blank_workspace()
    for number in range(len(COLOURS)):
        prepare(board_arrays(state.board), position_arrays(state), number, workspace)
        assert estimate(workspace) == 25 * TOKEN + 4


@pytest.mark.slow
def test_a_cheapest_way_takes_the_estimate_down_to_its_bridges() -> None:
    state = State.start(Board.named("whole"), ("red", "blue"))
    workspace = blank_workspace()
    estimates = [_estimate(state, workspace)]
    for slot in TreeSearch(TowersProblem(state, "red")).build(4).tokens:
        state = state.with_token(slot, "red")
        estimates.append(_estimate(state, workspace))
    assert all(-TOKEN <= after - before <= 0 for before, after in pairwise(estimates))
    assert (estimates[0], estimates[-1]) == (25 * TOKEN + 4, 4)


@pytest.mark.slow
def test_a_contest_is_weighed_with_the_bridge_that_it_fells() -> None:
    for state in _states(4):
        for colour, first, second in state.bridges:
            rival = next(player for player in state.players if player != colour)
            number = COLOURS.index(colour)
            for slot in (first, second):
                thought, laid = (table_of(state, [Level.STRONG], random.Random()) for _ in "ab")
                index = list(state.board.slots).index(slot)
                thought.position.owner[index] = COLOURS.index(rival)
                put(laid.board, laid.position, index, COLOURS.index(rival))
                assert own_estimate(thought, number) == own_estimate(laid, number)


def _estimate(state: State, workspace: Workspace) -> int:
    prepare(board_arrays(state.board), position_arrays(state), 0, workspace)
    return estimate(workspace)
