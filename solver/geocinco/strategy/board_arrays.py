"""The arrays by which kernels know a board, and a state of it."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from operator import add

from solver.geocinco.board import COLOURS, HEXAGONS, Board
from solver.geocinco.state import State
from solver.geocinco.strategy.kernel.estimate import Workspace
from solver.geocinco.strategy.kernel.position import NONE, BoardArrays, Position
from solver.runtime.arrays import NDArray, np

_FAR = 1_000


@cache
def board_arrays(board: Board) -> BoardArrays:
    """Return the arrays of *board*."""
    number = {slot: index for index, slot in enumerate(board.slots)}
    places = sorted(sorted(number[slot] for slot in place) for place in board.bridge_places)
    across: list[list[int]] = [[] for _ in number]
    place: list[list[int]] = [[] for _ in number]
    for index, (first, second) in enumerate(places):
        for one, other in ((first, second), (second, first)):
            across[one].append(other)
            place[one].append(index)
    sides = np.array(
        [
            [[number[slot] for slot in pentagon.slots] for pentagon in board.of_colour(colour)]
            for colour in COLOURS
        ],
        np.int16,
    )
    pentagons: list[list[int]] = [[] for _ in number]
    for colour, hexagon in product(range(len(COLOURS)), range(len(HEXAGONS))):
        for slot in sides[colour, hexagon]:
            pentagons[slot].append(colour * len(HEXAGONS) + hexagon)
    near = [[number[other] for other in board.adjacent[slot]] for slot in board.slots]
    around = [sorted(number[slot] for slot in board.hexagon_slots[hexagon]) for hexagon in HEXAGONS]
    joint, span = _ties(sides, near, places)
    return BoardArrays(
        near=_rows(near),
        across=_rows(across),
        place=_rows(place),
        ends=np.array(places, np.int16),
        sides=sides,
        pentagons=_rows(pentagons),
        around=_rows(around),
        joint=joint,
        span=span,
        apart=_apart(sides, near, places),
    )


def position_arrays(state: State) -> Position:
    """Return the position of *state*."""
    slots, arrays = len(state.board.slots), board_arrays(state.board)
    position = Position(
        owner=np.full(slots, NONE, np.int8),
        bridge=np.full(len(arrays.ends), NONE, np.int8),
        held=np.zeros(len(COLOURS), np.int8),
        tower=np.zeros((len(COLOURS), len(HEXAGONS)), np.bool_),
        network=np.zeros(slots, np.int16),
        queue=np.zeros(slots, np.int16),
        tally=np.zeros(slots, np.int16),
        reach=np.zeros(slots, np.int8),
    )
    number = {slot: index for index, slot in enumerate(state.board.slots)}
    for slot, colour in state.tokens.items():
        position.owner[number[slot]] = COLOURS.index(colour)
    ends = {tuple(pair): index for index, pair in enumerate(arrays.ends.tolist())}
    for colour, first, second in state.bridges:
        pair = tuple(sorted((number[first], number[second])))
        position.bridge[ends[pair]] = COLOURS.index(colour)
    for colour, count in state.held.items():
        position.held[COLOURS.index(colour)] = count
    for colour_number, hexagon in product(range(len(COLOURS)), range(len(HEXAGONS))):
        owners = {position.owner[slot] for slot in arrays.sides[colour_number, hexagon]}
        position.tower[colour_number, hexagon] = owners == {colour_number}
    return position


def blank_workspace() -> Workspace:
    """Return the arrays that estimates work in."""
    count = len(HEXAGONS)
    return Workspace(
        lack=np.zeros(count, np.int64),
        joint=np.zeros((count, count), np.int64),
        near=np.zeros(count, np.int64),
        used=np.zeros(count, np.bool_),
    )


def _rows(lists: Sequence[Sequence[int]]) -> NDArray[np.int16]:
    """Return *lists* as rows of an array, each with at least one NONE at its end."""
    length = max(map(len, lists)) + 1
    return np.array([[*row, *[NONE] * (length - len(row))] for row in lists], np.int16)


def _ties(
    sides: NDArray[np.int16], near: Sequence[Sequence[int]], places: Sequence[Sequence[int]]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the slots and the bridges between two pentagons: (COLOURS, HEXAGONS, HEXAGONS, n)."""
    slots: dict[tuple[int, int, int], list[int]] = {}
    spans: dict[tuple[int, int, int], list[int]] = {}
    shape = sides.shape[:2]
    for colour in range(shape[0]):
        home = {
            int(slot): hexagon for hexagon in range(shape[1]) for slot in sides[colour, hexagon]
        }
        for slot, others in enumerate(near):
            touched = sorted({home[other] for other in others if other in home} - {home.get(slot)})
            for first, second in combinations(touched, 2):
                if slot not in home:
                    slots.setdefault((colour, first, second), []).append(slot)
        for index, (one, other) in enumerate(places):
            if one in home and other in home and home[one] != home[other]:
                first, second = sorted((home[one], home[other]))
                spans.setdefault((colour, first, second), []).append(index)
    return _table(slots, shape), _table(spans, shape)


def _table(
    lists: dict[tuple[int, int, int], list[int]], shape: tuple[int, ...]
) -> NDArray[np.int16]:
    size = max(map(len, lists.values()), default=0) + 1
    table = np.full((*shape, shape[1], size), NONE, np.int16)
    for (colour, first, second), entries in lists.items():
        table[colour, first, second, : len(entries)] = entries
        table[colour, second, first, : len(entries)] = entries
    return table


def _apart(
    sides: NDArray[np.int16], near: Sequence[Sequence[int]], places: Sequence[Sequence[int]]
) -> NDArray[np.int16]:
    """Return the tokens that join each two towers on the empty board, with at most one bridge.

    The shape is (COLOURS, HEXAGONS, HEXAGONS).
    """
    apart = []
    for towers in sides.tolist():
        paths = [_path(tower, near) for tower in towers]
        ends = [[[path[place[end]] for place in places] for path in paths] for end in range(2)]
        rows = [[0] * len(towers) for _ in towers]
        for first, second in combinations_with_replacement(range(len(towers)), 2):
            walk = min(paths[first][slot] for slot in towers[second]) - 1  # its side comes last
            leap = min(map(add, ends[0][first], ends[1][second]))
            leap_back = min(map(add, ends[1][first], ends[0][second]))
            rows[first][second] = rows[second][first] = min(walk, leap, leap_back)
        apart.append(rows)
    return np.array(apart, np.int16)


def _path(tower: Sequence[int], near: Sequence[Sequence[int]]) -> list[int]:
    """Return the tokens that lead from the nearest side of *tower* to each slot."""
    path = [_FAR] * len(near)
    for side in tower:
        path[side] = 0
    reached = [*tower]
    for slot in reached:  # it grows
        for other in near[slot]:
            if path[other] == _FAR:
                path[other] = path[slot] + 1
                reached.append(other)
    return path
