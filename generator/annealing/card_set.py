"""Fleets: cards that are looked for together, all worth the same at every roll.

fleet   2 to 4 cards on their way, and the best set so far
aim     of a card of a fleet at a roll: near what the others are worth there, and near the target
pull    how much the target counts, beside the others: without it, cards worth nothing are alike
within  how far the chance of a place may be from even, for every two or more of the cards
energy  how far apart the cards are at a roll, squared, and how far off the target by the pull,
        summed over all throws; and what the chances of places are off beyond *within*
tack    a few steps of one card, with the others as they are: what they cost it, they cost the
        fleet; and they are kept or not by what they do to the chances of places
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import log
from typing import Any, NamedTuple

import numpy as np

from generator.annealing.kernel.tables import SCALE
from generator.annealing.objective import UNWISHED, Quest
from generator.proposal import propose
from solver.errors import ConstraintError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.fairness.isomorphism import canonical

_SQUARE = SCALE**2  # of a point: energies are whole numbers
_SHARES = 12  # a place is shared by up to four cards: in twelfths, all shares are whole
_TACK = 1_000  # steps: at the heats where cards get flat, a few of them are taken
_STIFF = 100.0  # what chances of places that are off cost
_PARTING = 9.5  # a heat at which a card leaves a flat one, but is not lost at once
_MARGIN = 0.7  # of *within*, up to which they cost nothing

Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Fleet(NamedTuple):
    """Cards on their way and the best set so far, as symbols row by row, with their energies."""

    cells: tuple[str, ...]
    energy: int
    best: tuple[str, ...]
    best_energy: int
    rng: int

    def home(self) -> "Fleet":
        """Return the fleet, back at its best cards."""
        return self._replace(cells=self.best, energy=self.best_energy)

    def reseeded(self, seed: int) -> "Fleet":
        """Return the fleet with other random numbers."""
        return self._replace(rng=seed)


@dataclass(frozen=True)
class FleetQuest:
    """What is looked for: *cards* for the aims of *inner*, by the *pull* of these, and *within*.

    Two of them differ in *apart* cells or more, as they lie.
    """

    inner: Quest
    cards: int
    pull: Fraction
    within: float
    apart: int

    def __post_init__(self) -> None:
        cells = self.inner.rows * self.inner.cols
        if self.apart > cells:
            raise ConstraintError(
                "--apart", expected=f"at most all {cells} cells", found=f"{self.apart}"
            )

    @property
    def leg(self) -> int:
        """The steps of a leg: as many as for one card, but a tack of every card at least."""
        return max(self.inner.leg, self.cards * _TACK)

    @property
    def unit(self) -> float:
        """The energy of heat 1: that of a roll of one card."""
        return self.inner.unit

    @property
    def warm(self) -> float:
        """The share of the cooling at which cards that begin alike are to part."""
        return 0.08

    def mean(self, energy: int) -> float:
        """Return *energy* as a mean over the throws and cards, in points squared."""
        return energy / (_SQUARE * self.inner.throws * self.cards)

    def begin(self, rng: random.Random, like: Card | None) -> Fleet:
        """Return a fleet of cards that keep the wishes: all like *like*, if there is one."""
        inner = self.inner
        cards = [
            propose(inner.rows, inner.cols, inner.symbols, inner.wishes, rng, like=like)
            for _ in range(self.cards)
        ]
        cells = tuple("".join(card.lines) for card in cards)
        energy = self.energy(self._columns(cells))
        best_energy = energy if self._as_wished(cells) else UNWISHED
        return Fleet(cells, energy, cells, best_energy, rng.getrandbits(63))

    def cards_of(self, island: Fleet) -> tuple[Card, ...]:
        """Return the best cards of a fleet."""
        return tuple(self.inner.card(cells) for cells in island.best)

    def restore(self, record: list[Any]) -> Fleet:
        """Return the fleet whose fields JSON has kept."""
        cells, energy, best, best_energy, rng = record
        return Fleet(tuple(cells), energy, tuple(best), best_energy, rng)

    def advance(self, fleet: Fleet, heat: float, steps: int) -> Fleet:
        """Return *fleet* after *steps* more steps at *heat*, tack by tack, card by card."""
        rng = random.Random(fleet.rng)
        best, best_energy = fleet.best, fleet.best_energy
        cells, columns = list(fleet.cells), self._columns(fleet.cells)
        unfair = self._unfair(columns)
        for number in range(0, steps, _TACK):
            one = number // _TACK % self.cards
            others = cells[:one] + cells[one + 1 :]
            inner = replace(self.inner, aims=self._aims(np.delete(columns, one, axis=0)))
            start = inner.settle(inner.card(cells[one]), rng.getrandbits(63))
            # Cards that began alike are kept hot until they have parted.
            gap = min(self.apart, _nearest(cells[one], others))
            hot = heat / float(1 + self.pull) if gap == self.apart else max(heat, _PARTING)
            end = inner.advance(start, hot, min(_TACK, steps - number))
            changed = columns.copy()
            changed[one] = inner.optima(end.cells)
            more = self._unfair(changed) - unfair
            kept = -hot * self.unit * log(1 - rng.random())
            if _nearest(end.cells, others) < gap or (gap == self.apart and more > kept):
                continue
            cells[one], columns, unfair = end.cells, changed, unfair + more
            energy = self.energy(columns)
            if energy < best_energy and self._as_wished(cells):
                best, best_energy = tuple(cells), energy
        return Fleet(tuple(cells), self.energy(columns), best, best_energy, rng.getrandbits(63))

    def _as_wished(self, cells: Sequence[str]) -> bool:
        """Return whether every two cards differ, in enough cells and however they are disguised.

        And whether none has a dead cell against the wish.
        """
        inner = self.inner
        return (
            all(map(inner.is_lively, cells))
            and all(_nearest(one, cells[at + 1 :]) >= self.apart for at, one in enumerate(cells))
            and len({canonical(inner.card(one)) for one in cells}) == self.cards
        )

    def energy(self, columns: Numbers) -> int:
        """Return the energy of cards whose optima at the rolls are *columns*, (cards, rolls)."""
        apart = sum((one - other) ** 2 for one, other in combinations(columns, 2))
        off = (SCALE * columns - np.array(self.inner.aims)) ** 2
        together = _SQUARE * apart / (self.cards - 1) + float(self.pull) * off.sum(axis=0)
        return round(float(_ways(self.inner.symbols) @ together)) + self._unfair(columns)

    def _unfair(self, columns: Numbers) -> int:
        """Return what the chances of places cost."""
        off = place_gaps(columns, _ways(self.inner.symbols))
        beyond = np.maximum(np.abs(off) - _MARGIN * self.within, 0)
        return round(_SQUARE * self.inner.throws * self.cards * _STIFF * float(beyond @ beyond))

    def _aims(self, others: Numbers) -> tuple[int, ...]:
        """Return the aims of a card, in hundredths, beside *others* of such worth."""
        pull, aims = float(self.pull), np.array(self.inner.aims)
        return tuple(
            np.rint((SCALE * others.mean(axis=0) + pull * aims) / (1 + pull)).astype(int).tolist()
        )

    def _columns(self, cells: Sequence[str]) -> Numbers:
        return np.array([self.inner.optima(one) for one in cells], np.int64)


def _nearest(one: str, others: Sequence[str]) -> int:
    """Return in how many cells *one* and the nearest of *others* differ; of none, all."""
    differing = (
        sum(mine != yours for mine, yours in zip(one, other, strict=True)) for other in others
    )
    return min(differing, default=len(one))


@lru_cache(maxsize=4)
def _ways(symbols: str) -> Numbers:
    return np.array([ways(roll) for roll in rolls(symbols)], np.int64)


def place_gaps(columns: Numbers, every: Numbers) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Return by how much chances of places are off 1/k, for every k of the cards, 2 and more.

    Of the cards whose optima are *columns*, (cards, rolls), at rolls with *every*, (rolls,), ways;
    ties are split. In the order of the sets, their cards, and the places.
    """
    gaps = []
    cards, total = range(len(columns)), int(every.sum())
    for size in range(2, len(columns) + 1):
        for some in combinations(cards, size):
            own = columns[list(some)]
            above = (own[None] > own[:, None]).sum(axis=1)  # (cards, rolls): how many are better,
            equal = (own[None] == own[:, None]).sum(axis=1)  # and how many as good, it among them
            for place in range(size):
                shares = np.where((above <= place) & (place < above + equal), _SHARES // equal, 0)
                gaps.append(shares @ every / (_SHARES * total) - 1 / size)
    return np.concatenate(gaps)
