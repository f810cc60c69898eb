"""What can be asked of Geocinco without a search: its board, the places of a throw, a verdict."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.answer import Answer, RefereeAnswer
from solver.drawing.styled_text import (
    StyledLine,
    plain_line,
    plural,
    unbroken,
    wrapped,
    wrapped_lines,
)
from solver.errors import StateError
from solver.geocinco.board import BOARD_NOTE, COLOURS, Board, Hexagon
from solver.geocinco.board_view import board_lines, colour_style, hexagon_lines
from solver.geocinco.history import played_steps
from solver.geocinco.record import Record
from solver.geocinco.rules.position import NO_PLACES, Places, networks, places, towers, winner
from solver.geocinco.rules.verdict import Verdict, judge
from solver.geocinco.state import State
from solver.geocinco.throw import Throw
from solver.question import check_fields, question
from solver.violation import violation_json

if TYPE_CHECKING:
    from solver.drawing.scene import Scene

_KEY_HEXAGON = Hexagon("2", "C")


@dataclass(frozen=True, slots=True, repr=False)
class BoardOverview(Answer):
    """The empty *board*, how its slots are named, and its counts."""

    board: Board

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def title(self) -> str:
        """The name of the board."""
        return f"board {self.board.name}"

    @property
    def summary(self) -> str:
        """The name of the board."""
        return self.title

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the board, the key to its names, and its counts."""
        board = self.board
        yield from board_lines(State.start(board, COLOURS), drawn=drawn)
        yield plain_line("")
        yield from wrapped_lines(
            f"The name of a slot has a hexagon, the letter of a colour, and a side: "
            f"{_KEY_HEXAGON}r2. A slot between two pentagons has two names. The pentagons of "
            f"{_KEY_HEXAGON}, larger, and the numbers of their sides:"
        )
        yield from hexagon_lines(board, _KEY_HEXAGON, drawn=drawn)
        yield plain_line("")
        yield from map(plain_line, _counts_table(self.to_json()))
        yield plain_line("")
        yield plain_line(BOARD_NOTE)

    def to_json(self) -> dict[str, Any]:
        """Return the counts of the board, whose it is, and the corners and slots of pentagons."""
        board = self.board
        between = sum(slot.other is not None for slot in board.slots.values())
        long = sum(map(board.is_long, map(min, board.bridge_places)))
        return {
            "board": board.name,
            "pentagons": len(board.pentagons),
            "slots": len(board.slots),
            "inner_slots": between,
            "border_slots": len(board.slots) - between,
            "hexagon_slots": sorted(set(map(len, board.hexagon_slots.values()))),
            "colour_slots": {colour: len(board.bordering[colour]) for colour in COLOURS},
            "vertices": len({end for slot in board.slots.values() for end in slot.ends}),
            "adjacent_pairs": sum(map(len, board.adjacent.values())) // 2,
            "bridge_places": len(board.bridge_places),
            "long_bridge_places": long,
            "short_bridge_places": len(board.bridge_places) - long,
            "note": BOARD_NOTE,
            "corners": {each.name: [*map(list, each.vertices)] for each in board.pentagons},
            "sides": {each.name: [*each.slots] for each in board.pentagons},
        }

    def picture(self) -> "Scene":
        """Return the board with its sides numbered."""
        from solver.geocinco.picture import board_scene

        return board_scene(State.start(self.board, COLOURS), numbered=True)


@dataclass(frozen=True, slots=True, repr=False)
class LegalMoves(Answer):
    """Where *player* may lay a token in *state* after *throw*."""

    state: State
    player: str
    throw: Throw
    places: Places
    title: str

    @property
    def summary(self) -> str:
        """How many tokens may go where."""
        return (
            f"{self.title}, {self.player}, {self.throw}: "
            f"{plural(len(self.places.free), 'free slot')}, "
            f"{plural(len(self.places.contest), 'token')} to contest"
        )

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the board with the places marked, and their names."""
        state, places = self.state, self.places
        yield from board_lines(state, marked=places.free | places.contest, drawn=drawn)
        yield plain_line("")
        free, contest = self.to_json().values()
        yield from wrapped_lines(self.summary)
        yield from listed_lines("free", free)
        owned = [f"{slot} ({state.tokens[slot]})" for slot in contest]
        yield from listed_lines("contest", map(unbroken, owned))
        if not free and not contest:
            won = winner(state)
            yield plain_line(f"{won} has won" if won else "no place: the token is lost")
        yield plain_line(BOARD_NOTE)

    def to_json(self) -> dict[str, list[str]]:
        """Return where a token may go, on free slots and on others' tokens."""
        board = self.state.board
        return {kind: board.in_order(slots) for kind, slots in self.places._asdict().items()}

    def picture(self) -> "Scene":
        """Return the board with the places marked."""
        from solver.geocinco.picture import board_scene

        caption = f"With bright edges: where {self.player} may lay with {self.throw}."
        marked = self.places.free | self.places.contest
        return board_scene(self.state, marked=marked, caption=caption)


@question
def legal_moves(
    state: State, throw: Throw | str, *, colour: str | None = None, title: str = "state"
) -> LegalMoves:
    """Return where a token may go in *state* after *throw*; *colour* lays, by default whose turn.

    Nowhere if the game is won. Raises `StateError` where nobody plays *colour*.

    >>> state = State.start(Board.named("whole"), ("red", "blue"))
    >>> legal_moves(state, "3C")
    <LegalMoves: state, red, 3C: 5 free slots, 0 tokens to contest>
    """
    throw = Throw.parse(str(throw))  # also what is a Throw, but none of these dice
    player = player_of(state, colour, title=title)
    legal = places(state, player, throw) if winner(state) is None else NO_PLACES
    return LegalMoves(state, player, throw, legal, title)


def player_of(state: State, colour: str | None, *, title: str) -> str:
    """Return *colour*, by default the player whose turn it is.

    Raises `StateError` if nobody plays it, or *state* is none that a game could have.
    """
    state.check(title)
    if colour is None:
        return state.turn
    if colour not in state.players:
        expected = f"a colour that plays, {' or '.join(state.players)}"
        raise StateError(f"{title}, colour", expected=expected, found=colour)
    return colour


@dataclass(frozen=True, slots=True, repr=False)
class RefereeReport(RefereeAnswer):
    """What the referee says of *record*: its first illegal turn, or how all players stand."""

    record: Record
    verdict: Verdict
    title: str

    @property
    def summary(self) -> str:
        """The verdict."""
        title, verdict = self.title, self.verdict
        if violation := verdict.violation:
            turn = f"turn {violation.turn} of {violation.player}"
            return f"{title}: {turn} is illegal: {violation}"
        if verdict.winner:
            result = f"{verdict.winner} wins with five towers in one network"
        elif verdict.drawn:
            result = "drawn, since nobody could lay a token for a whole round"
        else:
            result = f"not over yet, and it is the turn of {verdict.state.turn}"
        return f"{title}: legal: {plural(len(self.record.turns), 'turn')}, {result}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the board after the legal turns, how all stand, and the verdict."""
        yield from board_lines(self.verdict.state, drawn=drawn)
        yield plain_line("")
        yield from standing_lines(self.verdict.state)
        yield plain_line("")
        yield from wrapped_lines(self.summary)
        yield plain_line(BOARD_NOTE)

    def to_json(self) -> dict[str, Any]:
        """Return the first illegal turn, or how all players stand, and what each step did."""
        verdict, state = self.verdict, self.verdict.state
        head = violation_json(verdict.violation)
        if verdict.violation:
            return head
        return {
            **head,
            "turns": len(self.record.turns),
            "over": verdict.over,
            "winner": verdict.winner,
            "drawn": verdict.drawn,
            "players": {colour: standing_json(state, colour) for colour in state.players},
            "steps": [step.to_json() for step in played_steps(self.record)],
        }

    def picture(self) -> "Scene":
        """Return the board after the legal turns."""
        from solver.geocinco.picture import board_scene

        return board_scene(self.verdict.state)


@question
def referee(record: Record, *, title: str = "record") -> RefereeReport:
    """Return what the referee says of *record*.

    >>> referee(Record(Board.named("whole"), ("red", "blue"), ())).verdict.over
    False
    """
    return RefereeReport(record, judge(record), title)


def standing_lines(state: State, *, brief: bool = False) -> Iterator[StyledLine]:
    """Yield what each player has on the board of *state*; *brief*: on a line, nearly always."""
    for colour in state.players:
        standing = standing_json(state, colour)
        built, bridges, held = standing["towers"], standing["bridges"], standing["held"]
        sizes = [str(len(network["slots"])) for network in standing["networks"]]
        in_sizes = f" of {' + '.join(sizes)}" if len(sizes) > 1 and not brief else ""
        texts = [
            f"{plural(standing['tokens'], 'token')} in {plural(len(sizes), 'network')}{in_sizes}",
            " ".join([plural(len(built), "tower"), *built]),
            f"bridges {' '.join(map('-'.join, bridges))}" if bridges and not brief else "",
            f"{plural(held, 'bridge')} held" if held else "",
        ]
        text = f"{colour}: {', '.join(filter(None, texts))}"
        first, *others = wrapped(text, others="  ")
        yield [(colour, colour_style(colour)), (first.removeprefix(colour), "")]
        yield from map(plain_line, others)


def standing_json(state: State, colour: str) -> dict[str, Any]:
    """Return what *colour* has: its tokens, towers, networks, the largest first, and bridges."""
    built = towers(state, colour)
    return {
        "tokens": len(state.tokens_of(colour)),
        "towers": [tower.name for tower in built],
        "networks": [
            {
                "slots": state.board.in_order(network),
                "towers": [tower.name for tower in built if network.issuperset(tower.slots)],
            }
            for network in sorted(networks(state, colour), key=len, reverse=True)
        ],
        "bridges": sorted([first, second] for _, first, second in state.bridges_of(colour)),
        "held": state.held[colour],
    }


def _counts_table(counts: dict[str, Any]) -> Iterator[str]:
    """Yield the *counts* of a board, one a line."""
    colours = sorted(set(counts["colour_slots"].values()))
    rows = {
        "pentagons": f"{counts['pentagons']}, as many of each colour",
        "slots": f"{counts['slots']}: {counts['inner_slots']} between two pentagons, "
        f"{counts['border_slots']} on the border",
        "slots of a hexagon": " or ".join(map(str, counts["hexagon_slots"])),
        "slots of a colour": " or ".join(map(str, colours)),
        "vertices": str(counts["vertices"]),
        "adjacent slots": f"{counts['adjacent_pairs']} pairs",
        "bridge places": f"{counts['bridge_places']}: {counts['long_bridge_places']} between long "
        f"slots, {counts['short_bridge_places']} between short ones",
    }
    width = max(map(len, rows))
    return (f"{name:<{width}}  {text}" for name, text in rows.items())


def listed_lines(name: str, texts: Iterable[str]) -> list[StyledLine]:
    """Return *texts* after their *name*, or no line if there are none."""
    listed = " ".join(texts)
    return wrapped_lines(f"{name}: {listed}", others="  ") if listed else []
