"""What pages were written to which files, as text for a person and as JSON for a program.

Lengths are millimetres, boxes from the upper left corner of the paper.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from solver.drawing.scene import Box, Page
from solver.drawing.text_grid import StyledLine, plain_line, plural

_DIGITS = 4  # as in the files


def files_line(pages: Sequence[Page], files: Sequence[str], *, paper: str) -> StyledLine:
    """Return a line on the *files* that *pages* were written to, and on their *paper*."""
    names = files[0] if len(files) == 1 else f"{files[0]} to {files[-1]}"
    size = f"{size_text(pages[0].size)} mm" if are_alike(pages) else "of several sizes"
    return plain_line(f"{names}: {plural(len(pages), 'page')}, {paper}, {size}")


def pages_json(
    pages: Sequence[Page],
    files: Sequence[str],
    contents: Iterable[Mapping[str, Any]],
    *,
    paper: str,
) -> dict[str, Any]:
    """Return the *files*, the size of the first of *pages*, and of each its file and *contents*."""
    size = pages[0].size
    return {
        "files": list(files),
        "paper": paper,
        "width": size.width,
        "height": size.height,
        "pages": [
            {"file": files[min(number, len(files) - 1)], **content}
            for number, content in enumerate(contents)
        ],
    }


def are_alike(pages: Sequence[Page]) -> bool:
    """Return whether *pages* have one size."""
    return all(page.size == pages[0].size for page in pages)


def box_json(box: Box) -> dict[str, float]:
    """Return *box* as a JSON object."""
    return {name: round(length, _DIGITS) for name, length in box._asdict().items()}


def size_text(box: Box) -> str:
    """Return the width and the height of *box* to a hundredth of a millimetre.

    >>> size_text(Box(0, 0, 120.0, 33.3333333))
    '120 x 33.33'
    """
    return f"{round(box.width, 2):g} x {round(box.height, 2):g}"
