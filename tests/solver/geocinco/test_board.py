"""The board beside the one of the oracle, and its counts beside the known ones."""

from collections import Counter
from fractions import Fraction

import pytest

from solver.errors import StateError
from solver.geocinco.board import BOARDS, COLOURS, HEXAGONS, Board, Hexagon, is_northern
from tests.solver.geocinco import oracle
from tests.solver.geocinco.games import opposite
from tests.support import cases

WHOLE, STRAIT = map(Board.named, BOARDS)
SIDES = [
    f"{hexagon}{letter}{side}" for hexagon in HEXAGONS for letter in "rygb" for side in "12345"
]


def test_the_counts_of_the_whole_board() -> None:
    assert len(WHOLE.pentagons) == 100
    assert len(WHOLE.slots) == 279
    assert Counter(slot.other is None for slot in WHOLE.slots.values()) == {False: 221, True: 58}
    assert set(map(len, WHOLE.hexagon_slots.values())) == {15}
    assert {colour: len(WHOLE.bordering[colour]) for colour in COLOURS} == dict.fromkeys(
        COLOURS, 125
    )
    assert len({end for slot in WHOLE.slots.values() for end in slot.ends}) == 180
    assert sum(map(len, WHOLE.adjacent.values())) == 2 * 616


def test_the_bridge_places_of_the_whole_board_are_of_two_kinds() -> None:
    kinds = Counter((WHOLE.is_long(min(pair)), *_gap(WHOLE, pair)) for pair in WHOLE.bridge_places)
    assert kinds == {
        (True, Fraction(288, 5), Fraction(1, 5)): 82,
        (False, Fraction(128), Fraction(0)): 41,
    }


def _gap(board: Board, pair: frozenset[str]) -> tuple[Fraction, Fraction]:
    one, other = (list(board.slots[slot].ends) for slot in pair)
    gap = oracle.bridge_gap(one, other)
    assert gap is not None
    return gap


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_is_that_of_the_oracle(name: str) -> None:
    board, geometry = Board.named(name), oracle.GEOMETRIES[name]
    assert list(board.slots) == geometry.slots
    for slot in board.slots.values():
        assert [slot.name, *filter(None, [slot.other])] == geometry.both[slot.name]
        assert set(slot.ends) == set(geometry.ends[slot.name])
    assert {pentagon.name: list(pentagon.slots) for pentagon in board.pentagons} == geometry.sides
    assert {slot: set(others) for slot, others in board.adjacent.items()} == geometry.beside
    assert board.bridge_places == geometry.bridge_places.keys()
    for hexagon in HEXAGONS:
        assert board.hexagon_slots[hexagon] == geometry.hexagon(str(hexagon))
    assert board.bordering == geometry.bordering


@pytest.mark.parametrize("name", BOARDS)
def test_the_opposite_slots_are_those_of_the_bridge_places(name: str) -> None:
    board = Board.named(name)
    pairs = {frozenset((slot, other)) for slot in board.slots for other in opposite(board)[slot]}
    assert pairs == board.bridge_places
    assert sum(map(len, opposite(board).values())) == 2 * len(pairs)


@pytest.mark.parametrize("name", BOARDS)
def test_a_vertex_touches_at_most_one_pentagon_of_a_colour(name: str) -> None:
    touched = Counter(
        (vertex, pentagon.colour)
        for pentagon in Board.named(name).pentagons
        for vertex in pentagon.vertices
    )
    assert set(touched.values()) == {1}


@pytest.mark.parametrize("name", BOARDS)
def test_every_slot_is_read_by_each_of_its_names_and_written_by_the_lesser(name: str) -> None:
    board = Board.named(name)
    order = {side: number for number, side in enumerate(SIDES)}
    read = {side: board.slot_name(side, "slot", StateError) for side in SIDES}
    assert set(read.values()) == board.slots.keys()
    for side, written in read.items():
        assert order[written] <= order[side]
        assert side in (board.slots[written].name, board.slots[written].other)
        assert board.slot_name(side.lower(), "slot", StateError) == written
        assert board.slot_name(side.upper(), "slot", StateError) == written


@cases(
    "text hint",
    ("F3r2", True),
    ("C3r6", True),
    ("C3r0", True),
    ("C3v2", True),
    ("C6r2", True),
    ("3Cr2", True),
    ("C3r", False),
    ("C3r22", False),
    ("", False),
    ("\uff233r2", True),
)
def test_what_is_no_slot_is_refused(text: str, hint: bool) -> None:  # noqa: FBT001
    with pytest.raises(StateError) as caught:
        WHOLE.slot_name(text, "state, tokens", StateError)
    expected = "a slot, as C3r2: letter A-E, digit 1-5, colour r y g b, side 1-5"
    assert str(caught.value).startswith(f"state, tokens: expected {expected}, found {text!r}")
    assert ("did you mean" in str(caught.value)) == hint


@pytest.mark.parametrize("text", ["3Cr2", "r2C3", "C3 r2", "c3red2", "3C2r", "C3-r-2"])
def test_parts_of_a_slot_in_another_order_suggest_it(text: str) -> None:
    with pytest.raises(StateError) as caught:
        WHOLE.slot_name(text, "state", StateError)
    assert caught.value.hint == "did you mean 'C3r2'?"


def test_the_halves_of_the_board() -> None:
    northern = [
        f"{hexagon}{colour[0]}"
        for hexagon in HEXAGONS
        for colour in COLOURS
        if is_northern(hexagon, colour)
    ]
    assert len(northern) == 50
    assert [name for name in northern if name[1] > "2"] == [
        *("A3r", "A3y", "A3g", "A3b", "B3r", "B3y", "B3g", "B3b"),
        *("C3r", "C3y"),
    ]


def test_only_bridges_join_the_halves_of_the_strait() -> None:
    half_of = {
        slot: is_northern(pentagon.hexagon, pentagon.colour)
        for pentagon in STRAIT.pentagons
        for slot in pentagon.slots
    }
    for slot, others in STRAIT.adjacent.items():
        assert {half_of[other] for other in others} == {half_of[slot]}
    assert any(half_of[min(pair)] != half_of[max(pair)] for pair in STRAIT.bridge_places)


def test_a_pentagon_is_named_by_its_hexagon_and_its_colour() -> None:
    pentagon = WHOLE.pentagon_of[Hexagon("3", "C"), "red"]
    assert pentagon.name == "C3r"
    assert pentagon.vertices == ((12, 16), (13, 13), (16, 12), (17, 15), (15, 17))
    assert pentagon.slots == ("B3y3", "C2b1", "C3r3", "C3r4", "C3r5")
