"""Seventeen styles of printed cards: our own prints, and cards as other people make them.

A style draws any card of three to eight symbols; the symbols are chosen by a number.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

import data
from generator.printing.card_art import Border
from solver.penta_rush.card import Card
from tests.solver.penta_rush.photo import photo_maker

Style = Callable[[Card, int], photo_maker.Print]
Colour = tuple[int, int, int]
CellArt = Callable[
    [int, Any], photo_maker.Floats
]  # a symbol's number, dice -> dots of a cell, red green blue

_CELL = 96  # dots
_MM = _CELL / 11.0  # dots in a millimetre, on the cards that are drawn here
_INK, _WHITE, _NIGHT = (28, 28, 30), (255, 255, 255), (32, 36, 48)
_WORDS = ("sun", "owl", "tree", "fish", "moon", "cup", "bird", "key", "rain", "leaf", "door", "hat")
_LETTERS = "ABCDEFGHKMNPRSTUXYZ"
_FACES = 20
# Of polygons their sides, of stars their points; the one of 40 sides is a circle.
_OUTLINES = ((3, False), (4, False), (5, False), (40, False),
             (3, True), (4, True), (5, True), (8, True))  # fmt: skip
# Reds, then oranges and yellows: neighbours that a person still tells apart at a glance.
_SIMILAR = ((196, 30, 40), (236, 96, 60), (245, 150, 60), (120, 30, 50),
            (240, 130, 160), (200, 60, 130), (250, 205, 90), (150, 85, 45))  # fmt: skip
_BRIGHT = ((250, 220, 80), (90, 200, 250), (255, 120, 110), (120, 230, 130),
           (245, 245, 245), (230, 140, 240), (255, 170, 60), (150, 160, 170))  # fmt: skip
_SOLID = ((214, 39, 40), (31, 79, 180), (42, 157, 58), (242, 183, 5),
          (123, 63, 160), (34, 34, 34), (227, 119, 194), (0, 166, 180))  # fmt: skip


def _printed(**options: Any) -> Style:
    """Return the style of our own print, with these *options*."""
    return lambda card, number: photo_maker.printed_card(f"card {number}", card, **options)


def _drawn(*drawings: photo_maker.Drawing, has_grid: bool = True) -> Style:
    """Return the style of symbols on white paper, drawn in one of several ways by the number."""
    return lambda card, number: photo_maker.drawn_card(
        card, drawings[number % len(drawings)], has_grid=has_grid
    )


def _text_of(texts: Sequence[str], height: float) -> CellArt:
    return lambda symbol, order: _text(texts[order[symbol]], height)


def _form_of(colours: Sequence[Colour], paper: Colour = _WHITE) -> CellArt:
    """Return the art of polygons, each of a colour of its own."""
    return lambda symbol, order: _polygon(
        3 + order[symbol] % 6, colours[symbol], fill=True, paper=paper
    )


def _outline(symbol: int, order: Any) -> photo_maker.Floats:
    sides, star = _OUTLINES[order[symbol]]
    return _polygon(sides, _INK, fill=False, star=star)


def _emoji(symbol: int, order: Any) -> photo_maker.Floats:
    """Return a face, yellow or of another colour, whose mouth and eyes differ."""
    kind = int(order[symbol])
    picture, draw = _canvas()
    side = picture.width
    low, high = 0.14 * side, 0.86 * side
    skins = ((255, 205, 50), (230, 170, 210), (250, 120, 90), (140, 200, 90), (120, 170, 240))
    draw.ellipse((low, low, high, high), fill=skins[kind % 5], outline=(120, 80, 20), width=6)
    eye = 0.05 * side * (1 + kind % 2)
    for x in (0.36, 0.64):
        box = (x * side - eye, 0.4 * side - eye, x * side + eye, 0.4 * side + eye)
        draw.ellipse(box, fill=(60, 40, 20))
    mouth = (0.32 * side, 0.46 * side, 0.68 * side, 0.74 * side)
    match kind % 4:
        case 0:
            draw.chord(mouth, 0, 180, fill=(120, 30, 30))
        case 1:
            draw.arc((mouth[0], mouth[1] + 0.12 * side, mouth[2], mouth[3] + 0.12 * side),
                     180, 360, fill=(60, 40, 20), width=12)  # fmt: skip
        case 2:
            draw.ellipse((0.42 * side, 0.56 * side, 0.58 * side, 0.74 * side), fill=(90, 20, 20))
        case _:
            draw.rectangle((0.34 * side, 0.62 * side, 0.66 * side, 0.67 * side), fill=(60, 40, 20))
    return _shrunk(picture)


def _photo_like(symbol: int, order: Any) -> photo_maker.Floats:
    """Return a soft round picture with shades of its own, as a photo of a fruit or a stone."""
    rng = np.random.default_rng(7000 + int(order[symbol]))
    coarse = rng.uniform(0.45, 1.0, (4, 4, 1)) * np.array(_SOLID[symbol]) * 1.15
    coarse = coarse + rng.uniform(-35, 35, (4, 4, 3))
    texture = cv2.resize(coarse, (_CELL, _CELL), interpolation=cv2.INTER_CUBIC)
    y, x = (np.mgrid[0:_CELL, 0:_CELL] + 0.5) / _CELL - 0.5
    angle = np.arctan2(y, x)
    edge = 0.36 + 0.05 * np.sin(angle * int(rng.integers(2, 6)) + rng.uniform(0, 6))
    inside = np.clip((edge - np.hypot(x, y)) * 40, 0, 1)[..., None]
    return np.asarray(np.clip(255 * (1 - inside) + texture * inside, 0, 255))


def _drawn_by(
    art: CellArt,
    line: float = 0.25,
    *,
    kinds: int = 8,
    paper: Colour = _WHITE,
    ink: Colour = (150, 150, 150),
) -> Style:
    """Return the style whose cells are *art* of *kinds* kinds, with lines of *line* mm."""

    def style(card: Card, number: int) -> photo_maker.Print:
        order = np.random.default_rng(number).permutation(kinds)
        cells = {letter: art(place, order) for place, letter in enumerate(card.symbols)}
        rows = [np.concatenate([cells[letter] for letter in row], axis=1) for row in card.lines]
        margin, thick = _CELL // 2, round(line * _MM)
        image = np.full(((card.rows + 1) * _CELL, (card.cols + 1) * _CELL, 3), paper, np.uint8)
        image[margin:-margin, margin:-margin] = np.concatenate(rows, axis=0)
        if thick:
            right, bottom = margin + card.cols * _CELL, margin + card.rows * _CELL
            for x in range(margin, right + 1, _CELL):
                cv2.line(image, (x, margin), (x, bottom), ink, thick)
            for y in range(margin, bottom + 1, _CELL):
                cv2.line(image, (margin, y), (right, y), ink, thick)
        ends = [(0, 0), (card.cols, 0), (card.cols, card.rows), (0, card.rows)]
        corners = np.array(ends, np.float64) * _CELL + margin
        return photo_maker.Print(card, np.ascontiguousarray(image[..., ::-1]), corners)

    return style


def _canvas(paper: Colour = _WHITE) -> tuple[Pillow.Image, Any]:
    picture = Pillow.new("RGB", (4 * _CELL, 4 * _CELL), paper)
    return picture, ImageDraw.Draw(picture)


def _shrunk(picture: Pillow.Image) -> photo_maker.Floats:
    small = picture.resize((_CELL, _CELL), Pillow.Resampling.BOX)
    return np.asarray(small, np.float64)


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(data.samples("fonts")["DejaVuSans-Bold"], size)


def _text(text: str, height: float) -> photo_maker.Floats:
    picture, draw = _canvas()
    middle = picture.width / 2
    draw.text((middle, middle), text, _INK, _font(round(height * picture.width)), anchor="mm")
    return _shrunk(picture)


def _disc(colour: Colour) -> photo_maker.Floats:
    picture, draw = _canvas()
    low, high = 0.18 * picture.width, 0.82 * picture.width
    draw.ellipse((low, low, high, high), fill=colour)
    return _shrunk(picture)


def _polygon(
    sides: int, colour: Colour, *, fill: bool, star: bool = False, paper: Colour = _WHITE
) -> photo_maker.Floats:
    """Return a regular polygon or a star, filled or in outline."""
    picture, draw = _canvas(paper)
    middle, count = picture.width / 2, sides * (2 if star else 1)
    angles = 2 * np.pi * np.arange(count) / count - np.pi / 2
    radius = np.where(np.arange(count) % 2 == 1, 0.17, 0.38) if star else np.full(count, 0.36)
    points = [
        (middle + picture.width * r * np.cos(a), middle + picture.width * r * np.sin(a))
        for r, a in zip(radius, angles, strict=True)
    ]
    if fill:
        draw.polygon(points, fill=colour)
    else:
        draw.line([*points, points[0], points[1]], fill=colour, width=20, joint="curve")
    return _shrunk(picture)


STYLES: dict[str, Style] = {
    "our print": _printed(),
    "our low ink": _printed(low_ink=True),
    "white border": _printed(border=Border.WHITE),
    "uncut page": lambda card, number: photo_maker.printed_page(f"card {number}", card),
    "letters": _drawn_by(_text_of(_LETTERS, 0.62), kinds=len(_LETTERS)),
    "digits": _drawn_by(_text_of("0123456789", 0.66), kinds=10),
    "words": _drawn_by(_text_of(_WORDS, 0.34), kinds=len(_WORDS)),
    "faces": _drawn_by(_emoji, kinds=_FACES),
    "dots of colour": _drawn(photo_maker.colours_alone),
    "similar colours": _drawn_by(lambda symbol, _order: _disc(_SIMILAR[symbol])),
    "forms alone": _drawn(photo_maker.forms_alone),
    "outlines": _drawn_by(_outline, kinds=len(_OUTLINES)),
    "thin grid": _drawn(photo_maker.other_forms),
    "thick grid": _drawn_by(_form_of(_SOLID), 1.1, ink=(40, 40, 40)),
    "no grid": _drawn(
        photo_maker.forms_alone, photo_maker.colours_alone, photo_maker.other_forms, has_grid=False
    ),
    "dark card": _drawn_by(_form_of(_BRIGHT, _NIGHT), paper=_NIGHT, ink=(90, 95, 110)),
    "photo-like": _drawn_by(_photo_like),
}
