"""One legend for several cards that are played with the same dice."""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

from solver.errors import CardError
from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.symbol_name import letters_for, name_key


def with_one_legend(cards: Sequence[Card]) -> list[Card]:
    """Return *cards* with one legend, so that a letter is the same symbol on all of them.

    They are the same cards if no letter has two names, and no name two letters.
    """
    names = {(letter, card.legend.name(letter)) for card in cards for letter in card.symbols}
    letters = {letter for letter, _ in names}
    if len(letters) == len(names) == len({name_key(name) for _, name in names}):
        shows_letters = all(card.legend.shows_letters for card in cards)
        legend = Legend.of(dict(sorted(names)), shows_letters=shows_letters)
        return [replace(card, legend=legend) for card in cards]
    spelling = {name_key(name): name for _, name in sorted(names)}
    if len(spelling) > len(ascii_uppercase):
        expected = f"at most {len(ascii_uppercase)} different symbols on all cards"
        raise CardError("cards", expected=expected, found=str(len(spelling)))
    letter_of = letters_for(list(spelling.values()))
    # No card shows these letters.
    legend = Legend.of({letter: name for name, letter in letter_of.items()}, shows_letters=False)
    relabelled = []
    for card in cards:
        table = {
            ord(letter): letter_of[spelling[name_key(card.legend.name(letter))]]
            for letter in card.symbols
        }
        lines = tuple(line.translate(table) for line in card.lines)
        relabelled.append(replace(card, lines=lines, legend=legend))
    return relabelled
