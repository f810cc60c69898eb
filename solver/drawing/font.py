"""The fonts of PDF and PNG files, which carry the outlines of the letters that they show.

Without a font of the user's it is DejaVu Sans, which is bundled, and whose licence allows to embed
it. Texts are laid out for Helvetica, as an SVG names it; in a wider font they are set smaller, so
that no text is wider than its space.

Decisions: letters are set one after the other, without ligatures and kerning. Scripts that are
written from the right, or whose letters change with their neighbours, would come out wrong, and
colour fonts have no outlines: such characters are missing, like those that a font does not have.
Emoji are drawn by themselves, in one colour, from outlines that are bundled too.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from struct import error as struct_error
from typing import TYPE_CHECKING, NamedTuple

import data
from solver.drawing.character_map import check_character_map
from solver.drawing.emoji import VARIANTS, emoji_outline
from solver.drawing.scene import Anchor, Emoji, Point, Scene, Text, text_width
from solver.errors import SourceError, error_text, quoted

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

MISSING = "?"  # stands for a character that a font does not have
DEFAULT_FONT = "DejaVu Sans"
_DEFAULT_FILES = ("DejaVuSans", "DejaVuSans-Bold")

_MAX_BYTES = 40_000_000  # the largest fonts of Chinese, Japanese and Korean
_KINDS = (b"\0\1\0\0", b"OTTO", b"true", b"ttcf")  # the first bytes of the files that we read
_NO_EMBEDDING = 0x0302  # bits of OS/2.fsType: never, or not as a subset or not as outlines
_MAX_ERROR = 0.001  # ems, when cubic curves become quadratic ones
_BEFORE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}  # of a text, before its point
_SAMPLES = (ascii_lowercase, ascii_uppercase, digits)
# What PDF and PNG writers need of a font; the rest is left out, so that nothing odd is read.
_TABLES = {
    "CFF ", "CFF2", "OS/2", "cmap", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp",
    "name", "post", "prep",
}  # fmt: skip
# What fontTools raises where a file is damaged, beside its own error.
_DAMAGES = (
    ArithmeticError, AssertionError, AttributeError, EOFError, ImportError, LookupError,
    MemoryError, NotImplementedError, OSError, RecursionError, TypeError, ValueError, struct_error,
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """A TrueType or OpenType file at *path*, and its *content*.

    *family* is what the file calls it, *advances* are the widths in ems of the characters that it
    can show, *scale* what a size is multiplied by, so that common texts are as wide as in
    Helvetica.
    """

    path: Path
    content: bytes
    family: str
    advances: Mapping[str, float]
    scale: float

    @property
    def name(self) -> str:
        """What messages call it."""
        return DEFAULT_FONT if self.path.stem in _DEFAULT_FILES else self.path.name

    def printable(self, text: str) -> str:
        """Return *text* with a question mark for each character that this font does not have."""
        characters = filter(_is_seen, unicodedata.normalize("NFC", text))
        return "".join(letter if letter in self.advances else MISSING for letter in characters)

    def missing(self, text: str) -> str:
        """Return the characters of *text* that are no emoji and not in this font, as they come."""
        shown = "".join(part for part, is_emoji in self.parts(text) if not is_emoji)
        characters = filter(_is_seen, unicodedata.normalize("NFC", shown))
        missing = (character for character in characters if character not in self.advances)
        return "".join(dict.fromkeys(missing))

    def parts(self, text: str) -> list[tuple[str, bool]]:
        """Return *text* in parts: single emoji, each with true, and what is between them.

        A font of the user's shows the emoji that it has.
        """
        if text.isascii():
            return [(text, False)]
        from wcwidth import iter_graphemes  # few texts need it

        own = self.advances if self.name != DEFAULT_FONT else {}
        marked = (
            (part, part.strip(VARIANTS) not in own and bool(emoji_outline(part)))
            for part in iter_graphemes(text)
        )
        runs = groupby(enumerate(marked), lambda each: each[0] if each[1][1] else -1)
        return [("".join(part for _, (part, _) in run), first >= 0) for first, run in runs]

    def fitted_size(self, text: str, size: float) -> float:
        """Return the size at which *text* is as wide as Helvetica of *size*, or less."""
        width = self.width(text)
        return size * min(self.scale, text_width(text, 1.0) / width if width else 1.0)

    def width(self, text: str) -> float:
        """Return the width of *text* in ems."""
        return sum(self.advances.get(letter, 1.0) for letter in text)

    def subset(self, texts: Iterable[str]) -> bytes:
        """Return a TrueType file with the characters of *texts* alone, the same every time.

        Raises `SourceError` when the font is damaged.
        """
        from fontTools.ttLib import TTLibError

        with refusing_damage(self.name, TTLibError, *_DAMAGES):
            return _subset(self.content, "".join(sorted({MISSING, " "}.union(*texts))))


class Fonts(NamedTuple):
    """The font of usual texts and that of bold ones."""

    regular: Font
    bold: Font

    def of(self, text: Text) -> Font:
        """Return the font of *text*."""
        return self.bold if text.bold else self.regular

    def printed(self, text: Text) -> list[Text | Emoji]:
        """Return *text* as its font shows it, no wider than in Helvetica, and the emoji in it.

        Where there is nothing but emoji, they have the size of *text*.
        """
        font = self.of(text)
        parts = [
            (part if is_emoji else font.printable(part), is_emoji)
            for part, is_emoji in font.parts(text.text)
        ]
        shown = "".join(part for part, is_emoji in parts if not is_emoji)
        size = font.fitted_size(shown, text.size) if shown else text.size
        if len(shown) == sum(len(part) for part, _ in parts):
            return [text._replace(text=shown, size=size)]
        widths = [size * (1 if is_emoji else font.width(part)) for part, is_emoji in parts]
        marks, x = list[Text | Emoji](), text.at.x - _BEFORE[text.anchor] * sum(widths)
        for (part, is_emoji), width in zip(parts, widths, strict=True):
            at = Point(x, text.at.y)
            plain = text._replace(at=at, text=part, size=size, anchor=Anchor.START)
            marks.append(Emoji(at, part, size, text.colour) if is_emoji else plain)
            x += width
        return marks

    def missing(self, scenes: Iterable[Scene]) -> str:
        """Return the characters in *scenes* that their font does not have, as they come."""
        texts = (mark for scene in scenes for mark in scene.marks if isinstance(mark, Text))
        return "".join(dict.fromkeys("".join(self.of(text).missing(text.text) for text in texts)))


@cache
def default_fonts() -> Fonts:
    """Return DejaVu Sans, as it is bundled."""
    files = data.samples("fonts")
    return Fonts(*(_font(files[name], files[name].read_bytes()) for name in _DEFAULT_FILES))


def read_fonts(name: str) -> Fonts:
    """Return the font in the file *name*, for bold texts as well.

    Raises `SourceError` when it is not a TrueType or OpenType font that may be embedded.
    """
    where = f"font {quoted(name)}"
    expected = "a TrueType or OpenType font"
    found = content = None
    try:
        path = Path(name)
        if path.is_file() or not path.exists():  # a pipe would never end
            with path.open("rb") as file:
                content = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        found = "no such file"
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        found = error_text(error)
    if content is None:
        raise SourceError(where, expected=expected, found=found or "no file")
    if len(content) > _MAX_BYTES:
        raise SourceError(where, expected=f"at most {_MAX_BYTES} bytes", found="more")
    if not content.startswith(_KINDS):
        found = "another kind of file" if content else "an empty file"
        raise SourceError(where, expected=expected, found=found)
    from fontTools.ttLib import TTLibError

    with refusing_damage(name, TTLibError, *_DAMAGES):
        licence = getattr(_opened(content).get("OS/2"), "fsType", 0)
        font = _font(Path(name), content)
        _subset(content, "".join(_SAMPLES))  # now, so that most damage is found before all else
    if licence & _NO_EMBEDDING:
        expected = "a font whose licence lets it be embedded"
        raise SourceError(where, expected=expected, found=f"fsType {licence:#06x}")
    if not font.advances:
        expected = "a font with outlines of letters"
        raise SourceError(where, expected=expected, found="none")
    return Fonts(font, font)


@contextmanager
def refusing_damage(name: str, *errors: type[Exception]) -> Iterator[None]:
    """Raise `SourceError` about the font *name* where others raise one of *errors*."""
    try:
        yield
    except errors as error:
        expected, found = "a TrueType or OpenType font", f"a damaged one ({type(error).__name__})"
        raise SourceError(f"font {quoted(name)}", expected=expected, found=found) from None


def _font(path: Path, content: bytes) -> Font:
    """Return the font with this *content*; raises one of `_DAMAGES` when it cannot be read."""
    font = _opened(content)
    ems, widths = font["head"].unitsPerEm, font["hmtx"].metrics
    advances = {
        chr(code): widths[glyph][0] / ems
        for code, glyph in (font.getBestCmap() or {}).items()
        if not _needs_shaping(chr(code)) and (chr(code).isspace() or _has_outline(font, glyph))
    }
    ratios = [
        text_width(sample, 1.0) / sum(advances[letter] for letter in sample)
        for sample in _SAMPLES
        if all(letter in advances for letter in sample)
    ]
    if not (family := font["name"].getFirstDebugName((16, 1))):
        raise ValueError("a font without a name")
    return Font(path, content, family, advances, min([1.0, *ratios]))


def _subset(content: bytes, characters: str) -> bytes:
    """Return a TrueType file with these *characters*; raises one of `_DAMAGES`."""
    from fontTools.subset import Options, Subsetter

    font, options = _opened(content), Options()
    options.layout_features, options.hinting, options.notdef_outline = [], False, True
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    if "glyf" not in font:
        _to_truetype(font)
    with BytesIO() as file:
        font.save(file)
        return file.getvalue()


def _opened(content: bytes) -> "TTFont":
    """Return the tables of a font that we need; of a collection, those of the first font."""
    import logging

    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # it talks of harmless oddities
    number = 0 if content.startswith(b"ttcf") else -1
    font = TTFont(BytesIO(content), fontNumber=number, lazy=True, recalcTimestamp=False)
    check_character_map(font.reader["cmap"])
    for tag in set(font.keys()) - _TABLES - {"GlyphOrder"}:
        del font[tag]
    return font


def _has_outline(font: "TTFont", glyph: str) -> bool:
    """Return whether *glyph* is drawn by lines; those of colour fonts are not."""
    if "glyf" in font:
        start, end = font["loca"][font.getGlyphID(glyph)], font["loca"][font.getGlyphID(glyph) + 1]
        return bool(end > start)
    return "CFF " in font or "CFF2" in font


def _to_truetype(font: "TTFont") -> None:
    """Turn the cubic curves of an OpenType *font* into the quadratic ones of TrueType."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyph_set, order = font.getGlyphSet(), font.getGlyphOrder()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(glyph_set)
        error = _MAX_ERROR * font["head"].unitsPerEm
        glyph_set[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        glyphs[name] = pen.glyph()
    builder = FontBuilder(font=font)
    builder.isTTF = True
    builder.setupGlyf(glyphs)
    for name, glyph in glyphs.items():
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    builder.setupMaxp()
    builder.setupPost()
    for tag in ("CFF ", "CFF2"):
        if tag in font:
            del font[tag]
    font.sfntVersion = "\0\1\0\0"


def _is_seen(character: str) -> bool:
    """Return whether *character* leaves a trace: choosers of a variant and joiners do not."""
    return unicodedata.category(character) != "Cf" and not "\ufe00" <= character <= "\ufe0f"


def _needs_shaping(character: str) -> bool:
    """Return whether *character* is written from the right, or changes with its neighbours."""
    from_right = unicodedata.bidirectional(character) in {"R", "AL", "AN"}
    return from_right or unicodedata.category(character) in {"Mn", "Mc", "Me"}
