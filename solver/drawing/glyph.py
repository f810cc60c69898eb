"""Texts that a terminal with colours shows as characters of their own, such as a red star."""

from collections.abc import Callable, Sequence
from typing import Self


class Glyph(str):
    """A text, for which *look* returns what a terminal with colours shows: texts and their styles.

    Everywhere else, and where *look* returns nothing, the text itself is shown. It is asked only by
    such a terminal, as others need not know how a symbol looks.
    """

    __slots__ = ("look",)
    look: Callable[[], Sequence[tuple[str, str]]]

    def __new__(cls, text: str, look: Callable[[], Sequence[tuple[str, str]]]) -> Self:
        """Return *text* with this *look*."""
        glyph = super().__new__(cls, text)
        glyph.look = look
        return glyph
