"""Layouts of pages to draw from, and what is asked about the boxes on them."""

from hypothesis import strategies as st

from solver.drawing.page_slots import Measure, PageLayout, Spacing, fitting_layouts
from solver.drawing.paper import PAPERS
from solver.drawing.scene import Box

SPACINGS = st.builds(
    Spacing,
    bleed=st.sampled_from([0.0, 3.0]),
    across=st.sampled_from([0.0, 2.0]),
    down=st.sampled_from([0.0, 4.0]),
    sides=st.sampled_from([8.0, 9.5]),
    ends=st.sampled_from([8.0, 16.0]),
)
# A layout, and how many slots of it are wanted.
LAYOUTS = st.tuples(
    st.builds(
        lambda size, paper, spacing, number: (
            layouts := fitting_layouts(
                size, paper, spacing, measure=Measure("size", 1), larger=["A3", "A2"]
            )
        )[number % len(layouts)],
        st.tuples(st.floats(10, 110), st.floats(10, 110)),
        st.sampled_from(sorted(PAPERS)),
        SPACINGS,
        st.integers(0, 1),
    ),
    st.integers(1, 30),
)


def apart(first: Box, second: Box) -> bool:
    """Return whether two boxes have no point inside both."""
    return (
        first.right <= second.x
        or second.right <= first.x
        or first.bottom <= second.y
        or second.bottom <= first.y
    )


def pages(layout: PageLayout, count: int) -> list[list[Box]]:
    """Return *count* slots of *layout*, page by page."""
    return [
        layout.slots(min(layout.capacity, count - at)) for at in range(0, count, layout.capacity)
    ]
