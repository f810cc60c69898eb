"""Emoji as outlines, those of Noto Emoji, which is bundled, and whose licence allows it.

They have one colour, like all that we print, and are the same in every file and on every machine.
What joins several into one, a flag or an astronaut, is a list of ligatures in the font; nothing
else of what it asks a program to do is needed to show an emoji by itself.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import data

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

VARIANTS = "\ufe0e\ufe0f"  # choose an emoji as text, or as a picture
Step = tuple[str, tuple[float, ...]]  # M, L, C or Z as in SVG, and the points

_FIRST = 0x2300  # what comes before are letters, and signs that fonts of letters have
_MIDDLE = 0.36  # ems above the baseline, as of capitals


class _EmojiFont(NamedTuple):
    """The *font*, its glyphs by characters, and by the first of several what they *join* into."""

    font: "TTFont"
    glyphs: Mapping[str, str]
    joined: Mapping[str, Mapping[tuple[str, ...], str]]


@cache
def emoji_outline(character: str) -> tuple[Step, ...]:
    """Return the outline of an emoji, for a size of 1; empty for any other *character*.

    It begins at the left end of the baseline, y counts down, and the next character stands 1 after
    it. Two that look the same in one colour have the same outline.
    """
    if (glyph := _glyph(character)) is None:
        return ()
    from fontTools.pens.basePen import BasePen
    from fontTools.pens.boundsPen import BoundsPen

    glyphs, steps = _emoji_font().font.getGlyphSet(), list[Step]()
    bounds = BoundsPen(glyphs)
    glyphs[glyph].draw(bounds)
    if bounds.bounds is None:
        return ()
    _, low, _, high = bounds.bounds
    width = glyphs[glyph].width

    def at(*points: tuple[float, float]) -> tuple[float, ...]:
        middle = (low + high) / 2
        lengths = (n for x, y in points for n in (x / width, (middle - y) / width - _MIDDLE))
        return tuple(round(length, 4) for length in lengths)

    class Pen(BasePen):  # type: ignore[misc]  # fontTools has no types
        def _moveTo(self, point: Any) -> None:  # noqa: N802 - fontTools calls it so, and the others
            steps.append(("M", at(point)))

        def _lineTo(self, point: Any) -> None:  # noqa: N802
            steps.append(("L", at(point)))

        def _curveToOne(self, *points: Any) -> None:  # noqa: N802
            steps.append(("C", at(*points)))

        def _closePath(self) -> None:  # noqa: N802
            steps.append(("Z", ()))

    glyphs[glyph].draw(Pen(glyphs))
    return tuple(steps)


def _glyph(character: str) -> str | None:
    """Return the glyph that shows all of *character*, if it is an emoji."""
    shown = unicodedata.normalize("NFC", character).translate(dict.fromkeys(map(ord, VARIANTS)))
    if not shown or (len(shown) == 1 and ord(shown) < _FIRST):
        return None
    glyphs, joined = _emoji_font()[1:]
    if not all(each in glyphs for each in shown):
        return None
    first, *others = (glyphs[each] for each in shown)
    return joined.get(first, {}).get(tuple(others)) if others else first


@cache
def _emoji_font() -> _EmojiFont:
    from fontTools.ttLib import TTFont

    font = TTFont(data.samples("fonts")["NotoEmoji-Bold"], lazy=True)
    glyphs = {chr(code): glyph for code, glyph in font.getBestCmap().items()}
    lookup = font["GSUB"].table.LookupList.Lookup[0]  # ccmp, of ligatures
    joined = {
        first: {tuple(each.Component): each.LigGlyph for each in several}
        for part in lookup.SubTable
        for first, several in part.ligatures.items()
    }
    return _EmojiFont(font, glyphs, joined)
