"""The referee of Geocinco: towers, networks, where a token may go, contests, bridges, who wins.

This module imports no search, and shares no code with the kernels that play.
"""

from collections import deque
from collections.abc import Collection, Iterator
from copy import copy
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from solver.errors import BrokenInvariantError
from solver.geocinco.board import Hexagon, Pentagon
from solver.geocinco.record import Contest, GameTurn, Lay, LayBridge, Move, Record
from solver.geocinco.state import Bridge, State
from solver.geocinco.throw import Throw, die_value

WINNING_TOWERS = 5

Slots = frozenset[str]


class TurnRule(Enum):
    """The rules that a turn may break."""

    OVER = "the game is over"
    TOO_MANY = "too many tokens"
    TOO_FEW = "too few tokens"
    TAKEN = "the slot is taken"
    PLACE = "not a place for this throw"
    NO_CONTEST = "nothing to contest"
    TOWER = "a tower is not contested"
    DICE = "wrong dice"
    EXTRA = "wrong extra token"
    NO_BRIDGE = "no bridge held"
    BRIDGE_PLACE = "no place for a bridge"


class IllegalTurn(NamedTuple):
    """The *number* of a turn, from 1, whose it is, the first *rule* broken, and the *reason*."""

    number: int
    player: str
    rule: TurnRule
    reason: str


class Places(NamedTuple):
    """Where a token may go: on *free* slots, and on another's token, to *contest* it."""

    free: Slots
    contest: Slots


NO_PLACES = Places(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of a record.

    *illegal* is its first illegal turn, if there is one, and *state* the one before it, or the
    last. *winner* has five towers in one network; *drawn*: nobody could lay for a whole round.
    """

    illegal: IllegalTurn | None
    state: State
    winner: str | None
    drawn: bool

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.winner is not None or self.drawn


class IllegalMoveError(Exception):
    """A move breaks a *rule*, for a *reason*; told in a verdict, or to who typed it."""

    def __init__(self, rule: TurnRule, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule, self.reason = rule, reason


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
        network, queue = {start}, deque([start])
        while queue:
            slot = queue.popleft()
            for other in (*state.board.adjacent[slot], *bridged.get(slot, ())):
                if other in left:
                    left.remove(other)
                    network.add(other)
                    queue.append(other)
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
    reached = _reached(state, colour, throw)
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


def _reached(state: State, colour: str, throw: Throw) -> Slots:
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


class DueExtra(NamedTuple):
    """An extra token that *colour* lays, for the contest that was the move of this *number*."""

    colour: str
    number: int


class TurnInProgress:
    """A turn as it is played from *state*, whose turn it is, with a *throw*, move by move.

    *state* is the one after the *moves* so far, of which *laid* were tokens; so many *tokens* may
    be. *winner* is set as soon as somebody has won.

    Who runs a game calls `play` and `contest`, and whenever an `extra` token is due, `lay_extra`;
    then `end`, once more `lay_extra` where defenders have won, and takes *turn* and *next_state*.
    All of them raise `IllegalMoveError` where a rule is broken, and then change nothing.
    """

    def __init__(self, state: State, throw: Throw, tokens: int) -> None:
        self.state, self.throw = state, throw
        self.tokens = tokens + throw.has_plus
        self.laid = 0
        self.moves: list[Move] = []
        self.winner = winner(state)
        self._due: list[DueExtra] = []
        self._due_at_end: list[DueExtra] = []

    def copy(self) -> "TurnInProgress":
        """Return the same turn, to be played on apart from this one."""
        other = copy(self)
        other.moves = [*self.moves]
        other._due, other._due_at_end = [*self._due], [*self._due_at_end]  # noqa: SLF001 - its own
        return other

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.state.turn

    @property
    def places(self) -> Places:
        """Where the next token may go; nowhere if all are laid, or the game is over."""
        if self.laid == self.tokens or self.winner is not None:
            return NO_PLACES
        return places(self.state, self.player, self.throw)

    @property
    def bridges(self) -> list[Bridge]:
        """The bridges that may be laid now; none if none is held, or the game is over."""
        if self.winner is not None or not self.state.held[self.player]:
            return []
        return bridge_places(self.state, self.player)

    @property
    def extra(self) -> DueExtra | None:
        """The extra token that is laid now, before anything else; None if none is.

        None is where there is no place for it.
        """
        while self._due and (self.winner or not extra_places(self.state, self._due[0].colour)):
            self._due.pop(0)
        return self._due[0] if self._due else None

    @property
    def turn(self) -> GameTurn:
        """The turn so far."""
        return GameTurn(self.throw, tuple(self.moves))

    @property
    def next_state(self) -> State:
        """The state in which the next player has the turn."""
        return self.state.next_turn()

    def play(self, move: Lay | LayBridge) -> None:
        """Lay a token on a free slot, or a bridge."""
        self._check_open()
        if isinstance(move, LayBridge):
            bridge = Bridge.between(self.player, move.first, move.second)
            self._check_bridge(bridge)
            self.state = self.state.with_bridge(bridge)
            self.winner = winner(self.state)
        else:
            self._check_token(move.slot, is_contest=False)
            self._put(move.slot, self.player)
            self.laid += 1
        self.moves.append(move)

    def contest(self, slot: str, dice: tuple[str, ...]) -> None:
        """Lay a token on another's, with the *dice* that both have thrown."""
        self._check_open()
        self._check_token(slot, is_contest=True)
        owner = self.state.tokens[slot]
        due = DueExtra(self.player, len(self.moves))
        if _decision(dice):
            self._put(slot, self.player)
            self._due.append(due)
        else:
            self._due_at_end.append(due._replace(colour=owner))
        self.laid += 1
        self.moves.append(Contest(slot, dice))

    def lay_extra(self, slot: str) -> None:
        """Lay the extra token of a contest on a free *slot*."""
        if self.extra is None:
            raise IllegalMoveError(TurnRule.EXTRA, f"{slot}, but none is due")
        colour, number = self.extra
        if slot not in extra_places(self.state, colour):
            why = "is taken" if slot in self.state.tokens else f"is out of {colour}'s reach"
            raise IllegalMoveError(TurnRule.EXTRA, f"{slot} {why}")
        self._due.pop(0)
        contest = self.moves[number]
        assert isinstance(contest, Contest)  # noqa: S101 - for the type checker
        self.moves[number] = replace(contest, extra=slot)
        self._put(slot, colour)

    def end(self) -> None:
        """End the moves of the player: defenders lay the extra tokens of contests they won."""
        if self.extra is not None:
            reason = f"{self.extra.colour} has to lay one first"
            raise IllegalMoveError(TurnRule.EXTRA, reason)
        if any(self.places):
            reason = f"{self.laid} of {self.tokens} laid, and there is a place"
            raise IllegalMoveError(TurnRule.TOO_FEW, reason)
        self._due, self._due_at_end = self._due_at_end, []

    def _check_open(self) -> None:
        """Raise unless the player may make a move."""
        if self.winner is not None:
            raise IllegalMoveError(TurnRule.OVER, f"{self.winner} has won")
        if self.extra is not None:
            reason = f"{self.extra.colour} has to lay one first"
            raise IllegalMoveError(TurnRule.EXTRA, reason)

    def _check_bridge(self, bridge: Bridge) -> None:
        player = self.player
        if not self.state.held[player]:
            raise IllegalMoveError(TurnRule.NO_BRIDGE, f"{player} holds none")
        names = f"{bridge.first} and {bridge.second}"
        if bridge.slots not in self.state.board.bridge_places:
            reason = f"{names} are not parallel, face to face, and near enough"
            raise IllegalMoveError(TurnRule.BRIDGE_PLACE, reason)
        for slot in (bridge.first, bridge.second):
            if self.state.tokens.get(slot) != player:
                reason = f"{slot} has no token of {player}"
                raise IllegalMoveError(TurnRule.BRIDGE_PLACE, reason)
        if bridge in self.state.bridges:
            raise IllegalMoveError(TurnRule.BRIDGE_PLACE, f"{names} are joined already")

    def _check_token(self, slot: str, *, is_contest: bool) -> None:
        """Raise unless the next token may be laid on a free slot, or to contest one."""
        player, owner = self.player, self.state.tokens.get(slot)
        if self.laid == self.tokens:
            raise IllegalMoveError(TurnRule.TOO_MANY, f"{self.tokens} are laid already")
        if owner is not None and not is_contest:
            raise IllegalMoveError(TurnRule.TAKEN, f"{slot} has a token of {owner}")
        if owner in (None, player) and is_contest:
            found = "is free" if owner is None else f"has {player}'s own token"
            raise IllegalMoveError(TurnRule.NO_CONTEST, f"{slot} {found}")
        if slot not in _reached(self.state, player, self.throw):
            reason = f"{slot} cannot be reached by {player} with {self.throw}"
            raise IllegalMoveError(TurnRule.PLACE, reason)
        if is_contest and slot in tower_slots(self.state):
            raise IllegalMoveError(TurnRule.TOWER, f"{slot} is of a tower of {owner}")

    def _put(self, slot: str, colour: str) -> None:
        """Put a token of *colour* on *slot*, and hand it a bridge if that makes a tower."""
        self.state = self.state.with_token(slot, colour)
        if any(slot in tower.slots for tower in towers(self.state, colour)):
            self.state = self.state.with_held(colour)
        self.winner = winner(self.state)


def _decision(dice: tuple[str, ...]) -> bool:
    """Return whether the challenger wins with these *dice*; raise where they decide nothing."""
    values = [tuple(map(die_value, pair)) for pair in dice]
    ties = [mine == theirs for mine, theirs in values]
    if not values or ties != [True] * (len(values) - 1) + [False]:
        thrown = " ".join(dice) or "none"
        reason = f"both throw until they differ, and then no more; thrown were {thrown}"
        raise IllegalMoveError(TurnRule.DICE, reason)
    mine, theirs = values[-1]
    return mine > theirs


def verdicts(record: Record) -> Iterator[Verdict]:
    """Yield what the referee says at the start and after each turn, to the first illegal one."""
    state = State.start(record.board, record.players)
    verdict = Verdict(None, state, None, drawn=False)
    yield verdict
    passed = 0  # turns in a row in which nobody could lay
    for number, turn in enumerate(record.turns, start=1):
        player = state.turn
        try:
            _check_goes_on(verdict)
            played = played_turn(state, turn, record.tokens)
        except IllegalMoveError as error:
            illegal = IllegalTurn(number, player, error.rule, error.reason)
            yield Verdict(illegal, state, verdict.winner, verdict.drawn)
            return
        state = played.next_state
        passed = 0 if played.laid else passed + 1
        drawn = played.winner is None and passed >= len(record.players)
        verdict = Verdict(None, state, played.winner, drawn)
        yield verdict


def _check_goes_on(verdict: Verdict) -> None:
    """Raise where the game was over before a turn."""
    if verdict.over:
        ended = "it is drawn" if verdict.drawn else f"{verdict.winner} has won"
        raise IllegalMoveError(TurnRule.OVER, ended)


def played_turn(state: State, turn: GameTurn, tokens: int) -> TurnInProgress:
    """Return *turn* as it was played to its end from *state*; raise `IllegalMoveError`."""
    played = TurnInProgress(state, turn.throw, tokens)
    at_end = []
    for number, move in enumerate(turn.moves):
        if not isinstance(move, Contest):
            played.play(move)
            continue
        played.contest(move.slot, move.dice)
        if _decision(move.dice):
            _lay_recorded(played, number, move.extra)
        else:
            at_end.append((number, move.extra))
    played.end()
    for number, extra in at_end:
        _lay_recorded(played, number, extra)
    return played


def _lay_recorded(played: TurnInProgress, number: int, extra: str | None) -> None:
    """Lay the *extra* token that a record has for a move, or see that none is due."""
    due = played.extra
    if due is None or due.number != number:
        if extra is not None:
            raise IllegalMoveError(TurnRule.EXTRA, f"{extra}, but none is due")
    elif extra is None:
        raise IllegalMoveError(TurnRule.EXTRA, f"{due.colour} has to lay one, and does not")
    else:
        played.lay_extra(extra)


def judge(record: Record) -> Verdict:
    """Return what the referee says of *record*."""
    *_, last = verdicts(record)
    return last


def check(record: Record) -> Verdict:
    """Return the verdict on *record*, which a search made.

    Raises `BrokenInvariantError` if it is illegal.
    """
    verdict = judge(record)
    if verdict.illegal:
        number, player, rule, reason = verdict.illegal
        raise BrokenInvariantError(f"turn {number}, {player}: {rule.value}: {reason}")
    return verdict
