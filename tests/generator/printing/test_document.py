import re
from dataclasses import replace
from itertools import pairwise

import pytest

from generator.printing import answer_key, cut_outs
from generator.printing.card_art import GREY, Border, CardStyle, card_layout
from generator.printing.document import PrintJob, default_name, page_kind, printed_pages
from generator.printing.leaves import LeafPage
from generator.printing.page_layout import DuplexEdge, behind
from generator.printing.pieces import PrintedCard, one_side, symbols_of_cards
from solver.drawing.scene import (
    FAINT,
    THIN,
    Box,
    Circle,
    Emoji,
    Line,
    Mark,
    Picture,
    Point,
    Polygon,
    Text,
    bounding_box,
    text_width,
)
from solver.errors import PaperError, RollError
from solver.geometry.polyomino import SHAPES, pentominoes
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import FRAME, cell_side, label_radius
from solver.penta_rush.dice import Roll
from solver.penta_rush.packing import Packing, RollProblem
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.symbol_art import SymbolStyle
from tests.generator.printing.test_face_layout import _card
from tests.solver.drawing.pages import apart, mark_box
from tests.support import cases, error_text, slow

SMALL = PrintedCard("small", Card(("ABCDEF", "BCDEFA", "CDEFAB", "DEFABC")))
WIDE = PrintedCard("wide", Card.parse("6x10:" + "ABCDEFABCD" * 6))
JOB = PrintJob(cards=(SMALL, WIDE), points=default_points())
LOW_INK = SymbolStyle(low_ink=True)
ROLLS = (Roll.parse("ABCDE"), Roll.parse("AABBC"))
FULL_JOB = replace(
    JOB,
    style=CardStyle(cell=5),
    copies=3,
    duplex=DuplexEdge.LONG,
    rolls=ROLLS,
    has_tiles=True,
    die_edge=20.0,
)


def test_cards_of_one_name_are_told_apart_by_their_cells() -> None:
    large = PrintedCard("small", Card.parse("7x7:" + "ABCDEFG" * 7))
    with pytest.raises(PaperError, match="expected cards with cells of one size"):
        one_side([SMALL, large], CardStyle())


def test_what_a_paper_has_no_room_for_is_refused() -> None:
    for more in ({"rolls": ROLLS}, {"has_tiles": True}, {"die_edge": 16.0}):
        with pytest.raises(PaperError, match="key, tiles and dice: expected a larger paper"):
            PrintJob(cards=(SMALL,), paper="card", **more)


def _kinds(job: PrintJob) -> list[str]:
    return [page_kind(page) for page in printed_pages(job)]


def _points(mark: Mark) -> list[Point]:
    match mark:
        case Polygon(points, _):
            return list(points)
        case Line(start, end, _):
            return [start, end]
        case Circle((x, y), radius, _):
            return [Point(x - radius, y - radius), Point(x + radius, y + radius)]
        case Text() | Emoji():
            return [mark.at]
        case Picture(_, place):
            return list(place.corners)


def _side(printed: PrintedCard) -> float:
    return card_layout(*printed, CardStyle()).side


def _texts(page: LeafPage) -> list[str]:
    return [mark.text for mark in page.marks if isinstance(mark, Text)]


@pytest.mark.parametrize(("card", "size"), [(SMALL.card, 60.0), (WIDE.card, 90.0)])
def test_the_longer_side_of_a_card_is_the_size_with_its_border(card: Card, size: float) -> None:
    style = CardStyle(size=size, has_legend=False, has_code=False)
    plain = card_layout("plain", card, style)
    assert plain.width == size
    assert plain.height == pytest.approx(size - (card.cols - card.rows) * plain.side)
    # A 24th of the size at either side, or the margin of 3 mm and half the line around the grid.
    assert plain.side * card.cols == pytest.approx(size - 2 * max(size / 24, 3 + FRAME / 2))


def test_pages_come_in_order_and_each_has_its_back() -> None:
    assert _kinds(replace(FULL_JOB, duplex=None)) == ["fronts", "answers", "tiles", "dice"]
    assert _kinds(FULL_JOB) == [
        "fronts",
        "backs",
        "answers",
        "empty",
        "tiles",
        "empty",
        "dice",
        "empty",
    ]
    assert (
        _kinds(
            replace(FULL_JOB, style=CardStyle(size=120), rolls=(), has_tiles=False, die_edge=None)
        )
        == ["fronts", "backs"] * 3
    )


def test_every_card_is_printed_as_many_times_as_asked_for() -> None:
    pages = printed_pages(replace(FULL_JOB, duplex=None))
    placed = [piece.name for page in pages for piece, _ in page.pieces if piece.card]
    assert placed == ["small"] * 3 + ["wide"] * 3


@pytest.mark.parametrize("edge", list(DuplexEdge))
@pytest.mark.parametrize("paper", ["A4", "A3", "Letter"])
@pytest.mark.parametrize("size", [slow(55.0), 100.0, 125.0])
def test_the_backs_lie_behind_the_fronts(edge: DuplexEdge, paper: str, size: float) -> None:
    job = replace(JOB, style=CardStyle(size=size), duplex=edge, paper=paper, copies=5)
    pages = printed_pages(job)
    for front, back in pairwise(pages):
        if page_kind(front) == "fronts":
            assert page_kind(back) == "backs"
            for (card, trim), (same, trim_behind) in zip(front.pieces, back.pieces, strict=True):
                assert same is card
                assert behind(trim_behind, back.size, edge) == pytest.approx(trim)
                painted = [mark for mark in back.marks if getattr(mark, "paint", None)]
                assert any(
                    mark.points == trim_behind.grown(3.0).corners
                    for mark in painted
                    if isinstance(mark, Polygon)
                )


@pytest.mark.parametrize("bleed", [0.0, 3.0])
@pytest.mark.parametrize("edge", list(DuplexEdge))
def test_crop_marks_of_cards_of_several_sizes_touch_no_card_but_their_own(
    bleed: float, edge: DuplexEdge
) -> None:
    sizes = [(10, 10), (3, 10), (10, 4), (7, 7), (6, 9), (20, 3)]
    cards = [PrintedCard(f"{rows}x{cols}", _card(rows, cols)) for rows, cols in sizes]
    job = PrintJob(cards=tuple(cards), style=CardStyle(size=70, bleed=bleed), duplex=edge)
    for page in printed_pages(job):
        lines = [mark for mark in page.marks if isinstance(mark, Line) and mark.paint.width == THIN]
        for _, trim in page.pieces:
            kept_clear = trim.grown(bleed)
            touching = {
                (start.x if start.x == end.x else None, start.y if start.y == end.y else None)
                for start, end, _ in lines
                if not apart(mark_box(Line(start, end, _)), kept_clear.grown(0.45))
            }
            edges = {(trim.x, None), (trim.right, None), (None, trim.y), (None, trim.bottom)}
            assert touching == edges


@pytest.mark.parametrize("low_ink", [False, True])
def test_all_marks_lie_on_the_paper_and_clear_of_its_edge(*, low_ink: bool) -> None:
    for page in printed_pages(
        replace(FULL_JOB, style=CardStyle(cell=5, symbols=SymbolStyle(low_ink=low_ink)))
    ):
        for mark in page.marks:
            for x, y in _points(mark):
                assert 4.99 <= x <= page.size.width - 4.99
                assert 4.99 <= y <= page.size.height - 4.99


def test_a_front_shows_one_symbol_per_cell_within_its_trim() -> None:
    style = CardStyle(has_legend=False, has_code=False)
    (page,) = printed_pages(replace(JOB, cards=(SMALL,), style=style))
    ((_, trim),) = page.pieces
    cell = card_layout(*SMALL, style).side
    symbols = [
        mark
        for mark in page.marks
        if isinstance(mark, Polygon | Circle) and mark.paint.fill not in {None, GREY, "#ffffff"}
    ]
    assert len(symbols) == 24
    field = trim.grown(-5.0)
    for number, mark in enumerate(symbols):
        row, col = divmod(number, 6)
        here = Box(field.x + col * cell, field.y + row * cell, cell, cell)
        assert all(
            here.x <= x <= here.right and here.y <= y <= here.bottom for x, y in _points(mark)
        )


def test_a_grey_border_bleeds_and_a_white_one_takes_no_ink() -> None:
    (grey,) = printed_pages(replace(JOB, cards=(SMALL,), style=CardStyle(bleed=4.0)))
    filled = [mark for mark in grey.marks if isinstance(mark, Polygon) and mark.paint.fill == GREY]
    assert [mark.points for mark in filled] == [grey.pieces[0].box.grown(4.0).corners]
    assert grey.bleed == grey.trim.grown(4.0)
    for style in (CardStyle(border=Border.WHITE), CardStyle(symbols=LOW_INK)):
        (page,) = printed_pages(replace(JOB, cards=(SMALL,), style=style))
        assert not [
            mark for mark in page.marks if isinstance(mark, Polygon) and mark.paint.fill == GREY
        ]


def test_low_ink_fills_nothing_but_the_code_and_the_letters_of_the_key() -> None:
    style = CardStyle(cell=5, has_code=False, symbols=LOW_INK)
    for page in printed_pages(replace(FULL_JOB, style=style)):
        fills = [mark for mark in page.marks if getattr(getattr(mark, "paint", None), "fill", None)]
        assert all(isinstance(mark, Circle) and mark.paint.fill == "#ffffff" for mark in fills)
        assert not fills or page_kind(page) == "answers"


def test_every_page_has_a_bar_of_100_mm() -> None:
    for page in printed_pages(FULL_JOB):
        bar = page.scale_bar
        assert bar
        assert bar.width == 100.0
        line = Line(Point(bar.x, bar.y), Point(bar.x + 100, bar.y), page.marks[-13].paint)  # type: ignore[union-attr]
        assert line in page.marks
        assert bounding_box([box for _, box in page.pieces] or [Box(0, 0, 1, 1)]).bottom < bar.y


def test_the_name_and_the_id_of_a_card_stand_outside_its_bleed() -> None:
    (page,) = printed_pages(replace(JOB, cards=(SMALL,)))
    (text,) = [mark for mark in page.marks if isinstance(mark, Text) and "small," in mark.text]
    assert text.text == f"small, {SMALL.card}"
    assert text.at.y - text.size > page.bleed.bottom


def test_the_id_of_a_card_is_printed_whole_where_it_can_be_read() -> None:
    large = PrintedCard("large", Card.parse("10x10:" + "ABCDEFABCD" * 10))
    (page,) = printed_pages(replace(JOB, cards=(large,)))
    assert f"large, {large.card}" in _texts(page)
    larger = PrintedCard("larger", Card.parse("20x20:" + "ABCDEFABCD" * 40))
    (page,) = printed_pages(replace(JOB, cards=(larger,)))
    first, second = (text for text in _texts(page) if re.search(r"[A-F]{30}", text))
    assert re.fullmatch(r"larger, 20x20:[A-F]{60,}", first)
    assert re.fullmatch(r"[A-F]{60,}\.\.\.", second)


@cases("size", 60.0, 75.0)
def test_an_id_that_is_too_long_for_a_line_below_a_card_stands_in_two(size: float) -> None:
    large = PrintedCard("large", Card.parse("10x10:" + "ABCDEFABCD" * 10))
    style = replace(JOB.style, size=size, has_legend=False)
    (page,) = printed_pages(replace(JOB, cards=(large,), style=style))
    trim, lines = page.pieces[0].box, [each for each in page.marks if isinstance(each, Text)]
    lines = [line for line in lines if line.at.y > trim.bottom + style.bleed and line.size < 1.9]
    lines = [line for line in lines if line.at.y < trim.bottom + style.bleed + 4]
    assert "".join(line.text for line in lines).replace(" ", "") == f"large,{large.card}"
    for line in lines:
        assert line.size >= 1.4
        assert line.at.x + text_width(line.text, line.size) <= trim.right - 1
    assert lines[1].at.y - lines[0].at.y >= lines[0].size


def test_the_key_holds_what_solve_finds() -> None:
    points = default_points()
    (page,) = [page for page in printed_pages(FULL_JOB) if page_kind(page) == "answers"]
    texts = _texts(page)
    for _, card in FULL_JOB.cards:
        for roll in ROLLS:
            plain = BitsetEngine(RollProblem(card, roll, points))
            best = plain.packing(plain.best() or ())
            entry = answer_key.key_entry("small", card, roll, points)
            assert entry.packing == best
            assert f"{best.score} points" in texts
            assert ", ".join(f"{shape} {value}" for shape, value, _ in best) in texts


def test_a_roll_without_a_packing_has_no_matches_and_0_points() -> None:
    lonely = PrintedCard("lonely", Card.parse("AAAAAA\nBCDEFA"))
    pages = printed_pages(replace(JOB, cards=(lonely,), rolls=(Roll.parse("BBCCD"),)))
    assert "no Penta-Rush matches" in _texts(pages[-1])
    assert "0 points" in _texts(pages[-1])


def test_a_roll_that_a_card_cannot_show_names_the_card() -> None:
    with pytest.raises(RollError, match=r"^small, roll 'AABCZ': expected symbols of the card"):
        printed_pages(replace(JOB, rolls=(Roll.parse("AABCZ"),)))


def test_the_twelve_tiles_show_their_points_and_fit_the_cells_of_the_first_card() -> None:
    points = Points(tuple(range(101, 113)))
    pages = [
        page
        for page in printed_pages(replace(JOB, cards=(SMALL,), has_tiles=True, points=points))
        if page_kind(page) == "tiles"
    ]
    texts = [text for page in pages for text in _texts(page)]
    assert [text for text in texts if text in SHAPES] == list(SHAPES)
    assert [text for text in texts if text.isdecimal()] == [str(points[shape]) for shape in SHAPES]
    marks = [mark for page in pages for mark in page.marks if isinstance(mark, Polygon)]
    (bar,) = [mark for mark in marks if len(mark.points) == 4]  # the I alone is a rectangle
    assert bar.points[1].x - bar.points[0].x == pytest.approx(5 * _side(SMALL))


def test_tiles_for_cells_of_several_sizes_are_refused_with_the_mend() -> None:
    job = replace(JOB, has_tiles=True)
    message = error_text(PaperError, printed_pages, job)
    small, wide = _side(SMALL), _side(WIDE)
    assert message.startswith(
        f"tiles: expected cards with cells of one size, found {small:.2f} mm on small and"
        f" {wide:.2f} mm on wide (one for all: --cell "
    )
    cell = float(message.split()[-1].rstrip(")"))
    assert wide - 0.01 < cell <= wide
    pages = printed_pages(replace(job, style=CardStyle(cell=cell)))
    assert page_kind(pages[-1]) == "tiles"
    assert {piece.cell for page in pages for piece, _ in page.pieces} == {cell}


def test_tiles_and_dice_that_do_not_fit_are_an_error() -> None:
    tiny = PrintedCard("tiny", Card(("AB",)))
    with pytest.raises(PaperError, match=r"^tiles: expected at most 200 x 273 mm each"):
        printed_pages(replace(JOB, cards=(tiny,), has_tiles=True))
    with pytest.raises(PaperError, match=r"^dice: expected at most 200 x 273 mm each"):
        printed_pages(replace(JOB, die_edge=60.0))


def test_five_dice_show_the_symbols_of_all_cards() -> None:
    assert symbols_of_cards(JOB.cards) == "ABCDEF"
    (page,) = [
        page for page in printed_pages(replace(JOB, die_edge=16.0)) if page_kind(page) == "dice"
    ]
    cuts = [mark for mark in page.marks if isinstance(mark, Polygon) and mark.paint.fill is None]
    assert len(cuts) == 5
    assert len([mark for mark in page.marks if isinstance(mark, Circle)]) == 5  # A, once a die
    folds = [mark for mark in page.marks if isinstance(mark, Line) and mark.paint.dashed]
    lengths = {round(max(b.x - a.x, b.y - a.y, a.x - b.x, a.y - b.y), 6) for a, b, _ in folds}
    assert lengths == {16.0}
    assert len(folds) == 5 * (5 + 7)


def test_each_symbol_has_as_many_faces_as_any_other() -> None:
    assert [cut_outs.die_faces("ABCDEF"[:count]) for count in (3, 4, 5, 6)] == [
        "ABCABC",
        "ABCD  ",
        "ABCDE ",
        "ABCDEF",
    ]
    for symbols in ("AB", "ABCDEFG"):
        with pytest.raises(PaperError, match="expected 3 to 6 symbols on the cards"):
            cut_outs.die_faces(symbols)


def test_a_face_and_the_third_after_it_are_opposite_on_the_cube() -> None:
    marks = cut_outs.die_net("ABCDEF", Box(0, 0, 100, 100), 10)
    centres = [
        bounding_box([Box(*point, 0, 0) for point in _points(mark)]).centre for mark in marks[-6:]
    ]
    places = [(int(x // 10), int((y - 3.4) // 10)) for x, y in centres]
    # Of four faces in a line, those two apart; and the one above and the one below them.
    for (col, row), (other_col, other_row) in zip(places[:3], places[3:], strict=True):
        assert (abs(col - other_col), abs(row - other_row)) in {(2, 0), (0, 2)}
    assert len(set(places)) == 6


def test_the_line_around_a_net_holds_six_faces_and_seven_flaps() -> None:
    cut, *_ = cut_outs.die_net("ABCDEF", Box(0, 0, 100, 100), 10)
    assert isinstance(cut, Polygon)
    following = (*cut.points[1:], cut.points[0])
    area = sum(a.x * b.y - b.x * a.y for a, b in zip(cut.points, following, strict=True)) / 2
    assert area == pytest.approx(100 * (6 + 7 * 0.34 * 0.7))
    around = bounding_box([Box(*point, 0, 0) for point in cut.points])
    assert (around.width, around.height) == pytest.approx(cut_outs.net_size(10))


def test_the_label_of_a_tile_lies_in_one_of_its_cells() -> None:
    for shape in SHAPES:
        marks = cut_outs.tile(shape, 1_000_000, Box(0, 0, 50, 50), 10, low_ink=True)
        (number,) = [mark for mark in marks if isinstance(mark, Text) and mark.text == "1000000"]
        col, row = int(number.at.x // 10), int(number.at.y // 10)
        assert (row, col) in pentominoes()[shape]


def test_a_card_without_a_name_gets_one_from_its_cells() -> None:
    assert default_name(SMALL.card) == default_name(Card.parse(str(SMALL.card)))
    assert default_name(SMALL.card) != default_name(Card(("ABCDEF", "BCDEFA", "CDEFAB", "DEFABB")))


def test_a_long_name_is_cut_on_the_back_and_a_narrow_card_has_its_name_alone() -> None:
    strip = PrintedCard("strip", Card(("ABCDEFABCDEFABCDEFAB",)))
    long = PrintedCard("W" * 90, SMALL.card)
    for card in (strip, long):
        _, page = printed_pages(replace(JOB, cards=(card,), duplex=DuplexEdge.SHORT))
        (name,) = [mark for mark in page.marks if isinstance(mark, Text) and mark.bold]
        assert name.text.startswith(card.name[:3])
        assert len(name.text) < 20


@cases(
    "card roll expected",
    (SMALL.card, "ABCDE", ["ABCDE"]),
    (
        Card.parse("a name of twenty-nine letters,red,sun\nred,sun,red\nsun,red,sea"),
        "AABBD",
        ["a name of twenty-nine letters,", "a name of twenty-nine letters, red, red, sun"],
    ),
)
def test_a_key_has_room_for_the_names_of_a_roll_and_for_the_letters_of_shapes(
    card: Card, roll: str, expected: list[str]
) -> None:
    entry = answer_key.KeyEntry("a", card, Roll.parse(roll), Packing())
    place = Box(10, 20, *answer_key.diagram_size(entry))
    marks = answer_key.diagram(entry, place, SymbolStyle())
    head = [mark for mark in marks if isinstance(mark, Text) and mark.colour == FAINT][:-1]
    assert [text.text for text in head] == expected
    frame = next(mark for mark in marks if isinstance(mark, Polygon) and mark.paint.width == FRAME)
    reach = label_radius(cell_side(card, 57.0))
    for text in head:
        assert text.at.x + text_width(text.text, text.size) <= place.right
        assert text.at.y + 0.2 * text.size <= frame.points[0].y - reach
