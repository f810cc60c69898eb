"""What is asked for, made an order: what is left open is as a card or a checkpoint has it."""

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from string import ascii_uppercase

from generator.constraints import Wishes
from generator.grey import steps_in, usual_optimum
from generator.spec import SEEDS, FleetOrder, Order, alphabet
from generator.white import plan_of
from solver.console.terminal import print_error
from solver.errors import CardError
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points

_EDGE = 10
_SYMBOLS = 6
_SECONDS = Fraction(60)


@dataclass(frozen=True)
class Asked:
    """The options as they are typed; None is what is left open."""

    rows: int | None
    cols: int | None
    symbols: int | None
    points: Points
    target: Fraction | None
    richness: Fraction
    wishes: Wishes
    seed: int | None
    steps: int | None
    seconds: Fraction | None
    islands: int
    like: Card | None
    fleet: FleetOrder | None

    def order(self, checkpoint: str | None, jobs: int) -> Order:
        """Return what is ordered; what is open is as in the *checkpoint*, or usual, or chance."""
        rows, cols = self._size()
        letters = self._letters()
        kept = Checkpoint.asked(checkpoint) if checkpoint else {}
        target, seed = self.target, self.seed
        if target is None:
            even = self.wishes.even
            usual = usual_optimum(rows, cols, letters, self.points, even=even)
            target = max(Fraction(round(usual + self.richness)), Fraction(1))
        if seed is None:
            seed = int(kept["seed"]) if "seed" in kept else random.randrange(SEEDS)
            print_error(f"seed {seed}")
        order = Order(
            rows,
            cols,
            letters,
            self.points,
            target,
            self.wishes,
            self.islands,
            self.steps or 1,
            seed,
            self.like,
            self.fleet,
        )
        if self.steps is not None:
            return order
        if "steps" in kept:
            return replace(order, steps=int(kept["steps"]))
        return replace(order, steps=steps_in(plan_of(order), self.seconds or _SECONDS, jobs))

    def _size(self) -> tuple[int, int]:
        """Return the size of the card to be made: that of the one to begin with, if any."""
        card = self.like
        if card is None:
            return self.rows or _EDGE, self.cols or _EDGE
        size = self.rows or card.rows, self.cols or card.cols
        if size != (card.rows, card.cols):
            raise CardError(
                "--like",
                expected=f"a card of {size[0]}x{size[1]}",
                found=f"{card.rows}x{card.cols}",
            )
        return size

    def _letters(self) -> str:
        """Return what the dice bear: the symbols of the card to begin with, and more if need be."""
        if self.like is None:
            return alphabet(self.symbols or _SYMBOLS)
        letters = self.like.symbols
        for letter in ascii_uppercase:
            if len(letters) < (self.symbols or 3) and letter not in letters:
                letters += letter
        if self.symbols and len(letters) != self.symbols:
            found = str(len(letters))
            raise CardError("--like", expected=f"{self.symbols} symbols", found=found)
        return "".join(sorted(letters))
