"""Own art: what designers' programs export is drawn as Chromium draws it, dot by dot."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from solver.drawing import artwork
from solver.drawing.artwork import artwork_of_svg
from tests.solver.drawing.exported import EXPORTED

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_SIDE, _COMPARED_SIDE = 512, 256
_ACROSS = 8
# What is lost of a file, and what stands there instead: each must show.
LOSSES = {
    "affinity-gradients": (' gradientTransform="matrix.108[^"]*"', ""),
    "affinity-nested": (' preserveAspectRatio="none"', ""),
    "affinity-strokes": ("limit:1.5", "limit:10"),
    "figma-blend": ("mix-blend-mode:multiply", ""),
    "figma-clip": (' clip-path="url.#clip1_11_12."', ""),
    "figma-drop-shadow": (' filter="[^"]*"', ""),
    "figma-spread": ('radius="4"', 'radius="1"'),
    "illustrator-classes": (r"stroke-dasharray:[^;]*;", ""),
    "illustrator-mask": ("mask:url[^;]*;", ""),
    "illustrator-raster": (r'<image style="overflow:visible;" .*\s*</image>', ""),
    "inkscape-clones": ('<use [^>]*id="use4"[^>]*>', ""),
    "inkscape-markers": ("marker-mid:[^;]*;", ""),
    "inkscape-selectors": ("#layer1 > path", "#layer1 > circle"),
    "inkscape-strokes": ('paint-order:[^;"]*', ""),
}

Dots = np.ndarray[tuple[int, int, int], np.dtype[np.float64]]


@pytest.fixture(scope="module")
def pictures(browser: "Browser") -> dict[str, tuple[Dots, Dots]]:
    """Each file's picture by resvg and by Chromium."""
    ours = dict(zip(EXPORTED, _drawn(EXPORTED.values()), strict=True))
    images, boxes = "", []
    for index, (name, text) in enumerate(EXPORTED.items()):
        width, height = ours[name].size
        left, top = _SIDE * (index % _ACROSS), _SIDE * (index // _ACROSS)
        boxes.append((left, top, left + width, top + height))
        encoded = b64encode(_sized(text, width, height).encode()).decode()
        images += (
            f'<img src="data:image/svg+xml;base64,{encoded}" '
            f'style="position:absolute;left:{left}px;top:{top}px">'
        )
    size = {"width": _SIDE * _ACROSS, "height": max(bottom for *_, bottom in boxes)}
    with browser.new_context(viewport=size, device_scale_factor=1) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.set_content(images, wait_until="load")
        screen = Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    theirs = [screen.crop(box) for box in boxes]
    return {
        name: (_dots(ours[name]), _dots(their)) for name, their in zip(ours, theirs, strict=True)
    }


def _sized(text: str, width: int, height: int) -> str:
    """Return the SVG file *text* in this size; Chromium rounds a size first, and then stretches."""
    before, tag, after = re.split(r"(<svg\b[^>]*>)", text, maxsplit=1)
    tag = re.sub(r'\s(width|height)="[^"]*"', "", tag)
    return before + tag.replace("<svg", f'<svg width="{width}" height="{height}"') + after


def _drawn(texts: Iterable[str]) -> Iterator[Image.Image]:
    """Yield the pictures of the SVG files *texts*, drawn side by side."""

    def picture(text: str) -> Image.Image:
        art = artwork_of_svg(text, "art")
        assert not art.is_cut_out
        return Image.open(BytesIO(art.image))

    with pytest.MonkeyPatch.context() as patched, ThreadPoolExecutor(2) as pool:
        patched.setattr(artwork, "_KEPT_SIDE", _SIDE)
        yield from pool.map(picture, texts)


def _dots(image: Image.Image) -> Dots:
    """Return the colours of *image* times their opacity, from 0 to 1, made smaller."""
    size = (_COMPARED_SIDE * image.width // _SIDE, _COMPARED_SIDE * image.height // _SIDE)
    return np.asarray(image.convert("RGBa").resize(size, Image.Resampling.BOX)) / 255


def _is_alike(ours: Dots, theirs: Dots) -> bool:
    """Return whether two pictures differ by less than 1 % and, more than three dots wide, nowhere.

    Edges differ by a dot or two. Where a dot and its four neighbours differ by more than a quarter,
    something is missing.
    """
    error = np.abs(ours - theirs)
    wrong = error.max(axis=2) > 0.25
    middle = wrong[1:-1, 1:-1] & wrong[:-2, 1:-1] & wrong[2:, 1:-1] & wrong[1:-1, :-2]
    return bool(error.mean() < 0.01 and not (middle & wrong[1:-1, 2:]).any())


@pytest.mark.slow
def test_exported_art_is_drawn_as_chromium_draws_it(pictures: dict[str, tuple[Dots, Dots]]) -> None:
    assert len(pictures) >= 40
    assert [name for name, pair in pictures.items() if not _is_alike(*pair)] == []


@pytest.mark.slow
def test_what_is_lost_of_exported_art_is_seen(pictures: dict[str, tuple[Dots, Dots]]) -> None:
    changed = [re.sub(*loss, EXPORTED[name]) for name, loss in LOSSES.items()]
    assert [
        name for name, text in zip(LOSSES, changed, strict=True) if text == EXPORTED[name]
    ] == []
    ours = zip(LOSSES, map(_dots, _drawn(changed)), strict=True)
    assert [name for name, lost in ours if _is_alike(lost, pictures[name][1])] == []
