"""The code on a printed card: which card it is, which side of it is up, and where its grid ends.

The generator prints it below the grid, its last dark col below the end of the last col. So it is
looked for at the four ends of a grid that was found, straightened: there no angle and no
perspective is left. It cannot be another card's by mistake, for it has a check, and is taken unless
most of the cells look different: then it is the code of another card. On photos of 24 cards, at
most two cells in a hundred looked different from their code, and from that of another card 64 in a
hundred or more.
"""

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.photo.image_file import Flags, Floats, Image, Photo
from solver.penta_rush.photo.lattice import Lattice, mapped
from solver.penta_rush.photo.read_card import CardReading, CodeCheck
from solver.penta_rush.photo.straighten import straightened, symbol_features, symbol_forms
from solver.penta_rush.photo.symbol_look import distinct_names, looks
from solver.penta_rush.printed_code import QUIET, parse_code
from solver.penta_rush.symbol_art import symbol_name

_SHARE = 0.3  # of the longer side of the grid, that a code takes at the most
_FINE = (2.0, 1.5, 3.0)  # dots for a dot of the photo: the best first
_MOST_SIDE = 1200  # dots, of what is decoded at once
_SHARPNESS, _HALO = 1.2, 3.0  # how much of what a blur takes away is added; its dots
_MISFIT = 0.25  # of a cell, between where a code stands and where it ought to
_MOST_DIFFERENT = 0.5  # of the cells


def with_code(
    reading: CardReading,
    photo: Photo,
    *,
    symbols: int | None = None,
    size: tuple[int, int] | None = None,
    keeps_side: bool = False,
) -> CardReading:
    """Return *reading*, or the card of the code beside it in *photo*, and how they compare.

    The card is turned as the code says, unless it *keeps_side*. A code of another number of
    *symbols* or another *size*, if that is known, is not taken.
    """
    whole = reading.lattice.scaled(photo.scale)
    codes = (
        (quarters, turned, code)
        for quarters, turned in enumerate(map(whole.turned, range(4)))
        if (code := _code_below(photo.image, turned))
    )
    if (seen := next(codes, None)) is None:
        return reading
    quarters, turned, code = seen
    card, lattice = code.card, _grid(code, turned)
    if lattice is None:
        return replace(reading, code=CodeCheck(card, None, is_taken=False))
    even = straightened(photo.image, lattice)
    labels = [card.symbols.index(symbol) for line in card.lines for symbol in line]
    features = symbol_features(symbol_forms(even.cells), even.plain)
    different = _different_cells(features, labels).reshape(card.rows, card.cols)
    is_size = size is None or set(size) == {card.rows, card.cols}
    is_expected = is_size and symbols in {None, len(card.symbols)}
    is_taken = is_expected and different.mean() <= _MOST_DIFFERENT
    if not is_taken:
        return replace(reading, code=CodeCheck(card, different, is_taken=False))
    names = looks(even.cells, np.array(labels))
    if keeps_side:
        different, lattice = np.rot90(different, -quarters), lattice.turned(-quarters)
    named = _named(card, names, -quarters if keeps_side else 0)
    check = CodeCheck(card, different, is_taken=True)
    confidence = np.where(different, 0.0, 1.0)
    in_file = lattice.scaled(1 / photo.scale)
    return CardReading(named, in_file, confidence, code=check, others=reading.others)


def code_anywhere(image: Image) -> CardReading | None:
    """Return the card of a code in *image*, where no grid was found."""
    for fine in (1.0, 1.5):
        larger = cv2.resize(image, None, fx=fine, fy=fine, interpolation=cv2.INTER_CUBIC)
        if code := _decoded(_sharp(np.asarray(larger, np.uint8))):
            card = code.card
            sure = np.ones((card.rows, card.cols))
            check = CodeCheck(card, None, is_taken=True)
            return CardReading(card, Lattice(np.eye(3), 0, 0, 0), sure, check)
    return None


def _named(card: Card, names: list[str], quarters: int) -> Card:
    """Return *card* turned by *quarters*, with a legend of the *names* of its symbols.

    If most of them are those of our symbols, all are.
    """
    ours = list(map(symbol_name, card.symbols))
    if 2 * sum(map(str.__eq__, ours, names)) > len(ours):
        names = ours
    legend = Legend.of(dict(zip(card.symbols, distinct_names(names), strict=True)))
    lines = np.rot90(np.array([list(line) for line in card.lines]), quarters)
    return Card(tuple("".join(line) for line in lines), legend)


def _different_cells(features: Floats, labels: list[int]) -> Flags:
    """Return which cells look more like another label's cells than like the others of their own.

    *features* are ``(n, d)``, *labels* from 0; the answer is ``(n,)``. The only cell of its label
    is different if it looks like another label's as much as those do themselves.
    """
    own = np.array(labels)
    members = own[:, None] == np.arange(own.max() + 1)[None]
    counts, sums = members.sum(axis=0), members.T.astype(np.float64) @ features
    gaps = np.linalg.norm(features[:, None] - (sums / counts[:, None])[None], axis=2)
    each = np.arange(len(own))
    alone = counts[own] == 1
    others = (sums[own] - features) / np.maximum(counts[own] - 1, 1)[:, None]
    to_own = np.linalg.norm(features - others, axis=1)
    to_own[alone] = to_own[~alone].mean() if not alone.all() else 0.0
    gaps[each, own] = np.inf
    return np.asarray(gaps.min(axis=1) < to_own)


class _Code(NamedTuple):
    """A *card*, and the *corners* ``(4, 2)`` of its code of *modules* x *modules*, clockwise."""

    card: Card
    corners: Floats
    modules: int


def _code_below(image: Image, lattice: Lattice) -> _Code | None:
    """Return the code below the last row of *lattice* on the right, in cells, if it is upright."""
    side = _SHARE * max(lattice.rows, lattice.cols) + 1
    corner = np.array((lattice.cols + 1 - side, lattice.rows - 0.1))
    for fine in _FINE:
        window = _window(image, lattice, corner, side, fine)
        if fine == _FINE[0] and not cv2.QRCodeDetector().detect(window)[0]:
            return None
        if code := _decoded(window):
            corners = corner + code.corners * side / len(window)
            (x, y), (down_x, down_y) = corners[1] - corners[0], corners[3] - corners[0]
            is_upright = x > abs(y) and down_y > abs(down_x)
            return code._replace(corners=corners) if is_upright else None  # another card's
    return None


def _grid(code: _Code, lattice: Lattice) -> Lattice | None:
    """Return the grid of the card of *code* that ends where the code says, beside *lattice*."""
    left, right = code.corners[[0, 3], 0].mean(), code.corners[1:3, 0].mean()
    gap = QUIET * (right - left) / code.modules
    end = np.array((right, code.corners[:2, 1].mean() - gap))
    cols, rows = np.round(end).astype(int).tolist()
    if np.abs(end - (cols, rows)).max() > _MISFIT:
        return None
    card, right, below = code.card, cols - lattice.cols, rows - lattice.rows
    return lattice.moved(above=card.rows - rows, right=right, below=below, left=card.cols - cols)


def _window(image: Image, lattice: Lattice, corner: Floats, side: float, fine: float) -> Image:
    """Return *side* x *side* cells from *corner* of the grid, *fine* times as fine as *image*."""
    ends = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * side + corner
    sides = np.linalg.norm(np.diff(mapped(ends, lattice.matrix), axis=0), axis=1)
    dots = int(min(_MOST_SIDE, fine * max(sides)))
    scale = np.array([[side / dots, 0, corner[0]], [0, side / dots, corner[1]], [0, 0, 1]])
    onto = np.linalg.inv(lattice.matrix @ scale)
    flat = cv2.warpPerspective(image, onto, (dots, dots), flags=cv2.INTER_CUBIC,
                               borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    return _sharp(np.asarray(flat))


def _sharp(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    blurred = cv2.GaussianBlur(grey, (0, 0), _HALO)
    return np.asarray(cv2.addWeighted(grey, 1 + _SHARPNESS, blurred, -_SHARPNESS, 0))


def _decoded(image: Image) -> _Code | None:
    """Return the code of one of our cards in *image*."""
    try:
        text, corners, straight = cv2.QRCodeDetector().detectAndDecode(image)
        card = parse_code(text)
    except (cv2.error, UnicodeDecodeError):  # of what is no code at all
        return None
    if card is None:
        return None
    return _Code(card, np.asarray(corners, np.float64).reshape(4, 2), len(straight))
