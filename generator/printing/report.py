"""What was printed, as text for a person and as JSON for a program."""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.printing.document import PrintedPage
from solver.drawing.page_files import are_alike, box_json, files_line, pages_json, size_text
from solver.drawing.text_grid import StyledLine, plain_line


def document_text(
    pages: Sequence[PrintedPage], files: Sequence[str], *, paper: str
) -> Iterator[StyledLine]:
    """Yield a line on the files, and one for each page."""
    yield files_line(pages, files, paper=paper)
    number_width = len(str(len(pages)))
    kind_width = max(len(page.kind.value) for page in pages)
    for number, page in enumerate(pages, start=1):
        cards = ", ".join(f"{card.name} {size_text(card.trim)}" for card in page.cards)
        yield plain_line(f"{number:>{number_width}}  {page.kind.value:<{kind_width}}  {cards}")


def document_json(
    pages: Sequence[PrintedPage], files: Sequence[str], *, paper: str, bleed: float
) -> dict[str, Any]:
    """Return the files, and of each page its boxes and where its cards and its scale bar lie.

    *width* and *height* are those of the first page, and of each where they differ.
    """
    have_one_size = are_alike(pages)
    contents = (_page_json(page, bleed, has_size=not have_one_size) for page in pages)
    return pages_json(pages, files, contents, paper=paper)


def _page_json(page: PrintedPage, bleed: float, *, has_size: bool) -> dict[str, Any]:
    size = {"width": page.size.width, "height": page.size.height}
    return {
        "kind": page.kind.value,
        **(size if has_size else {}),
        "trim": box_json(page.trim),
        "bleed": box_json(page.bleed),
        "scale_bar": box_json(page.scale_bar) if page.scale_bar else None,
        "cards": [
            {
                "name": card.name,
                "card": card.card,
                **({"legend": card.legend.to_json()} if card.legend else {}),
                "trim": box_json(card.trim),
                "bleed": box_json(card.trim.grown(bleed)),
            }
            for card in page.cards
        ],
    }
