"""A hint: what the strongest program would do, how all stand before and after it, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any, Self

from solver.drawing.styled_text import capitalised
from solver.geocinco.board import SIDES
from solver.geocinco.history import step_json
from solver.geocinco.play.session import Session
from solver.geocinco.play.typed_step import typed_text
from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.position import networks, towers
from solver.geocinco.rules.turn import Done, Extra, Step
from solver.geocinco.state import State
from solver.geocinco.strategy.program import PROGRAMS

_DECIMALS = 3  # an estimate is in eighths
_ALIKE = 0.05  # tokens: estimates that are shown as the same figure
_REASONS = {  # the page has its own words for each
    "tower": "tower {name} is complete",
    "sides": f"{{name}} has {{count}} of {SIDES} sides",
    "joins": "networks become one",
    "blocks": "it is in the way of {name} of {colour}",
    "back": "{colour} is thrown back by {tokens} tokens",
}

_Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hint:
    """The *step* that the program of this *level* would take in *session*.

    A contest is taken for won.
    """

    session: Session
    level: str
    step: Step

    @classmethod
    def of(cls, session: Session) -> Self:
        """Return what the strongest program would do."""
        level, program = [*PROGRAMS.items()][-1]
        return cls(session, level, session.choice(program))

    @property
    def after(self) -> State:
        """The state after the step."""
        session = self.session
        if isinstance(self.step, Done):
            return session.state
        first, *_ = slots = step_json(self.step)["slots"]
        if isinstance(self.step, LayBridge):
            current = session.current.copy()
            current.play(LayBridge(*slots))
            return current.state
        return session.state.with_token(first, session.player)

    @property
    def slot(self) -> str:
        """Where a token would be laid; empty if none would be."""
        return self.step.slot if isinstance(self.step, Lay | Contest | Extra) else ""

    @property
    def text(self) -> str:
        """What the program would type."""
        return f"the program {self.level} would type: {typed_text(self.step)}"

    @property
    def reason(self) -> str:
        """Why, in sentences; empty where nothing is laid."""
        if isinstance(self.step, Done):
            return ""
        hint = self.to_json()
        before, after = map(_tenths, hint["needs"][self.session.player])
        missing = f"About {after} tokens are missing to win, as before."
        if after != before:
            missing = f"About {after} tokens are then missing to win, now {before}."
        said = ", ".join(
            _REASONS[each["reason"]].format(**each, tokens=_tenths(each.get("count", 0)))
            for each in hint["reasons"]
        )
        won = "If the contest is won, " if isinstance(self.step, Contest) else ""
        return f"{capitalised(f'{won}{said}')}. {missing}" if said else missing

    def to_json(self) -> _Json:
        """Return the step, the figures that speak for it, and what they come to."""
        from solver.geocinco.strategy.compiled_program import tokens_to_win  # imports numpy

        before, after, player = self.session.state, self.after, self.session.player
        slots, states = step_json(self.step)["slots"], (before, after)
        estimates = [tokens_to_win(state) for state in states]
        needs = {
            colour: [round(each[colour], _DECIMALS) for each in estimates]
            for colour in before.players
        }
        pentagons = [
            {
                "name": pentagon.name,
                "colour": pentagon.colour,
                "sides": len(after.tokens_of(pentagon.colour).intersection(pentagon.slots)),
                "tower": pentagon in towers(after, pentagon.colour),
            }
            for pentagon in before.board.pentagons
            if pentagon.colour in before.players and {*slots} & {*pentagon.slots}
        ]
        counts = [len(networks(state, player)) for state in states]
        was, now = needs[player]
        return {
            **step_json(self.step),
            "typed": typed_text(self.step),
            "level": self.level,
            "needs": needs,
            "networks": counts,
            "pentagons": pentagons,
            "reasons": [*self._reasons(needs, counts, pentagons)],
            "nearer": float(_tenths(now)) < float(_tenths(was)),
        }

    def _reasons(
        self, needs: Mapping[str, list[float]], counts: list[int], pentagons: Sequence[_Json]
    ) -> Iterator[_Json]:
        """Yield what the figures come to, first what is good for the player himself."""
        player, (before, after) = self.session.player, counts
        own, others = (
            [each for each in pentagons if (each["colour"] == player) is is_own]
            for is_own in (True, False)
        )
        for each in own:
            kind = "tower" if each["tower"] else "sides"
            yield {"reason": kind, "name": each["name"], "count": each["sides"]}
        if after < before:
            yield {"reason": "joins"}
        for each in [] if isinstance(self.step, LayBridge) else others:
            yield {"reason": "blocks", "name": each["name"], "colour": each["colour"]}
        for colour, (was, now) in needs.items():
            if colour != player and now > was + _ALIKE:
                yield {"reason": "back", "colour": colour, "count": round(now - was, _DECIMALS)}


def _tenths(tokens: float) -> str:
    """Return *tokens* to a tenth; halves of it go up, as on the page."""
    return f"{floor(10 * tokens + 0.5) / 10:.1f}"
