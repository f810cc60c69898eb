"""What happens at a table: events in their order, and who may see each of them.

The log is all that a table is. A phone that was away names the last event that it has seen, and
gets those after it that it may see; a server that was away reads its file and plays them again.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

EVERYONE = -1
NOBODY = -2  # the table keeps it to itself: a throw that is not yet asked for, what a judge said
# Of these only the last one of a player counts, and stays.
_REPLACED = {"draft", "paper"}


class Event(NamedTuple):
    """One event: its number from 1, the milliseconds *at* which it was, its kind and its data.

    *to* is the number of the player who alone may see it, EVERYONE or NOBODY.
    """

    seq: int
    at: int
    kind: str
    to: int
    data: Mapping[str, Any]

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Event":
        """Return the event that `to_json` has made; raise some ValueError for anything else."""
        event = cls(**value)
        numbers = (event.seq, event.at, event.to)
        if not (all(type(number) is int for number in numbers) and isinstance(event.data, dict)):
            raise ValueError("no event")
        return event

    def to_json(self) -> dict[str, Any]:
        """Return the event as a JSON object."""
        return self._asdict()

    def is_for(self, player: int) -> bool:
        """Return whether this *player* may see it."""
        return self.to in {EVERYONE, player}


class Log:
    """Events in their order. Their numbers grow, with gaps where an event was replaced."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    @property
    def last(self) -> int:
        """The number of the last event, 0 before the first."""
        return self.events[-1].seq if self.events else 0

    def append(self, event: Event) -> None:
        """Add *event*, in the place of the one that it makes void."""
        if event.seq <= self.last:
            raise ValueError("the events of a log have growing numbers")
        if event.kind in _REPLACED:
            self.drop(lambda old: _is_void(old, event))
        self.events.append(event)

    def drop(self, is_void: Callable[[Event], bool]) -> None:
        """Forget events that nobody needs any more; not the last one, whose number counts."""
        self.events = [event for event in self.events if not is_void(event)]

    def after(self, seq: int, player: int) -> Iterator[Event]:
        """Yield what *player* may see of the events after the one with the number *seq*."""
        return (event for event in self.events if event.seq > seq and event.is_for(player))


def _is_void(old: Event, new: Event) -> bool:
    return old.kind == new.kind and old.data["player"] == new.data["player"]
