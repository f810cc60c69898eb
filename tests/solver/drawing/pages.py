"""Layouts of pages to draw from, and the boxes of what is on them."""

from itertools import combinations

from hypothesis import strategies as st

from solver.drawing import scene
from solver.drawing.page_slots import Measure, PageLayout, Spacing, fitting_layouts
from solver.drawing.paper import PAPERS

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
            layouts := fitting_layouts(size, paper, spacing, measure=Measure("size", 1))
        )[number % len(layouts)],
        st.tuples(st.floats(10, 110), st.floats(10, 110)),
        st.sampled_from(sorted(PAPERS)),
        SPACINGS,
        st.integers(0, 1),
    ),
    st.integers(1, 30),
)


def apart(first: scene.Box, second: scene.Box) -> bool:
    """Return whether two boxes have no point inside both."""
    return (
        first.right <= second.x
        or second.right <= first.x
        or first.bottom <= second.y
        or second.bottom <= first.y
    )


def pages(layout: PageLayout, count: int) -> list[list[scene.Box]]:
    """Return *count* slots of *layout*, page by page."""
    return [
        layout.slots(min(layout.capacity, count - at)) for at in range(0, count, layout.capacity)
    ]


def mark_box(mark: scene.Mark) -> scene.Box:
    """Return the box of *mark*; that of a text, from its capitals to what hangs below its line."""
    match mark:
        case scene.Polygon(points, _):
            return scene.bounding_box([scene.Box(*point, 0.0, 0.0) for point in points])
        case scene.Line(start, end, _):
            return scene.bounding_box([scene.Box(*start, 0.0, 0.0), scene.Box(*end, 0.0, 0.0)])
        case scene.Circle(centre, radius, paint):
            return scene.Box(*centre, 0.0, 0.0).grown(radius + paint.width / 2)
        case scene.Picture(_, place):
            return place
        case scene.Text(at, text, size, anchor):
            width = scene.text_width(text, size)
            share = {scene.Anchor.START: 0.0, scene.Anchor.MIDDLE: 0.5, scene.Anchor.END: 1.0}[
                anchor
            ]
            return scene.Box(at.x - share * width, at.y - 0.73 * size, width, 0.95 * size)
        case scene.Emoji(at, _, size):
            return scene.Box(at.x, at.y - 0.86 * size, size, size)


def texts(drawn: scene.Scene) -> list[str]:
    """Return all that is written in a scene, in the order of its marks."""
    return [mark.text for mark in drawn.marks if isinstance(mark, scene.Text)]


def check_texts(drawn: scene.Scene) -> None:
    """Assert that all texts of a scene lie on its paper, and no two over each other."""
    boxes = {mark: mark_box(mark) for mark in drawn.marks if isinstance(mark, scene.Text)}
    for mark, box in boxes.items():
        assert 0 <= box.x <= box.right <= drawn.size.width, mark
        assert 0 <= box.y <= box.bottom <= drawn.size.height, mark
    for first, second in combinations(boxes, 2):
        assert apart(boxes[first], boxes[second]), (first, second)
