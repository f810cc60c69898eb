"""Slots for things of one size on a page, row by row."""

from dataclasses import dataclass
from typing import NamedTuple

from solver.drawing.crop_marks import CROP_MARK
from solver.drawing.paper import larger_papers, paper_size
from solver.drawing.scene import Box
from solver.errors import PaperError

MARGIN = 5.0  # mm, where many printers do not print
_ROUNDING = 1e-9


class Spacing(NamedTuple):
    """What is kept free on a page, in mm, beside the *bleed* around each slot.

    *across* and *down* lie between two bleeds, *sides* left and right of all of them, *ends* above
    and below.
    """

    bleed: float = 0.0
    across: float = 0.0
    down: float = 0.0
    sides: float = MARGIN + CROP_MARK
    ends: float = MARGIN + CROP_MARK


class Measure(NamedTuple):
    """What a slot's size depends on: the *name* of an option, and the *length* in mm it gives."""

    name: str
    length: float


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Slots on *paper*, at most *cols* x *rows*, each *width* x *height*."""

    paper: Box
    cols: int
    rows: int
    width: float
    height: float
    spacing: Spacing

    @property
    def capacity(self) -> int:
        """The number of slots on a page."""
        return self.cols * self.rows

    def slots(self, count: int) -> list[Box]:
        """Return *count* slots, row by row, in the middle of the page as a whole."""
        cols = min(count, self.cols)
        rows = -(-count // cols)
        bleed, gap_across, gap_down, _, _ = self.spacing
        across, down = self.width + 2 * bleed + gap_across, self.height + 2 * bleed + gap_down
        left = (self.paper.width - cols * across + gap_across) / 2 + bleed
        top = (self.paper.height - rows * down + gap_down) / 2 + bleed
        places = (divmod(number, cols) for number in range(count))
        return [
            Box(left + col * across, top + row * down, self.width, self.height)
            for row, col in places
        ]


def fitting_layouts(
    size: tuple[float, float],
    paper: str,
    spacing: Spacing,
    *,
    measure: Measure,
    otherwise: str = "",
) -> list[PageLayout]:
    """Return the layouts with a slot of this *size* or more on *paper*, upright before across.

    Raises `PaperError` when there is none; it says how long the *measure* of the slot may be, and
    suggests the smallest larger paper on which one fits, or *otherwise* this one, if it is given.
    """
    layouts, share = _layouts(size, paper, spacing)
    fitting = [layout for layout in layouts if layout.capacity]
    if not fitting:
        with_bleed = f" with a bleed of {spacing.bleed:g} mm" if spacing.bleed else ""
        known = larger_papers(paper)
        fits = (name for name in known if any(x.capacity for x in _layouts(size, name, spacing)[0]))
        suggested = next(fits, otherwise)
        raise PaperError(
            measure.name,
            expected=f"at most {int(measure.length * share)} mm on {paper}{with_bleed}",
            found=f"{measure.length:g} mm",
            hint=suggested and f"larger paper: --paper {suggested}",
        )
    return fitting


def _layouts(
    size: tuple[float, float], paper: str, spacing: Spacing
) -> tuple[list[PageLayout], float]:
    """Return the layouts on *paper* upright and across, and how much larger a slot may be."""
    width, height = size
    bleed, gap_across, gap_down, sides, ends = spacing
    short, long = paper_size(paper)
    layouts, shares = [], [0.0]
    for sheet in (Box(0.0, 0.0, short, long), Box(0.0, 0.0, long, short)):
        across, down = sheet.width - 2 * sides, sheet.height - 2 * ends
        shares.append(min((across - 2 * bleed) / width, (down - 2 * bleed) / height))
        cols = int((across + gap_across + _ROUNDING) / (width + 2 * bleed + gap_across))
        rows = int((down + gap_down + _ROUNDING) / (height + 2 * bleed + gap_down))
        layouts.append(PageLayout(sheet, cols, rows, width, height, spacing))
    return layouts, max(shares)
