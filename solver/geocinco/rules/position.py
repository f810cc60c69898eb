"""What the rules see in a state: towers, networks, who has won, where tokens and bridges may go."""

from collections.abc import Collection
from typing import NamedTuple

from solver.geocinco.board import Hexagon, Pentagon
from solver.geocinco.state import Bridge, State
from solver.geocinco.throw import Throw

WINNING_TOWERS = 5

Slots = frozenset[str]


class Places(NamedTuple):
    """Where a token may go: on *free* slots, and on another's token, to *contest* it."""

    free: Slots
    contest: Slots


NO_PLACES = Places(frozenset(), frozenset())


def towers(state: State, colour: str) -> list[Pentagon]:
    """Return the towers of *colour*: its pentagons with own tokens on all five sides."""
    own = state.tokens_of(colour)
    return [
        pentagon for pentagon in state.board.of_colour(colour) if own.issuperset(pentagon.slots)
    ]


def networks(state: State, colour: str) -> list[Slots]:
    """Return the networks of *colour*: its tokens as adjacency and bridges join them."""
    left = set(state.tokens_of(colour))
    bridged: dict[str, list[str]] = {}
    for _, first, second in state.bridges_of(colour):
        bridged.setdefault(first, []).append(second)
        bridged.setdefault(second, []).append(first)
    found = []
    for start in state.board.slots:
        if start not in left:
            continue
        left.remove(start)
        network = [start]
        for slot in network:  # grows while it is gone through
            others = left.intersection((*state.board.adjacent[slot], *bridged.get(slot, ())))
            left -= others
            network += others
        found.append(frozenset(network))
    return found


def has_won(state: State, colour: str) -> bool:
    """Return whether *colour* has five towers in one network."""
    built = towers(state, colour)
    return len(built) >= WINNING_TOWERS and any(
        sum(network.issuperset(tower.slots) for tower in built) >= WINNING_TOWERS
        for network in networks(state, colour)
    )


def winner(state: State) -> str | None:
    """Return the player who has won, None if nobody has."""
    return next((colour for colour in state.players if has_won(state, colour)), None)


def tower_slots(state: State) -> Slots:
    """Return the slots of all towers: they are never contested."""
    return frozenset(
        slot
        for colour in state.players
        for pentagon in towers(state, colour)
        for slot in pentagon.slots
    )


def is_dead(state: State, pentagon: Pentagon) -> bool:
    """Return whether *pentagon* can be no tower any more: a side of it is of another's tower."""
    others = (
        tower
        for colour in state.players
        if colour != pentagon.colour
        for tower in towers(state, colour)
    )
    return any(not set(pentagon.slots).isdisjoint(tower.slots) for tower in others)


def places(state: State, colour: str, throw: Throw) -> Places:
    """Return where *colour* may lay a token with this *throw*."""
    reached = reached_slots(state, colour, throw)
    free = frozenset(slot for slot in reached if slot not in state.tokens)
    others = frozenset(slot for slot in reached - free if state.tokens[slot] != colour)
    return Places(free, others - tower_slots(state))


def anywhere(state: State, colour: str) -> Slots:
    """Return the slots that border *colour*, or are beside a token of it."""
    beside = (state.board.adjacent[slot] for slot in state.tokens_of(colour))
    return state.board.bordering[colour].union(*beside)


def extra_places(state: State, colour: str) -> Slots:
    """Return where *colour* may lay the extra token of a contest that it won."""
    return anywhere(state, colour) - state.tokens.keys()


def bridge_places(state: State, colour: str) -> list[Bridge]:
    """Return the bridges that *colour* could lay if it held one, sorted."""
    own = state.tokens_of(colour)
    laid = {bridge.slots for bridge in state.bridges_of(colour)}
    return sorted(
        Bridge.between(colour, *pair)
        for pair in state.board.bridge_places
        if pair <= own and pair not in laid
    )


def reached_slots(state: State, colour: str, throw: Throw) -> Slots:
    """Return the slots that a *throw* lets *colour* reach, taken or not."""
    pentagons = [state.board.pentagon_of[hexagon, colour] for hexagon in throw.hexagons]
    if throw.is_anywhere or all(is_dead(state, pentagon) for pentagon in pentagons):
        return anywhere(state, colour)
    slots = {slot for pentagon in pentagons for slot in pentagon.slots}
    for network in networks(state, colour):
        if any(_touches(state, network, hexagon) for hexagon in throw.hexagons):
            slots.update(other for slot in network for other in state.board.adjacent[slot])
    return frozenset(slots)


def _touches(state: State, network: Collection[str], hexagon: Hexagon) -> bool:
    return not state.board.hexagon_slots[hexagon].isdisjoint(network)
