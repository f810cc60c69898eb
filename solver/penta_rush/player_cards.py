"""The cards of a game's players: one card for all of them, or one for each.

All players share the dice, so their cards show the same symbols under the same letters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from solver.errors import CardError, GameError
from solver.files.json_reader import Json
from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.symbol_name import letters_for, name_key

Cards = tuple[Card, ...]  # one for all players, or one for each in their order


def check_cards(cards: Cards, players: int) -> None:
    """Raise `GameError` unless *cards* fit the number of *players* and one set of dice."""
    if len(cards) not in (1, players):
        each = f"one card for all players, or {players}, one for each"
        expected = "one card for one player" if players == 1 else each
        raise GameError("game, cards", expected=expected, found=str(len(cards)))
    first, *others = cards
    for number, card in enumerate(others, start=2):
        if card.symbols != first.symbols or card.legend != first.legend:
            expected = f"on all cards the symbols of the first, {_symbols_text(first)}"
            found = f"{_symbols_text(card)} on card {number}"
            raise GameError("game, cards", expected=expected, found=found)

        if card.tile_points != first.tile_points:
            expected = f"on all cards the points of the first, {first.tile_points.line}"
            found = f"{card.tile_points.line} on card {number}"
            raise GameError("game, cards", expected=expected, found=found)


def card_of_each(cards: Cards, players: int) -> Cards:
    """Return the card of each of *players*, a number."""
    return cards * players if len(cards) == 1 else cards


def cards_json(cards: Cards) -> dict[str, Any]:
    """Return the keys of a JSON object that say which *cards* are played on."""
    if len(cards) == 1:
        return cards[0].record()
    return {"cards": [str(card) for card in cards], **cards[0].beside_json()}


def cards_from_json(fields: Mapping[str, Any], where: str) -> Cards:
    """Return the cards of a JSON object with ``card`` or ``cards``; raises as `Card.from_json`."""
    if "cards" not in fields:
        return (Card.from_json(fields, where, GameError),)
    if "card" in fields:
        raise GameError(where, expected="a key 'card', or 'cards'", found="both")
    texts = Json(fields["cards"], f"{where}, cards", GameError).as_list("a list of cards")
    if not texts:
        raise GameError(f"{where}, cards", expected="a card for each player", found="none")
    return with_shared_legend(
        [
            Card.from_json({**fields, "card": text}, f"{where}, player {number}", GameError)
            for number, text in enumerate(texts, start=1)
        ]
    )


def with_shared_legend(cards: Sequence[Card]) -> Cards:
    """Return *cards* with one legend; letters are new unless each has one name on all of them."""
    if len(cards) == 1 or not any(card.legend for card in cards):
        return tuple(cards)
    names = {(letter, card.legend.name(letter)) for card in cards for letter in card.symbols}
    letters = {letter for letter, _ in names}
    if len(letters) == len(names) == len({name_key(name) for _, name in names}):
        shows_letters = all(card.legend.shows_letters for card in cards)
        legend = Legend.of(dict(sorted(names)), shows_letters=shows_letters)
        return tuple(replace(card, legend=legend) for card in cards)
    spelling = {name_key(name): name for _, name in sorted(names)}
    if len(spelling) > len(ascii_uppercase):
        expected = f"at most {len(ascii_uppercase)} different symbols on all cards"
        raise CardError("cards", expected=expected, found=str(len(spelling)))
    letter_of = letters_for(list(spelling.values()))
    # No card shows these letters.
    legend = Legend.of({letter: name for name, letter in letter_of.items()}, shows_letters=False)

    def relabelled(card: Card) -> Card:
        keys = (name_key(card.legend.name(letter)) for letter in card.symbols)
        new = "".join(letter_of[spelling[key]] for key in keys)
        lines = tuple(line.translate(str.maketrans(card.symbols, new)) for line in card.lines)
        return replace(card, lines=lines, legend=legend)

    return tuple(map(relabelled, cards))


def _symbols_text(card: Card) -> str:
    return ", ".join(map(card.legend.name, card.symbols))
