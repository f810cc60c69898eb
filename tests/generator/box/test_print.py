"""The box as it comes out of a printer, measured in the dots of pages at 600 dpi."""

import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from generator.box.answer import GameBox, box
from generator.box.game_file import parse_box, read_box
from generator.printing.leaves import LeafPage
from generator.printing.page_layout import DuplexEdge
from solver.drawing.output_profile import default_profile
from solver.drawing.scene import MM_PER_INCH, Box
from solver.geocinco.picture import INKS
from tests.support import cases, slow

DPI = 600
EXACT = 0.1  # mm
_FONTS = "pdffonts"
GREY = "#b4b4b4"
SHORT = 'title = "Short"\nduplex = "short"\nsize = 90\nwhite = ["meadow"]\ngrey = "orchard"\n'
BLUE = SHORT.replace("short", "long") + 'border_colour = "blue"\nsafe = 5\nbleed = 2\n'

pytestmark = [
    pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler is not installed"),
    pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning"),
]


@cache
def _box(source: str, only: str) -> GameBox:
    """Return the box of a sample or of a text, with the components *only*."""
    spec = parse_box(source) if "=" in source else read_box(source)
    return box(spec, only=only.split())


@pytest.fixture
def printed(tmp_path: Path) -> "_Printer":
    return _Printer(tmp_path)


class _Printer:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def pages(self, answer: GameBox) -> Iterator[tuple[LeafPage, Image.Image]]:
        """Yield each page of *answer* that is not empty, with its dots."""
        file = self._folder / "box.pdf"
        file.write_bytes(answer.contents(".pdf")[0])
        for number, page in enumerate(answer.pages, start=1):
            if page.side == "empty":
                continue
            pick = ["-f", str(number), "-l", str(number), "-singlefile"]
            target = self._folder / "page"
            run = ["pdftoppm", "-r", str(DPI), *pick, str(file), str(target)]
            subprocess.run(run, check=True)
            with Image.open(f"{target}.ppm") as image:
                yield page, image.convert("RGB")


def _dots(place: Box) -> tuple[int, int, int, int]:
    scale = DPI / MM_PER_INCH
    edges = place.x, place.y, place.right, place.bottom
    left, top, right, bottom = (round(edge * scale) for edge in edges)
    return left, top, right, bottom


def _ink(image: Image.Image, place: Box, paper: str = "white") -> Box:
    """Return the box around all dots in *place* that do not have the colour of *paper*."""
    part = image.crop(_dots(place))
    found = ImageChops.difference(part, Image.new("RGB", part.size, paper)).getbbox()
    left, top, right, bottom = found or (0, 0, 0, 0)
    scale = MM_PER_INCH / DPI
    x, y = (round(edge * DPI / MM_PER_INCH) for edge in (place.x, place.y))
    return Box(
        (x + left) * scale, (y + top) * scale, (right - left) * scale, (bottom - top) * scale
    )


def _cross(image: Image.Image, place: Box) -> Box:
    """Return how far what fills *place* reaches, across and down through its middle."""
    x, y = place.centre
    across = _ink(image, Box(place.x - 0.4, y, place.width + 0.8, 1.0))
    down = _ink(image, Box(x, place.y - 0.4, 1.0, place.height + 0.8))
    return Box(across.x, down.y, across.width, down.height)


def _off(first: Box, second: Box) -> float:
    """Return how far the edges of two boxes are apart, in mm."""
    pairs = [(first.x, second.x), (first.y, second.y)]
    pairs += [(first.right, second.right), (first.bottom, second.bottom)]
    return max(abs(one - other) for one, other in pairs)


def _seen_from_behind(place: Box, page: LeafPage, edge: DuplexEdge) -> Box:
    is_upright = page.size.height >= page.size.width
    if (edge is DuplexEdge.LONG) == is_upright:
        return place._replace(x=page.size.width - place.right)
    return place._replace(y=page.size.height - place.bottom)


@pytest.mark.slow
@cases(
    "source ground margins",
    (SHORT, GREY, (3.0, 3.0)),
    ("seasons", GREY, (3.0, 3.0)),
    (BLUE, "#0072b2", (5.0, 2.0)),
)
def test_cards_and_boards_have_their_size_their_margin_and_their_backs_behind_them(
    source: str, ground: str, margins: tuple[float, float], printed: _Printer
) -> None:
    safe, bleed = margins
    edge = DuplexEdge.SHORT if source == SHORT else DuplexEdge.LONG
    answer = _box(source, "cards board")
    fronts: list[Box] = []
    for page, image in printed.pages(answer):
        for number, (piece, place) in enumerate(page.pieces):
            is_white = page.component == "cards" and page.side == "face"
            if page.side == "back":
                assert _off(place, _seen_from_behind(fronts[number], page, edge)) < 1e-6
            assert piece.size == pytest.approx((place.width, place.height))
            if not is_white:
                # The border goes as far as the bleed, where crop marks and captions begin.
                outside = place.grown(bleed)
                assert _off(_cross(image, outside), outside) < EXACT
            within = _ink(image, place, "white" if is_white else ground)
            nearest = min(
                within.x - place.x,
                within.y - place.y,
                place.right - within.right,
                place.bottom - within.bottom,
            )
            assert safe - 1.5 * MM_PER_INCH / DPI <= nearest <= safe + 6
        fronts = [place for _, place in page.pieces]
        _check_crop_marks(page, image)
        _check_bar(page, image)
    assert fronts


def _check_crop_marks(page: LeafPage, image: Image.Image) -> None:
    """Assert that beside the outermost pieces a line stands at each edge of the trim box."""
    trim, strip = page.trim, 1.0
    above = _ink(image, Box(0, trim.y - 6.0, page.size.width, strip))
    beside = _ink(image, Box(trim.x - 8.0, 12.0, strip, page.size.height - 24.0))
    # A crop mark is 0.1 mm wide.
    assert abs(above.x - (trim.x - 0.05)) < EXACT
    assert abs(above.right - (trim.right + 0.05)) < EXACT
    assert abs(beside.y - (trim.y - 0.05)) < EXACT
    assert abs(beside.bottom - (trim.bottom + 0.05)) < EXACT


def _check_bar(page: LeafPage, image: Image.Image) -> None:
    bar = page.scale_bar
    assert bar
    found = _ink(image, Box(bar.x - 1, bar.y - 1, bar.width + 2, 2))
    assert abs(found.width - (100 + 0.25)) < EXACT


@cases(
    "source only",
    ("seasons", "tiles dice"),
    slow(SHORT, "tiles dice"),
    slow("pent-up", "pieces"),
    slow("geocinco", "board tokens bridges dice"),
)
def test_what_is_cut_along_its_outline_has_its_size_and_its_back_behind_it(
    source: str, only: str, printed: _Printer
) -> None:
    answer = _box(source, only)
    edge = DuplexEdge.SHORT if source == SHORT else DuplexEdge.LONG
    faces: list[Box] = []
    for page, image in printed.pages(answer):
        if page.component == "board":
            continue
        is_flat = page.component in {"dice", "tokens", "bridges"}
        is_filled = not is_flat and not (page.pieces[0].piece.name.startswith("White"))
        bleed = 3.0 if is_filled else 0.0
        line = 0.125 if page.component not in {"tokens", "bridges"} else 0.05
        found = []
        for piece, place in page.pieces:
            if page.side == "back" and not is_filled and not is_flat:
                continue  # a white piece has no back that is seen
            expected = place.grown(bleed or line)
            found.append(_ink(image, expected.grown(0.4)))
            assert _off(found[-1], expected) < EXACT, (piece.name, found[-1], expected)
        if page.side == "back" and found:
            pairs = zip(found, faces, strict=True)
            assert all(_off(one, _seen_from_behind(two, page, edge)) < EXACT for one, two in pairs)
        assert found or page.side != "face"
        faces = found


@pytest.mark.slow
def test_tiles_have_the_cells_of_the_cards(printed: _Printer) -> None:
    answer = _box("seasons", "cards tiles")
    cell = {each.piece.cell for page in answer.pages for each in page.pieces}
    assert len(cell) == 1
    (side,) = cell
    assert side is not None
    for page, image in printed.pages(answer):
        if page.component == "tiles" and page.side == "face":
            place = next(place for piece, place in page.pieces if piece.name == "I")
            assert abs(place.width - 5 * side) < 1e-6
        elif page.component == "cards" and page.side == "face":
            field = _ink(image, page.pieces[0].box.grown(-6.4))
            assert abs(field.width - 10 * side - 0.3) < EXACT  # its frame is 0.3 mm wide
            break


@cases("sample", "seasons", slow("pent-up"), slow("geocinco"))
@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="poppler is not installed")
def test_every_font_is_embedded(sample: str, tmp_path: Path) -> None:
    file = tmp_path / "box.pdf"
    only = "contents cards tiles board rules" if sample == "seasons" else ""
    file.write_bytes(_box(sample, only).contents(".pdf")[0])
    run = subprocess.run([_FONTS, str(file)], capture_output=True, text=True, check=True)
    rows = run.stdout.splitlines()[2:]
    assert rows
    assert all(row.split()[-5:-2] == ["yes", "yes", "yes"] for row in rows)


@cases("sample only", ("seasons", "cards board rules"), slow("pent-up", ""), slow("geocinco", ""))
@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_four_inks_print_it_and_black_alone_its_texts(
    sample: str, only: str, tmp_path: Path
) -> None:
    answer = _box(sample, only)
    file = tmp_path / "box.pdf"
    file.write_bytes(answer.contents(".pdf", profile=default_profile())[0])
    command = ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=inkcov", "-o", "-"]
    run = subprocess.run([*command, str(file)], capture_output=True, text=True, check=True)
    covers = [tuple(map(float, row.split()[:4])) for row in run.stdout.splitlines()]
    assert len(covers) == len(answer.pages)
    for page, (cyan, magenta, yellow, black) in zip(answer.pages, covers, strict=True):
        assert black > 0
        is_grey = page.side == "empty" or page.component == "pieces"
        is_coloured = page.component in {"cards", "board", "tiles", "tokens"}
        if is_grey:
            assert cyan == magenta == yellow == 0
        elif is_coloured and page.side == "face":
            assert cyan > 0


def test_the_four_colours_of_geocinco_are_those_of_its_board(printed: _Printer) -> None:
    answer = _box("geocinco", "tokens")
    page, image = next(printed.pages(answer))
    shown = {
        piece.name.split()[0]: image.getpixel(_dots(Box(*place.centre, 0, 0))[:2])
        for piece, place in page.pieces
    }
    assert shown == {name: tuple(bytes.fromhex(ink[1:])) for name, ink in INKS.items()}
