"""The fewest tokens by an integer program: five towers, and a flow from one of them to the others.

Own tokens that are in one network already are one node, and so is every free slot. Four units flow
out of the first of the five towers, one into each of the others, through nodes that have a token
and over bridges that are laid. So all five are in one network.

The flow alone leaves the program weak: a fifth of every tower, and a little flow everywhere, cost
less than any answer. So it has one constraint more, a cut, by this argument. A vertex touches at
most one pentagon of a colour, hence two towers of a colour neither share a slot nor have adjacent
ones, and five towers are five separate networks until something joins them. Tokens at one vertex
are all in one network; so a further token, which has two ends, joins at most two networks and
itself: there is at most one fewer than before. The same holds for a bridge. An old network that
touches k of the towers makes k of them one, which is k - 1 fewer. Thus

    new tokens outside the towers + new bridges >= 4 - the sum of (k - 1) over the networks used

and on the empty board 29 is the least sum of tokens and bridges.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from solver.cover import cpsat
from solver.cover.cpsat import TimeLimit
from solver.cover.exact_cover import Status
from solver.cover.integer_program import IntegerProgram, ProgramSolution, Term
from solver.errors import BrokenInvariantError
from solver.geocinco.fewest_tokens.problem import TOWERS, Build, TowersProblem

_FLOW = TOWERS - 1  # that leaves the first tower


class FlowResult(NamedTuple):
    """The best *build* found, None if none was found; no build takes fewer tokens than *bound*.

    The status is OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN.
    """

    status: Status
    build: Build | None
    bound: int


def fewest_by_flow(
    problem: TowersProblem, limit: TimeLimit, *, known: Build | None = None
) -> FlowResult:
    """Return the build of five towers in *problem* with the fewest tokens, as far as *limit* lets.

    A build that is *known* is tried first: what is left to do is to prove that none is better. The
    result is the same for the same arguments, unless the limit ends the search.
    """
    if len(problem.pentagons) < TOWERS:
        return FlowResult(Status.INFEASIBLE, None, 0)
    model = _FlowModel(problem)
    hints = {} if known is None else model.hints(known)
    solution = cpsat.least_cost(model.program, limit, hints=hints)
    build = model.build(solution) if solution.values else None
    return FlowResult(solution.status, build, solution.bound)


class _Arc(NamedTuple):
    """The *flow* from one node to another, over a new *bridge* or, if None, by adjacency."""

    flow: int
    start: int
    end: int
    bridge: int | None


class _FlowModel:
    """The *program* for *problem*; all that is kept of it are the numbers of its variables."""

    def __init__(self, problem: TowersProblem) -> None:
        self._problem = problem
        self.program = IntegerProgram()
        variable = self.program.add_variable
        self._token = {node: variable(cost=self._cost(node)) for node in sorted(set(self._node_of))}
        self._tower = [variable() for _ in problem.pentagons]
        self._first = [variable() for _ in problem.pentagons]
        self._bridge = [variable() for _ in problem.bridge_places]
        self._arcs = list(self._directed())
        self._require_towers()
        self._require_flow()
        self._require_joints()

    @cached_property
    def _node_of(self) -> list[int]:
        """The node of each slot: the first slot of its network, or itself if it is free."""
        node_of = list(range(len(self._problem.slots)))
        for pair in self._problem.joined:
            if not any(map(self._cost, pair)):  # two networks become one
                first, second = sorted(node_of[slot] for slot in pair)
                node_of = [first if node == second else node for node in node_of]
        return node_of

    @cached_property
    def _nodes_of_tower(self) -> list[list[int]]:
        """The nodes of the slots of each pentagon, each once."""
        number = self._problem.number
        return [
            sorted({self._node_of[number[slot]] for slot in pentagon.slots})
            for pentagon in self._problem.pentagons
        ]

    def _cost(self, slot: int) -> int:
        return self._problem.costs[slot]

    def _directed(self) -> Iterable[_Arc]:
        places: list[tuple[tuple[int, int], int | None]] = [
            *((pair, None) for pair in self._problem.joined),
            *zip(self._problem.bridge_places, self._bridge, strict=True),
        ]
        seen = set[tuple[int, int]]()
        for pair, bridge in places:
            one, other = (self._node_of[slot] for slot in pair)
            if one == other or (bridge is None and (one, other) in seen):
                continue
            if bridge is None:
                seen |= {(one, other), (other, one)}
            for start, end in ((one, other), (other, one)):
                yield _Arc(self.program.add_variable(_FLOW), start, end, bridge)

    def _require_towers(self) -> None:
        require, tower, first = self.program.require, self._tower, self._first
        for nodes, is_tower in zip(self._nodes_of_tower, tower, strict=True):
            for node in nodes:
                require([(1, self._token[node]), (-1, is_tower)], least=0)
        require([(1, each) for each in tower], least=TOWERS, most=TOWERS)
        require([(1, each) for each in first], least=1, most=1)
        for number, each in enumerate(first):
            require([(1, tower[number]), (-1, each)], least=0)
            for before in tower[:number]:
                require([(1, each), (1, before)], most=1)
        require([(1, each) for each in self._bridge], most=self._problem.bridges)

    def _require_flow(self) -> None:
        require = self.program.require
        into, out_of, over = defaultdict(list), defaultdict(list), defaultdict(list)
        for arc in self._arcs:
            into[arc.end].append((1, arc.flow))
            out_of[arc.start].append((-1, arc.flow))
            if arc.bridge is not None:
                over[arc.bridge].append((1, arc.flow))
        wanted: defaultdict[int, list[Term]] = defaultdict(list)
        for nodes, is_tower, is_first in zip(
            self._nodes_of_tower, self._tower, self._first, strict=True
        ):
            wanted[nodes[0]] += [(-1, is_tower), (TOWERS, is_first)]
        for node, token in self._token.items():
            require([*into[node], (-_FLOW, token)], most=0)
            require([*into[node], *out_of[node], *wanted[node]], least=0, most=0)
        for bridge, flows in over.items():
            require([*flows, (-_FLOW, bridge)], most=0)

    def _require_joints(self) -> None:
        """Add the cut."""
        require = self.program.require
        problem, tower = self._problem, self._tower
        terms = [(1, token) for node, token in self._token.items() if self._cost(node)]
        terms += [(1, bridge) for bridge in self._bridge]
        for pentagon, is_tower in zip(problem.pentagons, tower, strict=True):
            missing = sum(self._cost(problem.number[slot]) for slot in pentagon.slots)
            terms.append((-missing, is_tower))
        for node, touched in self._touched.items():
            # If it is used, it makes the towers that it touches one; touching none, it is one more.
            most = min(len(touched), TOWERS)
            joined = self.program.add_variable(most)
            require([*((1, tower[number]) for number in touched), (-1, joined)], least=0)
            require([(most, self._token[node]), (-1, joined)], least=0)
            terms += [(1, joined), (-1, self._token[node])]
        require(terms, least=_FLOW)

    @cached_property
    def _touched(self) -> Mapping[int, list[int]]:
        """The pentagons that each network of own tokens touches, if they are two or more."""
        touched = defaultdict(list)
        adjacent, number = self._problem.state.board.adjacent, self._problem.number
        for index, pentagon in enumerate(self._problem.pentagons):
            near = {other for slot in pentagon.slots for other in (slot, *adjacent[slot])}
            own = {number[slot] for slot in near if slot in number}
            for node in sorted({self._node_of[slot] for slot in own if not self._cost(slot)}):
                touched[node].append(index)
        return {node: towers for node, towers in touched.items() if len(towers) > 1}

    def hints(self, known: Build) -> dict[int, int]:
        """Return the variables as a *known* build has them, but for those of the flow."""
        problem = self._problem
        number, names = problem.number, [pentagon.name for pentagon in problem.pentagons]
        towers = sorted(names.index(tower) for tower in known.towers)
        laid = {frozenset(number[slot] for slot in bridge) for bridge in known.bridges}
        tokens = {number[slot] for slot in known.tokens}
        hints = {
            token: int(node in tokens) for node, token in self._token.items() if self._cost(node)
        }
        hints |= {each: int(index in towers) for index, each in enumerate(self._tower)}
        hints |= {each: int(index == towers[0]) for index, each in enumerate(self._first)}
        for bridge, place in zip(self._bridge, problem.bridge_places, strict=True):
            hints[bridge] = int(frozenset(place) in laid)
        return hints

    def build(self, solution: ProgramSolution) -> Build:
        """Return the build that a *solution* describes."""
        problem, values = self._problem, solution.values
        slots = [slot for slot, node in enumerate(self._node_of) if values[self._token[node]]]
        flowing = {arc.bridge for arc in self._arcs if values[arc.flow]}
        tokens = tuple(problem.slots[slot] for slot in slots if self._cost(slot))
        if len(tokens) != solution.cost:
            raise BrokenInvariantError(f"{len(tokens)} tokens for {solution.cost}")
        return Build(
            tokens,
            tuple(
                (problem.slots[one], problem.slots[other])
                for bridge, (one, other) in zip(self._bridge, problem.bridge_places, strict=True)
                if bridge in flowing
            ),
            tuple(
                pentagon.name
                for pentagon, tower in zip(problem.pentagons, self._tower, strict=True)
                if values[tower]
            ),
        )
