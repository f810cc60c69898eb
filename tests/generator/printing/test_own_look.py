"""Borders, backs and titles of the owner's own: what is painted, and what is refused."""

from io import BytesIO
from pathlib import Path
from string import ascii_uppercase

import pytest
from PIL import Image
from pypdf import PdfReader

from generator.printing.answer import sheet
from generator.printing.card_art import CardStyle, card_back, card_front, card_layout
from generator.printing.document import PrintJob, page_kind
from generator.printing.page_layout import CARD_PAPER, DuplexEdge
from generator.printing.pieces import PrintedCard
from solver.drawing.colour import COLOURS, parse_colour, text_colour
from solver.drawing.png import png
from solver.drawing.scene import BLACK, WHITE, Box, Mark, Picture, Polygon, Scene, Text
from solver.errors import PentaError
from solver.penta_rush.art_folder import read_back
from solver.penta_rush.photo.coded_card import code_anywhere
from solver.penta_rush.symbol_art import symbol_colour, symbol_name
from tests.generator.printing.test_face_layout import _card
from tests.solver.penta_rush.photo.photo_maker import decoded
from tests.support import Run, cases, error_text, refusal, slow

CARD = PrintedCard("meadow", _card(10, 10))
WIDE = PrintedCard("wide", _card(3, 10))
HALVES = (
    '<svg viewBox="0 0 100 200"><rect width="100" height="50" fill="#ff0000"/>'
    '<rect y="50" width="50" height="100" fill="#008000"/>'
    '<rect x="50" y="50" width="50" height="100" fill="#0000ff"/>'
    '<rect y="150" width="100" height="50" fill="#ff0000"/></svg>'
)


@pytest.fixture
def picture(tmp_path: Path) -> str:
    """A back twice as high as wide: red, then green and blue side by side, then red."""
    (tmp_path / "back.svg").write_text(HALVES)
    return str(tmp_path / "back.svg")


def _contrast(first: str, second: str) -> float:
    """Return the contrast of WCAG 2 of two colours."""
    luminances = []
    for colour in (first, second):
        shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
        luminances.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


def _texts(marks: list[Mark]) -> list[Text]:
    return [mark for mark in marks if isinstance(mark, Text)]


@pytest.mark.parametrize("colour", [*COLOURS, "#123456", "#fedcba", "#010101", "#767676"])
def test_texts_stand_out_on_a_border_of_any_colour(colour: str) -> None:
    style = CardStyle(border_colour=colour)
    ground = parse_colour(colour)
    marks = card_front("meadow", CARD.card, Box(0, 0, 120, 120), style)
    (ink,) = {text.colour for text in _texts(marks)}
    assert ink == text_colour(ground)
    assert _contrast(ink, ground) == max(_contrast(each, ground) for each in (BLACK, WHITE)) > 4.5


@pytest.mark.parametrize("colour", [slow("blue"), slow("black"), "#40e0d0"])
def test_a_border_is_painted_in_its_colour_and_the_code_on_it_is_read(colour: str) -> None:
    style = CardStyle(border_colour=colour)
    layout = card_layout(*CARD, style)
    trim = Box(3.0, 3.0, layout.width, layout.height)
    marks = card_front(*CARD, trim, style)
    image = png(Scene(Box(0, 0, 126, 126), marks), dpi=300)
    with Image.open(BytesIO(image)) as dots:
        shown = dots.convert("RGB").getpixel((2, 2))
    assert shown == tuple(bytes.fromhex(parse_colour(colour)[1:]))
    reading = code_anywhere(decoded(image))
    assert reading is not None
    assert reading.card == CARD.card


def test_a_back_covers_the_card_and_its_bleed_in_its_aspect(picture: str) -> None:
    style = CardStyle(size=60.0, back=read_back(picture))
    answer = sheet(
        PrintJob(cards=(CARD, WIDE), style=style, paper=CARD_PAPER, duplex=DuplexEdge.LONG)
    )
    backs = [page for page in answer.pages if page_kind(page) == "backs"]
    assert [len(page.marks) for page in backs] == [1, 1]
    for page in backs:
        with Image.open(BytesIO(png(page, dpi=254))) as image:
            dots = image.convert("RGB")
        width, height = dots.size
        assert dots.getpixel((1, height // 2)) == (0, 128, 0)
        assert dots.getpixel((width - 2, height // 2)) == (0, 0, 255)
        # Of a picture twice as high as wide the middle is shown, in which nothing is red; where a
        # square card ends, red begins.
        assert dots.getpixel((1, 2)) == (0, 128, 0)
        assert dots.getpixel((width - 2, height - 3)) == (0, 0, 255)
        borders = [x for x in range(1, width) if dots.getpixel((x, height // 3)) == (0, 0, 255)]
        assert abs(borders[0] - width / 2) <= 1  # the middle stays in the middle
    high = backs[1].size.height
    cut = f"{1 - high / 132:.0%} of its height"
    assert answer.notes[-2:] == [
        "back: cropped to 66 x 66 mm, which cuts off 50% of its height",
        f"back: cropped to 66 x {high:.5g} mm, which cuts off {cut}",
    ]


@cases("size", 120.0, slow(30.0), 20.0)
def test_a_logo_stands_in_the_middle_of_our_back_in_the_room_of_the_name(
    picture: str, size: float
) -> None:
    trim, logo = Box(5, 7, size, size), read_back(picture, "logo")
    named, plain = (card_back("a", trim, CardStyle(size=size, logo=one)) for one in (logo, None))
    assert named[:-1] == plain[:-1]
    shown = named[-1]
    assert isinstance(shown, Picture)
    assert shown.artwork == logo
    box = shown.place
    assert box.height == pytest.approx(2 * box.width)
    assert box.centre == pytest.approx(trim.centre)
    for mark in plain[2:-1]:  # the pieces around it
        assert isinstance(mark, Polygon)
        inside = [box.x < x < box.right and box.y < y < box.bottom for x, y in mark.points]
        assert not any(inside)
    assert box.height >= 0.14 * size


@pytest.mark.slow
def test_a_png_of_the_form_of_a_card_is_not_cropped_and_keeps_its_dots(tmp_path: Path) -> None:
    Image.new("RGB", (1488, 1488), "#2468ac").save(tmp_path / "back.png")
    Image.new("RGB", (4000, 2000), "#2468ac").save(tmp_path / "wide.png")
    back, wide = (read_back(str(tmp_path / name)) for name in ("back.png", "wide.png"))
    assert (back.width, back.height) == (1488, 1488)
    assert (wide.width, wide.height) == (3072, 1536)
    job = PrintJob(cards=(CARD,), style=CardStyle(back=back), duplex=DuplexEdge.LONG)
    assert not [note for note in sheet(job).notes if "back" in note]


@pytest.mark.slow
def test_a_small_thing_on_a_back_is_not_cut_out(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(
        '<svg viewBox="0 0 9 9"><rect x="4" width="1" height="1"/></svg>'
    )
    back = read_back(str(tmp_path / "a.svg"))
    assert (back.width, back.height, back.is_cut_out) == (3072, 3072, False)


def test_a_title_stands_for_the_names_on_both_sides_and_not_below_the_cards() -> None:
    job = PrintJob(cards=(CARD, WIDE), style=CardStyle(title="Ours"), duplex=DuplexEdge.SHORT)
    answer = sheet(job)
    for page in answer.pages:
        texts = [text.text for text in _texts(list(page.marks))]
        assert texts.count("Ours") == 2
        assert not {"meadow", "wide"} & {*texts}
        assert [text for text in texts if text.startswith("meadow, 10x10:")]
    assert not answer.notes


def test_a_title_holds_no_character_that_no_printer_prints() -> None:
    assert CardStyle(title="a\x01b").shown_name("card") == CardStyle(title="a?b").shown_name("card")


@cases("title told", (None, "name"), ("A title that no card is wide enough for " * 4, "title"))
def test_what_is_cut_is_told(title: str | None, told: str) -> None:
    card = PrintedCard("m" * 90, CARD.card)
    job = PrintJob(cards=(card,), style=CardStyle(title=title), duplex=DuplexEdge.LONG)
    assert list(sheet(job).notes) == [
        f"{card.name}: its {told} is cut on the {side}" for side in ("face", "back")
    ]


@pytest.mark.slow
def test_a_border_of_any_colour_has_inks(typed: Run, folder: Path) -> None:
    args = ("generate", "sheet", "meadow", "--cmyk", "-o", "a.pdf", "--border-colour")
    for colour in (*COLOURS, "#777777", "#123456"):
        assert typed(*args, colour)[0] == 0
        content = PdfReader(folder / "a.pdf").pages[0].get_contents()
        assert content is not None
        assert b" rg" not in content.get_data()


@cases(
    "args message",
    (["--border-colour", "gren"], "border colour: expected a colour like #e69f00, or black, blue"),
    (["--border-colour", "gren"], "(did you mean 'green'?)"),
    (["--border-colour", "123456"], "found '123456' (write #123456)"),
    (["--border-colour", "#12345"], "found '#12345'"),
    (["--border-colour", "red", "--border", "white"], "--border-colour does not go with --border"),
    (["--border-colour", "red", "--low-ink"], "--border-colour does not go with --low-ink"),
    slow(["--back", "back.svg"], "--back goes with --duplex or --paper table."),
    (["--back", "none.svg", "--duplex", "long"], "back 'none.svg': expected a file, found none"),
    (["--back", "back.pdf", "--duplex", "long"], "expected an .svg or a .png, found '.pdf'"),
    (["--back", "back", "--duplex", "long"], "expected an .svg or a .png, found no ending"),
    slow(["--logo", "back.svg"], "--logo goes with --duplex or --paper table."),
    (["--logo", "none.svg", "--duplex", "long"], "logo 'none.svg': expected a file, found none"),
    (["--logo", "back.svg", "--back", "back.svg", "--duplex", "long"],
        "--logo does not go with --back; give one of them."),
    slow(["--logo", "back.svg", "--title", "x", "--no-legend", "--duplex", "long"],
        "without --back and --logo."),
    (["--title", "x", "--no-legend"], "--title goes with --legend, or with --duplex"),
)  # fmt: skip
def test_what_does_not_go_together_is_refused(
    args: list[str], message: str, typed: Run, folder: Path
) -> None:
    (folder / "back.svg").write_text('<svg viewBox="0 0 1 1"><rect width="1" height="1"/></svg>')
    assert message in refusal(typed, "generate", "sheet", "meadow", "-o", "a.pdf", *args)


@pytest.mark.slow
def test_a_back_is_never_written_over(typed: Run, folder: Path) -> None:
    back = folder / "sheet-2.svg"  # the name of the second page
    back.write_text(HALVES)
    args = ("generate", "sheet", "meadow", "--duplex", "long", "-o", "sheet.svg")
    assert "found the file that is read" in refusal(typed, *args, "--back", back.name)
    assert "found the file that is read" in refusal(typed, *args, "--logo", back.name)
    assert back.read_text() == HALVES


def test_a_border_has_the_colours_of_the_symbols_by_the_same_names() -> None:
    for letter in ascii_uppercase:
        name = max((name for name in COLOURS if symbol_name(letter).startswith(name)), key=len)
        assert parse_colour(name) == symbol_colour(letter)


def test_a_style_takes_no_other_colours() -> None:
    message = error_text(PentaError, CardStyle, border_colour="mauve")
    assert message.startswith("border colour: expected a colour like #e69f00")
