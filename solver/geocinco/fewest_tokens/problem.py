"""What a player may build on: the slots that are not others', and what joins them.

The question that both engines answer: which tokens make five towers in one network, with a
limited number of new bridges, if others' tokens stay where they are?
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver.geocinco.board import Pentagon
from solver.geocinco.rules.position import WINNING_TOWERS
from solver.geocinco.state import State

TOWERS = WINNING_TOWERS
DEFAULT_BRIDGES = 4  # on an empty board five towers need no more
MAX_BRIDGES = 10


@dataclass(frozen=True)
class TowersProblem:
    """The slots that *colour* may use in *state*, and how many new *bridges* at most."""

    state: State
    colour: str
    bridges: int = DEFAULT_BRIDGES

    @cached_property
    def slots(self) -> tuple[str, ...]:
        """The slots that are free, or have an own token."""
        tokens, colour = self.state.tokens, self.colour
        return tuple(slot for slot in self.state.board.slots if tokens.get(slot, colour) == colour)

    @cached_property
    def number(self) -> dict[str, int]:
        """The index of each slot in `slots`."""
        return {slot: index for index, slot in enumerate(self.slots)}

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """What each slot costs: a token if it is free."""
        return tuple(int(slot not in self.state.tokens) for slot in self.slots)

    @cached_property
    def pentagons(self) -> tuple[Pentagon, ...]:
        """The pentagons that are towers, or can become towers."""
        own = self.number.keys()
        pentagons = self.state.board.of_colour(self.colour)
        return tuple(pentagon for pentagon in pentagons if own >= set(pentagon.slots))

    @cached_property
    def joined(self) -> tuple[tuple[int, int], ...]:
        """The pairs of slots that are joined once both have a token, the lesser index first."""
        number = self.number
        adjacent = {
            (number[slot], number[other])
            for slot in self.slots
            for other in self.state.board.adjacent[slot]
            if other in number and number[slot] < number[other]
        }
        return tuple(sorted(adjacent | self._bridged))

    @cached_property
    def bridge_places(self) -> tuple[tuple[int, int], ...]:
        """The pairs of slots that a new bridge can join, the lesser index first."""
        number = self.number
        places = {
            self._pair(*pair) for pair in self.state.board.bridge_places if number.keys() >= pair
        }
        return tuple(sorted(places - self._bridged))

    @cached_property
    def _bridged(self) -> set[tuple[int, int]]:
        return {self._pair(*bridge.slots) for bridge in self.state.bridges_of(self.colour)}

    def _pair(self, one: str, other: str) -> tuple[int, int]:
        first, second = sorted((self.number[one], self.number[other]))
        return first, second


class Build(NamedTuple):
    """A way to build five towers: the new *tokens*, the new *bridges*, and the *towers* joined."""

    tokens: tuple[str, ...] = ()
    bridges: tuple[tuple[str, str], ...] = ()
    towers: tuple[str, ...] = ()
