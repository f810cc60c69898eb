"""The fewest tokens that win, by one engine or by both, and checked by the referee."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from solver.answer import Answer, Outcome
from solver.drawing.styled_text import StyledLine, plain_line, plural, wrapped_lines
from solver.errors import BrokenInvariantError, PentaError
from solver.geocinco.answer import listed_lines, player_of
from solver.geocinco.board import BOARD_NOTE, COLOURS, Board
from solver.geocinco.board_view import board_lines
from solver.geocinco.fewest_tokens.problem import (
    DEFAULT_BRIDGES,
    MAX_BRIDGES,
    TOWERS,
    Build,
    TowersProblem,
)
from solver.geocinco.rules import position
from solver.geocinco.state import Bridge, State
from solver.question import Within, question
from solver.search import Report, Search

if TYPE_CHECKING:
    from solver.drawing.scene import Scene


class Engine(Enum):
    """What searches: one of the two, or both, whose answers must agree."""

    TREE = "tree"
    CP_SAT = "cp-sat"
    BOTH = "both"


@dataclass(frozen=True, slots=True, repr=False)
class FewestTokens(Answer):
    """A *build* in *problem* with the fewest tokens; None if there is none, or none was found.

    Every build takes at least *bound* tokens; None says that there is no build. *sets* is how many
    sets of five towers take equally few, None if they were not counted. It is *proven* if both
    engines agree, and *stopped* if the time ended before an engine was done.
    """

    problem: TowersProblem
    title: str
    build: Build | None
    bound: int | None
    sets: int | None = None
    proven: bool = False
    stopped: bool = False

    @property
    def tokens(self) -> int | None:
        """How many tokens the build takes."""
        return None if self.build is None else len(self.build.tokens)

    @property
    def outcome(self) -> Outcome:
        """No if no five towers can be built in one network."""
        if self.stopped:
            return Outcome.UNDECIDED
        return Outcome.NO if self.build is None else Outcome.YES

    @property
    def state(self) -> State:
        """The state of the problem with the tokens and bridges of the build, if there is one."""
        return built_state(self.problem.state, self.problem.colour, self.build or Build())

    @property
    def summary(self) -> str:
        """What the answer is, and what is proven of it."""
        return f"{self.title}, {self.problem.colour}: {self._result}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the board with the new tokens marked, what they are, and the proof."""
        build = self.build or Build()
        yield from board_lines(self.state, marked=build.tokens, drawn=drawn)
        yield plain_line("")
        yield from wrapped_lines(self.summary)
        yield from listed_lines("towers", build.towers)
        yield from listed_lines("tokens", build.tokens)
        yield from listed_lines("bridges", map("-".join, build.bridges))
        if self.sets is not None:
            takes = "takes" if self.sets == 1 else "take"
            counted = plural(self.sets, "set")
            yield from wrapped_lines(f"{counted} of five towers {takes} no more")
        yield plain_line(BOARD_NOTE)

    def to_json(self) -> dict[str, Any]:
        """Return the tokens, the towers and the bridges that are laid, and what is proven."""
        build = self.build or Build()
        counted = {} if self.sets is None else {"sets": self.sets}
        return {
            "tokens": self.tokens,
            "bridges": self.problem.bridges,
            "proven": self.proven,
            "slots": list(build.tokens),
            "towers": list(build.towers),
            "laid": [list(bridge) for bridge in build.bridges],
            "bound": self.bound,
            "colour": self.problem.colour,
            **counted,
        }

    def picture(self) -> "Scene":
        """Return the board with the new tokens marked."""
        from solver.geocinco.picture import board_scene

        colour, build = self.problem.colour, self.build
        caption = f"With bright edges: the new tokens of {colour}." if build else ""
        return board_scene(self.state, marked=(build or Build()).tokens, caption=caption)

    @property
    def reason(self) -> str:
        """What is known if CP-SAT was stopped; a no speaks for itself."""
        return self._result if self.stopped else ""

    @property
    def _result(self) -> str:
        """What the answer is, and what is proven of it."""
        build, bridges = self.build, self.problem.bridges
        limit = f"at most {plural(bridges, 'bridge')}" if bridges else "no bridge"
        proof = "proven by both engines" if self.proven else "not proven by a second engine"
        if build is None:
            if self.stopped and self.bound is not None:
                return f"nothing was found with {limit} until CP-SAT was stopped"
            return f"five towers in one network are impossible with {limit}, {proof}"
        laid = f" and {plural(len(build.bridges), 'bridge')}" if build.bridges else ""
        more = f"{plural(len(build.tokens), 'further token')}{laid}"
        text = f"{more} make five towers in one network"
        if self.stopped:
            if not self.bound:
                return f"{text} with {limit}; CP-SAT was stopped before it had proven anything"
            known = f"{self.bound} or more are needed with {limit}"
            return f"{text}; when CP-SAT was stopped, it had proven that {known}"
        return f"{text}, the fewest tokens with {limit}, {proof}"


@question
def fewest(  # noqa: PLR0913 - what varies, and how it is searched for
    state: State | None = None,
    *,
    board: Board | None = None,
    colour: str | None = None,
    bridges: Annotated[int, Within(0, MAX_BRIDGES)] = DEFAULT_BRIDGES,
    counted: bool = False,
    engine: Engine = Engine.BOTH,
    title: str = "state",
) -> Search[FewestTokens]:
    """Return the search for the fewest further tokens that win in *state*.

    Without a state, *board* is empty, by default the whole one. *colour*, by default the player
    whose turn it is, lays any tokens and at most *bridges* bridges. The tree *engine* can count the
    sets of towers, and only the search of CP-SAT is subject to a time limit: the other takes some
    seconds at most. Raises `StateError` where nobody plays *colour*, and `PentaError` where a board
    is given beside a state, or sets are to be counted without the tree.
    """
    if state is not None and board is not None:
        raise PentaError(
            "board", expected="none beside a state, which has its own", found=board.name
        )
    if counted and engine is Engine.CP_SAT:
        raise PentaError("counted", expected="the tree engine", found=engine.value)
    if state is None:
        board = board or Board.named("whole")
        state, title = State.start(board, COLOURS), f"empty board {board.name}"
    problem = TowersProblem(state, player_of(state, colour, title=title), bridges)

    @cache
    def by_tree() -> FewestTokens | None:
        return None if engine is Engine.CP_SAT else _by_tree(problem, title, counted=counted)

    def work(report: Report[FewestTokens]) -> FewestTokens:
        known = by_tree()
        if known is not None and engine is Engine.TREE:
            return known
        so_far = known or FewestTokens(problem, title, None, 0)
        report(0, 0, 0, answer=lambda: replace(so_far, bound=0, stopped=True))
        return _by_flow(problem, title, known)

    return Search(work, label="fewest tokens", prepare=by_tree)


def _by_tree(problem: TowersProblem, title: str, *, counted: bool) -> FewestTokens:
    from solver.geocinco.fewest_tokens.tree import TreeSearch

    search, bridges = TreeSearch(problem), problem.bridges
    least = search.fewest(bridges)
    build = None if least is None else search.build(bridges)
    if build is not None and len(build.tokens) != least:
        raise BrokenInvariantError(f"{len(build.tokens)} tokens, not {least}: {build}")
    sets = len(search.optimal_sets(bridges)) if counted else None
    answer = FewestTokens(problem, title, build, least, sets)
    check(answer)
    return answer


def _by_flow(problem: TowersProblem, title: str, known: FewestTokens | None) -> FewestTokens:
    """Return the answer of CP-SAT, or what is *known* already with what CP-SAT says of it."""
    from solver.cover.cpsat import TimeLimit
    from solver.cover.exact_cover import Status
    from solver.geocinco.fewest_tokens.flow import fewest_by_flow

    found = fewest_by_flow(problem, TimeLimit(), known=known.build if known else None)
    is_done = found.status in (Status.OPTIMAL, Status.INFEASIBLE)
    answer = FewestTokens(
        problem,
        title,
        found.build,
        None if found.status is Status.INFEASIBLE else found.bound,
        stopped=not is_done,
    )
    check(answer)
    if known is None:
        return answer
    if is_done and known.tokens != answer.tokens:
        raise BrokenInvariantError(f"tree says {known.tokens} tokens, CP-SAT {answer.tokens}")
    return replace(
        known,
        bound=None if known.build is None else answer.bound,
        proven=is_done,
        stopped=answer.stopped,
    )


def check(answer: FewestTokens) -> None:
    """Raise `BrokenInvariantError` unless the build of *answer*, if any, wins by the rules."""
    build, problem = answer.build, answer.problem
    if build is None:
        return
    before, colour = problem.state, problem.colour
    after = built_state(before, colour, build)
    places = position.bridge_places(replace(after, bridges=before.bridges), colour)
    towers = position.towers(after, colour)
    joined = [  # the towers in each network
        {tower.name for tower in towers if network.issuperset(tower.slots)}
        for network in position.networks(after, colour)
    ]
    if (
        not before.tokens.keys().isdisjoint(build.tokens)
        or len(build.bridges) > problem.bridges
        or any(Bridge.between(colour, *pair) not in places for pair in build.bridges)
        or len({*build.towers}) != TOWERS
        or not any(names.issuperset(build.towers) for names in joined)
        or not position.has_won(after, colour)
    ):
        raise BrokenInvariantError(f"no five towers of {colour}: {build}")


def built_state(state: State, colour: str, build: Build) -> State:
    """Return *state* with the tokens and bridges of a *build* of *colour*, all laid at once."""
    tokens = {**state.tokens, **dict.fromkeys(build.tokens, colour)}
    bridges = {Bridge.between(colour, *pair) for pair in build.bridges}
    return replace(state, tokens=tokens, bridges=state.bridges | bridges)
