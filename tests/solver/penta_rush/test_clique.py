from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.penta_rush.clique import Cliques

Graph = tuple[list[int], list[int]]  # for each vertex those joined to it, as bits, and the values


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(0, 9))
    compatible = [0] * size
    for first, second in combinations(range(size), 2):
        if draw(st.integers(0, 3)):
            compatible[first] |= 1 << second
            compatible[second] |= 1 << first
    return compatible, draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))


def _cliques(graph: Graph, max_size: int) -> list[tuple[int, ...]]:
    """Return the cliques in the documented order: by first difference, the short ones last."""
    compatible, _ = graph
    cliques = [
        chosen
        for size in range(1, max_size + 1)
        for chosen in combinations(range(len(compatible)), size)
        if all(compatible[first] >> second & 1 for first, second in combinations(chosen, 2))
    ]
    return sorted(cliques, key=lambda chosen: (*chosen, len(compatible)))


@pytest.mark.parametrize("max_paired", [0, 100])
@given(graph=graphs(), max_size=st.integers(1, 6))
def test_counts_are_those_of_all_cliques_cliques(
    graph: Graph, max_size: int, max_paired: int
) -> None:
    compatible, values = graph
    expected = Counter(
        (len(chosen), sum(values[vertex] for vertex in chosen))
        for chosen in _cliques(graph, max_size)
    )
    assert Cliques(compatible, values, max_size=max_size, max_paired=max_paired).count() == expected


@pytest.mark.parametrize("max_paired", [0, 100])
@given(graph=graphs(), max_size=st.integers(1, 6), size=st.none() | st.integers(1, 6))
def test_ranks_are_places_in_the_documented_order(
    graph: Graph, max_size: int, size: int | None, max_paired: int
) -> None:
    compatible, values = graph
    listed = [chosen for chosen in _cliques(graph, max_size) if size in (None, len(chosen))]
    cliques = Cliques(compatible, values, max_size=max_size, max_paired=max_paired)
    assert list(cliques.at_ranks(range(len(listed)), size)) == list(enumerate(listed))
    assert list(cliques.at_ranks(range(1, len(listed), 3), size)) == list(enumerate(listed))[1::3]


def test_progress_reports_the_steps_and_the_number_of_cliques() -> None:
    reports: list[tuple[int, int, int]] = []

    def report(done: int, total: int, count: int, note: str = "") -> None:  # noqa: ARG001
        reports.append((done, total, count))

    Cliques([0b10, 0b01, 0], [1, 1, 1], max_size=5).count(progress=report)
    assert reports == [(1, 3, 2), (2, 3, 3), (3, 3, 4)]
