from solver.drawing.scene import Circle, Polygon, Text, text_width
from solver.drawing.svg import svg
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import solved_card
from solver.penta_rush.dice import Roll
from solver.penta_rush.options import named_card
from solver.penta_rush.packing import Packing, RollProblem
from solver.penta_rush.points import default_points
from tests.support import ROOT

CARD = named_card("meadow").value
ENGINE = BitsetEngine(RollProblem(CARD, Roll.parse("AABCD"), default_points()))
PACKING = ENGINE.packing(ENGINE.best() or ())


def test_a_solved_card_has_an_outline_and_a_letter_for_each_placement() -> None:
    scene = solved_card(CARD, PACKING, size=80)
    texts = [mark.text for mark in scene.marks if isinstance(mark, Text)]
    assert texts == [placement.shape for placement in PACKING]
    outlines = [
        mark
        for mark in scene.marks
        if isinstance(mark, Polygon) and mark.paint.stroke == "#000000" and not mark.paint.fill
    ]
    assert len(outlines) == len(PACKING)


def test_the_letters_of_a_solved_card_do_not_leave_the_picture() -> None:
    scene = solved_card(CARD, PACKING, size=80)
    letters = [mark for mark in scene.marks if isinstance(mark, Circle) and mark.paint.stroke]
    assert len(letters) == len(PACKING)
    for centre, radius, _ in letters:
        assert radius <= centre.x <= scene.size.width - radius
        assert radius <= centre.y <= scene.size.height - radius


def test_the_longer_side_of_a_picture_is_its_size() -> None:
    scene = solved_card(Card.parse("2x5:ABCDEFABCD"), Packing(), size=50)
    frame = scene.marks[5]  # after the five lines between the cells
    assert isinstance(frame, Polygon)
    upper_left, _, lower_right, _ = frame.points
    assert (lower_right.x - upper_left.x, lower_right.y - upper_left.y) == (50, 20)
    assert not any(isinstance(mark, Text) for mark in scene.marks)


def test_a_picture_of_own_symbols_says_what_they_are_called() -> None:
    card = Card.parse("red circle,sun,star\nstar,sun,red circle")
    scene = solved_card(card, Packing(), size=30)
    texts = [mark for mark in scene.marks if isinstance(mark, Text)]
    assert [mark.text for mark in texts] == ["red circle", "star", "sun"]
    for mark in texts:
        assert mark.at.x + text_width(mark.text, mark.size) <= scene.size.width
        assert 20 < mark.at.y < scene.size.height


def test_the_picture_in_the_documentation_is_drawn_by_the_program() -> None:
    title = "The best packing of the roll AABCD on the sample card meadow"
    picture = svg(solved_card(CARD, PACKING, size=110), title=title)
    assert (ROOT / "docs" / "solved-card.svg").read_bytes() == picture
