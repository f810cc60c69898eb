"""Inks by an ICC profile, which tells how the four inks of a press look on its paper.

Colours are sRGB. They are matched relative to the white of the paper, with black point
compensation, as layout programs do unless told otherwise. Our own colours keep the inks that their
authors give.

Greys in art are black ink alone, so that they have no coloured fringes where the plates are not
quite in register. They are as light as the profile says of black ink, stretched from the white of
the paper to its full black: else they would stand out from colours that are nearly grey.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

import data
from solver.drawing.artwork import Artwork
from solver.drawing.colour import inks
from solver.drawing.scene import printable_text
from solver.errors import SourceError

if TYPE_CHECKING:
    from PIL.Image import Image as Dots
    from PIL.ImageCms import ImageCmsTransform

MAX_BYTES = 20_000_000
PROFILE_KIND = "an ICC profile for printing in CMYK"

_DEFAULT_FILE = "profiles/coated_fogra39l.icc"
_LATER_ICC = 5  # the version of ICC that PDF 1.6 does not have
_FULL = 255  # of a colour, and of an ink


class Separation(NamedTuple):
    """The *inks* of art, an image in CMYK, and how *opaque* its dots are, or None if all are."""

    inks: "Dots"
    opaque: "Dots | None"


@dataclass(frozen=True, slots=True, eq=False)
class OutputProfile:
    """The *content* of an ICC file, which calls itself by this *name*.

    *condition* is how the registry of the ICC calls what it prints on, or None if it is not known.
    *transform* makes inks of colours, *blacks* is the black ink for each level of grey.
    """

    content: bytes
    name: str
    condition: str | None
    transform: "ImageCmsTransform"
    blacks: Sequence[int]

    def inks(self, colour: str) -> tuple[float, ...]:
        """Return the inks of *colour*, cyan, magenta, yellow and black, as shares from 0 to 1."""
        from PIL import Image

        try:
            return inks(colour)
        except KeyError:
            dot = Image.new("RGB", (1, 1), colour)
        shares = self.transform.apply(dot).tobytes()
        return tuple(round(share / _FULL, 3) for share in shares)


@cache
def default_profile() -> OutputProfile:
    """Return the bundled profile, of offset printing on coated paper."""
    return output_profile(data.read_bytes(_DEFAULT_FILE), _DEFAULT_FILE, condition="FOGRA39")


def output_profile(content: bytes, where: str, *, condition: str | None = None) -> OutputProfile:
    """Return the profile that is the *content* of an ICC file.

    Raises `SourceError`, which says *where*, when it is damaged, or of no press in CMYK.
    """
    from PIL import Image, ImageCms

    if content[36:40] != b"acsp":
        found = "another kind of file" if content else "an empty file"
        raise SourceError(where, expected=PROFILE_KIND, found=found)
    relative = ImageCms.Intent.RELATIVE_COLORIMETRIC
    try:
        opened = ImageCms.ImageCmsProfile(BytesIO(content))
        facts = opened.profile
        found = f"{facts.device_class.strip()} {facts.xcolor_space.strip()} {facts.version:.1f}"
        if not found.startswith("prtr CMYK") or facts.version >= _LATER_ICC:
            found = f"class, colours and version {printable_text(found)}"
            raise SourceError(where, expected=f"{PROFILE_KIND} (prtr CMYK 2 or 4)", found=found)
        srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        compensated = ImageCms.Flags.BLACKPOINTCOMPENSATION
        unoptimized = ImageCms.Flags.NOOPTIMIZE  # for 256 dots, which it would cost a second
        transform = ImageCms.buildTransform(srgb, opened, "RGB", "CMYK", relative, compensated)
        to_lab = ImageCms.buildTransform(opened, lab, "CMYK", "LAB", relative, unoptimized)
        blacks = b"".join(bytes((0, 0, 0, black)) for black in range(_FULL + 1))
        ramp = Image.frombytes("CMYK", (_FULL + 1, 1), blacks)
        shown = to_lab.apply(ramp).getchannel("L").tobytes()
        name = printable_text(facts.profile_description or "").strip()
    except (OSError, UnicodeDecodeError, ImageCms.PyCMSError):  # colours not in ASCII
        raise SourceError(where, expected=PROFILE_KIND, found="a damaged one") from None
    return OutputProfile(content, name or where, condition, transform, _blacks(shown))


def _blacks(shown: bytes) -> list[int]:
    """Return the black ink for each level of grey; *shown* is how light each level of ink is."""
    lights = [((level * 100 / _FULL + 16) / 116) ** 3 for level in shown]  # of L*
    paper, full = lights[0], lights[-1]
    blacks = [_FULL]
    for level in range(1, _FULL):
        light = ((level / _FULL + 0.055) / 1.055) ** 2.4  # of sRGB, but for the very darkest
        wanted = full + (paper - full) * light
        blacks.append(min(range(_FULL + 1), key=lambda ink: abs(lights[ink] - wanted)))
    return [*blacks, 0]


@lru_cache(maxsize=32)
def separation(artwork: Artwork, profile: OutputProfile) -> Separation:
    """Return the inks of *artwork*; dots of it that are black or grey are black ink alone."""
    from PIL import Image, ImageChops

    with Image.open(BytesIO(artwork.image)) as image:
        opaque = image.convert("RGBA").getchannel("A")
        dots = image.convert("RGB")
    red, green, blue = dots.split()
    none = Image.new("L", dots.size)
    greys = Image.merge("CMYK", (none, none, none, red.point(profile.blacks)))
    colours = profile.transform.apply(dots)
    others = (ImageChops.difference(one, green) for one in (red, blue))
    is_colour = ImageChops.lighter(*others).point([0] + [_FULL] * _FULL)
    shown = Image.composite(colours, greys, is_colour)
    return Separation(shown, None if opaque.getextrema()[0] == _FULL else opaque)
