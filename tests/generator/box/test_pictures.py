"""The pictures of the boxes in docs: ``python -m tests.generator.box.test_pictures`` makes them."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import data
from generator.box.answer import box
from generator.box.game_file import read_box
from solver.drawing.png import png

FOLDER = Path(__file__).parents[3] / "docs/pictures"
DPI, COLS, GAP = 25, 6, 8
MOST_OFF = 3.0  # of 255, on average: another version of a library draws a little differently


def picture(name: str) -> Image.Image:
    """Return a picture of the first pages of each component of the box *name*, but the empty."""
    answer = box(read_box(name))
    shown, seen = [], {component.name: 0 for component in answer.components}
    for page in answer.pages:
        seen[page.component] += 1
        if page.side != "empty" and seen[page.component] <= len(("face", "back")):
            shown.append(Image.open(io.BytesIO(png(page, dpi=DPI))).convert("RGB"))
    width, height = shown[0].size
    rows = -(-len(shown) // COLS)
    whole = Image.new("RGB", (COLS * (width + GAP) + GAP, rows * (height + GAP) + GAP), "#8c8c8c")
    for number, image in enumerate(shown):
        row, col = divmod(number, COLS)
        whole.paste(image, (GAP + col * (width + GAP), GAP + row * (height + GAP)))
    return whole


@pytest.mark.slow
@pytest.mark.parametrize("name", data.samples("boxes"))
def test_the_docs_show_the_box_as_it_is(name: str) -> None:
    drawn = picture(name)
    with Image.open(FOLDER / f"box-{name}.webp") as image:
        shown = image.convert("RGB")
    assert shown.size == drawn.size
    assert max(ImageStat.Stat(ImageChops.difference(shown, drawn)).mean) < MOST_OFF


if __name__ == "__main__":
    for each in data.samples("boxes"):
        picture(each).save(FOLDER / f"box-{each}.webp", quality=85, method=6)
