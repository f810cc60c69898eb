"""How a shape of an SVG file is painted: attributes, the ``style`` attribute, and a style sheet.

Of style sheets only plain selectors are read: ``path``, ``.name`` and ``#name``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from PIL import ImageColor

from solver.errors import SourceError, quoted

_HINT = "export it as a PNG"
_DEFAULTS = {
    "color": "black", "fill": "black", "fill-opacity": "1", "fill-rule": "nonzero",
    "stroke": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-opacity": "1",
    "stroke-width": "1", "visibility": "visible",
}  # fmt: skip
# What we cannot draw, with the values that mean nothing.
_REFUSED = {
    "clip-path": {"none"}, "filter": {"none"}, "marker": {"none"}, "marker-end": {"none"},
    "marker-mid": {"none"}, "marker-start": {"none"}, "mask": {"none"},
    "mix-blend-mode": {"normal"}, "stroke-dasharray": {"none"}, "vector-effect": {"none"},
}  # fmt: skip
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")
_SELECTOR = re.compile(r"\*|[.#]?[A-Za-z_][\w-]*")
# Without turning back, so that a line of a million digits takes no time.
_NUMBER = r"(\d++\.?+\d*+|\.\d++)(e[-+]?\d{1,3})?+"
_WIDTH, _SHARE = re.compile(rf"({_NUMBER})(?:px)?"), re.compile(rf"({_NUMBER})(%?)")
_PERCENTAGE = re.compile(r"(?<![\d.])(\d++(?:\.\d++)?+)%")
_OPAQUE, _MAX_WIDTH = 255, 1e6

Rules = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class SvgStyle:
    """The *values* of the properties that a shape inherits, by their names, and its *opacity*."""

    values: Mapping[str, str] = field(default_factory=lambda: _DEFAULTS)
    is_hidden: bool = False
    opacity: float = 1.0

    def of_element(
        self, attributes: Mapping[str, str], name: str, rules: Rules, where: str
    ) -> "SvgStyle":
        """Return the style of an element inside of one of this style.

        Raises `SourceError` when a property has a value that we cannot draw.
        """
        selectors = ["*", name, *(f".{one}" for one in attributes.get("class", "").split())]
        selectors.append(f"#{attributes.get('id', '')}")
        own = {key: value.strip() for key, value in attributes.items()}
        for selector in selectors:
            own |= rules.get(selector, {})
        own |= _declarations(attributes.get("style", ""))
        opacity = _share(own.get("opacity", "1"), "opacity", where)
        is_hidden = own.get("display") == "none" or opacity == 0
        for key, harmless in _REFUSED.items():
            value = own.get(key, "")
            if value and not is_hidden and value not in harmless | {"100%", "1.0", "inherit"}:
                found = f"{key} {quoted(value)}"
                raise SourceError(where, expected="flat shapes", found=found, hint=_HINT)
        if any("transform" in _declarations(style) for style in [attributes.get("style", "")]):
            raise SourceError(where, expected="transforms as attributes", found="one in a style")
        inherited = {
            key: own[key] for key in _DEFAULTS if own.get(key, "inherit").lower() != "inherit"
        }
        values = {**self.values, **inherited}
        is_hidden = is_hidden or values["visibility"] in {"hidden", "collapse"}
        return SvgStyle(values, is_hidden, opacity)

    @property
    def is_even_odd(self) -> bool:
        """Whether what a path winds round twice is left out."""
        return self.values["fill-rule"] == "evenodd"

    @property
    def cap(self) -> str:
        """How open lines end."""
        cap = self.values["stroke-linecap"]
        return cap if cap in _CAPS else _CAPS[0]

    @property
    def join(self) -> str:
        """How lines meet."""
        join = self.values["stroke-linejoin"]
        return join if join in _JOINS else _JOINS[0]

    def colour(self, key: str, where: str) -> str | None:
        """Return the colour of *key*, fill or stroke, like ``#e69f00``; None for none.

        Raises `SourceError` when it is not a flat colour.
        """
        value = self.values[key]
        if value.lower() == "currentcolor":
            value = self.values["color"]
        if value.lower() in {"none", "transparent"}:
            return None
        try:
            whole = _PERCENTAGE.sub(lambda share: f"{round(float(share[1]))}%", value)
            red, green, blue, *alpha = ImageColor.getrgb(re.sub(r"\s+", " ", whole))
        except ValueError:
            red, green, blue, alpha = 0, 0, 0, [0]
        if alpha not in ([], [_OPAQUE]) or not all(
            0 <= part <= _OPAQUE for part in (red, green, blue)
        ):
            found = f"{key} {quoted(value)}"
            raise SourceError(where, expected="a flat colour", found=found, hint=_HINT)
        return f"#{red:02x}{green:02x}{blue:02x}"

    def opacity_of(self, key: str, where: str) -> float:
        """Return the opacity of *key*, fill or stroke, with that of the shape, from 0 to 1."""
        return self.opacity * _share(self.values[f"{key}-opacity"], f"{key}-opacity", where)

    def stroke_width(self, where: str) -> float:
        """Return the width of lines; raise `SourceError` when it is not a number."""
        width = self.values["stroke-width"]
        if not (number := _WIDTH.fullmatch(width.lower())) or not float(number[1]) < _MAX_WIDTH:
            raise SourceError(where, expected="a stroke-width in pixels", found=quoted(width))
        return float(number[1])


def style_rules(css: str, where: str) -> Rules:
    """Return the declarations of a style sheet, by their plain selectors.

    Raises `SourceError` when it has other ones.
    """
    first, *commented = css.split("/*")
    text = first + "".join(part.partition("*/")[2] for part in commented)
    *blocks, rest = text.replace("<!--", "").replace("-->", "").split("}")
    rest = rest.strip()
    rules: dict[str, dict[str, str]] = {}
    for block in blocks:
        selectors, brace, declarations = block.partition("{")
        if not brace or "{" in declarations:
            rest = rest or f"{block.strip()}}}"
        for selector in map(str.strip, selectors.split(",")):
            if not _SELECTOR.fullmatch(selector):
                rest = rest or selector or "{"
            rules.setdefault(selector, {}).update(_declarations(declarations))
    if rest:
        expected = "styles for plain selectors, such as .name"
        raise SourceError(where, expected=expected, found=quoted(rest), hint=_HINT)
    return rules


def _declarations(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";"))
    return {
        name.strip().lower(): value.replace("!important", "").strip()
        for name, colon, value in pairs
        if colon
    }


def _share(text: str, key: str, where: str) -> float:
    """Return a number from 0 to 1, or a percentage, as such a number."""
    if not (share := _SHARE.fullmatch(text.lower())):
        expected = f"{key} from 0 to 1"
        raise SourceError(where, expected=expected, found=quoted(text))
    return min(1.0, float(share[1]) / (100 if share[4] else 1))
