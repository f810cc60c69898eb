"""Emoji in pictures: each joined one is one outline, and every file format shows it."""

from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from solver.drawing.emoji import emoji_outline
from solver.drawing.font import default_fonts
from solver.drawing.pdf import pdf
from solver.drawing.png import png
from solver.drawing.scene import Anchor, Box, Emoji, Page, Point, Scene, Text, printable_text
from solver.drawing.svg import elements, svg

ASTRONAUT = "\U0001f469\u200d\U0001f680"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
JOINED = [ASTRONAUT, "\u2764\ufe0f", "\U0001f1e9\U0001f1ea", ENGLAND, "1\ufe0f\u20e3", "\U0001f340",
          "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f44d\U0001f3ff"]  # fmt: skip
SIZE = Box(0, 0, 20, 20)


def _scene(text: str) -> Scene:
    return Scene(SIZE, [Text(Point(10, 14), text, 12.0, Anchor.MIDDLE)])


def _ink(text: str) -> tuple[bytes, tuple[int, int, int, int]]:
    with Image.open(BytesIO(png(_scene(text), dpi=100))) as image:
        grey = image.convert("L").point(lambda light: 255 - light)
        return grey.tobytes(), grey.getbbox() or (0, 0, 0, 0)


@pytest.mark.parametrize("text", JOINED)
def test_an_emoji_is_one_outline_in_its_place(text: str) -> None:
    (mark,) = default_fonts().printed(Text(Point(10, 14), text, 12.0, Anchor.MIDDLE))
    assert mark == Emoji(Point(4, 14), text, 12.0)
    assert not default_fonts().regular.missing(text)
    steps = [points for _, points in emoji_outline(text)]
    xs, ys = ([n for points in steps for n in points[axis::2]] for axis in (0, 1))
    assert -0.05 <= min(xs) <= max(xs) <= 1.05
    assert min(ys) + max(ys) == pytest.approx(-0.72, abs=0.05)
    ink, (left, upper, right, lower) = _ink(text)
    assert ink != _ink("?")[0]
    assert ink != _ink("\U0010ffff")[0]  # a character that no font has
    assert 30 <= right - left <= 48  # 12 mm are 47 dots
    assert (left + right) / 2 == pytest.approx(39.4, abs=3)
    assert (upper + lower) / 2 == pytest.approx((14 - 0.36 * 12) / 25.4 * 100, abs=2)


def test_what_is_no_emoji_has_no_outline_and_tones_of_skin_look_alike() -> None:
    assert not any(map(emoji_outline, ["", "a", "1", "\xa9", "\u8349", "\U0001f1fd\U0001f1fd"]))
    assert emoji_outline("\U0001f44d") == emoji_outline("\U0001f44d\U0001f3ff")
    assert len({*map(emoji_outline, JOINED)}) == len(JOINED)


@pytest.mark.parametrize("anchor", Anchor)
def test_in_a_text_they_stand_between_the_words(anchor: Anchor) -> None:
    text = Text(Point(50, 10), f"a {ASTRONAUT} star", 4.0, anchor)
    first, emoji, last = default_fonts().printed(text)
    assert isinstance(first, Text)
    assert isinstance(last, Text)
    assert (first.text, last.text) == ("a ", " star")
    width = default_fonts().regular.width
    assert emoji.at.x == pytest.approx(first.at.x + first.size * width("a "))
    assert last.at.x == pytest.approx(emoji.at.x + emoji.size)
    end = last.at.x + last.size * width(" star")
    share = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[anchor]
    assert first.at.x + share * (end - first.at.x) == pytest.approx(50)


def test_a_pdf_draws_them_by_lines_and_an_svg_too_but_a_page_of_a_browser_as_text() -> None:
    page = Page(SIZE, _scene(ASTRONAUT).marks, SIZE, SIZE)
    content = PdfReader(BytesIO(pdf([page], title=""))).pages[0].get_contents()
    assert content is not None
    assert content.get_data().count(b" c ") > 50
    drawn = svg(_scene(ASTRONAUT), title="").decode()
    assert "<text" not in drawn
    assert drawn.count("C") > 50
    assert f">{ASTRONAUT}</text>" in "".join(elements(_scene(ASTRONAUT).marks))


def test_headings_keep_what_joins_them() -> None:
    assert printable_text(f"{ASTRONAUT}{ENGLAND}\x1b\u202e") == f"{ASTRONAUT}{ENGLAND}??"
