"""Photos of cards that nobody took: a printed card on a table, seen by a poor camera.

The print comes from the house's own drawing. It is turned, tilted, laid on a table with other
things, shaded, blurred, made noisy and saved as a JPEG, by a number: the same photo in every run.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from generator.printing.card_art import Border, CardStyle, card_front, card_layout
from generator.printing.document import PrintJob, printed_pages
from generator.printing.pieces import PrintedCard
from solver.drawing.png import png
from solver.drawing.scene import MM_PER_INCH, WHITE, Box, Circle, Mark, Paint, Point, Polygon, Scene
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import card_grid
from solver.penta_rush.photo.image_file import photo_of
from solver.penta_rush.photo.read_card import CardReading, read_card
from solver.penta_rush.points import default_points
from solver.penta_rush.symbol_art import SymbolStyle, symbol

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

_DPI = 220
_SIZE = 120.0  # mm, of a card
_COLOURS = ("#d62728", "#1f4fb4", "#2a9d3a", "#f2b705", "#7b3fa0", "#222222", "#e377c2", "#00a6b4")


class Print(NamedTuple):
    """A printed card as an image, and where on it the corners of its grid are, in dots."""

    card: Card
    image: Image
    corners: Floats


@dataclass(frozen=True, slots=True)
class Camera:
    """How bad a photo is.

    *width* is its longer side in dots, *card_share* what the print takes of the shorter one;
    *turn* the largest angle in degrees, *tilt* how far corners move as a share of the print;
    *shade* how dark the darkest place is, *blur* and *noise* in dots and in levels of 255;
    *quality* that of the JPEG, *clutter* the number of other things on the table; *effects* are
    what else falls on the card: functions of dice, a scene and the corners of the grid in it.
    """

    width: int = 1600
    card_share: tuple[float, float] = (0.62, 0.95)
    turn: float = 180.0
    tilt: float = 0.09
    shade: float = 0.45
    blur: tuple[float, float] = (0.3, 1.6)
    noise: tuple[float, float] = (1.0, 7.0)
    quality: tuple[int, int] = (35, 91)
    clutter: int = 12
    cast: float = 0.12
    effects: tuple[Callable[[Any, Floats, Floats], Floats], ...] = ()


ORDINARY = Camera()
_WILD = Camera(width=1200, card_share=(0.5, 0.8), tilt=0.17, shade=0.7, clutter=30, cast=0.22)
BRUTAL = replace(_WILD, blur=(1.5, 3.2), noise=(8.0, 22.0), quality=(18, 50))


class Photograph(NamedTuple):
    """A photo as a JPEG file, the card on it, and the corners of its grid in the photo."""

    jpeg: bytes
    card: Card
    corners: Floats

    @property
    def image(self) -> Image:
        """The photo's dots, blue, green and red."""
        return decoded(self.jpeg)


def take_photo(printed: Print, number: int, camera: Camera = ORDINARY) -> Photograph:
    """Return the photo of this *number* of a print."""
    rng = np.random.default_rng(number)
    width, height = camera.width, camera.width * 3 // 4
    if rng.random() < 1 / 2:
        width, height = height, width
    table = _table(rng, width, height, camera.clutter)
    matrix = _view(rng, printed, width, height, camera)
    paper = cv2.warpPerspective(printed.image, matrix, (width, height), flags=cv2.INTER_AREA)
    inside = np.full(printed.image.shape[:2], 255, np.uint8)
    flat = cv2.warpPerspective(inside, matrix, (width, height), flags=cv2.INTER_LINEAR)
    alpha = np.asarray(flat, np.float64) / 255.0
    shadow = np.roll(cv2.GaussianBlur(alpha, (0, 0), 9), (8, 6), (0, 1))[..., None]
    scene = table * (1 - 0.45 * shadow)
    scene = scene * (1 - alpha[..., None]) + paper * alpha[..., None]
    scene = _lit(rng, scene, camera)
    corners = np.asarray(cv2.perspectiveTransform(printed.corners[None], matrix)[0], np.float64)
    for effect in camera.effects:
        scene = effect(rng, scene, corners)
    scene = cv2.GaussianBlur(np.clip(scene, 0, 255), (0, 0), rng.uniform(*camera.blur))
    noise = rng.normal(0, 1, (height, width, 3)) + rng.normal(0, 0.7, (height, width, 1))
    scene = scene + rng.uniform(*camera.noise) * noise
    low, high = camera.quality
    jpeg = encoded(scene, quality=int(rng.integers(low, high + 1)))
    return Photograph(jpeg, printed.card, corners)


def empty_table(number: int, camera: Camera = ORDINARY) -> bytes:
    """Return the photo of this *number* of a table without a card, a JPEG file."""
    rng = np.random.default_rng(number)
    scene = _lit(rng, _table(rng, camera.width, camera.width * 3 // 4, 3 * camera.clutter), camera)
    return encoded(scene)


@lru_cache(maxsize=64)
def printed_card(
    name: str,
    card: Card,
    *,
    low_ink: bool = False,
    border: Border = Border.GREY,
    has_code: bool = False,
) -> Print:
    """Return *card* as `penta generate sheet` prints it, cut out, with its code or without."""
    style = CardStyle(_SIZE, 0.0, border, has_code=has_code, symbols=SymbolStyle(low_ink))
    layout = card_layout(name, card, style)
    trim = Box(0, 0, layout.width, layout.height)
    paper = Polygon(trim.corners, Paint(fill=WHITE))
    return _print(card, Scene(trim, [paper, *card_front(name, card, trim, style)]), layout.field)


@lru_cache(maxsize=16)
def printed_page(name: str, card: Card, *, low_ink: bool = False) -> Print:
    """Return a page of A4 with *card* on it, not cut out, with the largest cells of its size.

    Without the safety margin they are 11 mm for 10 rows, as when the limits of reading were set.
    """
    style = CardStyle(_SIZE, safe=0.0, has_code=False, symbols=SymbolStyle(low_ink))
    cards = (PrintedCard(name, card),)
    (page,) = printed_pages(PrintJob(cards=cards, points=default_points(), style=style))
    field = card_layout(name, card, style).field
    trim = page.pieces[0].box
    paper = Polygon(page.size.corners, Paint(fill=WHITE))
    placed = field._replace(x=field.x + trim.x, y=field.y + trim.y)
    return _print(card, Scene(page.size, [paper, *page.marks]), placed)


Drawing = Callable[[int, Point, float], Sequence[Mark]]


def colours_alone(number: int, centre: Point, side: float) -> Sequence[Mark]:
    """Return symbols that differ in colour alone: discs."""
    return [Circle(centre, 0.32 * side, Paint(fill=_COLOURS[number]))]


def forms_alone(number: int, centre: Point, side: float) -> Sequence[Mark]:
    """Return symbols that differ in form alone: ours, all of them black."""
    return symbol("ABCDEFGH"[number], centre, side, colour="#202020")


def other_forms(number: int, centre: Point, side: float) -> Sequence[Mark]:
    """Return the later ones of our symbols, some with a hole."""
    return symbol("GKNPTVXI"[number], centre, side)


@lru_cache(maxsize=32)
def drawn_card(card: Card, drawing: Drawing, *, has_grid: bool = True) -> Print:
    """Return *card* on white paper with symbols of another *drawing*, with or without its lines."""
    side = _SIZE / max(card.rows, card.cols)
    field = Box(side / 2, side / 2, card.cols * side, card.rows * side)
    marks: list[Mark] = [Polygon(field.grown(side / 2).corners, Paint(fill=WHITE))]
    if has_grid:
        marks += card_grid(card, field, side)
    for cell in sorted(card.cells):
        centre = Point(field.x + (cell.col + 0.5) * side, field.y + (cell.row + 0.5) * side)
        marks += drawing(card.symbols.index(card[cell]), centre, side)
    return _print(card, Scene(field.grown(side / 2), marks), field)


def uneven_card(number: int, rows: int, cols: int, symbols: int) -> Card:
    """Return a card of random symbols, of which one comes once and another one twice."""
    rest = rows * cols - 3
    return _shuffled(number, "A" + "BB" + ("CDEFGHIJ"[: symbols - 2] * rest)[:rest], cols)


def random_card(number: int, rows: int, cols: int, symbols: int) -> Card:
    """Return a card of random symbols, about the same number of each."""
    return _shuffled(number, ("ABCDEFGHIJ"[:symbols] * (rows * cols))[: rows * cols], cols)


def _shuffled(number: int, symbols: str, cols: int) -> Card:
    letters = np.array(list(symbols))
    np.random.default_rng(number).shuffle(letters)
    return Card(tuple(map("".join, letters.reshape(-1, cols))))


def decoded(content: bytes) -> Image:
    """Return the dots of a file, blue, green and red."""
    return uint8(cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR))


def encoded(image: Any, ending: str = ".jpg", *, quality: int = 95) -> bytes:
    """Return a file of *image*, from 0 to 255."""
    options = [cv2.IMWRITE_JPEG_QUALITY, quality] if ending == ".jpg" else []
    return cv2.imencode(ending, uint8(image), options)[1].tobytes()


def reading_of(photograph: "Photograph | bytes", **known: Any) -> CardReading:
    """Return what is read in a photo, whose file shows a card, with what is *known* of it."""
    content = photograph if isinstance(photograph, bytes) else photograph.jpeg
    reading = read_card(photo_of(content, "photo"), **known)
    assert reading is not None
    return reading


def _print(card: Card, scene: Scene, field: Box) -> Print:
    image = decoded(png(scene, dpi=_DPI))
    corners = np.array(field.corners, np.float64) - (scene.size.x, scene.size.y)
    return Print(card, image, corners * _DPI / MM_PER_INCH)


def _view(rng: Any, printed: Print, width: int, height: int, camera: Camera) -> Floats:
    """Return the matrix that lays a print on the photo."""
    rows, cols = printed.image.shape[:2]
    angle = np.radians(rng.uniform(-camera.turn, camera.turn))
    corners = np.array([(0, 0), (cols, 0), (cols, rows), (0, rows)], np.float64)
    placed = (corners - (cols / 2, rows / 2)) @ rotation(angle).T
    placed += rng.uniform(-camera.tilt, camera.tilt, (4, 2)) * max(rows, cols)
    extent = np.ptp(placed, axis=0)
    scale = min(width / extent[0], height / extent[1]) * rng.uniform(*camera.card_share)
    placed = (placed - placed.min(axis=0)) * scale
    placed += rng.uniform(0.1, 0.9, 2) * (np.array([width, height]) - np.ptp(placed, axis=0))
    return perspective(corners, placed)


def rotation(angle: float) -> Floats:
    """Return the matrix of a rotation by *angle*, in radians."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def perspective(corners: Any, onto: Any) -> Floats:
    """Return the matrix that maps four *corners* *onto* four others."""
    found = cv2.getPerspectiveTransform(corners.astype(np.float32), onto.astype(np.float32))
    return np.asarray(found, np.float64)


def _table(rng: Any, width: int, height: int, things: int) -> Floats:
    """Return a table with a grain, and *things* on it."""
    base = rng.uniform(40, 190, 3)
    coarse = rng.normal(0, 1, (height // 60 + 2, width // 8 + 2, 1)).astype(np.float32)
    grain = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    table = uint8(base + 10 * grain)
    for _ in range(things):
        colour = tuple(float(part) for part in rng.uniform(0, 255, 3))
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        size = int(rng.integers(15, max(width, height) // 7))
        match int(rng.integers(0, 4)):
            case 0:
                corner = (x + size, y + int(size * rng.uniform(0.3, 2)))
                cv2.rectangle(table, (x, y), corner, colour, -1)
            case 1:
                cv2.circle(table, (x, y), size // 2, colour, -1)
            case 2:
                end = (int(rng.integers(0, width)), int(rng.integers(0, height)))
                cv2.line(table, (x, y), end, colour, int(rng.integers(2, 12)), cv2.LINE_AA)
            case _:
                cv2.putText(table, "penta", (x, y), cv2.FONT_HERSHEY_SIMPLEX, size / 60, colour, 3)
    return table.astype(np.float64)


def _lit(rng: Any, scene: Floats, camera: Camera) -> Floats:
    """Return *scene* in uneven light of some colour, with a soft shadow across it."""
    height, width = scene.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    angle = rng.uniform(0, 2 * np.pi)
    slope = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    light = 1 - camera.shade * np.clip(slope + 0.5, 0, 1)
    angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3)
    across = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle) - offset
    light *= 1 - camera.shade * 0.5 / (1 + np.exp(-across * rng.uniform(10, 60)))
    cast = 1 + rng.uniform(-camera.cast, camera.cast, 3)
    exposure = rng.uniform(0.8, 1.08)
    return np.asarray(np.clip(scene * light[..., None] * cast * exposure, 0, 255))


def uint8(image: Any) -> Image:
    """Return *image* as dots from 0 to 255."""
    return np.asarray(np.clip(image, 0, 255), np.uint8)
