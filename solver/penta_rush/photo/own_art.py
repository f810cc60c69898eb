"""Our own symbols recognised: each group of cells beside our art as it is printed.

Filled and in outline, from each of the four sides. A card is ours only if every group is clearly
like one of our symbols, and no two are like the same one.
"""

from functools import cache
from string import ascii_uppercase
from typing import NamedTuple

import cv2
import numpy as np

from solver.drawing.scene import Circle, Mark, Point, Polygon
from solver.penta_rush.photo.clustering import Labels
from solver.penta_rush.photo.image_file import Floats, Image
from solver.penta_rush.photo.symbol_feature import symbol_forms
from solver.penta_rush.symbol_art import SymbolStyle, symbol

_FINE = 4  # times as many dots, to draw a symbol
_LEAST_LIKENESS = 0.95  # the cosine of two forms
_LEAST_LEAD = 0.004  # on the next symbol that is less like
_SIDES = 4


class OwnLetters(NamedTuple):
    """The *letters* of groups, by number, and by how many *quarters* the card has to be turned."""

    letters: str
    quarters: int


def own_letters(cells: Floats, labels: Labels) -> OwnLetters | None:
    """Return the letters that straightened *cells* were printed with; None if they are not ours."""
    means = np.stack([cells[labels == group].mean(axis=0) for group in range(labels.max() + 1)])
    side = means.shape[1]
    best: tuple[float, OwnLetters] | None = None
    for quarters in range(_SIDES):
        turned = np.ascontiguousarray(np.rot90(means, quarters, axes=(1, 2)))
        forms = _unit(symbol_forms(turned))
        for low_ink in (False, True):
            likeness = forms @ _templates(side, low_ink=low_ink).T
            places = likeness.argmax(axis=1).tolist()
            ranked = np.sort(likeness, axis=1)
            is_clear = (ranked[:, -1] - ranked[:, -2] >= _LEAST_LEAD).all()
            if len({*places}) < len(places) or ranked[:, -1].min() < _LEAST_LIKENESS:
                continue
            score = float(ranked[:, -1].mean())
            if is_clear and (best is None or score > best[0]):
                letters = "".join(ascii_uppercase[place] for place in places)
                best = score, OwnLetters(letters, quarters)
    return None if best is None else best[1]


@cache
def _templates(side: int, *, low_ink: bool) -> Floats:
    """Return the forms of our symbols A to Z, of length 1 ``(26, d)``, for cells of this *side*."""
    style = SymbolStyle(low_ink)
    return _unit(symbol_forms(np.stack([_drawn(each, side, style) for each in ascii_uppercase])))


def _drawn(letter: str, side: int, style: SymbolStyle) -> Floats:
    """Return the cell of *letter* as it is printed: 0 is paper, -1 black, in blue, green, red."""
    large = side * _FINE
    canvas = np.full((large, large, 3), 255, np.uint8)
    for mark in symbol(letter, Point(large / 2, large / 2), large, style):
        _draw(canvas, mark)
    small = cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float64) / 255 - 1


def _draw(canvas: Image, mark: Mark) -> None:
    if not isinstance(mark, Polygon | Circle):
        return
    paint = mark.paint
    if isinstance(mark, Circle):
        turns = np.linspace(0, 2 * np.pi, 96)
        around = np.stack([np.cos(turns), np.sin(turns)], axis=1)
        points = np.array(mark.centre) + mark.radius * around
    else:
        points = np.array(mark.points)
    corners = [np.round(points).astype(np.int32)]
    if paint.fill:
        cv2.fillPoly(canvas, corners, _colour(paint.fill), cv2.LINE_AA)
    if paint.stroke:
        thick = max(1, round(paint.width))
        colour = _colour(paint.stroke)
        cv2.polylines(canvas, corners, isClosed=True, color=colour, thickness=thick,
                      lineType=cv2.LINE_AA)  # fmt: skip


def _colour(code: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(code[1:])
    return blue, green, red


def _unit(forms: Floats) -> Floats:
    return np.asarray(forms / (np.linalg.norm(forms, axis=1, keepdims=True) + 1e-12))
