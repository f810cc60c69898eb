"""The symbols on the page: ours, or art of the user's, which the page holds once.

Art is reduced to 192 dots, as many as a cell of the card has on a fine screen or in print: a
drawing then takes some 5 KB, a photo 40. Pale art is the same picture once more, nearly
transparent.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from solver.drawing.artwork import FADED, Artwork, faded, reduced
from solver.drawing.scene import WHITE, Box, Mark, Paint, Point, Polygon
from solver.drawing.svg import artwork_symbol, elements
from solver.penta_rush.legend import Legend
from solver.penta_rush.named_symbols import shares_form
from solver.penta_rush.symbol_art import OUR_SYMBOLS, SymbolStyle, symbol

_DOTS = 192
_LEAST_TEXT, _LEAST_ON_COLOUR = 3.5, 6.0  # units: of 20 a cell on the card, 40 on a coloured one


@dataclass(frozen=True, slots=True)
class PageSymbols:
    """How symbols look, and the *names* by which the page defines the pictures of art."""

    style: SymbolStyle = OUR_SYMBOLS
    names: Mapping[Artwork, str] = field(default_factory=dict)

    @classmethod
    def of_art(cls, art: Mapping[str, Artwork]) -> Self:
        """Return the symbols that show this *art*, by letters, instead of ours."""
        small = {letter: reduced(artwork, _DOTS) for letter, artwork in sorted(art.items())}
        names = {artwork: f"art-{letter}" for letter, artwork in small.items()}
        pale = {faded(artwork): f"{name}-pale" for artwork, name in names.items()}
        return cls(SymbolStyle(art=small), names | pale)

    def definitions(self) -> Iterator[str]:
        """Yield what the page says once, for all its pictures of art."""
        if not self.names:
            return
        # It takes no room, but is there: what is not displayed cannot be used everywhere.
        yield '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
        for artwork in self.style.art.values():
            name = self.names[artwork]
            yield artwork_symbol(artwork, name)
            use = f'<use href="#{name}" width="1" height="1" opacity="{1 - FADED:g}"/>'
            box = 'viewBox="0 0 1 1" preserveAspectRatio="none"'
            yield f'<symbol id="{name}-pale" {box}>{use}</symbol>'
        yield "</svg>"

    def elements(self, marks: Iterable[Mark]) -> list[str]:
        """Return *marks* as elements of an `svg` on the page."""
        return elements(marks, self.names)

    def of(self, letter: str, legend: Legend, centre: Point, side: float) -> list[str]:
        """Return the elements of a symbol of a card with this *legend*."""
        return self.elements(symbol(letter, centre, side, self._on_screen(legend, _LEAST_TEXT)))

    def on_colour(
        self, letter: str, legend: Legend, centre: Point, side: float, ink: str
    ) -> list[str]:
        """Return a symbol on a coloured cell: ours in *ink*, on white where its colour tells."""
        if letter not in self.style.art and not shares_form(letter, legend):
            style = self._on_screen(legend, _LEAST_ON_COLOUR)
            return elements(symbol(letter, centre, side, style, colour=ink))
        white = Box(*centre, 0, 0).grown(side / 2)
        plate = elements([Polygon(white.corners, Paint(fill=WHITE))])
        return [*plate, *self.of(letter, legend, centre, side)]

    def _on_screen(self, legend: Legend, least_text: float) -> SymbolStyle:
        return replace(self.style, legend=legend, least_text=least_text)
