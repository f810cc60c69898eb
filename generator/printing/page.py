"""A page of cards: marks on paper, where it is cut, to where it bleeds, what lies on it."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from solver.drawing.scene import Box, Mark


class Placed(NamedTuple):
    """A card on a page: its *name*, its *card* id, the box at which it is *trimmed*."""

    name: str
    card: str
    trim: Box


class Kind(Enum):
    """What a page has; its value is the word for it."""

    FRONTS = "fronts"
    BACKS = "backs"
    EMPTY = "empty"
    ANSWERS = "answers"
    TILES = "tiles"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class Page:
    """Paper of *size* with *marks*, a page of this *kind*."""

    kind: Kind
    size: Box
    marks: tuple[Mark, ...]
    trim: Box
    bleed: Box
    scale_bar: Box
    cards: tuple[Placed, ...] = ()
