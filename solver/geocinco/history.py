"""What each step of a game brought about, for those who look back at it, or are told of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from solver.geocinco.contest import challenger_wins
from solver.geocinco.record import Contest, GameTurn, Lay, LayBridge, Record
from solver.geocinco.rules.position import networks, towers
from solver.geocinco.rules.turn import Done, Extra, Step, TurnInProgress
from solver.geocinco.state import State
from solver.geocinco.throw import Throw


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A *step* of a *player* in the *turn* of this number, from 1, and the states around it.

    `Done` stands for the *lost* tokens of a turn, for which there was no place.
    """

    turn: int
    throw: Throw
    player: str
    step: Step
    before: State
    after: State
    lost: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return who did what, and the towers, bridges and networks that it changed."""
        before, after = self.before, self.after
        gained = after.held[self.player] - before.held[self.player]
        return {
            "turn": self.turn,
            "throw": str(self.throw),
            "player": self.player,
            **self._step_json(),
            "towers": [
                tower.name
                for colour in after.players
                for tower in towers(after, colour)
                if tower not in towers(before, colour)
            ],
            "gained": max(0, gained),
            "fallen": sorted(map(list, before.bridges - after.bridges)),
            "networks": len(networks(after, self.player)),
        }

    def _step_json(self) -> dict[str, Any]:
        match self.step:
            case Contest(slot, dice):
                owner = self.before.tokens[slot]
                won = {"against": owner, "winner": self.player if challenger_wins(dice) else owner}
                return {"kind": "contest", "slots": [slot], "dice": list(dice), **won}
            case Done():
                return {"kind": "lost", "slots": [], "count": self.lost}
            case _:
                return step_json(self.step)


def step_json(step: Step) -> dict[str, Any]:
    """Return the kind and the slots of a *step* that is not taken yet."""
    match step:
        case LayBridge(first, second):
            return {"kind": "bridge", "slots": [first, second]}
        case Lay(slot):
            return {"kind": "token", "slots": [slot]}
        case Extra(slot):
            return {"kind": "extra", "slots": [slot]}
        case Contest(slot):
            return {"kind": "contest", "slots": [slot]}
        case _:
            return {"kind": "done", "slots": []}


def played_steps(
    record: Record, pending: GameTurn | None = None, *, done: bool = False
) -> Iterator[PlayedStep]:
    """Yield the steps of a legal *record*, and of the turn that is *pending* after it, if one is.

    Its player may be *done*, while extra tokens are due.
    """
    state = State.start(record.board, record.players)
    for number, turn in enumerate((*record.turns, *([pending] if pending else [])), start=1):
        current = TurnInProgress(state, turn.throw, record.tokens)
        for step in _steps(turn, done=done or number <= len(record.turns)):
            lost = 0 if current.winner else current.tokens - current.laid
            before, extra = current.state, current.extra
            player = extra.colour if extra else current.player
            current.play(step)
            if not isinstance(step, Done):
                yield PlayedStep(number, turn.throw, player, step, before, current.state)
            elif lost:
                yield PlayedStep(number, turn.throw, player, step, before, before, lost)
        state = current.next_state


def _steps(turn: GameTurn, *, done: bool) -> Iterator[Step]:
    """Yield the steps of *turn* in the order in which they were taken."""
    at_end = []
    for move in turn.moves:
        yield move
        if isinstance(move, Contest) and move.extra is not None:
            if challenger_wins(move.dice):
                yield Extra(move.extra)
            else:
                at_end.append(Extra(move.extra))
    if done:
        yield Done()
        yield from at_end
