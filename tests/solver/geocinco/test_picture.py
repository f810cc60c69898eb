"""Pictures of the board: a pentagon, a slot, a token and a bridge each have their mark."""

from collections import Counter
from collections.abc import Iterable

import pytest

import data
from solver.drawing.scene import Line, Mark, Point, Polygon, Scene, Text
from solver.drawing.svg import svg
from solver.geocinco.board import BOARD_NOTE, BOARDS, Board
from solver.geocinco.picture import board_scene
from solver.geocinco.record import Record
from solver.geocinco.rules.position import towers
from solver.geocinco.rules.verdict import judge
from solver.geocinco.state import State
from tests.support import ROOT

WHOLE = Board.named("whole")


def _polygons(scene: Scene, corners: int) -> list[Polygon]:
    return [
        mark for mark in scene.marks if isinstance(mark, Polygon) and len(mark.points) == corners
    ]


def _sample(name: str) -> Record:
    return Record.parse(data.samples("geocinco/records")[name].read_text(encoding="utf-8"))


def _texts(scene: Scene) -> Counter[str]:
    return Counter(mark.text for mark in scene.marks if isinstance(mark, Text))


@pytest.mark.parametrize("name", BOARDS)
def test_the_empty_board_has_its_pentagons_slots_and_names_and_says_whose_it_is(name: str) -> None:
    board = Board.named(name)
    scene = board_scene(board)
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
        scene = board_scene(Board.named(name), numbered=True)
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
    numbers = _texts(board_scene(WHOLE, numbered=True)) - _texts(board_scene(WHOLE))
    assert numbers == dict.fromkeys("12345", 100)


def test_tokens_and_bridges_are_bars_and_towers_have_stars() -> None:
    for name in ("duel", "four"):
        state = judge(_sample(name)).state
        scene = board_scene(state.board, state=state)
        bars = Counter(mark.paint.fill for mark in _polygons(scene, 4))
        built = [tower for colour in state.players for tower in towers(state, colour)]
        assert sum(bars.values()) == len(state.tokens) + len(state.bridges)
        expected = Counter(state.tokens.values()) + Counter(each.colour for each in state.bridges)
        assert sorted(bars.values()) == sorted(expected.values())
        assert len(_polygons(scene, 10)) == len(built) >= 11
        assert BOARD_NOTE in _texts(scene)


def test_marked_slots_have_a_bright_edge() -> None:
    state = State.start(WHOLE, ("red", "blue")).with_token("C3r3", "red").with_token("C3r4", "red")
    scene = board_scene(WHOLE, state=state, marked={"C3r3", "A1r1"})
    bars = [(mark.paint.fill, mark.paint.stroke) for mark in _polygons(scene, 4)]
    edges = Counter(stroke for _, stroke in bars)
    assert sorted(edges.values()) == [1, 2]
    (bright,) = (edge for edge, count in edges.items() if count == 2)
    assert {fill for fill, stroke in bars if stroke == bright} == {"#ffffff", "#d55e00"}


def test_a_picture_is_the_same_every_time() -> None:
    state = judge(_sample("duel")).state
    pictures = {svg(board_scene(WHOLE, state=state, marked=WHOLE.slots), title="x") for _ in "ab"}
    assert len(pictures) == 1


def test_the_picture_in_the_documentation_is_that_of_the_sample() -> None:
    record = _sample("duel")
    scene = board_scene(record.board, state=judge(record).state)
    picture = svg(scene, title="record duel")
    assert (ROOT / "docs" / "geocinco.svg").read_bytes() == picture
