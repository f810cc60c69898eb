"""The pictures of the page in docs: ``python -m tests.browser.pictures [SCENE...]`` makes them."""

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tests.browser.conftest import CHROMIUM, FORGET, HEIGHTS, PATIENCE_MS, serving
from tests.browser.scenes import PICTURED, SCENES

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = Path(__file__).parents[2] / "docs/pictures"
WIDTHS = (390, 1280)
MOST_BYTES = 60_000
QUALITIES = (82, 70, 58, 50, 42)  # a board of many lines takes more than a card


def picture_file(scene: str, width: int) -> Path:
    """Return where the picture of *scene* on a page of this width stands."""
    return FOLDER / f"{scene}-{width}.webp"


def picture(page: "Page") -> bytes:
    """Return what *page* shows, as WebP, as good as is small enough."""
    page.wait_for_timeout(300)  # until nothing moves
    return packed(Image.open(io.BytesIO(page.screenshot())))


def packed(image: Image.Image) -> bytes:
    """Return *image* as WebP, of at most `MOST_BYTES` if that is possible."""
    written = b""
    for quality in QUALITIES:
        file = io.BytesIO()
        image.save(file, "WEBP", quality=quality, method=6)
        written = file.getvalue()
        if len(written) <= MOST_BYTES:
            break
    return written


def main(names: list[str]) -> None:
    """Make the pictures of the scenes *names*, or of all."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in names or PICTURED:
            for width in WIDTHS:
                # The wide page is shown dark: there is room for both in docs.
                context = browser.new_context(
                    viewport={"width": width, "height": HEIGHTS[width]},
                    color_scheme="dark" if width == WIDTHS[-1] else "light",
                    reduced_motion="reduce",  # nothing is half drawn
                )
                context.set_default_timeout(PATIENCE_MS)
                page = context.new_page()
                page.add_init_script(FORGET)
                page.goto(address)
                page.locator("#screen-card:not([aria-busy])").wait_for()
                SCENES[name](page)
                picture_file(name, width).write_bytes(picture(page))
                context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
