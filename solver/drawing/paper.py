"""The papers: those that have a name, and others by their size."""

import re
from collections.abc import Sequence
from math import prod

from solver.errors import PaperError, quoted

PAPERS = {
    "A5": (148.0, 210.0),
    "A4": (210.0, 297.0),
    "A3": (297.0, 420.0),
    "A2": (420.0, 594.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
    "Tabloid": (279.4, 431.8),
}

_LEAST, _MOST = 50.0, 1500.0  # mm
_SIZE = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)\s*x\s*(\d{1,5}(?:\.\d{1,3})?)\s*(?:mm)?")


def parse_paper(text: str, others: Sequence[str] = ()) -> str:
    """Return the name of the paper in *text*: a known one, or a size like ``100x150mm``.

    *others* are names in small letters that are known besides. Raises `PaperError` when it is none
    of them.

    >>> parse_paper("letter"), parse_paper("100.0 x 150")
    ('Letter', '100x150mm')
    """
    typed = text.strip().lower()
    for name in (*PAPERS, *others):
        if typed == name.lower():
            return name
    if not (size := _SIZE.fullmatch(typed)):
        expected = f"{', '.join((*PAPERS, *others))} or a size like 100x150mm"
        raise PaperError("paper", expected=expected, found=quoted(text), hint=_size_hint(typed))
    width, height = float(size[1]), float(size[2])
    if not (_LEAST <= width <= _MOST and _LEAST <= height <= _MOST):
        expected = f"sides of {_LEAST:g} to {_MOST:g} mm"
        raise PaperError("paper", expected=expected, found=f"{width:g} x {height:g} mm")
    return f"{width:g}x{height:g}mm"


def _size_hint(typed: str) -> str:
    """Return how a size is written that has decimal commas or centimetres."""
    text, count = re.subn(r"\s*cm\b", "", typed.replace(",", "."))
    if not (size := _SIZE.fullmatch(text)):
        return ""
    unit = 10 if count else 1
    return f"in mm: {unit * float(size[1]):g}x{unit * float(size[2]):g}mm"


def larger_papers(name: str) -> list[str]:
    """Return the known papers that are larger than that of this *name*, the smallest first.

    Those of its own country come before others.

    >>> larger_papers("A4"), larger_papers("Letter")
    (['A3', 'A2', 'Legal', 'Tabloid'], ['Legal', 'Tabloid', 'A4', 'A3', 'A2'])
    """
    area, is_american = prod(paper_size(name)), name in PAPERS and not name.startswith("A")
    larger = (known for known, size in PAPERS.items() if prod(size) > area)
    return sorted(larger, key=lambda k: (k.startswith("A") == is_american, prod(PAPERS[k])))


def paper_size(name: str) -> tuple[float, float]:
    """Return the shorter and the longer side of the paper of this *name*, as `parse_paper` says it.

    >>> paper_size("150x100mm")
    (100.0, 150.0)
    """
    if name in PAPERS:
        return PAPERS[name]
    width, height = map(float, name.removesuffix("mm").split("x"))
    return min(width, height), max(width, height)
