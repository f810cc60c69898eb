"""The dynamic programming beside brute force, and the truths of the empty board."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from solver.errors import BrokenInvariantError
from solver.geocinco.board import BOARDS, COLOURS, Board
from solver.geocinco.fewest_tokens.answer import FewestTokens, built_state, check
from solver.geocinco.fewest_tokens.problem import DEFAULT_BRIDGES, Build, TowersProblem
from solver.geocinco.fewest_tokens.tree import TreeSearch
from solver.geocinco.state import State
from solver.geometry.cell import Cell, Cells, rectangle
from solver.geometry.polyomino import pentominoes, placements
from tests.solver.geocinco.fewest_tokens.dense import dense_state, fewest_by_trying
from tests.solver.geocinco.games import opposite
from tests.support import cases, slow

SEEDS = [2, 6, *(slow(seed) for seed in (1, *range(10, 60)))]
FEWEST = [29, 28, 27, 26, 25]  # with 0 to 4 bridges, on both boards
SETS = {
    **{("whole", colour): [571, 1074, 876, 258, 1] for colour in COLOURS},
    **{("strait", colour): [191, 362, 314, 86, 1] for colour in ("red", "green")},
    **{("strait", colour): [191, 483, 474, 148, 2] for colour in ("yellow", "blue")},
}


@cache
def _empty(board: str, colour: str) -> TreeSearch:
    return TreeSearch(TowersProblem(State.start(Board.named(board), COLOURS), colour))


def _cell(name: str) -> Cell:
    """Return the place of the pentagon of this *name* among those of its colour."""
    return Cell("12345".index(name[1]), "ABCDE".index(name[0]))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_fewest_tokens_and_all_optimal_sets_are_those_of_brute_force(board: str, seed: int) -> None:
    state = dense_state(seed, free=8, board=board)
    network = TowersProblem(state, "red", 2)
    search = TreeSearch(network)
    for bridges in range(3):
        least, sets = fewest_by_trying(state, bridges)
        assert search.fewest(bridges) == least
        optimal = search.optimal_sets(bridges)
        assert {*map(frozenset, optimal)} == sets
        assert len(optimal) == len(sets)
        if least is not None:
            build = search.build(bridges)
            assert len(build.tokens) == least
            assert frozenset(build.towers) in sets
            check(FewestTokens(TowersProblem(state, "red", bridges), "state", build, least))


@pytest.mark.slow
@cases("board colour", *SETS)
def test_the_empty_board_takes_29_tokens_and_one_less_per_bridge(board: str, colour: str) -> None:
    search = _empty(board, colour)
    assert [search.fewest(bridges) for bridges in range(DEFAULT_BRIDGES + 1)] == FEWEST
    counts = [len(search.optimal_sets(bridges)) for bridges in range(DEFAULT_BRIDGES + 1)]
    assert counts == SETS[board, colour]
    for bridges, least in enumerate(FEWEST):
        build = search.build(bridges)
        assert (len(build.tokens), len(build.bridges)) == (least, bridges)


def test_without_bridges_the_optimal_sets_are_the_pentominoes_on_a_5x5_board() -> None:
    optimal = _empty("whole", "red").optimal_sets(0)
    assert {frozenset(map(_cell, towers)) for towers in optimal} == _placements()
    assert len(optimal) == len(_placements()) == 571


def test_on_a_strait_without_bridges_they_are_those_within_a_half() -> None:
    state = State.start(Board.named("strait"), COLOURS)
    optimal = TreeSearch(TowersProblem(state, "red", 0)).optimal_sets(0)
    north = rectangle(2, 5) | {Cell(2, col) for col in range(3)}
    found = {frozenset(map(_cell, towers)) for towers in optimal}
    assert found == {cells for cells in _placements() if cells <= north or not cells & north}


def _placements() -> set[Cells]:
    square = rectangle(5, 5)
    return {cells for shape in pentominoes().values() for cells in placements(shape, square)}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_slot_touches_two_pentagons_of_a_colour_if_they_are_neighbours_in_the_grid(
    colour: str,
) -> None:
    board = Board.named("whole")
    pentagons = board.of_colour(colour)
    joined = {
        frozenset(_cell(pentagon.name) for pentagon in touched)
        for slot in board.slots.values()
        for touched in [[each for each in pentagons if {*slot.ends} & {*each.vertices}]]
        if len(touched) > 1
    }
    square = rectangle(5, 5)
    assert joined == {
        frozenset((cell, other))
        for cell in square
        for other in (Cell(cell.row + 1, cell.col), Cell(cell.row, cell.col + 1))
        if other in square
    }


@pytest.mark.slow
@cases(
    "board colour bridges",
    *((*each, bridges) for each in SETS for bridges in range(DEFAULT_BRIDGES + 1)),
)
def test_each_token_outside_the_towers_and_each_bridge_joins_two_networks(
    board: str, colour: str, bridges: int
) -> None:
    found = {frozenset(towers) for towers in _empty(board, colour).optimal_sets(bridges)}
    assert found == {*_sets_by_joints(Board.named(board), colour, bridges)}


def _sets_by_joints(board: Board, colour: str, bridges: int) -> Iterator[frozenset[str]]:
    """Yield the sets of five towers that *bridges* bridges and other tokens, four in all, join.

    A token has to touch two towers, since else there are as many networks as before.
    """
    touching = defaultdict(set)
    for pentagon in board.of_colour(colour):
        for vertex in pentagon.vertices:
            touching[vertex].add(pentagon)
    joints = {
        name: frozenset(touching[slot.ends[0]] | touching[slot.ends[1]])
        for name, slot in board.slots.items()
    }
    by_pair = defaultdict(list)
    for name, touched in joints.items():
        if len(touched) > 1:
            by_pair[touched].append(name)
    for five in combinations(board.of_colour(colour), 5):
        slots = [
            slot for pair in combinations(five, 2) for slot in by_pair.get(frozenset(pair), ())
        ]
        for tokens in combinations(slots, 4 - bridges):
            groups = _groups([{each} for each in five], [joints[slot] for slot in tokens])
            if len(groups) == bridges + 1 and _are_bridged(board, groups, tokens, joints):
                yield frozenset(pentagon.name for pentagon in five)
                break


def _groups(groups: list[set[Any]], links: Iterable[frozenset[Any]]) -> list[set[Any]]:
    """Return *groups*, of which those that a link has members of are one."""
    for link in links:
        linked = [group for group in groups if group & link]
        groups = [group for group in groups if not group & link]
        groups.append(set().union(*linked))
    return groups


def _are_bridged(
    board: Board,
    groups: list[set[Any]],
    tokens: tuple[str, ...],
    joints: Mapping[str, frozenset[Any]],
) -> bool:
    """Return whether bridges between the slots of *groups* of towers can make them one."""
    group_of = {
        slot: number
        for number, group in enumerate(groups)
        for slot in (
            *(slot for pentagon in group for slot in pentagon.slots),
            *(slot for slot in tokens if joints[slot] <= group),
        )
    }
    links = {
        frozenset((number, group_of[other]))
        for slot, number in group_of.items()
        for other in opposite(board)[slot]
        if other in group_of
    }
    return len(_groups([{number} for number in range(len(groups))], links)) == 1


def test_five_towers_that_stand_take_no_token_more() -> None:
    state = State.start(Board.named("whole"), COLOURS)
    built = built_state(state, "red", _empty("whole", "red").build(3))
    search = TreeSearch(TowersProblem(built, "red", 1))
    assert (search.fewest(0), search.fewest(1)) == (0, 0)
    assert search.build(0) == Build((), (), search.optimal_sets(0)[0])


def test_where_no_pentagon_is_left_nothing_can_be_built() -> None:
    board = Board.named("whole")
    taken = dict.fromkeys(board.bordering["red"], "blue")
    search = TreeSearch(TowersProblem(replace(State.start(board, COLOURS), tokens=taken), "red"))
    assert (search.fewest(4), search.optimal_sets(4)) == (None, [])
    with pytest.raises(BrokenInvariantError, match="nothing can be built"):
        search.build(4)
