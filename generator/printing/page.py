"""A page of a print job: the scene to print, and which cards lie on it."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from solver.drawing.scene import Box, Page


class PlacedCard(NamedTuple):
    """A card on a page: its *name*, its *card* id, the box at which it is *trimmed*."""

    name: str
    card: str
    trim: Box


class PageKind(Enum):
    """What is on a page; its value is the word for it."""

    FRONTS = "fronts"
    BACKS = "backs"
    EMPTY = "empty"
    ANSWERS = "answers"
    TILES = "tiles"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class PrintedPage(Page):
    """A page of this *kind*, and where on it the *scale_bar* and the *cards* lie."""

    kind: PageKind
    scale_bar: Box
    cards: tuple[PlacedCard, ...]
