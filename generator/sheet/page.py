"""A page of cards: marks on paper, where it is cut, to where it bleeds, what lies on it."""

from dataclasses import dataclass
from typing import NamedTuple

from solver.scene import Box, Mark


class Placed(NamedTuple):
    """A card on a page: its *name*, its *card* id, the box at which it is *trimmed*."""

    name: str
    card: str
    trim: Box


@dataclass(frozen=True, slots=True)
class Page:
    """Paper of *size* with *marks*; *kind* is the word for it: fronts, backs, key, ..."""

    kind: str
    size: Box
    marks: tuple[Mark, ...]
    trim: Box
    bleed: Box
    scale_bar: Box
    cards: tuple[Placed, ...] = ()
