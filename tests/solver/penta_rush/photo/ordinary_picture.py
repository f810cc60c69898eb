"""Ordinary pictures without a card: what a camera or a finger on the wrong file may hand in.

Several of them have rows and cols, as a card has; but what repeats there repeats in order, or
nothing does.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import cv2
import numpy as np

from tests.solver.penta_rush.photo.photo_maker import encoded, perspective, uint8

Pair = tuple[int, int]
Picture = Callable[[Any], Any]  # dice -> dots, 0 to 255

_HEIGHT, _WIDTH = 900, 1200
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_WORDS = ("the", "card", "lies", "on", "table", "nobody", "reads", "while", "rain", "falls",
          "over", "roofs", "of", "an", "old", "town", "where", "seven", "dice", "were",
          "thrown")  # fmt: skip
_WEEKDAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_KEYS = ("1234567890-=", "QWERTYUIOP[]", "ASDFGHJKL;'#", "ZXCVBNM,./<>", "FUNCTIONKEYS")
_DARK = (40, 40, 40)


def _blank(value: float = 245) -> Any:
    return np.full((_HEIGHT, _WIDTH, 3), round(value), np.uint8)


def _boxes(size: Pair, first: Pair, side: Pair) -> Iterator[Any]:
    """Yield the row and col, and two corners, of each box of a table of rows x cols.

    The *first* box begins at x, y; *side* is the width and height of all.
    """
    for row, col in product(*map(range, size)):
        x, y = first[0] + col * side[0], first[1] + row * side[1]
        yield row, col, (x, y), (x + side[0], y + side[1])


def _at(rng: Any) -> tuple[int, int]:
    return int(rng.integers(0, _WIDTH)), int(rng.integers(0, _HEIGHT))


def _write(picture: Any, text: str, at: tuple[float, float], size: float, thick: int = 2) -> None:
    cv2.putText(picture, text, (round(at[0]), round(at[1])), _FONT, size, _DARK, thick)


def _colour(rng: Any, low: int = 20, high: int = 230) -> tuple[float, float, float]:
    blue, green, red = rng.uniform(low, high, 3).tolist()
    return blue, green, red


def _noise(rng: Any) -> Any:
    return np.asarray(rng.uniform(0, 255, (_HEIGHT, _WIDTH, int(rng.choice([1, 3])))) * np.ones(3))


def _coarse_noise(rng: Any) -> Any:
    side = int(rng.integers(6, 60))
    small = rng.uniform(0, 255, (_HEIGHT // side + 1, _WIDTH // side + 1, 3)).astype(np.float32)
    way = int(rng.choice([cv2.INTER_CUBIC, cv2.INTER_LINEAR]))
    return np.asarray(cv2.resize(small, (_WIDTH, _HEIGHT), interpolation=way), np.float64)


def _wood(rng: Any) -> Any:
    y, x = np.mgrid[0:_HEIGHT, 0:_WIDTH].astype(np.float64)
    bend = cv2.resize(rng.normal(0, 30, (6, 8)), (_WIDTH, _HEIGHT), interpolation=cv2.INTER_CUBIC)
    rings = np.sin((y + bend + 20 * np.sin(x / 300)) / rng.uniform(5, 14))
    planks = 1 - 0.3 * (np.mod(y, _HEIGHT / rng.integers(2, 6)) < 5)
    return np.asarray(np.stack([90 + 12 * rings, 130 + 18 * rings, 180 + 20 * rings], 2)
                      * planks[..., None])  # fmt: skip


def _gingham(rng: Any) -> Any:
    side = rng.uniform(30, 110)
    y, x = np.mgrid[0:_HEIGHT, 0:_WIDTH]
    stripes = (np.mod(x, 2 * side) < side).astype(float) + (np.mod(y, 2 * side) < side)
    paint = np.array(_colour(rng, 20, 200))
    return np.asarray(250 - stripes[..., None] / 2 * (250 - paint))


def _chess(rng: Any) -> Any:
    side, count = int(rng.integers(70, 105)), 8
    picture = _blank(float(rng.uniform(120, 240)))
    dark, light = _colour(rng, 20, 120), _colour(rng, 180, 250)
    top, left = 30, int(rng.integers(20, _WIDTH - count * side - 20))
    has_men = rng.random() < 2 / 3
    for row, col, corner, end in _boxes((count, count), (left, top), (side, side)):
        cv2.rectangle(picture, corner, end, (dark, light)[(row + col) % 2], -1)
        if has_men and rng.random() < 0.4:
            middle = corner[0] + side // 2, corner[1] + side // 2
            man = (235, 240, 240) if rng.random() < 1 / 2 else (25, 25, 30)
            cv2.circle(picture, middle, int(side * rng.uniform(0.2, 0.35)), man, -1)
    return picture


def _keyboard(rng: Any) -> Any:
    picture = _blank(float(rng.uniform(30, 220)))
    side, gap = int(rng.integers(64, 84)), int(rng.integers(6, 14))
    cap, ink = ((45, 45, 48), (235, 235, 235)) if rng.random() < 0.6 else ((240, 240, 240), _DARK)
    shift = side // 3 if rng.random() < 0.7 else 0
    for row, keys in enumerate(_KEYS):
        for col, key in enumerate(keys):
            x, y = 30 + col * (side + gap) + row * shift, 200 + row * (side + gap)
            cv2.rectangle(picture, (x, y), (x + side, y + side), cap, -1)
            cv2.putText(picture, key, (x + side // 4, y + side // 2), _FONT, side / 70, ink, 2)
    return picture


def _text_page(rng: Any) -> Any:
    picture = _blank()
    size = rng.uniform(0.5, 1.3)
    for y in range(60, _HEIGHT - 30, int(size * 46)):
        words = " ".join(rng.choice(_WORDS, 40))
        end = int(_WIDTH / (size * 20)) - int(rng.integers(0, 8))
        cv2.putText(picture, words[:end], (50, y), _FONT, size, (30, 30, 30), 2, cv2.LINE_AA)
    return picture


def _calendar(rng: Any) -> Any:
    picture = _blank()
    side, high = int(rng.integers(90, 150)), int(rng.integers(70, 120))
    first, size = int(rng.integers(0, 7)), rng.uniform(0.8, 1.6)
    has_lines = rng.random() < 0.7
    for row, col, (x, y), end in _boxes((7, 7), (40, 60), (side, high)):
        day = 7 * row + col - 6 - first
        text = _WEEKDAYS[col] if not row else str(day) if 0 < day <= 31 else ""
        if has_lines:
            cv2.rectangle(picture, (x, y), end, (150, 150, 150), 2)
        ink = (40, 40, 200) if col == 6 else _DARK
        cv2.putText(picture, text, (x + side // 4, y + high * 2 // 3), _FONT, size, ink, 2)
    return picture


def _tiles(rng: Any) -> Any:
    side, joint = int(rng.integers(60, 140)), int(rng.integers(3, 9))
    picture = _blank(float(rng.uniform(150, 230)))
    base = np.array(_colour(rng, 60, 220))
    pair = base, np.clip(base + rng.uniform(-50, 50, 3), 0, 255)
    pattern = int(rng.integers(0, 3))  # plain, alternating, or each a bit different
    inner = side - 2 * joint
    for row, col in product(range(_HEIGHT // side + 1), range(_WIDTH // side + 1)):
        colour = pair[(row + col) % 2] if pattern == 1 else base
        if pattern == 2:
            colour = np.clip(base + rng.normal(0, 14), 0, 255)
        x, y = col * side + joint, row * side + joint
        cv2.rectangle(picture, (x, y), (x + inner, y + inner), tuple(colour.tolist()), -1)
    return picture


def _bricks(rng: Any) -> Any:
    high = int(rng.integers(30, 60))
    wide = int(high * rng.uniform(1.5, 2.5))
    picture = _blank(190.0)
    for row, col in product(range(_HEIGHT // high + 1), range(-1, _WIDTH // wide + 1)):
        x, tone = col * wide + (row % 2) * wide // 2, rng.uniform(0.75, 1.15)
        cv2.rectangle(picture, (x + 3, row * high + 3), (x + wide - 3, (row + 1) * high - 3),
                      (60 * tone, 80 * tone, 170 * tone), -1)  # fmt: skip
    return picture


def _windows(rng: Any) -> Any:
    picture = _blank(float(rng.uniform(120, 220)))
    wide, high = int(rng.integers(50, 110)), int(rng.integers(60, 130))
    glass = np.array(_colour(rng, 40, 120))
    down, across = int(high * 1.5), int(wide * 1.6)
    for y, x in product(range(40, _HEIGHT - high, down), range(40, _WIDTH - wide, across)):
        pane = tuple(np.clip(glass + rng.normal(0, 15), 0, 255).tolist())
        cv2.rectangle(picture, (x, y), (x + wide, y + high), pane, -1)
        cv2.line(picture, (x + wide // 2, y), (x + wide // 2, y + high), (230, 230, 230), 4)
    return picture


def _crossword(rng: Any) -> Any:
    picture = _blank()
    count = int(rng.integers(9, 16))
    side = 840 // count
    for _, _, (x, y), end in _boxes((count, count), (150, 30), (side, side)):
        is_black = rng.random() < 0.2
        cv2.rectangle(picture, (x, y), end, (20, 20, 20), -1 if is_black else 2)
        if not is_black and rng.random() < 0.25:
            _write(picture, str(rng.integers(1, 60)), (x + 4, y + side // 3), side / 120, 1)
    return picture


def _spreadsheet(rng: Any) -> Any:
    picture = _blank()
    wide, high = int(rng.integers(80, 160)), int(rng.integers(30, 60))
    rows, cols = len(range(20, _HEIGHT - high, high)), len(range(20, _WIDTH - wide, wide))
    for row, col, (x, y), end in _boxes((rows, cols), (20, 20), (wide, high)):
        cv2.rectangle(picture, (x, y), end, (190, 190, 190), 1)
        head = row == 0 or col == 0
        text = f"{'ABCDEFGHIJKLMNOP'[col]}{row}" if head else f"{rng.uniform(0, 999):.2f}"
        _write(picture, text, (x + 8, y + high * 2 // 3), 0.55, 1)
    return picture


def _blobs(rng: Any) -> Any:
    picture = _blank(float(rng.uniform(100, 240)))
    for _ in range(int(rng.integers(20, 200))):
        at, radii = _at(rng), (int(rng.integers(8, 60)), int(rng.integers(8, 60)))
        cv2.ellipse(picture, at, radii, float(rng.uniform(0, 180)), 0, 360, _colour(rng), -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 4))))


def _gradient(rng: Any) -> Any:
    corners = rng.uniform(0, 255, (2, 2, 3)).astype(np.float32)
    return cv2.resize(corners, (_WIDTH, _HEIGHT)) + rng.normal(0, 2, (_HEIGHT, _WIDTH, 1))


def _map(rng: Any) -> Any:
    picture = _blank(225.0)
    for _ in range(int(rng.integers(20, 60))):
        ends = rng.integers(0, _WIDTH, (2, 2)).tolist()
        cv2.line(picture, ends[0], ends[1], _colour(rng, 120, 250), int(rng.integers(3, 16)))
    for _ in range(40):
        at = _at(rng)
        cv2.putText(picture, str(rng.choice(_WORDS)), at, _FONT, 0.6, _DARK, 1, cv2.LINE_AA)
    return picture


def _polka_dots(rng: Any) -> Any:
    picture = _blank(240.0)
    step, colour = int(rng.integers(50, 120)), _colour(rng, 20, 180)
    other = _colour(rng, 20, 180) if rng.random() < 1 / 2 else colour
    radius = int(step * rng.uniform(0.2, 0.36))
    offset = step // 2 if rng.random() < 1 / 2 else 0
    for row, y in enumerate(range(step // 2, _HEIGHT, step)):
        for col, x in enumerate(range(step // 2, _WIDTH, step)):
            at = x + (row % 2) * offset, y
            cv2.circle(picture, at, radius, (colour, other)[(row + col) % 2], -1, cv2.LINE_AA)
    return picture


def _faces(rng: Any) -> Any:
    picture = _blank(float(rng.uniform(90, 220)))
    for _ in range(int(rng.integers(1, 7))):
        x, y = int(rng.integers(150, _WIDTH - 150)), int(rng.integers(200, _HEIGHT - 200))
        size = int(rng.integers(60, 200))
        skin = (110.0, 140.0, float(rng.uniform(150, 235)))
        cv2.ellipse(picture, (x, y), (size * 3 // 4, size), 0, 0, 360, skin, -1)
        for eye in (-1, 1):
            cv2.circle(picture, (x + eye * size // 3, y - size // 4), size // 9, _DARK, -1)
        mouth, radii = (x, y + size // 2), (size // 3, size // 8)
        cv2.ellipse(picture, mouth, radii, 0, 0, 180, (60, 60, 160), -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.5))


def _leaves(rng: Any) -> Any:
    picture = _blank(60.0)
    for _ in range(900):
        at = _at(rng)
        green = tuple(float(rng.uniform(*ends)) for ends in ((10, 60), (60, 200), (20, 110)))
        radii = int(rng.integers(8, 40)), int(rng.integers(4, 16))
        cv2.ellipse(picture, at, radii, float(rng.uniform(0, 180)), 0, 360, green, -1)
    return picture


def _number_grid(rng: Any) -> Any:
    """Return a table of multiplication, or a hundred numbers in ten rows."""
    picture = _blank()
    side, times = int(rng.integers(66, 84)), rng.random() < 1 / 2
    for row, col, (x, y), end in _boxes((10, 10), (150, 20), (side, side)):
        value = (row + 1) * (col + 1) if times else 10 * row + col + 1
        cv2.rectangle(picture, (x, y), end, (160, 160, 160), 1)
        _write(picture, str(value), (x + 10, y + side * 2 // 3), side / 80)
    return picture


_ALL = (
    *(_noise, _coarse_noise, _wood, _gingham, _chess, _keyboard, _text_page, _calendar, _tiles),
    *(_bricks, _windows, _crossword, _spreadsheet, _blobs, _gradient, _map, _polka_dots, _faces),
    *(_leaves, _number_grid),
)
PICTURES: dict[str, Picture] = {draw.__name__[1:].replace("_", " "): draw for draw in _ALL}


def ordinary_picture(kind: str, number: int) -> bytes:
    """Return the picture of this *kind* and *number*, a JPEG file, perhaps seen from the side."""
    rng = np.random.default_rng(number * 100 + list(PICTURES).index(kind))
    picture = np.asarray(PICTURES[kind](rng), np.float64)
    if rng.random() < 1 / 2:
        ends = np.array([(0, 0), (_WIDTH, 0), (_WIDTH, _HEIGHT), (0, _HEIGHT)], np.float32)
        view = perspective(ends, ends + rng.uniform(-90, 90, (4, 2)).astype(np.float32))
        size = _WIDTH, _HEIGHT
        seen = cv2.warpPerspective(uint8(picture), view, size, borderMode=cv2.BORDER_WRAP)
        picture = np.asarray(seen, np.float64)
    blurred = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.2)))
    seen = blurred * rng.uniform(0.7, 1.05) + rng.normal(0, rng.uniform(0.5, 4), picture.shape)
    return encoded(seen, quality=85)
