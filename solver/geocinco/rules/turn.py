"""A turn, move by move: tokens, contests and bridges, and the rules that they may break."""

from copy import copy
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from solver.errors import PentaError
from solver.geocinco.board import COLOURS
from solver.geocinco.contest import challenger_wins
from solver.geocinco.record import Contest, GameTurn, Lay, LayBridge, Move, TokenCount
from solver.geocinco.rules.position import (
    NO_PLACES,
    Places,
    bridge_places,
    extra_places,
    places,
    reached_slots,
    tower_slots,
    towers,
    winner,
)
from solver.geocinco.state import Bridge, State
from solver.geocinco.throw import THROWS, Throw
from solver.question import check_argument


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


class IllegalMoveError(PentaError):
    """A move breaks a *rule*, for a *reason*."""

    def __init__(self, rule: TurnRule, reason: str) -> None:
        super().__init__("move", expected="a legal one", found=f"{rule.value}: {reason}")
        self.rule, self.reason = rule, reason


@dataclass(frozen=True, slots=True)
class Extra:
    """The extra token of a contest that was won, laid on *slot*."""

    slot: str

    def __str__(self) -> str:
        return f"extra token {self.slot}"


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a turn in which no token can be laid any more; a bridge may be kept."""

    def __str__(self) -> str:
        return "done"


Step = Lay | LayBridge | Contest | Extra | Done


class DueExtra(NamedTuple):
    """An extra token that *colour* lays, for the contest that was the move of this *number*."""

    colour: str
    number: int


class TurnInProgress:
    """A turn as it is played from *state*, whose turn it is, with a *throw*, step by step.

    *state* is the one after the *moves* so far, of which *laid* were tokens; at most
    *tokens* may be. *winner* is set as soon as somebody has won. The player *has_ended* his own
    moves once he is done; then defenders lay the extra tokens of the contests that they won.

    >>> from solver.geocinco.board import Board
    >>> start = State.start(Board.named("whole"), ("red", "blue"))
    >>> turn = TurnInProgress(start, Throw.parse("3C"), 2)
    >>> [step.slot for step in turn.legal_moves()]
    ['C2b1', 'B3y3', 'C3r3', 'C3r4', 'C3r5']
    >>> turn.play(Lay("C3r3"))
    >>> turn.laid, turn.is_over
    (1, False)
    """

    def __init__(self, state: State, throw: Throw, tokens: TokenCount) -> None:
        # Each by itself, as `question` is slow: a referee makes an object for every turn of a game.
        check_argument(state, State, "state")
        check_argument(throw, Throw, "throw")
        check_argument(tokens, TokenCount, "tokens")
        if not {state.turn, *state.tokens.values()} <= {*state.players} <= {*COLOURS}:
            state.check("state")  # which says what is wrong
        self.state, self.throw = state, throw if throw in THROWS else Throw.parse(str(throw))
        self.tokens = tokens + throw.has_plus
        self.laid = 0
        self.moves: list[Move] = []
        self.winner = winner(state)
        self._due: list[DueExtra] = []
        self._due_at_end: list[DueExtra] = []
        self.has_ended = False

    def __repr__(self) -> str:
        return f"<TurnInProgress: {self.player}, {self.throw}, {self.laid} of {self.tokens} laid>"

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
    def is_over(self) -> bool:
        """Whether the player is done, and no extra token is due any more."""
        return self.has_ended and not self._due

    def legal_moves(self) -> list[Step]:
        """Return the steps that may be taken next; contests have no dice yet."""
        if self.extra is not None:
            in_order = self.state.board.in_order
            return [*map(Extra, in_order(extra_places(self.state, self.extra.colour)))]
        if self.has_ended:
            return []
        free, contest = map(self.state.board.in_order, self.places)
        steps: list[Step] = [*map(Lay, free), *(Contest(slot, ()) for slot in contest)]
        steps += [LayBridge(first, second) for _, first, second in self.bridges]
        return steps if free or contest else [*steps, Done()]

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
        """The extra token that is laid now, before anything else; None if none has a place."""
        return self._due[0] if self._due else None

    @property
    def so_far(self) -> GameTurn:
        """The turn as far as it was played."""
        return GameTurn(self.throw, tuple(self.moves))

    @property
    def next_state(self) -> State:
        """The state in which the next player has the turn."""
        return self.state.next_turn()

    def play(self, step: Step) -> None:
        """Take a *step*: lay a token or a bridge, contest a token with the dice thrown, or be done.

        The extra token of a contest is a step of its own, as soon as it is due. Raises
        `IllegalMoveError` where a rule is broken, and then changes nothing.
        """
        match step:
            case Extra(slot):
                self._lay_extra(slot)
            case Done():
                self._end()
            case Contest(slot, dice):
                self._check_open()
                self._contest(slot, dice)
            case LayBridge(first, second):
                self._check_open()
                bridge = Bridge.between(self.player, first, second)
                self._check_bridge(bridge)
                self.state = self.state.with_bridge(bridge)
                self.winner = winner(self.state)
                self.moves.append(step)
            case Lay(slot):
                self._check_open()
                self._check_token(slot, is_contest=False)
                self._put(slot, self.player)
                self.laid += 1
                self.moves.append(step)
            case _:
                check_argument(step, Step, "step")

    def _contest(self, slot: str, dice: tuple[str, ...]) -> None:
        self._check_token(slot, is_contest=True)
        owner = self.state.tokens[slot]
        due = DueExtra(self.player, len(self.moves))
        wins = challenger_wins(dice)
        if wins is None:
            thrown = " ".join(dice) or "none"
            reason = f"both throw until they differ, and then no more; thrown were {thrown}"
            raise IllegalMoveError(TurnRule.DICE, reason)
        if wins:
            self._put(slot, self.player)
            self._due.append(due)
            self._drop_impossible()
        else:
            self._due_at_end.append(due._replace(colour=owner))
        self.laid += 1
        self.moves.append(Contest(slot, dice))

    def _lay_extra(self, slot: str) -> None:
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
        self._drop_impossible()

    def _end(self) -> None:
        self._check_no_extra()
        if any(self.places):
            reason = f"{self.laid} of {self.tokens} laid, and there is a place"
            raise IllegalMoveError(TurnRule.TOO_FEW, reason)
        self._due, self._due_at_end = self._due_at_end, []
        self.has_ended = True
        self._drop_impossible()

    def _drop_impossible(self) -> None:
        """Forget the extra tokens that come next and have no place, or come after the game."""
        while self._due and (self.winner or not extra_places(self.state, self._due[0].colour)):
            self._due.pop(0)

    def _check_open(self) -> None:
        """Raise unless the player may make a move."""
        if self.has_ended:
            raise IllegalMoveError(TurnRule.TOO_MANY, f"the turn of {self.player} has ended")
        if self.winner is not None:
            raise IllegalMoveError(TurnRule.OVER, f"{self.winner} has won")
        self._check_no_extra()

    def _check_no_extra(self) -> None:
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
        if slot not in reached_slots(self.state, player, self.throw):
            is_there = slot in self.state.board.slots
            reason = f"{slot} cannot be reached by {player} with {self.throw}"
            reason = reason if is_there else f"there is no slot {slot}"
            raise IllegalMoveError(TurnRule.PLACE, reason)
        if is_contest and slot in tower_slots(self.state):
            raise IllegalMoveError(TurnRule.TOWER, f"{slot} is of a tower of {owner}")

    def _put(self, slot: str, colour: str) -> None:
        """Put a token of *colour* on *slot*, and hand it a bridge if that makes a tower."""
        self.state = self.state.with_token(slot, colour)
        if any(slot in tower.slots for tower in towers(self.state, colour)):
            self.state = self.state.with_held(colour)
        self.winner = winner(self.state)
