"""What the page or mail around a card leaves at its lines: fences, front matter, marks, ``//``.

A mark such as ``>`` or a number such as ``1.`` is one of a list if every line begins with it.
"""

import re
from collections.abc import Mapping
from string import punctuation

from solver.errors import quoted

Lines = dict[int, str]

_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*\S*\s*")
_RULE = re.compile(r"\s*-{3,}\s*")
_FIELD = re.compile(r"\s*[A-Za-z][\w-]*:(\s.*)?")
_SLASHES = re.compile(r"(?:^|(?<=\s))//(?=\s|$).*")
_MARK = re.compile(r"\s*([>*+\-\u2010-\u2015\u2022\u2023\u2043\u00b7])\s+(?=\S)")
_NUMBER = re.compile(r"\s*\(?(\d{1,2})[.):]\s+(?=\S)")
_SIGNS = ">+"  # may be symbols of a card as well


def without_markup(lines: Mapping[int, str], source: str) -> tuple[Lines, list[str]]:
    """Return *lines* without what is markup, and notes on it."""
    kept, notes = dict(lines), []
    for part in (_without_front_matter, _without_fences, _without_slashes, _without_marks):
        kept, more = part(kept, source)
        notes += more
    return kept, notes


def _without_front_matter(lines: Lines, source: str) -> tuple[Lines, list[str]]:
    numbers = list(lines)
    rules = [number for number in numbers if _RULE.fullmatch(lines[number])]
    if len(rules) < 2 or rules[0] != numbers[0]:  # noqa: PLR2004 - above and below
        return lines, []
    fields = [number for number in numbers if rules[0] < number < rules[1]]
    if not fields or not all(_FIELD.fullmatch(lines[number]) for number in fields):
        return lines, []
    note = f"{source}, line {fields[0]}: left out as front matter: {lines[fields[0]].strip()}"
    return {number: line for number, line in lines.items() if number > rules[1]}, [note]


def _without_fences(lines: Lines, source: str) -> tuple[Lines, list[str]]:
    fences = [number for number, line in lines.items() if _FENCE.fullmatch(line)]
    if len(fences) != 2:  # noqa: PLR2004 - above and below
        return lines, []
    note = f"{source}, line {fences[0]}: left out as a fence: {quoted(lines[fences[0]].strip())}"
    return {number: line for number, line in lines.items() if number not in fences}, [note]


def _without_slashes(lines: Lines, source: str) -> tuple[Lines, list[str]]:
    cut = {number: _SLASHES.sub("", line) for number, line in lines.items()}
    changed = [number for number in lines if cut[number] != lines[number]]
    if not changed:
        return lines, []
    comment = quoted(lines[changed[0]][len(cut[changed[0]]) :].strip())
    note = f"{source}, line {changed[0]}: {comment} is taken for a comment ('# ' begins one)"
    return {number: line for number, line in cut.items() if line.strip()}, [note]


def _without_marks(lines: Lines, source: str) -> tuple[Lines, list[str]]:
    """Return *lines* without the mark or number before each; the first line may have none."""
    numbers = list(lines)
    listed = numbers[1:] if len(numbers) > 2 and not _mark(lines[numbers[0]]) else numbers  # noqa: PLR2004
    inner = {number: lines[number][len(_mark(lines[number])) :] for number in listed}
    marks = [_mark(lines[number]).strip() for number in listed]
    if not marks or not all(marks):
        return lines, []
    first = marks[0].rstrip(".):").lstrip("(")
    if first.isdecimal():
        counted = [mark.lstrip("(").rstrip(".):") for mark in marks]
        start = int(first)
        is_symbol = len(marks) == 1 and bool(_NUMBER.match(inner[listed[0]]))
        if is_symbol or counted != [str(start + index) for index in range(len(marks))]:
            return lines, []
        note = f"{source}: left out as row numbers: {', '.join(marks)}"
    else:
        others = "".join(inner.values())
        # Another sign alone, such as '<', may be a symbol of the only row.
        has_signs = any(len(word) == 1 and word in punctuation for word in others.split())
        is_symbol = first in _SIGNS and (first in others or (len(marks) == 1 and has_signs))
        if len({*marks}) > 1 or is_symbol:
            return lines, []
        note = f"{source}: left out as a mark before every row: {first}"
    return {**{number: lines[number] for number in numbers}, **inner}, [note]


def _mark(line: str) -> str:
    match = _MARK.match(line) or _NUMBER.match(line)
    return match[0] if match else ""
