"""What a game needs: the sample cards, and a throw of the dice."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import data
from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line
from solver.drawing.text_grid import plain_grid
from solver.errors import SourceError, did_you_mean, quoted
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, seeded_random, throws
from solver.penta_rush.symbol_label import card_labels, key_line
from solver.penta_rush.typed import DEFAULT_CARD
from solver.question import Seed, question


@question
def sample_card(name: str) -> Card:
    """Return the bundled card *name*, such as ``meadow``; raise `PentaError` if there is none."""
    cards = data.samples("cards")
    if name not in cards:
        expected, hint = f"a sample ({', '.join(cards)})", did_you_mean(name, cards)
        raise SourceError(
            f"card {quoted(name)}", expected=expected, found="no such sample", hint=hint
        )
    return Card.parse(data.read(f"cards/{cards[name].name}"), source=f"card {name}")


@dataclass(frozen=True, slots=True, repr=False)
class SampleCards(Answer):
    """The bundled *cards*, by their names."""

    cards: dict[str, Card]

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is outlined
        """Yield each card: its name, its size, how often it shows each symbol; its picture."""
        for number, (name, card) in enumerate(self.cards.items()):
            if number:
                yield key_line(card)
            note = ", the default" if name == DEFAULT_CARD else ""
            shown = "".join(card.lines)
            times = " ".join(f"{symbol}{shown.count(symbol)}" for symbol in card.symbols)
            yield plain_line(f"{name}: {card.rows}x{card.cols}, {times}{note}")
            yield from plain_grid(card_labels(card))

    def to_json(self) -> list[dict[str, Any]]:
        """Return the cards, each with its name and size."""
        return [
            {
                "name": name,
                "card": str(card),
                "rows": card.rows,
                "cols": card.cols,
                "symbols": card.symbols,
                "default": name == DEFAULT_CARD,
            }
            for name, card in self.cards.items()
        ]


def sample_cards() -> SampleCards:
    """Return the bundled cards."""
    return SampleCards({name: sample_card(name) for name in data.samples("cards")})


@dataclass(frozen=True, slots=True, repr=False)
class DiceThrow(Answer):
    """The *throws* of dice that show the symbols of *card*; only the last is legal."""

    card: Card
    throws: tuple[tuple[str, ...], ...]
    seed_notes: tuple[str, ...] = ()
    is_announced: bool = True

    @property
    def roll(self) -> Roll:
        """The roll that was thrown."""
        return Roll.parse("".join(self.throws[-1]))

    @property
    def notes(self) -> tuple[str, ...]:
        """The seed if it was drawn, and every throw."""
        announced = self.throws if self.is_announced else ()
        return (*self.seed_notes, *map(self.card.legend.throw_text, announced))

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is drawn
        """Yield the roll."""
        yield plain_line(self.card.legend.roll_text(self.roll))

    def to_json(self) -> dict[str, Any]:
        """Return the throws, the roll and the card."""
        throws = ["".join(dice) for dice in self.throws]
        return {"throws": throws, "roll": str(self.roll), **self.card.to_json()}


@question
def throw(card: Card, *, seed: Seed | None = None, is_announced: bool = True) -> DiceThrow:
    """Throw five dice that show the symbols of *card*, again while three or more are equal.

    The throws are the same for the same *seed*; each is a note if it *is_announced*. Raises
    `RollError` where no throw could be legal.

    >>> throw(sample_card("meadow"), seed=7)
    <DiceThrow: ABCDF>
    """
    rng, notes = seeded_random(seed)
    return DiceThrow(card, tuple(throws(card.symbols, rng)), notes, is_announced)
