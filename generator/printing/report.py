"""What was printed, as a person reads it, and as a program does (JSON).

Lengths are millimetres, boxes from the upper left corner of the paper.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.printing.page import Page
from solver.drawing.scene import Box
from solver.drawing.text_grid import Line, plain_line

_DIGITS = 4  # as in the files


def told(pages: Sequence[Page], files: Sequence[str], *, paper: str) -> Iterator[Line]:
    """Yield the files and what is on each page, a line each."""
    size = pages[0].size
    count = f"{len(pages)} page{'' if len(pages) == 1 else 's'}"
    names = files[0] if len(files) == 1 else f"{files[0]} to {files[-1]}"
    yield plain_line(f"{names}: {count}, {paper}, {size.width:g} x {size.height:g} mm")
    wide = max(len(page.kind.value) for page in pages)
    for number, page in enumerate(pages, start=1):
        sizes = (
            f"{one.name} {_told(one.trim.width)} x {_told(one.trim.height)}" for one in page.cards
        )
        yield plain_line(
            f"{number:>{len(str(len(pages)))}}  {page.kind.value:<{wide}}  {', '.join(sizes)}"
        )


def told_json(
    pages: Sequence[Page], files: Sequence[str], *, paper: str, bleed: float
) -> dict[str, Any]:
    """Return the files, and of each page its boxes and where its cards and its scale bar lie."""
    size = pages[0].size
    return {
        "files": list(files),
        "paper": paper,
        "width": size.width,
        "height": size.height,
        "pages": [
            {
                "file": files[min(number, len(files) - 1)],
                "kind": page.kind.value,
                "trim": _box(page.trim),
                "bleed": _box(page.bleed),
                "scale_bar": _box(page.scale_bar),
                "cards": [
                    {
                        "name": one.name,
                        "card": one.card,
                        "trim": _box(one.trim),
                        "bleed": _box(one.trim.grown(bleed)),
                    }
                    for one in page.cards
                ],
            }
            for number, page in enumerate(pages)
        ],
    }


def _box(box: Box) -> dict[str, float]:
    return {name: round(length, _DIGITS) for name, length in box._asdict().items()}


def _told(length: float) -> str:
    """Return *length* to a hundredth of a millimetre.

    >>> _told(120.0), _told(33.75), _told(33.3333333)
    ('120', '33.75', '33.33')
    """
    return f"{round(length, 2):g}"
