"""Geocinco by brute force, written from its rules alone: the board, places, turns, games.

The board is made here once more, in another way: a green pentagon is a red one turned half round, a
blue one a yellow one, and a slot is known by its middle, doubled, which no two of them share. Games
are plain JSON, as records are written.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

ORDER = "rygb"
COLOUR_OF = dict(zip(ORDER, ("red", "yellow", "green", "blue"), strict=True))
RED = [(-4, 0), (-3, -3), (0, -4), (1, -1), (-1, 1)]
YELLOW = [(0, -4), (3, -5), (5, -3), (4, 0), (1, -1)]
SHAPES = {
    "r": RED,
    "y": YELLOW,
    "g": [(-x, -y) for x, y in RED],
    "b": [(-x, -y) for x, y in YELLOW],
}
HEXAGONS = [letter + digit for digit in "12345" for letter in "ABCDE"]

Middle = tuple[int, int]  # of a slot, doubled


class Illegal(Exception):  # noqa: N818 - a verdict, not an error
    """A move breaks a rule."""


class Geometry:
    """The board of a *name*: slots by their written names, and what lies beside what."""

    def __init__(self, name: str) -> None:
        self.sides: dict[str, list[str]] = {}  # the slots of a pentagon, by its name, as "C3r"
        self.ends: dict[str, list[tuple[int, int]]] = {}
        names: dict[Middle, str] = {}
        self.both: dict[str, list[str]] = {}
        for pentagon, corners in _pentagons(name):
            self.sides[pentagon] = []
            for number in range(5):
                (ax, ay), (bx, by) = corners[number], corners[(number + 1) % 5]
                slot = names.setdefault((ax + bx, ay + by), f"{pentagon}{number + 1}")
                self.ends[slot] = [(ax, ay), (bx, by)]
                self.both.setdefault(slot, []).append(f"{pentagon}{number + 1}")
                self.sides[pentagon].append(slot)
        self.slots = list(self.ends)
        self.beside = {
            slot: {
                other
                for other in self.slots
                if other != slot and set(self.ends[other]) & set(self.ends[slot])
            }
            for slot in self.slots
        }
        self.bridge_places = {
            frozenset(pair): gap
            for pair in combinations(self.slots, 2)
            if (gap := bridge_gap(*(self.ends[slot] for slot in pair))) is not None
        }
        self.bordering = {
            colour: {
                slot
                for pentagon, slots in self.sides.items()
                if pentagon[2] == letter
                for slot in slots
            }
            for letter, colour in COLOUR_OF.items()
        }

    def hexagon(self, name: str) -> set[str]:
        """Return the slots of the hexagon of this *name*."""
        return {slot for letter in ORDER for slot in self.sides[name + letter]}


def _pentagons(board: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    for hexagon in HEXAGONS:
        for letter, shape in SHAPES.items():
            north = (
                hexagon[1] in "12"
                or hexagon in ("A3", "B3")
                or (hexagon == "C3" and letter in "ry")
            )
            x, y = 8 * "ABCDE".index(hexagon[0]), 8 * (int(hexagon[1]) - 1)
            if board == "strait" and not north:
                x, y = x + 1, y + 3
            yield hexagon + letter, [(x + dx, y + dy) for dx, dy in shape]


def bridge_gap(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> tuple[Fraction, Fraction] | None:
    """Return the squared distance and the offset of two slots if a bridge can join them."""
    (a, b), (c, d) = one, other
    u, v = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    length = u[0] ** 2 + u[1] ** 2
    if u not in (v, (-v[0], -v[1])):  # parallel and of equal length
        return None
    doubled = c[0] + d[0] - a[0] - b[0], c[1] + d[1] - a[1] - b[1]
    if doubled[0] ** 2 + doubled[1] ** 2 > 4 * 128 + length:  # further than the checks below allow
        return None
    between = Fraction(doubled[0], 2), Fraction(doubled[1], 2)
    offset = abs(between[0] * u[0] + between[1] * u[1]) / length  # in lengths of a slot
    gap = between[0] ** 2 + between[1] ** 2 - offset**2 * length  # Pythagoras
    return (gap, offset) if 0 < gap <= 128 and offset <= Fraction(1, 2) else None


GEOMETRIES = {name: Geometry(name) for name in ("whole", "strait")}


class Position(NamedTuple):
    """Tokens by slots, bridges by pairs of slots, both with their owners, and bridges held."""

    board: Geometry
    players: list[str]
    tokens: dict[str, str]
    bridges: dict[frozenset[str], str]
    held: dict[str, int]

    @classmethod
    def of_state(cls, state: dict[str, Any]) -> "Position":
        """Return the position of a *state*, as JSON."""
        return cls(
            GEOMETRIES[state["board"]],
            state["players"],
            dict(state["tokens"]),
            {frozenset(pair): colour for colour, *pair in state["bridges"]},
            {player: state["held"].get(player, 0) for player in state["players"]},
        )

    def copy(self) -> "Position":
        """Return the same position, to be changed."""
        return self._replace(
            tokens=dict(self.tokens), bridges=dict(self.bridges), held=dict(self.held)
        )

    def networks(self, colour: str) -> list[set[str]]:
        """Return the networks of *colour*: each a token with all that it leads to."""
        left = {slot for slot, owner in self.tokens.items() if owner == colour}
        parts = []
        while left:
            part: set[str] = set()
            grown = {min(left)}
            while grown > part:
                part = grown
                joined = set().union(*(self.board.beside[slot] for slot in part))
                for pair, owner in self.bridges.items():
                    if owner == colour and pair & part:
                        joined |= pair
                grown = part | joined & left
            left -= part
            parts.append(part)
        return parts

    def towers(self, colour: str) -> list[str]:
        """Return the towers of *colour*, by the names of their pentagons."""
        return [
            pentagon
            for pentagon, slots in self.board.sides.items()
            if COLOUR_OF[pentagon[2]] == colour
            and all(self.tokens.get(slot) == colour for slot in slots)
        ]

    def won(self) -> str | None:
        """Return who has five towers in one network."""
        for colour in self.players:
            towers = self.towers(colour)
            if len(towers) < 5:
                continue
            for network in self.networks(colour):
                if sum(network >= set(self.board.sides[tower]) for tower in towers) >= 5:
                    return colour
        return None

    def in_towers(self, *, but: str | None = None) -> set[str]:
        """Return the slots of all towers, or of all *but* those of a player."""
        return {
            slot
            for colour in self.players
            if colour != but
            for tower in self.towers(colour)
            for slot in self.board.sides[tower]
        }

    def anywhere(self, colour: str) -> set[str]:
        """Return what borders *colour* or is beside a token of it."""
        own = {slot for slot, owner in self.tokens.items() if owner == colour}
        return self.board.bordering[colour] | {
            slot for slot in self.board.slots if self.board.beside[slot] & own
        }

    def reached(self, colour: str, throw: str) -> set[str]:
        """Return the slots that a *throw* lets *colour* reach, coordinate by coordinate."""
        digit, letter = throw[0], throw[1]
        allowed = [name for name in HEXAGONS if letter in ("+", name[0]) and digit in "*" + name[1]]
        letter_of = {name: letter for letter, name in COLOUR_OF.items()}[colour]
        others = self.in_towers(but=colour)
        sides = {name: self.board.sides[name + letter_of] for name in allowed}
        if throw == "*+" or all(others & set(slots) for slots in sides.values()):
            return self.anywhere(colour)
        slots = set()
        networks = self.networks(colour)
        for name in allowed:
            slots |= set(sides[name])
            for network in networks:
                if network & self.board.hexagon(name):
                    for slot in network:
                        slots |= self.board.beside[slot]
        return slots

    def places(self, colour: str, throw: str) -> tuple[set[str], set[str]]:
        """Return the free slots where *colour* may lay a token, and the tokens it may contest."""
        reached = self.reached(colour, throw)
        others = {slot for slot in reached if self.tokens.get(slot, colour) != colour}
        return reached - self.tokens.keys(), others - self.in_towers()

    def extras(self, colour: str) -> set[str]:
        """Return where *colour* may lay an extra token."""
        return self.anywhere(colour) - self.tokens.keys()

    def bridges_for(self, colour: str) -> list[list[str]]:
        """Return where *colour* may lay a bridge."""
        return sorted(
            sorted(pair)
            for pair in self.board.bridge_places
            if all(self.tokens.get(slot) == colour for slot in pair) and pair not in self.bridges
        )

    def put(self, slot: str, colour: str) -> None:
        """Lay a token on *slot*, whatever lies there; a new tower brings a bridge."""
        before = len(self.towers(colour))
        if self.tokens.get(slot) is not None:
            for pair in [pair for pair in self.bridges if slot in pair]:
                del self.bridges[pair]
        self.tokens[slot] = colour
        if len(self.towers(colour)) > before:
            self.held[colour] = min(2, self.held[colour] + 1)

    def play(self, player: str, turn: dict[str, Any], tokens: int) -> int:
        """Play a *turn*, and return how many tokens it laid; raise `Illegal`."""
        count = tokens + (turn["throw"][1] == "+")
        laid = 0
        later = []
        for move in turn["moves"]:
            _require(self.won() is None)
            if isinstance(move, dict) and "bridge" in move:
                _require(self.held[player] > 0)
                _require(sorted(move["bridge"]) in self.bridges_for(player))
                self.bridges[frozenset(move["bridge"])] = player
                self.held[player] -= 1
                continue
            _require(laid < count)
            laid += 1
            free, contest = self.places(player, turn["throw"])
            if isinstance(move, str):
                _require(move in free)
                self.put(move, player)
                continue
            slot, extra = move["contest"], move.get("extra")
            _require(slot in contest)
            if _challenger_wins(move["dice"]):
                self.put(slot, player)
                self._lay_extra(player, extra)
            else:
                later.append((self.tokens[slot], extra))
        if laid < count and self.won() is None:
            _require(not any(self.places(player, turn["throw"])))
        for owner, extra in later:
            self._lay_extra(owner, extra)
        return laid

    def _lay_extra(self, colour: str, extra: str | None) -> None:
        if self.won() is not None or not self.extras(colour):
            _require(extra is None)
            return
        _require(extra in self.extras(colour))
        self.put(str(extra), colour)


def _require(holds: bool) -> None:  # noqa: FBT001
    if not holds:
        raise Illegal


def _challenger_wins(dice: list[str]) -> bool:
    values = [["12345*".index(face) for face in pair] for pair in dice]
    _require(bool(values))
    *ties, (mine, theirs) = values
    _require(mine != theirs)
    _require(all(one == other for one, other in ties))
    return mine > theirs


class Judgement(NamedTuple):
    """The first *illegal* turn, from 1, the *position* before it or at the end, who has *won*."""

    illegal: int | None
    position: Position
    won: str | None
    drawn: bool


def start(board: str, players: list[str]) -> Position:
    """Return the position before the first turn."""
    return Position(GEOMETRIES[board], players, {}, {}, dict.fromkeys(players, 0))


def judge(record: dict[str, Any]) -> Judgement:
    """Return what is to be said of a *record*, as JSON."""
    players = record["players"]
    position = start(record["board"], players)
    passed = 0
    for number, turn in enumerate(record["turns"], start=1):
        won, drawn = position.won(), passed >= len(players)
        after = position.copy()
        try:
            _require(won is None and not drawn)
            laid = after.play(players[(number - 1) % len(players)], turn, record["tokens"])
        except Illegal:
            return Judgement(number, position, won, drawn)
        position, passed = after, 0 if laid else passed + 1
    won = position.won()
    return Judgement(None, position, won, won is None and passed >= len(players))
