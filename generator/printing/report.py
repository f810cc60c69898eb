"""What was printed, as text for a person and as JSON for a program.

Lengths are millimetres, boxes from the upper left corner of the paper.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.printing.document import PrintedPage
from solver.drawing.scene import Box
from solver.drawing.text_grid import StyledLine, plain_line, plural

_DIGITS = 4  # as in the files


def document_text(
    pages: Sequence[PrintedPage], files: Sequence[str], *, paper: str
) -> Iterator[StyledLine]:
    """Yield a line on the files, and one for each page."""
    size = pages[0].size
    names = files[0] if len(files) == 1 else f"{files[0]} to {files[-1]}"
    count = plural(len(pages), "page")
    are_alike = all(page.size == size for page in pages)
    size_text = f"{_millimetres(size.width)} x {_millimetres(size.height)} mm"
    yield plain_line(f"{names}: {count}, {paper}, {size_text if are_alike else 'of several sizes'}")
    number_width = len(str(len(pages)))
    kind_width = max(len(page.kind.value) for page in pages)
    for number, page in enumerate(pages, start=1):
        cards = ", ".join(
            f"{card.name} {_millimetres(card.trim.width)} x {_millimetres(card.trim.height)}"
            for card in page.cards
        )
        yield plain_line(f"{number:>{number_width}}  {page.kind.value:<{kind_width}}  {cards}")


def document_json(
    pages: Sequence[PrintedPage], files: Sequence[str], *, paper: str, bleed: float
) -> dict[str, Any]:
    """Return the files, and of each page its boxes and where its cards and its scale bar lie.

    *width* and *height* are those of the first page, and of each where they differ.
    """
    size = pages[0].size
    are_alike = all(page.size == size for page in pages)
    return {
        "files": list(files),
        "paper": paper,
        "width": size.width,
        "height": size.height,
        "pages": [
            {
                "file": files[min(number, len(files) - 1)],
                "kind": page.kind.value,
                **({} if are_alike else {"width": page.size.width, "height": page.size.height}),
                "trim": _box(page.trim),
                "bleed": _box(page.bleed),
                "scale_bar": _box(page.scale_bar) if page.scale_bar else None,
                "cards": [
                    {
                        "name": card.name,
                        "card": card.card,
                        **({"legend": card.legend.to_json()} if card.legend else {}),
                        "trim": _box(card.trim),
                        "bleed": _box(card.trim.grown(bleed)),
                    }
                    for card in page.cards
                ],
            }
            for number, page in enumerate(pages)
        ],
    }


def _box(box: Box) -> dict[str, float]:
    return {name: round(length, _DIGITS) for name, length in box._asdict().items()}


def _millimetres(length: float) -> str:
    """Return *length* to a hundredth of a millimetre.

    >>> _millimetres(120.0), _millimetres(33.75), _millimetres(33.3333333)
    ('120', '33.75', '33.33')
    """
    return f"{round(length, 2):g}"
