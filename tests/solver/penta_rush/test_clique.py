from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.penta_rush.clique import Cliques

Graph = tuple[list[int], list[int]]  # what each vertex fits, as bits, and the values


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(0, 9))
    fits = [0] * size
    for one, other in combinations(range(size), 2):
        if draw(st.integers(0, 3)):
            fits[one] |= 1 << other
            fits[other] |= 1 << one
    return fits, draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))


def _listed(graph: Graph, most: int) -> list[tuple[int, ...]]:
    """Return the cliques in the documented order: by first difference, the short ones last."""
    fits, _ = graph
    found = [
        chosen
        for size in range(1, most + 1)
        for chosen in combinations(range(len(fits)), size)
        if all(fits[one] >> other & 1 for one, other in combinations(chosen, 2))
    ]
    return sorted(found, key=lambda chosen: (*chosen, len(fits)))


@pytest.mark.parametrize("paired", [0, 100])
@given(graph=graphs(), most=st.integers(1, 6))
def test_counts_are_those_of_all_cliques_listed(graph: Graph, most: int, paired: int) -> None:
    fits, values = graph
    expected = Counter(
        (len(chosen), sum(values[one] for one in chosen)) for chosen in _listed(graph, most)
    )
    assert Cliques(fits, values, most=most, paired=paired).count() == expected


@pytest.mark.parametrize("paired", [0, 100])
@given(graph=graphs(), most=st.integers(1, 6), size=st.none() | st.integers(1, 6))
def test_ranks_are_places_in_the_documented_order(
    graph: Graph, most: int, size: int | None, paired: int
) -> None:
    fits, values = graph
    listed = [chosen for chosen in _listed(graph, most) if size in (None, len(chosen))]
    cliques = Cliques(fits, values, most=most, paired=paired)
    assert list(cliques.at_ranks(range(len(listed)), size)) == list(enumerate(listed))
    assert list(cliques.at_ranks(range(1, len(listed), 3), size)) == list(enumerate(listed))[1::3]


def test_progress_tells_the_steps_and_what_was_found() -> None:
    told: list[tuple[int, int, int]] = []
    Cliques([0b10, 0b01, 0], [1, 1, 1], most=5).count(
        progress=lambda done, total, found: told.append((done, total, found))
    )
    assert told == [(1, 3, 2), (2, 3, 3), (3, 3, 4)]
