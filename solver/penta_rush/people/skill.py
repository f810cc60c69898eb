"""Skill: the chance with which a player meets a placement of each shape while the sand runs.

A model without data of people: it compares rolls and cards, and does not foretell anybody's score.
"""

import re
from dataclasses import dataclass
from math import log1p
from typing import Self

from solver.errors import PentaError, did_you_mean, quoted
from solver.geometry.polyomino import SHAPES, is_shape
from solver.question import check_argument

MODEL = "a model without data of people"
CAVEAT = f"That is {MODEL}: good to compare rolls and cards, no more."
_FORM = "a chance such as 0.2, or chances by shape such as 0.2,I=0.5"


@dataclass(frozen=True, slots=True)
class Skill:
    """The *chances* of the twelve shapes, in the order of ``FILNPTUVWXYZ``, each below 1."""

    chances: tuple[float, ...]

    def __post_init__(self) -> None:
        check_argument(self.chances, tuple, "skill")
        if len(self.chances) != len(SHAPES):
            raise PentaError("skill", expected="12 chances", found=str(len(self.chances)))
        for shape, chance in zip(SHAPES, self.chances, strict=True):
            if not 0 <= chance < 1:
                raise PentaError(
                    f"skill, {shape}", expected="a chance from 0 to below 1", found=f"{chance:g}"
                )

    def __getitem__(self, shape: str) -> float:
        return self.chances[SHAPES.index(shape)]

    def __str__(self) -> str:
        """Return the skill as `parse` reads it: the chance of most shapes, and the others."""
        usual = max(self.chances, key=self.chances.count)
        others = (f"{shape}={self[shape]}" for shape in SHAPES if self[shape] != usual)
        return ",".join([str(usual), *others])

    @classmethod
    def even(cls, chance: float) -> Self:
        """Return the skill of one *chance* for all shapes."""
        return cls((float(chance),) * len(SHAPES))

    @property
    def rates(self) -> dict[str, float]:
        """How often a placement of each shape is met, in the time of the sand."""
        return {shape: -log1p(-self[shape]) for shape in SHAPES}

    @classmethod
    def parse(cls, text: str, *, source: str = "skill") -> Self:
        """Return the skill in *text*: a chance, ``I=0.5`` for one shape alone, with commas."""
        check_argument(text, str, source)
        _check_point(text, source)
        by_shape: dict[str, float] = {}
        for part in text.replace(" ", "").split(","):
            shape, is_one, number = part.rpartition("=")
            name = shape.upper()
            if is_one and not is_shape(name):
                hint = did_you_mean(name, SHAPES)
                found = quoted(shape)
                raise PentaError(source, expected=f"a letter of {SHAPES}", found=found, hint=hint)
            chance = _chance(number, source)
            if name in by_shape and name:
                raise PentaError(source, expected="each shape once", found=f"{name} again")
            if name in by_shape:
                hint = "'rush check' takes a chance for each player"
                raise PentaError(source, expected="one skill", found=quoted(text), hint=hint)
            by_shape[name] = chance
        missing = [shape for shape in SHAPES if shape not in by_shape]
        if missing and "" not in by_shape:
            raise PentaError(
                source,
                expected="a chance for each shape",
                found=f"none for {', '.join(missing)}",
                hint=f"put one for all others before it, as in 0.2,{text}",
            )
        return cls(tuple(by_shape.get(shape, by_shape.get("", 0.0)) for shape in SHAPES))

    @classmethod
    def parse_several(cls, text: str, *, source: str = "skill") -> list[Self]:
        """Return the skills in *text*: a chance for each player, with commas, or one skill."""
        check_argument(text, str, source)
        _check_point(text, source)
        parts = text.split(",")
        even = [part for part in parts if "=" not in part]
        if len(even) <= 1:
            return [cls.parse(text, source=source)]
        if len(even) < len(parts):
            raise PentaError(
                source,
                expected="a chance for each player, or the chances of one by shape",
                found=quoted(text),
                hint=f"give each player one of his own: {source} 0.25 {source} 0.2,I=0.5",
            )
        return [cls.parse(part, source=source) for part in parts]


def _check_point(text: str, source: str) -> None:
    """Raise `PentaError` where *text* is a chance with a comma for its point."""
    if re.fullmatch("0,[0-9]+", text):
        hint = f"with a point, {text.replace(',', '.')}"
        raise PentaError(source, expected=_FORM, found=quoted(text), hint=hint)


def _chance(text: str, source: str) -> float:
    is_percent = text.endswith("%")
    try:
        chance = float(text.removesuffix("%"))
    except ValueError:
        raise PentaError(source, expected=_FORM, found=quoted(text)) from None
    if is_percent or not 0 <= chance < 1:
        hint = f"with a point, {chance / 100:g} is {chance:g} %" if 1 < chance < 100 else ""  # noqa: PLR2004
        raise PentaError(source, expected="a chance from 0 to below 1", found=text, hint=hint)
    return chance
