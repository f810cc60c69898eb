"""The fewest tokens that win, by one engine or by both, and checked by the referee."""

import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum

from solver.errors import BrokenInvariantError
from solver.geocinco.fewest.problem import TOWERS, Build, TowersProblem
from solver.geocinco.rules import position
from solver.geocinco.state import Bridge, State
from solver.runtime.interruption import deferred


class Engine(Enum):
    """What searches: one of the two, or both, whose answers must agree."""

    TREE = "tree"
    CP_SAT = "cp-sat"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class FewestAnswer:
    """A *build* in *problem* with the fewest tokens; None if there is none, or none was found.

    *bound*: no build takes less; None where that no build exists is shown. *sets* is how many sets
    of five towers take no more, None where they were not counted. *proven*: both engines say so.
    *stopped*: the time was over before an engine was done, by Ctrl-C if also *interrupted*.
    """

    problem: TowersProblem
    build: Build | None
    bound: int | None
    sets: int | None = None
    proven: bool = False
    stopped: bool = False
    interrupted: bool = False

    @property
    def tokens(self) -> int | None:
        """How many tokens the build takes."""
        return None if self.build is None else len(self.build.tokens)

    @property
    def is_impossible(self) -> bool:
        """Whether no five towers can be built in one network."""
        return self.build is None and not self.stopped


def fewest(
    problem: TowersProblem,
    engine: Engine = Engine.BOTH,
    *,
    counted: bool = False,
    limit_s: float | None = None,
) -> FewestAnswer:
    """Return the fewest tokens that build five towers in *problem*.

    The sets of towers are *counted* by the tree engine only. The answer is the same for the same
    arguments, unless CP-SAT is ended by *limit_s*, in seconds, or by Ctrl-C; the other engine takes
    some seconds at most.
    """
    deadline = None if limit_s is None else time.monotonic() + limit_s
    answer = None
    if engine is not Engine.CP_SAT:
        answer = _by_tree(problem, counted=counted)
        check(answer)
        if engine is Engine.TREE:
            return answer
    return _by_flow(problem, deadline, answer)


def _by_tree(problem: TowersProblem, *, counted: bool) -> FewestAnswer:
    with deferred():  # an interrupted import of numpy may raise any error
        from solver.geocinco.fewest.tree import TreeSearch

    search, bridges = TreeSearch(problem), problem.bridges
    least = search.fewest(bridges)
    build = None if least is None else search.build(bridges)
    if build is not None and len(build.tokens) != least:
        raise BrokenInvariantError(f"{len(build.tokens)} tokens, not {least}: {build}")
    sets = len(search.optimal_sets(bridges)) if counted else None
    return FewestAnswer(problem, build, least, sets)


def _by_flow(
    problem: TowersProblem, deadline: float | None, known: FewestAnswer | None
) -> FewestAnswer:
    """Return the answer of CP-SAT, or what is *known* already with what CP-SAT says of it."""
    from solver.cover.cpsat import TimeLimit
    from solver.cover.status import Status
    from solver.geocinco.fewest.flow import fewest_by_flow

    found = fewest_by_flow(problem, TimeLimit(deadline), known=known.build if known else None)
    is_done = found.status in (Status.OPTIMAL, Status.INFEASIBLE)
    answer = FewestAnswer(
        problem,
        found.build,
        None if found.status is Status.INFEASIBLE else found.bound,
        stopped=not is_done,
        interrupted=found.interrupted,
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
        interrupted=answer.interrupted,
    )


def check(answer: FewestAnswer) -> None:
    """Raise `BrokenInvariantError` unless the build of *answer*, if any, wins by the rules."""
    build, problem = answer.build, answer.problem
    if build is None:
        return
    before, colour = problem.state, problem.colour
    after = built_state(before, colour, build)
    places = position.bridge_places(replace(after, bridges=before.bridges), colour)
    if (
        not before.tokens.keys().isdisjoint(build.tokens)
        or len(build.bridges) > problem.bridges
        or any(Bridge.between(colour, *pair) not in places for pair in build.bridges)
        or not _are_joined(after, colour, build.towers)
        or not position.has_won(after, colour)
    ):
        raise BrokenInvariantError(f"no five towers of {colour}: {build}")


def _are_joined(state: State, colour: str, names: Collection[str]) -> bool:
    """Return whether these are the *names* of five towers in one network."""
    slots = {tower.name: tower.slots for tower in position.towers(state, colour)}
    return (
        len(set(names)) == TOWERS
        and slots.keys() >= set(names)
        and any(
            all(network.issuperset(slots[name]) for name in names)
            for network in position.networks(state, colour)
        )
    )


def built_state(state: State, colour: str, build: Build) -> State:
    """Return *state* with the tokens and bridges of a *build* of *colour*, all laid at once."""
    tokens = {**state.tokens, **dict.fromkeys(build.tokens, colour)}
    bridges = {Bridge.between(colour, *pair) for pair in build.bridges}
    return replace(state, tokens=tokens, bridges=state.bridges | bridges)
