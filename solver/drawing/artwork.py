"""Art that somebody else drew: paths of flat colours, or an image of dots; drawn in any format."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from solver.drawing.colour import lightened

_FADED = 0.75  # how much white takes the place of a colour


class Step(NamedTuple):
    """A step of a path: *kind* M moves to a point, L draws a line, C a cubic curve, Z closes.

    *points* are x to the right and y down.
    """

    kind: str
    points: tuple[tuple[float, float], ...] = ()


class Shape(NamedTuple):
    """A *path*, filled where it winds round (not zero), then stroked.

    Neither *fill* nor *stroke*, colours like ``#e69f00``, is needed. *cap* and *join* are words of
    SVG: butt, round or square; miter, round or bevel. Opacities are from 0 to 1.
    """

    path: tuple[Step, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Artwork:
    """*shapes* within *width* and *height*, from (0, 0), in units of their own, later over earlier.

    If there is an *image*, a PNG file, it is used as it is, *width* x *height* pixels.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...] = ()
    image: bytes = b""

    @property
    def is_translucent(self) -> bool:
        """Whether shapes are seen through others."""
        return any(min(shape.fill_opacity, shape.stroke_opacity) < 1 for shape in self.shapes)


@lru_cache(maxsize=256)
def faded(artwork: Artwork) -> Artwork:
    """Return *artwork* in pale colours."""
    if artwork.image:
        return Artwork(artwork.width, artwork.height, image=_faded_image(artwork.image))
    shapes = tuple(
        shape._replace(fill=_faded_colour(shape.fill), stroke=_faded_colour(shape.stroke))
        for shape in artwork.shapes
    )
    return Artwork(artwork.width, artwork.height, shapes)


def _faded_colour(colour: str | None) -> str | None:
    return lightened(colour, _FADED) if colour else None


def _faded_image(image: bytes) -> bytes:
    from PIL import Image

    with Image.open(BytesIO(image)) as dots, BytesIO() as file:
        pale = dots.convert("RGBA")
        pale.putalpha(pale.getchannel("A").point([round(a * (1 - _FADED)) for a in range(256)]))
        pale.save(file, "PNG")
        return file.getvalue()
