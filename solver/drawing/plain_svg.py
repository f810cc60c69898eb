"""SVG files written anew for resvg, which draws them then as browsers do.

What it would draw otherwise, and in silence, is mended here, or else named in an error.
"""

import re
from base64 import b64decode, b64encode
from io import BytesIO
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from solver.drawing.pixels import DAMAGES, MAX_SIDE, opened
from solver.drawing.svg_filters import NUMBER, SVG, URL, in_two_steps, turns_a_shadow
from solver.errors import SourceError, quoted

HINT = "turn texts into paths, or export a PNG"
_TEXT_FAULT = "texts"
_TEXTS = {"text", "flowRoot"}
_UNDRAWN = re.compile(
    "animate.*|set|script|hatch|mesh|mesh[gG]radient|"
    "fe(ConvolveMatrix|DisplacementMap|DiffuseLighting|SpecularLighting|Tile)"
)
# Browsers take these from styles, and resvg from attributes or not at all.
_UNREAD = re.compile(
    "animation.*|backdrop-filter|background.*|c[xy]|d|height|mask-image|offset-path|r|rotate|"
    "r[xy]|scale|transform|translate|width|x|y|.*[A-Z].*"
)
_NO_VALUES = {("vector-effect", "non-scaling-stroke"), ("color-interpolation", "linearrgb")}
# Illustrator has entities that stand for addresses; others may grow.
_PLAIN_ENTITY = re.compile(r"""<!ENTITY\s+[\w.:-]+\s+("[^"&%]{0,200}"|'[^'&%]{0,200}')\s*>""")
_PICTURE = re.compile(r"data:(?!image/svg)(?:image/[\w.+-]+)?(;[^,]*)?,", re.IGNORECASE)
_LENGTH = re.compile(r"\s*(\d+\.?\d*|\.\d+)\s*(px|pt|pc|mm|cm|in|)\s*")
_PIXELS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96}
_LARGE_SIDE = 16384.0
_MENDS = (
    # The ink of Inkscape's colours, and Figma's colours of wide gamut, follow those for a screen.
    (re.compile(r"\s+(?:icc-color|device-cmyk)\([^)]*\)"), ""),
    (re.compile(r"(?<![\w-])([\w-]+)(\s*:[^;{}]+;)\s*\1\s*:\s*color\([^()]*\)\s*;?"), r"\1\2"),
    (re.compile(r"\bcurrentcolor\b", re.IGNORECASE), "currentColor"),
)
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*,\s*((?:[^()]|\([^()]*\))*)\)")
_NO_RULES = re.compile(r"/\*.*?\*/|@charset[^;]*;|@font-face\s*\{[^}]*\}", re.DOTALL)


def plain_svg(text: str, where: str) -> bytes:
    """Return the SVG file *text*, without what resvg draws otherwise than a browser.

    *where* names it. Raises `SourceError`, with all faults, when it is no SVG file or needs fonts,
    other files, entities that may grow or what is not drawn.
    """
    if "<!ENTITY" in _PLAIN_ENTITY.sub("", text):
        raise SourceError(where, expected="an SVG without entities", found="<!ENTITY")
    try:
        root = ET.fromstring(text)  # noqa: S314 - its entities do not grow
    except ET.ParseError as error:
        found = f"an error ({quoted(str(error))[1:-1]})"
        raise SourceError(where, expected="an SVG", found=found) from None
    if root.tag not in {"svg", f"{SVG}svg"}:
        raise SourceError(where, expected="an SVG", found=f"<{quoted(root.tag)[1:-1]}>")
    for element in root.iter():
        if "{" not in element.tag:  # written by hand, without the namespace that resvg insists on
            element.tag = f"{SVG}{element.tag}"
    _enlarge(root)
    faults = _Reader(root, text).faults()
    if faults:
        *others, last = faults
        expected = f"an SVG without {' or '.join(filter(None, (', '.join(others), last)))}"
        found = ", ".join(part for parts in faults.values() for part in parts)
        hint = HINT if _TEXT_FAULT in faults else "export a PNG"
        raise SourceError(where, expected=expected, found=found, hint=hint)
    try:
        return ET.tostring(root)
    except RecursionError:
        found = "an error (it is too deep)"
        raise SourceError(where, expected="an SVG that can be drawn", found=found) from None


def _enlarge(root: ET.Element) -> None:
    """Give *root* a large size: resvg takes the whole numbers of a size, and cuts off the rest."""
    own, others = dict[str, str](), list[str]()
    for style in root.get("style", "").split(";"):
        key, _, value = (part.strip() for part in style.partition(":"))
        if key in {"width", "height"}:  # as game-icons.net writes them
            own[key] = value
        else:
            others.append(style)
    box = [float(number) for number in NUMBER.findall(root.get("viewBox", ""))]
    width, height = (_pixels(own.get(key, root.get(key, ""))) for key in ("width", "height"))
    if len(box) == len(("x", "y", "width", "height")) and min(box[2:]) > 0:
        if width is None and height is None:
            width, height = box[2:]
        elif width is None or height is None:
            width, height = _filled(width, height, box[2] / box[3])
    elif width is not None and height is not None:
        root.set("viewBox", f"0 0 {width} {height}")
    if width and height:
        scale = _LARGE_SIDE / max(width, height)
        root.attrib |= {"width": str(width * scale), "height": str(height * scale)}
        root.set("style", ";".join(others))


def _filled(width: float | None, height: float | None, aspect: float) -> tuple[float, float]:
    """Return *width* and *height*, one of which is known, with the other; 0 has no other side."""
    if not aspect:
        return 0, 0
    return (width, width / aspect) if width is not None else ((height or 0) * aspect, height or 0)


def _pixels(length: str) -> float | None:
    """Return *length* in pixels, or None where it is a share of what is around it."""
    found = _LENGTH.fullmatch(length)
    return float(found[1]) * _PIXELS[found[2]] if found else None


class _Reader:
    """Mends the elements of *root* in their places, and notes what cannot be mended."""

    def __init__(self, root: ET.Element, text: str) -> None:
        self.root = root
        self.elements = [part for part in root.iter() if part.tag.startswith(SVG)]
        self.by_id = {part.attrib["id"]: part for part in root.iter() if "id" in part.attrib}
        self.variables = set(re.findall(r"(--[\w-]+)\s*:", text))
        self.has_dashes = "stroke-dasharray" in text
        self.dots = 0
        self.texts = 0
        self.links = dict.fromkeys(re.findall(r"<\?(xml-stylesheet)", text))
        self.undrawn = dict[str, None]()
        self.pictures = dict[str, None]()

    def faults(self) -> dict[str, list[str]]:
        """Return what was found of what must not be in the file, by what that is."""
        for element in self.elements:
            self._read(element, element.tag.removeprefix(SVG))
        if turns_a_shadow(self.root):
            self.undrawn["a shadow that is turned or mirrored"] = None
        for parent in self.elements:
            for index, part in reversed([*enumerate(parent)]):
                if part.tag == f"{SVG}feMorphology":
                    parent[index : index + 1] = in_two_steps(part)
        faults = {
            _TEXT_FAULT: [f"{self.texts} text{'s' * (self.texts > 1)}"] if self.texts else [],
            "references to other files": [*self.links],
            "pictures that cannot be read": [*self.pictures],
            "parts that are not drawn as in a browser": [*self.undrawn],
        }
        return {expected: found for expected, found in faults.items() if found}

    def _read(self, element: ET.Element, name: str) -> None:
        self.texts += name in _TEXTS
        # Illustrator has one that no program but itself draws.
        is_drawn = name == "foreignObject" and not element.get("requiredExtensions")
        if _UNDRAWN.fullmatch(name) or is_drawn:
            self.undrawn[f"<{name}>"] = None
        if name == "style":
            self._read_sheet(element)
        for key, value in element.attrib.items():
            if key.rpartition("}")[2] == "href":
                if name != "a":  # a link to follow, which is not drawn
                    element.set(key, self._link(value))
            elif "}" not in key and key not in {"d", "points"}:
                element.set(key, self._mended(value))
                self._read_attribute(element, key, element.attrib[key])

    def _read_sheet(self, element: ET.Element) -> None:
        sheet = self._mended(_NO_RULES.sub("", element.text or ""))
        element.text = sheet
        self.links |= {quoted(rule): None for rule in re.findall(r"@import[^;]*", sheet)}
        self._check_urls(sheet)
        if re.search(r"\{[^{}]*\{", sheet):
            self.undrawn["a rule within a rule"] = None
        if element.get("media", "all").strip() not in {"", "all", "screen"}:
            self.undrawn["a style for other media"] = None
        for block in re.findall(r"\{([^{}]*)\}", sheet):
            self._read_styles(block)

    def _read_attribute(self, element: ET.Element, key: str, value: str) -> None:
        self._check_urls(value)
        if key == "style":
            self._read_styles(value)
        elif (
            (key, value.lower()) in _NO_VALUES
            or (key == "pathLength" and self.has_dashes)
            or (key == "transform" and element is self.root)
        ):
            self.undrawn[key] = None
        elif key == "filter":
            self._check_filter(value)

    def _read_styles(self, styles: str) -> None:
        for style in styles.split(";"):
            key, _, value = (part.strip() for part in style.partition(":"))
            is_off = value.lower() in {"", "none", "auto", "normal"}
            is_unread = _UNREAD.fullmatch(key) and not is_off
            if value and not key.startswith("-"):
                if is_unread or (key, value.lower()) in _NO_VALUES:
                    self.undrawn[f"the style {quoted(key)[1:-1]}"] = None
                if key == "filter":
                    self._check_filter(value)

    def _check_urls(self, value: str) -> None:
        self.links |= {quoted(url): None for url in URL.findall(value) if not url.startswith("#")}

    def _check_filter(self, value: str) -> None:
        for url in URL.findall(value):
            if url.startswith("#") and url[1:].strip() not in self.by_id:
                self.undrawn[f"a missing filter {quoted(url)}"] = None

    def _mended(self, value: str) -> str:
        """Return *value* without what a browser skips and resvg does not."""

        def fallback(match: re.Match[str]) -> str:
            return match[0] if match[1] in self.variables else match[2]

        value = _VARIABLE.sub(fallback, value)
        for pattern, mend in _MENDS:
            value = pattern.sub(mend, value)
        return value

    def _link(self, link: str) -> str:
        """Return *link*; a picture in it as a PNG, whatever it is said to be."""
        head = _PICTURE.match(link)
        if head is None:
            if not link.startswith("#"):
                self.links[quoted(link)] = None
            return link
        data = unquote(link[head.end() :])
        is_base64 = (head[1] or "").lower().endswith("base64")
        try:
            content = b64decode(data + "==") if is_base64 else data.encode("latin-1")
            image = opened(content, "PNG", "JPEG", "GIF", "WEBP")
        except DAMAGES:
            self.pictures["a damaged one"] = None
            return link
        self.dots += image.width * image.height if image else MAX_SIDE**2 + 1
        if image is None or self.dots > MAX_SIDE**2:
            self.pictures[f"more than {MAX_SIDE} x {MAX_SIDE} dots"] = None
            return link
        with BytesIO() as file:
            image.save(file, "PNG", compress_level=1)
            return "data:image/png;base64," + b64encode(file.getvalue()).decode()
