"""The board in text and in pictures: each pentagon, slot, token and bridge has its own mark."""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.drawing.scene import Line, Mark, Point, Polygon, Scene, Text
from solver.drawing.styled_text import StyledLine, plain_text
from solver.drawing.svg import svg
from solver.geocinco.board import BOARD_NOTE, BOARDS, COLOURS, Board, Hexagon
from solver.geocinco.board_view import board_lines, colour_style, hexagon_lines, text_layout
from solver.geocinco.picture import board_scene
from solver.geocinco.record import Record
from solver.geocinco.rules.position import towers
from solver.geocinco.rules.verdict import judge
from solver.geocinco.state import Bridge, State
from tests.solver.geocinco.games import random_game
from tests.support import ROOT

WHOLE = Board.named("whole")
EMPTY = State.start(WHOLE, ("red", "blue"))


def _text(lines: list[StyledLine]) -> list[str]:
    return [plain_text(line) for line in lines]


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("name", BOARDS)
def test_no_two_slots_share_a_character_and_none_is_without(name: str, scale: int) -> None:
    board = Board.named(name)
    layout = text_layout(board, scale)
    assert layout.strokes.keys() == board.slots.keys()
    assert layout.middles.keys() == {pentagon.name for pentagon in board.pentagons}
    places = Counter(place for stroke in layout.strokes.values() for place in stroke.places)
    places.update(layout.middles.values())
    assert set(places.values()) == {1}
    assert all(stroke.places for stroke in layout.strokes.values())


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("drawn", [False, True])
def test_the_empty_board_fits_a_terminal_with_its_letters(
    name: str,
    drawn: bool,  # noqa: FBT001
) -> None:
    board = Board.named(name)
    lines = _text(board_lines(State.start(board, COLOURS), drawn=drawn))
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 40
    assert all(line == line.rstrip() for line in lines)
    characters = Counter("".join(lines))
    assert {colour[0]: characters[colour[0]] for colour in COLOURS} == dict.fromkeys("rygb", 25)
    assert lines[0].split() == list("ABCDE")
    assert [line[0] for line in lines if line[0] != " "] == list("12345")
    strokes = text_layout(board).strokes.values()
    shown = sum(len(stroke.places) for stroke in strokes)
    assert sum(characters[free] for free in ("-/\\" if drawn else ".")) == shown


@given(
    seed=st.integers(0, 10**6),
    players=st.integers(2, 4),
    board=st.sampled_from(BOARDS),
    turns=st.integers(1, 60),
)
def test_tokens_are_capitals_in_their_colours_and_towers_have_brackets(
    seed: int, players: int, board: str, turns: int
) -> None:
    state = judge(random_game(seed, players=players, board=board, turns=turns)).state
    lines = board_lines(state)
    strokes = text_layout(state.board).strokes
    shown = Counter[tuple[str, str]]()
    for line in lines[1:]:
        for text, style in line:
            shown.update((character, style) for character in text)
    for colour in state.players:
        count = sum(len(strokes[slot].places) for slot in state.tokens_of(colour))
        assert shown[colour[0].upper(), colour_style(colour)] == count
        built = len(towers(state, colour))
        brackets = [shown[bracket, colour_style(colour)] for bracket in "[]"]
        assert brackets == [built, built]
        assert shown[colour[0], colour_style(colour)] == built


def test_marked_slots_have_stars_and_a_token_keeps_its_letter() -> None:
    state = EMPTY.with_token("C3r3", "red").with_token("A1r2", "blue")
    plain = "".join(_text(board_lines(state)))
    marked = "".join(_text(board_lines(state, marked={"C3r3", "A1r2", "A1r3", "A1r4"})))
    assert "*" not in plain
    strokes = text_layout(WHOLE).strokes
    free = sum(len(strokes[slot].places) for slot in ("A1r3", "A1r4"))
    assert marked.count("*") == free + 2
    assert "R*" in marked
    assert marked.count("B") == len(strokes["A1r2"].places) - 1 + 1  # and the letter of a hexagon


def test_the_star_of_a_token_hides_no_other_slot() -> None:
    for name in BOARDS:
        board = Board.named(name)
        state = State.start(board, ("red", "blue"))
        for number, slot in enumerate(board.slots):
            state = state.with_token(slot, ("red", "blue")[number % 2])
        all_marked = "".join(_text(board_lines(state, marked=board.slots.keys()))[1:])
        assert all_marked.count("*") == len(board.slots)
        strokes = text_layout(board).strokes.values()
        letters = sum(max(1, len(stroke.places) - 1) for stroke in strokes)
        assert all_marked.count("R") + all_marked.count("B") == letters


def test_a_bridge_leads_from_slot_to_slot_and_hides_no_token() -> None:
    for pair in sorted(map(sorted, WHOLE.bridge_places))[::8]:
        state = EMPTY
        for slot in pair:
            state = state.with_token(slot, "red")
        without = Counter("".join(_text(board_lines(state))))
        state = state.with_held("red").with_bridge(Bridge.between("red", *pair))
        shown = Counter("".join(_text(board_lines(state))))
        assert shown["="] >= 2
        assert all(shown[character] == without[character] for character in "Rrygb.")


def test_the_larger_hexagon_has_the_numbers_of_all_sides() -> None:
    for name in BOARDS:
        for drawn in (False, True):
            lines = _text(hexagon_lines(Board.named(name), Hexagon("2", "C"), drawn=drawn))
            text = "\n".join(lines)
            assert max(map(len, lines)) <= 40
            for colour in "rygb":
                assert text.count(f"C2{colour}") == 1
                text = text.replace(f"C2{colour}", "")
            assert {number: text.count(number) for number in "12345"} == dict.fromkeys("12345", 4)


def _polygons(scene: Scene, corners: int) -> list[Polygon]:
    return [
        mark for mark in scene.marks if isinstance(mark, Polygon) and len(mark.points) == corners
    ]


def _sample(name: str) -> Record:
    return Record.parse(data.samples("geocinco/records")[name].read_text("utf-8"))


def _texts(scene: Scene) -> Counter[str]:
    return Counter(mark.text for mark in scene.marks if isinstance(mark, Text))


@pytest.mark.parametrize("name", BOARDS)
def test_the_empty_board_has_its_pentagons_slots_and_names_and_says_whose_it_is(name: str) -> None:
    board = Board.named(name)
    scene = board_scene(State.start(board, COLOURS))
    pentagons = _polygons(scene, 5)
    assert len(pentagons) == 100
    fills = Counter(mark.paint.fill for mark in pentagons)
    assert sorted(fills.values()) == [25] * 4
    assert sum(isinstance(mark, Line) for mark in scene.marks) == len(board.slots)
    assert not _polygons(scene, 4)
    texts = _texts(scene)
    assert texts == dict.fromkeys(
        [*"ABCDE12345", BOARD_NOTE, *(pentagon.name for pentagon in board.pentagons)], 1
    )


def test_every_mark_lies_on_the_paper() -> None:
    for name in BOARDS:
        scene = board_scene(State.start(Board.named(name), COLOURS), numbered=True)
        for mark in scene.marks:
            for x, y in _points(mark):
                assert 0 < x < scene.size.width
                assert 0 < y < scene.size.height


def _points(mark: Mark) -> Iterable[Point]:
    if isinstance(mark, Polygon):
        return mark.points
    if isinstance(mark, Line):
        return mark.start, mark.end
    assert isinstance(mark, Text)
    return (mark.at,)


def test_the_sides_may_be_numbered() -> None:
    numbers = _texts(board_scene(EMPTY, numbered=True)) - _texts(board_scene(EMPTY))
    assert numbers == dict.fromkeys("12345", 100)


def test_tokens_and_bridges_are_bars_and_towers_have_stars() -> None:
    for name in ("duel", "four"):
        state = judge(_sample(name)).state
        scene = board_scene(state)
        bars = Counter(mark.paint.fill for mark in _polygons(scene, 4))
        built = [tower for colour in state.players for tower in towers(state, colour)]
        assert sum(bars.values()) == len(state.tokens) + len(state.bridges)
        expected = Counter(state.tokens.values()) + Counter(each.colour for each in state.bridges)
        assert sorted(bars.values()) == sorted(expected.values())
        assert len(_polygons(scene, 10)) == len(built) >= 11
        assert BOARD_NOTE in _texts(scene)


def test_marked_slots_have_a_bright_edge() -> None:
    state = State.start(WHOLE, ("red", "blue")).with_token("C3r3", "red").with_token("C3r4", "red")
    scene = board_scene(state, marked={"C3r3", "A1r1"})
    bars = [(mark.paint.fill, mark.paint.stroke) for mark in _polygons(scene, 4)]
    edges = Counter(stroke for _, stroke in bars)
    assert sorted(edges.values()) == [1, 2]
    (bright,) = (edge for edge, count in edges.items() if count == 2)
    assert {fill for fill, stroke in bars if stroke == bright} == {"#ffffff", "#d55e00"}


def test_the_picture_in_the_documentation_is_that_of_the_sample() -> None:
    scene = board_scene(judge(_sample("duel")).state)
    picture = svg(scene, title="record duel")
    assert (ROOT / "docs" / "geocinco.svg").read_bytes() == picture
