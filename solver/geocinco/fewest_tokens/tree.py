"""The fewest tokens by dynamic programming over sets of towers.

After S. E. Dreyfus and R. A. Wagner, "The Steiner problem in graphs", Networks 1 (1971) 195-207,
with costs on the nodes: a slot without a token costs one. For every set of at most four towers and
every slot, the cheapest tree is found that has all the towers and reaches the slot, for each
number of bridges; five towers are four and one more. All sets go through one step together, in
arrays of shape (slots, bridges, sets).

A tree of two or more towers falls into two at some slot: into one of some of the towers and one of
the others, both of which reach that slot. Towers of one colour share no slot, and every slot of a
tower that the tree has costs nothing more.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.errors import BrokenInvariantError
from solver.geocinco.fewest_tokens.problem import TOWERS, Build, TowersProblem

_NEVER = 10_000  # tokens: at least half as many are more than there are slots
_Costs = npt.NDArray[np.uint16]


class _Step(NamedTuple):
    """A slot of a tree of the towers of a set, and the number of *bridges* used to reach it."""

    slot: int
    bridges: int


class TreeSearch:
    """The trees of *problem*; what is found for a set of towers serves all that contain it.

    One search answers for every number of bridges that the problem allows.
    """

    def __init__(self, problem: TowersProblem) -> None:
        self._problem = problem
        self._cost = np.array(problem.costs, np.uint16)
        numbers = problem.number
        self._towers = [[numbers[slot] for slot in tower.slots] for tower in problem.pentagons]
        self._missing = [int(self._cost[tower].sum()) for tower in self._towers]
        self._joined = _neighbours(len(problem.slots), problem.joined)
        self._bridged = _neighbours(len(problem.slots), problem.bridge_places)

    def fewest(self, bridges: int) -> int | None:
        """Return the fewest tokens that win with at most *bridges* bridges; None if none do."""
        least = int(self._five[bridges].min(initial=_NEVER))
        return None if least >= _NEVER // 2 else least

    def optimal_sets(self, bridges: int) -> list[tuple[str, ...]]:
        """Return the sets of five towers, by their names, that the fewest tokens join."""
        least = self.fewest(bridges)
        if least is None:
            return []
        optimal = np.flatnonzero(self._five[bridges] == least)
        return [self._names(self._sets[TOWERS][index]) for index in optimal]

    def build(self, bridges: int) -> Build:
        """Return a way to build five towers with the fewest tokens; there must be one."""
        problem, least = self._problem, self.fewest(bridges)
        if least is None:
            raise BrokenInvariantError("nothing can be built")
        towers = self._sets[TOWERS][int(np.argmax(self._five[bridges] == least))]
        bridges = int(np.argmax(self._five[:, self._index[towers]] == least))
        slots, laid = set[int](), set[tuple[int, int]]()
        for last in towers:
            others = tuple(tower for tower in towers if tower != last)
            column = self._trees[TOWERS - 1][:, bridges, self._index[others]]
            reached = [
                slot
                for slot in self._towers[last]
                if int(column[slot]) - self._cost[slot] + self._missing[last] == least
            ]
            if reached:
                self._collect(others, _Step(reached[0], bridges), slots, laid)
                slots.update(self._towers[last])
                break
        return Build(
            tuple(problem.slots[slot] for slot in sorted(slots) if problem.costs[slot]),
            tuple((problem.slots[first], problem.slots[second]) for first, second in sorted(laid)),
            self._names(towers),
        )

    def _names(self, towers: Sequence[int]) -> tuple[str, ...]:
        return tuple(self._problem.pentagons[tower].name for tower in towers)

    @cached_property
    def _sets(self) -> dict[int, list[tuple[int, ...]]]:
        numbers = range(len(self._towers))
        return {size: list(combinations(numbers, size)) for size in range(1, TOWERS + 1)}

    @cached_property
    def _index(self) -> dict[tuple[int, ...], int]:
        return {towers: i for sets in self._sets.values() for i, towers in enumerate(sets)}

    @cached_property
    def _trees(self) -> dict[int, _Costs]:
        """By the number of towers: the cost of the cheapest tree, (slots, bridges, sets)."""
        trees: dict[int, _Costs] = {}
        for size in range(1, TOWERS):
            costs = self._single() if size == 1 else self._merged(size, trees)
            self._spread(costs)
            trees[size] = costs
        return trees

    @cached_property
    def _five(self) -> _Costs:
        """The cost of the cheapest tree of each set of five towers, (bridges, sets)."""
        four = self._trees[TOWERS - 1]
        least = np.full((four.shape[1], len(self._sets[TOWERS])), _NEVER, np.uint16)
        # The cost after each tower is joined to each set of four.
        joined = np.stack(
            [
                (four[tower] - self._cost[tower, None, None]).min(axis=0) + np.uint16(missing)
                for tower, missing in zip(self._towers, self._missing, strict=True)
            ]
            or [np.zeros(four.shape[1:], np.uint16)]
        )
        sets = np.array(self._sets[TOWERS], int).reshape(-1, TOWERS)
        for last in range(TOWERS):
            others = self._indices(np.delete(sets, last, axis=1))
            np.minimum(least, joined[sets[:, last], :, others].T, out=least)
        return least

    def _single(self) -> _Costs:
        shape = len(self._cost), self._problem.bridges + 1, len(self._towers)
        costs = np.full(shape, _NEVER, np.uint16)
        for index, (tower, missing) in enumerate(zip(self._towers, self._missing, strict=True)):
            costs[tower, :, index] = missing
        return costs

    def _merged(self, size: int, trees: dict[int, _Costs]) -> _Costs:
        """Return the cost of the trees of sets of this *size* that fall into two at the slot."""
        sets = np.array(self._sets[size], int).reshape(-1, size)
        layers = self._problem.bridges + 1
        costs = np.full((len(self._cost), layers, len(sets)), _NEVER, np.uint16)
        splits = [
            [(trees[len(side)], self._indices(sets[:, side])) for side in parted]
            for parted in _splits(size)
        ]
        for slot, cost in enumerate(self._cost):  # what is gathered for one stays in the cache
            here = costs[slot]
            for sides in splits:
                first, second = (tree[slot].take(index, axis=1) for tree, index in sides)
                first -= np.minimum(first, cost)
                for total in range(layers):
                    for used in range(total + 1):
                        both = first[used] + second[total - used]
                        np.minimum(here[total], both, out=here[total])
        least = costs.min(axis=0)
        members = np.zeros((len(self._towers), len(sets)), np.bool_)
        members[sets.T, np.arange(len(sets))] = True
        for tower, has in zip(self._towers, members, strict=True):
            for slot in tower:
                costs[slot][:, has] = least[:, has]
        return costs

    def _indices(self, sets: npt.NDArray[np.int_]) -> npt.NDArray[np.int_]:
        """Return the indices of *sets* of one size, a row each."""
        size = sets.shape[1]
        known = np.array(self._sets[size], int).reshape(-1, size)
        return np.searchsorted(self._keys(known), self._keys(sets))  # both in the same order

    def _keys(self, sets: npt.NDArray[np.int_]) -> npt.NDArray[np.int_]:
        """Return a number for each of *sets*, a row each, that sorts as the set does."""
        return sets @ len(self._towers) ** np.arange(sets.shape[1])[::-1]

    def _spread(self, costs: _Costs) -> None:
        """Let every tree grow slot by slot, and bridge by bridge, until none becomes cheaper."""
        order = range(len(self._cost))
        changed = True
        while changed:
            changed = False
            for slot in order:
                here, cost = costs[slot], self._cost[slot]
                near = self._joined[slot]
                best = costs[near].min(axis=0) if near else np.full_like(here, _NEVER)
                if self._bridged[slot]:
                    across = costs[self._bridged[slot], :-1].min(axis=0)
                    np.minimum(best[1:], across, out=best[1:])
                best += cost
                if (best < here).any():
                    np.minimum(here, best, out=here)
                    changed = True
            order = order[::-1]

    def _collect(
        self, towers: tuple[int, ...], step: _Step, slots: set[int], laid: set[tuple[int, int]]
    ) -> None:
        """Add the *slots* and the bridges *laid* of a cheapest tree of *towers* that has *step*."""
        costs = self._trees[len(towers)][:, :, self._index[towers]].astype(int)
        came_from: dict[_Step, _Step | None] = {step: None}
        queue = [step]
        for here in queue:  # grows while it is gone through
            parts = self._parts(towers, here, costs)
            if parts is not None:
                last: _Step | None = here
                while last is not None:
                    slots.add(last.slot)
                    before, last = last, came_from[last]
                    if last is not None and last.bridges > before.bridges:
                        pair = sorted((before.slot, last.slot))
                        if before.slot != last.slot:
                            laid.add((pair[0], pair[1]))
                for part, at in parts:
                    if len(part) == 1 and at.slot in self._towers[part[0]]:
                        slots.update(self._towers[part[0]])
                    else:
                        self._collect(part, at, slots, laid)
                return
            for before in self._before(here):
                value = costs[here] - (self._cost[here.slot] if before.slot != here.slot else 0)
                if before not in came_from and costs[before] == value:
                    came_from[before] = here
                    queue.append(before)
        raise BrokenInvariantError("a tree without a beginning")

    def _before(self, step: _Step) -> Iterator[_Step]:
        slot, bridges = step
        for other in self._joined[slot]:
            yield _Step(other, bridges)
        if bridges:
            for other in (*self._bridged[slot], slot):
                yield _Step(other, bridges - 1)

    def _parts(
        self, towers: tuple[int, ...], step: _Step, costs: npt.NDArray[np.int_]
    ) -> list[tuple[tuple[int, ...], _Step]] | None:
        """Return the trees that the tree of *towers* at *step* falls into, if it does there."""
        slot, bridges = step
        value = costs[step]
        if len(towers) == 1:
            return [(towers, step)] if slot in self._towers[towers[0]] else None
        inside = any(slot in self._towers[tower] for tower in towers)
        slots = range(len(self._cost)) if inside and value == costs[:, bridges].min() else [slot]
        for at in slots:
            for part, rest in _splits(len(towers)):
                first, second = (tuple(towers[i] for i in side) for side in (part, rest))
                one = self._trees[len(first)][at, :, self._index[first]].astype(int)
                two = self._trees[len(second)][at, :, self._index[second]].astype(int)
                for used in range(bridges + 1):
                    if one[used] + two[bridges - used] - self._cost[at] == value:
                        return [(first, _Step(at, used)), (second, _Step(at, bridges - used))]
        return None


def _splits(size: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the ways to split *size* towers into two groups of positions, each once."""
    for count in range(1, size // 2 + 1):
        for part in combinations(range(size), count):
            if 2 * count < size or part[0] == 0:
                yield list(part), [i for i in range(size) if i not in part]


def _neighbours(count: int, pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(count)]
    for first, second in pairs:
        found[first].append(second)
        found[second].append(first)
    return found
