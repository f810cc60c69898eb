"""Filters of SVG files, where resvg draws them otherwise than a browser."""

import re
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
URL = re.compile(r"""url\(\s*["']?\s*([^"')]*)""")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
# Filters of these know no direction.
_ROUND = re.compile("fe(Blend|ColorMatrix|ComponentTransfer|Composite|Func.|Merge.*)|(?!fe).*")
_FILTER = re.compile(r"(?<![\w-])filter\s*:([^;{}]*)")
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_NAME = re.compile(r"[.#]?[\w-]+|\*")
_TURN = re.compile(r"(matrix|scale|rotate|skew[XY])\s*\(([^)]*)\)")


def turns_a_shadow(root: ET.Element) -> bool:
    """Return whether in *root* a filter that knows directions is on what is turned or mirrored.

    resvg would not turn the filter.
    """
    by_id = {part.attrib["id"]: part for part in root.iter() if "id" in part.attrib}
    directed = {f"#{id_}" for id_, part in by_id.items() if any(map(_is_directed, part))}
    styled = {
        name
        for part in root.iter(f"{SVG}style")
        for selectors, styles in _RULE.findall(part.text or "")
        if _is_filtered(styles, directed)
        for name in _NAME.findall(selectors)
    }
    waiting, seen = [(root, False)], set[tuple[int, bool]]()
    while waiting:
        part, turned = waiting.pop()
        turned = turned or _is_turned(part.get("transform", ""))
        if (id(part), turned) in seen:
            continue
        seen.add((id(part), turned))
        own = f"filter:{part.get('filter', 'none')};{part.get('style', '')}"
        if turned and (styled & _names(part) or _is_filtered(own, directed)):
            return True
        waiting += ((child, turned) for child in part)
        for key, value in part.attrib.items():
            if key.rpartition("}")[2] == "href" and value[1:] in by_id:
                waiting.append((by_id[value[1:]], turned))
    return False


def _names(part: ET.Element) -> set[str]:
    """Return what a selector may name *part* by."""
    classes = {f".{name}" for name in part.get("class", "").split()}
    return {"*", part.tag.removeprefix(SVG), f"#{part.get('id')}", *classes}


def _is_filtered(styles: str, directed: set[str]) -> bool:
    """Return whether *styles* have a shadow or a filter among *directed*."""
    values = _FILTER.findall(styles)
    return any("drop-shadow" in value or directed & {*URL.findall(value)} for value in values)


def _is_directed(part: ET.Element) -> bool:
    """Return whether *part*, of a filter, is not the same in all directions."""
    name = part.tag.removeprefix(SVG)
    if name == "feGaussianBlur":
        return len({*map(float, NUMBER.findall(part.get("stdDeviation", "")))}) > 1
    return not _ROUND.fullmatch(name)


def _is_turned(transform: str) -> bool:
    """Return whether *transform* turns, skews or mirrors what it is applied to."""
    for kind, given in _TURN.findall(transform):
        numbers = [float(number) for number in NUMBER.findall(given)]
        along, up, side, down = (*numbers, 0.0, 0.0, 0.0, 0.0)[:4]
        match kind:
            case "matrix":
                small = 1e-3 * (abs(along) + abs(down))
                is_turned = min(along, down) < 0 or max(abs(up), abs(side)) > small
            case "scale":
                is_turned = min(along, up) < 0
            case _:
                is_turned = along % 360 != 0
        if is_turned:
            return True
    return False


def in_two_steps(part: ET.Element) -> list[ET.Element]:
    """Return *part*, a feMorphology, as one across and one down, which are the same and fast."""
    radii = NUMBER.findall(part.get("radius", ""))
    if not radii or any(float(radius) <= 0 for radius in radii):
        return [part]
    across, down = ET.Element(part.tag, part.attrib), ET.Element(part.tag, part.attrib)
    across.set("radius", f"{radii[0]} 1e-6")
    down.set("radius", f"1e-6 {radii[-1]}")
    across.attrib.pop("result", None)
    down.attrib.pop("in", None)
    return [across, down]
