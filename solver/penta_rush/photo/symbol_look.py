"""What symbols are in words: our own letters and names, or the nearest colour and form.

Each group of cells is laid beside our art as it is printed, filled and in outline, from each of the
four sides. A card is ours only if every group is clearly like one of our symbols, and no two are
like the same one.
"""

from collections.abc import Sequence
from functools import cache
from operator import itemgetter
from string import ascii_uppercase
from typing import NamedTuple

import cv2
import numpy as np

from solver.drawing.scene import Circle, Paint, Point, Polygon
from solver.penta_rush.named_symbols import look_table
from solver.penta_rush.photo.grouping import Labels, group_means
from solver.penta_rush.photo.image_file import Floats
from solver.penta_rush.photo.straighten import CELL, ink, symbol_forms
from solver.penta_rush.symbol_art import SymbolStyle, form_marks, symbol

_COLOURS = {
    "red": ("#d55e00", "#d62728", "#c00000", "#e6194b"),
    "orange": ("#e69f00", "#ff8c00"),
    "yellow": ("#f0e442", "#ffd700", "#f2c200"),
    "green": ("#009e73", "#2a9d3a", "#006400", "#66bb44"),
    "blue": ("#0072b2", "#1f4fb4", "#000080", "#2040e0"),
    "light blue": ("#56b4e9", "#87ceeb"),
    "turquoise": ("#00a6b4", "#40c8c8"),
    "purple": ("#7b3fa0", "#800080"),
    "pink": ("#cc79a7", "#e377c2", "#ff69b4"),
    "brown": ("#8b4513", "#5c3317"),
    "black": ("#000000", "#303030", "#484848"),
    "grey": ("#808080", "#a0a0a0"),
    "white": ("#ffffff",),
}
_LEAST_OVERLAP = 0.75  # shared dots / dots of either
_HOLE = (0.03, 0.3)  # of a symbol's area; a larger one is that of an outline
_FINE = 4  # times as many dots, to draw a symbol
_FORM_SIDE = 32  # dots, of forms that are compared
_COVERED = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)  # of the paper by ink, where ink is seen
_LEAST_LIKENESS = 0.95  # the cosine of two forms
_LEAST_LEAD = 0.004  # on the next symbol that is less like


class OwnLetters(NamedTuple):
    """The *letters* of groups, by number, and by how many *quarters* the card has to be turned."""

    letters: str
    quarters: int


def own_letters(cells: Floats, labels: Labels) -> OwnLetters | None:
    """Return the letters that straightened *cells* were printed with; None if they are not ours."""
    means = group_means(cells, labels)
    side = means.shape[1]
    best: tuple[float, OwnLetters] | None = None
    for quarters in range(4):
        turned = np.ascontiguousarray(np.rot90(means, quarters, axes=(1, 2)))
        forms = _unit(symbol_forms(turned))
        for low_ink in (False, True):
            likeness = forms @ _templates(side, low_ink=low_ink).T
            numbers = likeness.argmax(axis=1).tolist()
            ranked = np.sort(likeness, axis=1)
            is_clear = (ranked[:, -1] - ranked[:, -2] >= _LEAST_LEAD).all()
            if len({*numbers}) < len(numbers) or ranked[:, -1].min() < _LEAST_LIKENESS:
                continue
            score = float(ranked[:, -1].mean())
            if is_clear and (best is None or score > best[0]):
                letters = "".join(ascii_uppercase[number] for number in numbers)
                best = score, OwnLetters(letters, quarters)
    return None if best is None else best[1]


def looks(cells: Floats, labels: Labels) -> list[str]:
    """Return in words how the symbol of each group of straightened *cells* looks."""
    members = [cells[labels == group] for group in range(int(labels.max()) + 1)]
    colours = _colours(list(map(_mean_ink, members)))
    return [f"{colour} {_form(each)}" for colour, each in zip(colours, members, strict=True)]


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return *names*, with numbers behind those that come several times.

    >>> distinct_names(["red shape", "sun", "red shape"])
    ['red shape 1', 'sun', 'red shape 2']
    """
    seen: dict[str, int] = {}
    distinct = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        distinct.append(f"{name} {seen[name]}" if names.count(name) > 1 else name)
    return distinct


def _mean_ink(cells: Floats) -> Floats:
    """Return the light that the ink of *cells* leaves, as shares of red, green and blue."""
    strong = (ink(cells) ** 2)[..., None]
    mean = (cells * strong).sum(axis=(0, 1, 2)) / (strong.sum() + 1e-6)
    return np.asarray(np.clip(1 + mean, 0.0, 1.0)[::-1])


def _form(cells: Floats) -> str:
    """Return the form of the symbol of *cells*, as it lies there."""
    mask = np.mean([_centred(each) for each in ink(cells)], axis=0)
    dark = mask > 0.5 * max(mask.max(), 1e-6)
    contours, _ = cv2.findContours(dark.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(dark.shape, np.uint8)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    hole = 1 - float(dark.sum()) / max(float(filled.sum()), 1.0)
    seen = _framed(filled.astype(np.float64))
    likeness = {
        name: float(np.minimum(seen, form).sum() / max(np.maximum(seen, form).sum(), 1e-6))
        for name, form in _forms().items()
    }
    form = max(likeness, key=lambda name: likeness[name])
    if likeness[form] < _LEAST_OVERLAP:
        return "shape"
    may_have_hole = "eye" in look_table()["forms"][form]
    return f"{form} with a hole" if may_have_hole and _HOLE[0] < hole <= _HOLE[1] else form


def _colours(inks: Sequence[Floats]) -> list[str]:
    """Return the words for *inks*, which cover the same share of the paper below them.

    Thin lines are seen with paper between; the share that makes all of them most like colours that
    have a name is taken for theirs.
    """
    seen = np.stack([_lab(each) for each in inks])
    words = [word for word, codes in _COLOURS.items() for _ in codes]
    pure = np.array(
        [list(bytes.fromhex(code[1:])) for codes in _COLOURS.values() for code in codes]
    )

    def fitted(share: float) -> tuple[float, list[str]]:
        known = np.stack([_lab(1 - share + share * each / 255) for each in pure])
        gaps = np.linalg.norm(seen[:, None] - known[None], axis=2)
        misfit = float(gaps.min(axis=1).mean()) / share
        return misfit, [words[number] for number in gaps.argmin(axis=1)]

    return min(map(fitted, _COVERED), key=itemgetter(0))[1]


def _lab(shares: Floats) -> Floats:
    dot = np.asarray(shares, np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(dot, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def _centred(mask: Floats) -> Floats:
    total = mask.sum() + 1e-6
    along = np.arange(CELL) - (CELL - 1) / 2
    shift = -(mask.sum(axis=0) * along).sum() / total, -(mask.sum(axis=1) * along).sum() / total
    moved = cv2.warpAffine(mask, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), (CELL, CELL))
    return np.asarray(moved)


@cache
def _templates(side: int, *, low_ink: bool) -> Floats:
    """Return the forms of our symbols A to Z, of length 1 ``(26, d)``, for cells of this *side*."""
    style = SymbolStyle(low_ink)
    return _unit(symbol_forms(np.stack([_drawn(each, side, style) for each in ascii_uppercase])))


def _drawn(letter: str, side: int, style: SymbolStyle) -> Floats:
    """Return the cell of *letter* as it is printed: 0 is paper, -1 black, in blue, green, red."""
    large = side * _FINE
    paper = np.full((large, large, 3), 255, np.uint8)
    for mark in symbol(letter, Point(large / 2, large / 2), large, style):
        if isinstance(mark, Circle):
            angles = np.linspace(0, 2 * np.pi, 96)
            around = np.stack([np.cos(angles), np.sin(angles)], axis=1)
            points = np.array(mark.centre) + mark.radius * around
        elif isinstance(mark, Polygon):
            points = np.array(mark.points)
        else:
            continue
        corners = [np.round(points).astype(np.int32)]
        if mark.paint.fill:
            cv2.fillPoly(paper, corners, _colour(mark.paint.fill), cv2.LINE_AA)
        if mark.paint.stroke:
            thick = max(1, round(mark.paint.width))
            cv2.polylines(paper, corners, isClosed=True, color=_colour(mark.paint.stroke),
                          thickness=thick, lineType=cv2.LINE_AA)  # fmt: skip
    return cv2.resize(paper, (side, side), interpolation=cv2.INTER_AREA) / np.float64(255) - 1


def _colour(code: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(code[1:])
    return blue, green, red


def _unit(forms: Floats) -> Floats:
    return np.asarray(forms / (np.linalg.norm(forms, axis=1, keepdims=True) + 1e-12))


@cache
def _forms() -> dict[str, Floats]:
    """Return our forms without their holes, framed."""
    forms, side = {}, CELL * _FINE
    for form in look_table()["forms"]:
        if form == "ring":  # without its hole it is a circle
            continue
        canvas = np.zeros((side, side), np.uint8)
        for mark in form_marks(form, Point(side / 2, side / 2), side, Paint()):
            if isinstance(mark, Polygon):
                cv2.fillPoly(canvas, [np.round(np.array(mark.points)).astype(np.int32)], 1)
            elif isinstance(mark, Circle):
                middle = round(mark.centre.x), round(mark.centre.y)
                cv2.circle(canvas, middle, round(mark.radius), 1, cv2.FILLED)
        forms[form] = _framed(canvas.astype(np.float64))
    return forms


def _framed(mask: Floats) -> Floats:
    """Return *mask* scaled so that its larger side fills a small square."""
    left, upper, width, height = cv2.boundingRect(mask.astype(np.uint8))
    if not width:
        return np.zeros((_FORM_SIDE, _FORM_SIDE))
    size = max(width, height)
    above, before = (size - height) // 2, (size - width) // 2
    part = mask[upper : upper + height, left : left + width]
    around = ((above, size - height - above), (before, size - width - before))
    square = np.pad(part, around)
    scaled = cv2.resize(square, (_FORM_SIDE, _FORM_SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(scaled)
