"""Orbits: sets of cards that are exactly place-fair, because they are one card relabelled.

A relabelled card is worth at a relabelled roll what the card was worth before. When the
relabellings form a group, no card of the set can be told from another: over all throws, each comes
first, second, ... equally often. The groups are: for 2 cards, an involution; for 3, an element of
order three; for 4, a Klein four-group. An involution also makes two cards meet each other's rolls,
so that each head-to-head is even as well; three of four cards alone need not be even.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from generator.set_arrangement import first_apart, relabelled
from solver.errors import BrokenInvariantError
from solver.penta_rush.card import Card
from solver.penta_rush.survey.card_survey import Survey

_PAIR, _TRIPLE = 2, 3  # cards
_MAX_PERMUTED = 6  # symbols: with more, there are too many groups to try them all

Relabelling = dict[str, str]


def orbit(survey: Survey, cards: int, *, min_differing_cells: int = 1) -> list[Card]:
    """Return 2 to 4 *cards*, the surveyed one and relabelled copies of it, all different.

    The copies are turned and flipped as well, which does not change their optima. Of all groups of
    relabellings by which any two cards differ in *min_differing_cells*, also when one is turned,
    this is the one whose cards are closest at a roll, in the mean; if there is none, the one whose
    cards differ most. A card of three symbols has no orbit of four cards.
    """
    found = sorted(groups(survey.symbols, cards), key=lambda group: _spread(survey, group))
    sets = (relabelled(survey.card, group) for group in found)
    laid = first_apart(sets, min_differing_cells, keeps=lambda _: True, turned=True)
    if len(set(laid)) < cards:
        raise BrokenInvariantError(f"no orbit of {cards} different cards of {survey.card}")
    return laid


def groups(symbols: str, cards: int) -> Iterator[list[Relabelling]]:
    """Yield the groups of relabellings of *symbols* that have one element for each of *cards*."""
    permuted = symbols[:_MAX_PERMUTED]
    identity = {symbol: symbol for symbol in symbols}
    if len(symbols) // cards * cards > _MAX_PERMUTED:
        first, *others = _group_of_blocks(symbols, cards)
        yield [first, *others]
        if cards == _TRIPLE:
            yield [first, *reversed(others)]
    if cards == _TRIPLE:
        for cycles in _three_cycles(permuted):
            once = identity | {
                symbol: label
                for cycle in cycles
                for symbol, label in zip(cycle, cycle[1:] + cycle[:1], strict=True)
            }
            yield [identity, once, _compose(once, once)]
        return
    involutions = [identity | dict(pairs) for pairs in _involutions(permuted)]
    if cards == _PAIR:
        yield from ([identity, involution] for involution in involutions)
        return
    numbers = {tuple(labels.values()): number for number, labels in enumerate(involutions)}
    for (i, first), (j, second) in combinations(enumerate(involutions), 2):
        product = _compose(first, second)
        if product == _compose(second, first) and numbers[tuple(product.values())] > j > i:
            yield [identity, first, second, product]


def cyclic_groups(symbols: str, order: int) -> Iterator[list[Relabelling]]:
    """Yield the groups of relabellings of *symbols* that one relabelling of this *order* generates.

    Of more than six symbols, the first six are relabelled.
    """
    permuted = symbols[:_MAX_PERMUTED]
    seen = set()
    for images in permutations(permuted):
        once = {symbol: symbol for symbol in symbols}
        group = [once]
        once = once | dict(zip(permuted, images, strict=True))
        while len(group) <= order and (power := _compose(group[-1], once)) != group[0]:
            group.append(power)
        elements = frozenset("".join(labels.values()) for labels in group)
        if len(group) == order and elements not in seen:
            seen.add(elements)
            yield group


def _group_of_blocks(symbols: str, cards: int) -> list[Relabelling]:
    """Return a group that relabels nearly all *symbols*, in blocks of as many as *cards*."""
    group: list[Relabelling] = [{symbol: symbol for symbol in symbols} for _ in range(cards)]
    for block in zip(*[iter(symbols)] * cards, strict=False):
        for number, labels in enumerate(group):
            for place, symbol in enumerate(block):
                image = (place + number) % cards if cards == _TRIPLE else place ^ number
                labels[symbol] = block[image]
    return group


def _involutions(symbols: str) -> Iterator[list[tuple[str, str]]]:
    """Yield every way to swap symbols in pairs, one pair or more."""
    if not symbols:
        return
    first, rest = symbols[0], symbols[1:]
    yield from _involutions(rest)
    for other in rest:
        pair = [(first, other), (other, first)]
        yield pair
        for more in _involutions(rest.replace(other, "")):
            yield pair + more


def _three_cycles(symbols: str) -> Iterator[list[str]]:
    """Yield every way to permute symbols in cycles of three, one cycle or two."""
    for triple in combinations(symbols, 3):
        rest = [symbol for symbol in symbols if symbol not in triple]
        for cycle in ("".join(triple), triple[0] + triple[2] + triple[1]):
            yield [cycle]
            for others in combinations(rest, 3):
                yield [cycle, "".join(others)]


def _compose(first: Relabelling, then: Relabelling) -> Relabelling:
    return {symbol: then[label] for symbol, label in first.items()}


def _spread(survey: Survey, group: Sequence[Relabelling]) -> int:
    """Return how far apart the optima of the relabelled cards are, summed over all throws."""
    optimum = {str(row.roll): row.optimum for row in survey.rows}
    total = 0
    for row in survey.rows:
        symbols = str(row.roll)
        optima = [
            optimum["".join(sorted(labels[symbol] for symbol in symbols))] for labels in group
        ]
        total += row.ways * (max(optima) - min(optima))
    return total
