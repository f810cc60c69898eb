"""Orbits: one card in disguise, several times, so that a set of cards is exactly place-fair.

renaming  new letters for the symbols of a card: it is worth at a renamed roll what it was before
regular   renamings that make a group, by which no card of the set is told from another: with 2
          cards a swap of pairs, with 3 a turn of triples, with 4 a Klein four-group

Over all throws every card of the set meets what every other does: each is first, second, ... as
often. Two cards of a pair of swaps meet each other's rolls, so that each duel is even as well.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, repeat

from solver.errors import BrokenInvariantError
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.isomorphism import motions
from solver.penta_rush.survey.card_survey import Survey

_SWAPPED, _TURNED = 2, 3  # cards
_ACTED_ON = 6  # symbols: with more, there are too many groups to try

Renaming = dict[str, str]


def orbit(survey: Survey, cards: int) -> list[Card]:
    """Return *cards*, 2 to 4, that are the surveyed one in disguise, as near as can be at a roll.

    Of all renamings that make a group, those with the least mean spread; the cards are turned and
    flipped as well, which changes nothing of what they are worth. No two are the same. A card of
    three symbols has no four.
    """
    lines = survey.card.lines
    size = len(lines), len(lines[0])
    laid = [turned for _, turned in motions(lines) if (len(turned), len(turned[0])) == size]
    for group in sorted(groups(survey.symbols, cards), key=lambda group: _spread(survey, group)):
        for ways in (laid, repeat(lines)):  # a symmetric card, so renamed, may be itself
            found = [
                Card(tuple("".join(renaming[symbol] for symbol in line) for line in way))
                for renaming, way in zip(group, ways, strict=False)
            ]
            if len(set(found)) == cards:
                return found
    raise BrokenInvariantError(f"no {cards} cards in disguise of {survey.card}")


def groups(symbols: str, cards: int) -> Iterator[list[Renaming]]:
    """Yield the groups of so many renamings of *symbols* that the orbits are made by."""
    acted = symbols[:_ACTED_ON]
    same = {symbol: symbol for symbol in symbols}
    if cards == _TURNED:
        for pairs in _triples(acted):
            once = same | {
                one: two
                for cycle in pairs
                for one, two in zip(cycle, cycle[1:] + cycle[:1], strict=True)
            }
            yield [same, once, _then(once, once)]
        return
    swaps = [same | dict(pairs) for pairs in _swaps(acted)]
    if cards == _SWAPPED:
        yield from ([same, swap] for swap in swaps)
        return
    places = {tuple(swap.values()): number for number, swap in enumerate(swaps)}
    for (number, one), (other, two) in combinations(enumerate(swaps), 2):
        both = _then(one, two)
        if both == _then(two, one) and places[tuple(both.values())] > other > number:
            yield [same, one, two, both]


def _swaps(symbols: str) -> Iterator[list[tuple[str, str]]]:
    """Yield every way to swap symbols in pairs, one pair or more."""
    if not symbols:
        return
    first, rest = symbols[0], symbols[1:]
    yield from _swaps(rest)
    for other in rest:
        pair = [(first, other), (other, first)]
        yield pair
        for more in _swaps(rest.replace(other, "")):
            yield pair + more


def _triples(symbols: str) -> Iterator[list[str]]:
    """Yield every way to turn symbols round in threes, one triple or two."""
    for three in combinations(symbols, 3):
        rest = [symbol for symbol in symbols if symbol not in three]
        for cycle in ("".join(three), three[0] + three[2] + three[1]):
            yield [cycle]
            for others in combinations(rest, 3):
                yield [cycle, "".join(others)]


def _then(one: Renaming, other: Renaming) -> Renaming:
    return {symbol: other[renamed] for symbol, renamed in one.items()}


def _spread(survey: Survey, group: Sequence[Renaming]) -> int:
    """Return the sum of the spreads at all throws, of the card under the renamings of *group*."""
    optimum = {str(row.roll): row.optimum for row in survey.rows}
    total = 0
    for row in survey.rows:
        symbols = str(row.roll)
        values = [
            optimum["".join(sorted(renaming[symbol] for symbol in symbols))] for renaming in group
        ]
        total += row.ways * (max(values) - min(values))
    return total
