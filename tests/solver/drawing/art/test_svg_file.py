import pytest

from solver.drawing.art.svg_file import artwork_of_svg
from solver.drawing.artwork import Artwork, Shape
from solver.errors import SourceError

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"'


def _read(inside: str, head: str = HEAD) -> Artwork:
    return artwork_of_svg(f"{head}>{inside}</svg>", "art 'A.svg'")


def _corners(shape: Shape) -> list[tuple[float, float]]:
    return [tuple(round(xy, 6) for xy in step.points[-1]) for step in shape.path if step.points]  # type: ignore[misc]


def test_shapes_are_moved_by_their_transforms_and_by_the_view_box() -> None:
    (shape,) = _read(
        '<g transform="translate(3 1)"><rect width="4" height="2" transform="scale(2)"/></g>',
        HEAD.replace("0 0", "1 1"),
    ).shapes
    assert _corners(shape)[:4] == [(2, 0), (10, 0), (10, 4), (2, 4)]
    (turned,) = _read('<path d="M1 0h2" stroke="red" transform="rotate(90,1,0)"/>').shapes
    assert _corners(turned) == [(1, 0), (1, 2)]


def test_styles_come_from_groups_classes_attributes_and_the_style_of_the_element() -> None:
    art = _read(
        "<style>.b{fill:#00f} rect{stroke:lime;stroke-width:2px}</style>"
        '<g fill="red"><path d="M0 0h1v1z"/><path class="b" fill="teal" d="M0 0h1v1z"/>'
        '<rect width="1" height="1" style="fill:none"/></g>'
        '<g color="gold"><circle r="1" fill="currentColor"/></g>'
        '<g display="none"><circle r="1"/></g>'
    )
    assert [(shape.fill, shape.stroke, shape.width) for shape in art.shapes] == [
        ("#ff0000", None, 1.0),
        ("#0000ff", None, 1.0),
        (None, "#00ff00", 2.0),
        ("#ffd700", None, 1.0),
    ]


def test_fills_and_strokes_may_be_translucent() -> None:
    art = _read(
        '<g fill-opacity=".5"><circle r="1" opacity="50%"/><circle r="1" stroke="red" '
        'stroke-opacity="0.25"/></g><circle r="1" opacity="0"/>'
    )
    opacities = [(shape.fill_opacity, shape.stroke_opacity) for shape in art.shapes]
    assert opacities == [(0.25, 0.5), (0.5, 0.25)]


@pytest.mark.parametrize(
    ("path", "end"),
    [
        ("M1.5.5 2-3", (2, -3)),
        ("M1.,2.L3.e0 4.", (3, 4)),
        ("M0 0\n\ta2 2 0\n01 2 2", (2, 2)),
        ("m1 1 2 2 h3 v-1", (6, 2)),
        ("M0 0c0 1 1 1 1 0s1 -1 1 0", (2, 0)),
        ("M0 0q1 1 2 0t2 0", (4, 0)),
    ],
)
def test_paths_are_read_as_they_are_written_by_editors(path: str, end: tuple[int, int]) -> None:
    (shape,) = _read(f'<path d="{path}"/>').shapes
    assert _corners(shape)[-1] == pytest.approx(end)


def test_what_an_editor_keeps_for_itself_is_left_alone() -> None:
    art = _read(
        '<!-- made by --><title>A</title><metadata><rdf:RDF xmlns:rdf="r"><rdf:li/></rdf:RDF>'
        '</metadata><i:view xmlns:i="i" href="file:///x"/><defs><linearGradient id="a"/></defs>'
        '<path d="M0 0h1v1z"/>',
        '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">' + HEAD,
    )
    assert len(art.shapes) == 1
    assert (art.width, art.height) == (20, 10)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("<script>alert(1)</script>", "expected an SVG without scripts, found <script>"),
        ('<defs><g onload="x"/></defs>', "expected an SVG without scripts, found 'onload'"),
        ('<image href="http://a/b.png"/>', "references to other files, found 'http://a/b.png'"),
        (
            '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="/etc/passwd#a"/>',
            "references to other files, found '/etc/passwd#a'",
        ),
        ('<use href="#a"/>', "expected flat shapes, found <use> (export it as a PNG)"),
        ("<text>A</text>", "expected flat shapes, found <text>"),
        ("<svg/>", "expected flat shapes, found <svg>"),
        ('<rect width="1" height="1" fill="url(#g)"/>', "a flat colour, found fill 'url(#g)'"),
        ('<rect width="1" height="1" fill="#ff000080"/>', "a flat colour, found fill"),
        ('<g opacity=".5"><circle r="1"/></g>', "expected flat shapes, found opacity of a <g>"),
        ('<circle r="1" stroke="red" opacity="9%"/>', "found opacity of fill and stroke"),
        ('<circle r="1" fill-opacity="a"/>', "expected fill-opacity from 0 to 1, found 'a'"),
        ('<circle r="1" style="filter:url(#f)"/>', "expected flat shapes, found filter"),
        ('<circle r="1" stroke="red" stroke-width="50%"/>', "a stroke-width in pixels"),
        ("<style>@import url(x.css);</style>", "styles for plain selectors"),
        ("<style>g > path {fill:red}</style>", "styles for plain selectors"),
        ('<path d="M0 0 L1"/>', "a <path> that can be read"),
        ('<path d="M0 0 L1 1 (2)"/>', "a <path> that can be read"),
        ('<path d="M0 0 L1e999 0"/>', "lengths below 1e+06"),
        ('<rect width="a" height="1"/>', "a <rect> that can be read"),
        ('<rect width="1"/>', "a <rect> that can be read"),
        ('<path d="M0 0h1v1z" transform="spin(3)"/>', "transforms such as translate(1 2)"),
        ("", "an SVG that shows something, found no shapes"),
        ("<g>" * 60 + '<circle r="1"/>' + "</g>" * 60, "at most 50 groups in each other"),
        ('<path d="M0 0' + "l1 1" * 20_001 + '"/>', "at most 20000 lines and curves"),
        ('<path fill-rule="evenodd" d="M0 0h9v9h-9z M5 5h9v9h-9z"/>', "found some that cross"),
    ],
)
def test_an_error_says_what_is_not_read(inside: str, message: str) -> None:
    with pytest.raises(SourceError) as error:
        _read(inside)
    assert str(error.value).startswith("art 'A.svg': expected ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "aaaaaaaa">]><svg>&a;</svg>', "an SVG without entities"),
        ("<svg>", "expected an SVG, found an error (no element found"),
        ("<html/>", "expected an SVG, found <html>"),
        ("", "expected an SVG, found an error"),
        ('<svg><circle r="1"/></svg>', "expected a viewBox, or a width and a height"),
        ('<svg viewBox="0 0 0 9"><circle r="1"/></svg>', "a viewBox of some size"),
        ('<svg viewBox="0 0 nan 9"><circle r="1"/></svg>', "a viewBox of some size"),
        ('<svg viewBox="0 0 9"><circle r="1"/></svg>', "expected a viewBox"),
        ("<svg>" + "<g>" * 100_000, "expected an SVG, found an error"),
    ],
)
def test_a_file_that_is_no_usable_svg_is_an_error(text: str, message: str) -> None:
    with pytest.raises(SourceError) as error:
        artwork_of_svg(text, "art 'A.svg'")
    assert message in str(error.value)
