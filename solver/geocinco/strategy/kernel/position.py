"""A board and a position as arrays: tokens, bridges, networks, and where a token may go.

Colours are numbered as in `COLOURS`, hexagons as in `HEXAGONS`, slots in the order of the board.
Lists of other length than their row end with NONE.
"""

from typing import NamedTuple

from solver.runtime.arrays import np
from solver.runtime.kernel import Array1, Array2, Array3, Array4, borrowing, kernel

NONE = -1
ANY = 5  # the number of the star and of the plus, after those of five digits and letters
SIDES, HEXAGONS, COLOURS = 5, 25, 4
_LETTERS = 5  # hexagons of a digit
WINNING_TOWERS = 5
MAX_HELD = 2
TAKEN, FREE, CONTEST = 0, 1, 2  # of a slot: no place for a token, a free one, another's token


class BoardArrays(NamedTuple):
    """What joins the slots of a board, and what they border."""

    near: Array2[np.int16]  # (slots, n): the adjacent slots
    across: Array2[np.int16]  # (slots, n): the slots that a bridge can join to it
    place: Array2[np.int16]  # (slots, n): the numbers of these places for a bridge
    ends: Array2[np.int16]  # (places, 2): the slots of a place for a bridge
    sides: Array3[np.int16]  # (COLOURS, HEXAGONS, SIDES): the slots of a pentagon
    pentagons: Array2[np.int16]  # (slots, 3): the pentagons of a slot: colour * HEXAGONS + hexagon
    around: Array2[np.int16]  # (HEXAGONS, n): the slots of a hexagon
    joint: Array4[np.int16]  # (COLOURS, HEXAGONS, HEXAGONS, n): slots that touch two pentagons
    span: Array4[np.int16]  # (COLOURS, HEXAGONS, HEXAGONS, n): places for a bridge between two
    apart: Array3[np.int16]  # (COLOURS, HEXAGONS, HEXAGONS): tokens to join two, with one bridge


class Position(NamedTuple):
    """Tokens, bridges and towers; and arrays that the kernel works in."""

    owner: Array1[np.int8]  # (slots,): the colour of the token, or NONE
    bridge: Array1[np.int8]  # (places,): the colour of the bridge, or NONE
    held: Array1[np.int8]  # (COLOURS,): bridges not yet laid
    tower: Array2[np.bool_]  # (COLOURS, HEXAGONS)
    network: Array1[np.int16]  # (slots,): the number of the network of a token, or NONE
    queue: Array1[np.int16]  # (slots,)
    tally: Array1[np.int16]  # (slots,): by networks
    reach: Array1[np.int8]  # (slots,): TAKEN, FREE or CONTEST


@borrowing
def find_networks(board: BoardArrays, position: Position, colour: int) -> int:
    """Give each network of *colour* a number in `position.network`; return how many there are."""
    owner, network, queue = position.owner, position.network, position.queue
    for slot in range(len(network)):
        network[slot] = NONE
    count = 0
    for start in range(len(owner)):
        if owner[start] != colour or network[start] != NONE:
            continue
        network[start] = count
        queue[0] = start
        first, last = 0, 1
        while first < last:
            slot = queue[first]
            first += 1
            for index in range(board.near.shape[1]):
                other = board.near[slot, index]
                if other == NONE:
                    break
                if owner[other] == colour and network[other] == NONE:
                    network[other] = count
                    queue[last] = other
                    last += 1
            for index in range(board.across.shape[1]):
                other = board.across[slot, index]
                if other == NONE:
                    break
                is_laid = position.bridge[board.place[slot, index]] == colour
                # A token may be taken away to see what follows: its bridge does not hold then.
                if is_laid and owner[other] == colour and network[other] == NONE:
                    network[other] = count
                    queue[last] = other
                    last += 1
        count += 1
    return count


@borrowing
def has_won(board: BoardArrays, position: Position, colour: int) -> bool:
    """Return whether *colour* has five towers in one network."""
    towers = 0
    for hexagon in range(HEXAGONS):
        towers += position.tower[colour, hexagon]
    if towers < WINNING_TOWERS:
        return False
    joined = position.tally
    for network in range(find_networks(board, position, colour)):
        joined[network] = 0
    for hexagon in range(HEXAGONS):
        if position.tower[colour, hexagon]:
            network = position.network[board.sides[colour, hexagon, 0]]
            joined[network] += 1
            if joined[network] == WINNING_TOWERS:
                return True
    return False


@borrowing
def in_tower(board: BoardArrays, position: Position, slot: int) -> bool:
    """Return whether *slot* is of a tower."""
    for index in range(2):
        pentagon = board.pentagons[slot, index]
        if pentagon != NONE and position.tower[pentagon // HEXAGONS, pentagon % HEXAGONS]:
            return True
    return False


@borrowing
def is_dead(board: BoardArrays, position: Position, colour: int, hexagon: int) -> bool:
    """Return whether a side of the pentagon is of another's tower."""
    for side in range(SIDES):
        slot = board.sides[colour, hexagon, side]
        if position.owner[slot] != colour and in_tower(board, position, slot):
            return True
    return False


@kernel
@borrowing
def find_places(
    board: BoardArrays, position: Position, colour: int, digit: int, letter: int
) -> None:
    """Find where *colour* may lay a token with this throw; fill in `position.reach`."""
    is_anywhere = digit == ANY and letter == ANY
    if not is_anywhere:
        is_anywhere = True
        for hexagon in range(HEXAGONS):
            allowed = _allows(hexagon, digit, letter)
            if allowed and not is_dead(board, position, colour, hexagon):
                is_anywhere = False
                break
    if is_anywhere:
        find_anywhere(board, position, colour)
    else:
        _find_allowed(board, position, colour, digit, letter)
    reach, owner = position.reach, position.owner
    for slot in range(len(reach)):
        if reach[slot] and owner[slot] != NONE:
            is_open = owner[slot] != colour and not in_tower(board, position, slot)
            reach[slot] = CONTEST if is_open else TAKEN


@borrowing
def find_anywhere(board: BoardArrays, position: Position, colour: int) -> None:
    """Mark the slots that border *colour* or are beside its tokens as FREE, taken or not."""
    reach = position.reach
    for slot in range(len(reach)):
        reach[slot] = TAKEN
    for hexagon in range(HEXAGONS):
        for side in range(SIDES):
            reach[board.sides[colour, hexagon, side]] = FREE
    for slot in range(len(reach)):
        if position.owner[slot] == colour:
            _mark_near(board, reach, slot)


@borrowing
def _find_allowed(
    board: BoardArrays, position: Position, colour: int, digit: int, letter: int
) -> None:
    reach, network, is_reached = position.reach, position.network, position.tally
    for number in range(find_networks(board, position, colour)):
        is_reached[number] = 0
    for slot in range(len(reach)):
        reach[slot] = TAKEN
    for hexagon in range(HEXAGONS):
        if not _allows(hexagon, digit, letter):
            continue
        for side in range(SIDES):
            reach[board.sides[colour, hexagon, side]] = FREE
        for index in range(board.around.shape[1]):
            slot = board.around[hexagon, index]
            if slot != NONE and network[slot] != NONE:
                is_reached[network[slot]] = 1
    for slot in range(len(reach)):
        if network[slot] != NONE and is_reached[network[slot]]:
            _mark_near(board, reach, slot)


@borrowing
def _mark_near(board: BoardArrays, reach: Array1[np.int8], slot: int) -> None:
    for index in range(board.near.shape[1]):
        other = board.near[slot, index]
        if other == NONE:
            break
        reach[other] = FREE


@borrowing
def _allows(hexagon: int, digit: int, letter: int) -> bool:
    is_digit = digit == ANY or hexagon // _LETTERS == digit
    return is_digit and (letter == ANY or hexagon % _LETTERS == letter)


@borrowing
def put(board: BoardArrays, position: Position, slot: int, colour: int) -> None:
    """Put a token on *slot*; bridges of another's token there fall; a tower earns a bridge."""
    owner = position.owner[slot]
    if owner != colour:
        for index in range(board.across.shape[1]):
            if board.across[slot, index] == NONE:
                break
            place = board.place[slot, index]
            if position.bridge[place] == owner:  # which is NONE where there is neither
                position.bridge[place] = NONE
    position.owner[slot] = colour
    for index in range(2):
        pentagon = board.pentagons[slot, index]
        if pentagon == NONE or pentagon // HEXAGONS != colour:
            continue
        hexagon = pentagon % HEXAGONS
        is_tower = True
        for side in range(SIDES):
            is_tower &= position.owner[board.sides[colour, hexagon, side]] == colour
        if is_tower:
            position.tower[colour, hexagon] = True
            position.held[colour] = min(MAX_HELD, position.held[colour] + 1)
