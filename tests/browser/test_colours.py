"""The colours of the page, as the colour-blind see them.

Colour vision deficiencies after Machado, Oliveira and Fernandes, *A physiologically-based model for
simulation of color vision deficiency*, 2009 (severity 1.0); distances are those of CIE Lab, 1976.
"""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

FRAME = Path(__file__).parents[2] / "solver/web/page/frame.css"
VISION = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                 (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)

Triple = tuple[float, ...]


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("what", "least"), [("symbol", 13.5), ("outline", 24.0)])
def test_no_two_colours_look_alike(what: str, least: float, scheme: str, vision: str) -> None:
    light, dark = FRAME.read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)", 1)
    block = {"light": light, "dark": dark.split("}\n}", 1)[0]}[scheme]
    colours = re.findall(rf"--{what}-\d: #(\w+);", block)
    assert len(colours) == {"symbol": 7, "outline": 5}[what]
    seen = [_lab(_times(VISION[vision], _linear(colour))) for colour in colours]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) >= least


def _linear(colour: str) -> Triple:
    digits = "".join(2 * digit for digit in colour) if len(colour) == 3 else colour
    levels = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return tuple(
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels
    )


def _lab(linear: Triple) -> Triple:
    xyz = _times(_XYZ, tuple(min(1.0, max(0.0, level)) for level in linear))
    x, y, z = (
        each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116
        for each in (value / white for value, white in zip(xyz, _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: tuple[Triple, ...], vector: Triple) -> Triple:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
