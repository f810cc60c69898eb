"""SVG files that are read: paths and other shapes of flat colours, and nothing else.

What has no like in our drawings is refused by its name, never left out: text, gradients, clips,
masks, filters, opacity, copies (``use``), images, animations. So are scripts, references to other
files, and entities, which grow. fontTools reads the paths.
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from fontTools.misc.transform import Identity, Transform
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import PathBuilder, parse_path

from solver.drawing.art.svg_style import SvgStyle, style_rules
from solver.drawing.art.winding import nonzero_path
from solver.drawing.artwork import Artwork, Shape, Step
from solver.errors import SourceError, quoted

_SVG = "{http://www.w3.org/2000/svg}"
_UNDRAWN = {"defs", "desc", "metadata", "style", "title"}
_SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}
_MAX_DEPTH, _MAX_STEPS = 50, 20_000
_MAX_TRANSFORM = 1000  # characters
_LEAST_LENGTH, _MAX_LENGTH = 1e-3, 1e6
_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAaeE0-9+\-.,\s]*")
_TRANSFORM = re.compile(r"([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")
_LENGTH = re.compile(
    r"\s*+([-+]?(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?\d++)?)\s*+(?:px|pt|mm|cm|in|pc|q)?\s*+",
    re.IGNORECASE,
)
_HINT = "export it as a PNG"
# What fontTools raises where a path or a shape is damaged.
_DAMAGES = (
    ArithmeticError,
    AssertionError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
)


def artwork_of_svg(text: str, where: str) -> Artwork:
    """Return the art in the SVG file *text*; *where* names it in messages.

    Raises `SourceError` when it is not an SVG file, or shows anything but flat shapes.
    """
    if "<!ENTITY" in text:
        raise SourceError(where, expected="an SVG without entities", found="<!ENTITY")
    try:
        root = ET.fromstring(text)  # noqa: S314 - without entities
    except ET.ParseError as error:
        found = f"an error ({quoted(str(error))[1:-1]})"
        raise SourceError(where, expected="an SVG", found=found) from None
    if _name(root) != "svg":
        raise SourceError(where, expected="an SVG", found=f"<{quoted(_name(root))[1:-1]}>")
    _check_harmless(root, where)
    css = " ".join(element.text or "" for element in root.iter() if _name(element) == "style")
    reader = _Reader(where, style_rules(css, where))
    shapes = tuple(reader.shapes(root, SvgStyle(), Identity, 0))
    if not shapes:
        raise SourceError(where, expected="an SVG that shows something", found="no shapes")
    left, top, width, height = _view_box(root, where)
    return Artwork(width, height, tuple(_moved(shape, -left, -top) for shape in shapes))


class _Reader:
    """The shapes of a file, *where* it is, under the *rules* of its style sheet."""

    def __init__(self, where: str, rules: Mapping[str, Mapping[str, str]]) -> None:
        self._where, self._rules, self._steps = where, rules, 0

    def shapes(
        self, element: ET.Element, inherited: SvgStyle, onto: Transform, depth: int
    ) -> Iterator[Shape]:
        """Yield the shapes of *element* and below it, later over earlier."""
        name = _name(element)
        if name in _UNDRAWN or _is_foreign(element):
            return
        if name != "g" and name not in _SHAPES and depth:
            self._refuse("flat shapes", f"<{quoted(name)[1:-1]}>")
        if depth > _MAX_DEPTH:
            self._refuse(f"at most {_MAX_DEPTH} groups in each other", "more")
        style = inherited.of_element(element.attrib, name, self._rules, self._where)
        if style.is_hidden:
            return
        if style.opacity < 1 and name not in _SHAPES:
            self._refuse("flat shapes", f"opacity of a <{name}>")
        onto = self._transform(element.get("transform", ""), onto)
        if name in _SHAPES:
            yield from self._shape(element, style, onto)
            return
        for child in element:
            yield from self.shapes(child, style, onto, depth + 1)

    def _shape(self, element: ET.Element, style: SvgStyle, onto: Transform) -> Iterator[Shape]:
        fill, stroke = style.colour("fill", self._where), style.colour("stroke", self._where)
        fill = None if _name(element) == "line" else fill
        if not (fill or stroke):
            return
        if fill and stroke and style.opacity < 1:
            self._refuse("flat shapes", "opacity of fill and stroke")
        path = self._path(element, onto)
        if style.is_even_odd and fill:
            turned = nonzero_path(path)
            if turned is None:
                self._refuse("simple contours under fill-rule evenodd", "some that cross")
            path = turned or path
        # A stroke that is scaled unevenly becomes one of equal width.
        width = style.stroke_width(self._where) * math.sqrt(
            abs(onto[0] * onto[3] - onto[1] * onto[2])
        )
        if path:
            opacities = [style.opacity_of(key, self._where) for key in ("fill", "stroke")]
            line = (stroke if width else None, width, style.cap, style.join)
            yield Shape(path, fill, *line, *opacities)

    def _path(self, element: ET.Element, onto: Transform) -> tuple[Step, ...]:
        pen = _StepPen(onto)
        try:
            for path in _paths(element):
                parse_path(path, pen)
        except _DAMAGES as error:
            self._refuse(
                f"a <{_name(element)}> that can be read", f"an error ({quoted(str(error))[1:-1]})"
            )
        self._steps += len(pen.steps)
        if self._steps > _MAX_STEPS:
            self._refuse(f"at most {_MAX_STEPS} lines and curves", "more")
        if any(not abs(length) < _MAX_LENGTH for _, at in pen.steps for xy in at for length in xy):
            self._refuse(f"lengths below {_MAX_LENGTH:g}", "another one")
        return tuple(pen.steps)

    def _transform(self, text: str, onto: Transform) -> Transform:
        if len(text) > _MAX_TRANSFORM:
            self._refuse(f"transforms of at most {_MAX_TRANSFORM} characters", quoted(text))
        rest = _TRANSFORM.sub("", text).strip()
        try:
            for name, arguments in _TRANSFORM.findall(text):
                numbers = [float(number) for number in re.split(r"[\s,]+", arguments.strip())]
                onto = onto.transform(_matrix(name, numbers))
        except _DAMAGES:
            rest = text
        if rest:
            self._refuse("transforms such as translate(1 2)", quoted(text))
        return onto

    def _refuse(self, expected: str, found: str) -> None:
        raise SourceError(self._where, expected=expected, found=found, hint=_HINT)


class _StepPen(BasePen):  # type: ignore[misc]  # fontTools has no types
    """A pen of fontTools that keeps the steps of a path, moved *onto* the art."""

    def __init__(self, onto: Transform) -> None:
        super().__init__(None)
        self.steps: list[Step] = []
        self._onto = onto

    def _add(self, kind: str, *points: tuple[float, float]) -> None:
        moved = tuple(tuple(map(float, self._onto.transformPoint(point))) for point in points)
        self.steps.append(Step(kind, moved))  # type: ignore[arg-type]  # pairs stay pairs

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - fontTools names it
        self._add("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._add("L", pt)

    def _curveToOne(  # noqa: N802
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self._add("C", pt1, pt2, pt3)

    def _closePath(self) -> None:  # noqa: N802
        self._add("Z")


def _paths(element: ET.Element) -> list[str]:
    """Return the path data of a shape; raises one of `_DAMAGES`."""
    plain = {
        name: _number(value) if name not in {"d", "points"} else value
        for name, value in element.attrib.items()
        if name in {"d", "points", "x", "y", "width", "height", "rx", "ry", "r", "cx", "cy"}
        or name in {"x1", "y1", "x2", "y2"}
    }
    builder = PathBuilder()
    builder.add_path_from_element(ET.Element(_name(element), plain))
    if any(not _PATH.fullmatch(path) for path in builder.paths):
        raise ValueError("an unknown command")
    # The numbers ``1.`` and line ends inside of arcs are not known to fontTools.
    spaced = (re.sub(r"\s+", " ", path) for path in builder.paths)
    return [re.sub(r"(\d)\.(?!\d)", r"\1.0", path) for path in spaced]


def _number(text: str) -> str:
    """Return the number of a length in pixels."""
    if not (length := _LENGTH.fullmatch(text)):
        raise ValueError(f"not a length: {quoted(text)}")
    return length[1]


def _matrix(name: str, numbers: list[float]) -> Transform:
    """Return the transform of SVG with this *name* and these *numbers*."""
    if name == "rotate" and len(numbers) == 3:  # noqa: PLR2004 - around a point
        angle, x, y = numbers
        return Identity.translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
    matrices: dict[str, Any] = {
        "matrix": Transform,
        "translate": lambda x, y=0.0: Identity.translate(x, y),
        "scale": lambda x, y=None: Identity.scale(x, x if y is None else y),
        "rotate": lambda angle: Identity.rotate(math.radians(angle)),
        "skewX": lambda angle: Identity.skew(math.radians(angle), 0),
        "skewY": lambda angle: Identity.skew(0, math.radians(angle)),
    }
    result: Transform = matrices[name](*numbers)
    return result


def _check_harmless(root: ET.Element, where: str) -> None:
    """Raise `SourceError` where anything in the file may run, or leads out of it."""
    for element in root.iter():
        name = _name(element)
        if name == "script":
            raise SourceError(where, expected="an SVG without scripts", found="<script>")
        for attribute, value in element.attrib.items():
            plain = attribute.rpartition("}")[2].lower()
            if plain.startswith("on") or value.strip().lower().startswith("javascript:"):
                raise SourceError(where, expected="an SVG without scripts", found=quoted(plain))
            if plain == "href" and not value.startswith("#") and not _is_foreign(element):
                expected = "an SVG without references to other files"
                raise SourceError(where, expected=expected, found=quoted(value))


def _view_box(root: ET.Element, where: str) -> tuple[float, float, float, float]:
    """Return left, top, width and height of what the file shows."""
    box = root.get("viewBox")
    try:
        if box is not None:
            left, top, width, height = (
                float(number) for number in re.split(r"[\s,]+", box.strip())
            )
        else:
            left = top = 0.0
            width, height = (float(_number(root.attrib[name])) for name in ("width", "height"))
    except (KeyError, ValueError):
        expected = "a viewBox, or a width and a height"
        raise SourceError(where, expected=expected, found=quoted(box)) from None
    if not all(_LEAST_LENGTH < length < _MAX_LENGTH for length in (width, height)) or not (
        abs(left) < _MAX_LENGTH and abs(top) < _MAX_LENGTH
    ):
        raise SourceError(where, expected="a viewBox of some size", found=quoted(box))
    return left, top, width, height


def _moved(shape: Shape, right: float, down: float) -> Shape:
    path = tuple(
        step._replace(points=tuple((x + right, y + down) for x, y in step.points))
        for step in shape.path
    )
    return shape._replace(path=path)


def _name(element: ET.Element) -> str:
    """Return the name of *element* without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _is_foreign(element: ET.Element) -> bool:
    """Return whether *element* belongs to an editor, not to SVG."""
    tag = element.tag
    return not isinstance(tag, str) or (tag.startswith("{") and not tag.startswith(_SVG))
