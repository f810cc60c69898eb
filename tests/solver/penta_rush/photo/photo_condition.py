"""Nineteen conditions that a photo or a scan is made in, from a clean scan to a brutal mix."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from solver.drawing.scene import MM_PER_INCH
from tests.solver.penta_rush.photo.photo_maker import (
    BRUTAL,
    Camera,
    Floats,
    Photograph,
    Print,
    encoded,
    rotation,
    take_photo,
    uint8,
)

Condition = Callable[[Print, int], Photograph]

_CELL_MM = (8.0, 12.0)  # the side of a cell on paper that is scanned
_CLEAR = Camera(turn=12.0, tilt=0.02, shade=0.15, clutter=4, cast=0.05)
_PLAIN = replace(_CLEAR, blur=(0.3, 0.8), noise=(1.0, 3.0), quality=(80, 95))
DIFFICULT = ("glare", "hand", "brutal")  # where the goal for whole photos does not hold


def _scan(dpi: int) -> Condition:
    """Return the condition of a flat sheet under a scanner, a bit askew."""

    def scan(printed: Print, number: int) -> Photograph:
        rng = np.random.default_rng(number)
        card = printed.card
        pitch = float(np.linalg.norm(printed.corners[1] - printed.corners[0])) / card.cols
        scale = rng.uniform(*_CELL_MM) * dpi / MM_PER_INCH / pitch
        turn = scale * rotation(np.radians(rng.uniform(-1.5, 1.5)))
        rows, cols = printed.image.shape[:2]
        placed = np.array([(0, 0), (cols, 0), (cols, rows), (0, rows)]) @ turn.T
        margin = 0.03 * float(np.ptp(placed, axis=0).max())
        size = np.ceil(np.ptp(placed, axis=0) + 2 * margin).astype(int).tolist()
        matrix = np.eye(3)
        matrix[:2, :2] = turn
        matrix[:2, 2] = margin - placed.min(axis=0)
        # Reduced in two steps: a warp alone would leave out dots.
        step = min(1.0, 1.6 * scale)
        small = cv2.resize(printed.image, None, fx=step, fy=step, interpolation=cv2.INTER_AREA)
        paper = cv2.warpPerspective(
            small, matrix @ np.diag([1 / step, 1 / step, 1.0]), size,
            flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(250, 250, 250),
        )  # fmt: skip
        scene = paper * 0.98 + rng.normal(0, 1.5, paper.shape)
        corners = cv2.perspectiveTransform(printed.corners[None], matrix)[0]
        return Photograph(encoded(scene, quality=90), card, corners)

    return scan


def _photo(**changes: Any) -> Condition:
    camera = replace(_PLAIN, **changes)
    return lambda printed, number: take_photo(printed, number, camera)


def _hard_shadow(rng: Any, scene: Floats, corners: Floats) -> Floats:
    """Return *scene* with the shadow of something straight across the card, its edge sharp."""
    height, width = scene.shape[:2]
    middle = corners.mean(axis=0) + rng.uniform(-0.2, 0.2, 2) * np.ptp(corners, axis=0)
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:height, 0:width]
    across = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
    shadow = np.clip(across / rng.uniform(1.0, 5.0) + 0.5, 0, 1)
    if rng.random() < 1 / 2:  # a bar, such as that of a window
        shadow *= across < rng.uniform(0.15, 0.4) * np.ptp(corners, axis=0).max()
    return np.asarray(scene * (1 - rng.uniform(0.35, 0.6) * shadow[..., None]))


def _glare(rng: Any, scene: Floats, corners: Floats) -> Floats:
    """Return *scene* with one to three bright spots on the card, white in their middle."""
    height, width = scene.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    extent = np.ptp(corners, axis=0)
    for _ in range(int(rng.integers(1, 4))):
        at = corners.min(axis=0) + rng.uniform(0.15, 0.85, 2) * extent
        radii = rng.uniform(0.06, 0.2, 2) * extent
        distance = np.hypot((x - at[0]) / radii[0], (y - at[1]) / radii[1])
        scene = scene + 340 * np.exp(-(distance**3))[..., None]
    return scene


def _hand(rng: Any, scene: Floats, corners: Floats) -> Floats:
    """Return *scene* with two or three fingers that hold the card at an edge."""
    skin = np.array([110, 140, 200]) * rng.uniform(0.55, 1.1)
    first, last, *_ = np.roll(corners, -int(rng.integers(0, 4)), axis=0)
    inwards = corners.mean(axis=0) - (first + last) / 2
    thick = 0.11 * float(np.linalg.norm(last - first))
    painted = scene.copy()
    for place in rng.uniform(0.15, 0.85, int(rng.integers(1, 4))):
        foot = first + place * (last - first)
        tip = foot + rng.uniform(0.15, 0.45) * inwards
        ends = np.array([foot - 3 * inwards, tip]).astype(int).tolist()
        shade = tuple((skin * rng.uniform(0.9, 1.05)).tolist())
        cv2.line(painted, ends[0], ends[1], shade, max(4, int(thick)), cv2.LINE_AA)
    return painted


def _vignette(_rng: Any, scene: Floats, _corners: Floats) -> Floats:
    height, width = scene.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    distance = np.hypot(x / width - 0.5, y / height - 0.5) / np.hypot(0.5, 0.5)
    return np.asarray(scene * (1 - 0.6 * distance[..., None] ** 2))


def _warm_light(rng: Any, scene: Floats, _corners: Floats) -> Floats:
    return np.asarray(np.minimum(scene * (rng.uniform(0.5, 0.65), 0.82, 1.0), 255))


def _curl(rng: Any, printed: Print) -> Print:
    """Return *printed* as it looks when the paper is not flat: bent, and shaded where it is."""
    rows, cols = printed.image.shape[:2]
    phase, depth = rng.uniform(0, np.pi), rng.uniform(0.008, 0.02) * rows

    def bent(x: Any) -> Any:
        return depth * np.sin(np.pi * x / cols + phase)

    y, x = np.mgrid[0:rows, 0:cols].astype(np.float32)
    image = cv2.remap(
        printed.image, x, (y + bent(x)).astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    shade = 0.88 + 0.12 * np.cos(np.pi * x / cols + phase)
    corners = printed.corners - np.stack([np.zeros(4), bent(printed.corners[:, 0])], axis=1)
    return Print(printed.card, uint8(image * shade[..., None]), corners)


def _curled(printed: Print, number: int) -> Photograph:
    bent = _curl(np.random.default_rng(number), printed)
    return take_photo(bent, number, replace(_PLAIN, tilt=0.05))


def _brutal(printed: Print, number: int) -> Photograph:
    """Return a photo in which several things are bad at once."""
    effects = (_hard_shadow, _glare, _hand, _vignette, _warm_light)
    first, second, *_ = np.random.default_rng(number + 1).permutation(len(effects))
    camera = replace(BRUTAL, effects=(effects[first], effects[second]))
    return take_photo(printed, number, camera)


CONDITIONS: dict[str, Condition] = {
    **{f"scan {dpi} dpi": _scan(dpi) for dpi in (100, 150, 200)},
    "turned": _photo(turn=180.0),
    "perspective": _photo(tilt=0.13),
    "soft shadow": _photo(shade=0.6),
    "hard shadow": _photo(effects=(_hard_shadow,)),
    "glare": _photo(effects=(_glare,)),
    "hand": _photo(effects=(_hand,)),
    "blur": _photo(blur=(1.5, 2.4)),
    "noise": _photo(noise=(9.0, 15.0)),
    "low light": _photo(effects=(lambda _rng, scene, _corners: scene * 0.32,), noise=(3.0, 5.0)),
    "warm light": _photo(effects=(_warm_light,)),
    "JPEG": _photo(quality=(22, 35)),
    "far": _photo(card_share=(0.38, 0.5)),
    "cluttered table": _photo(clutter=45),
    "vignette": _photo(effects=(_vignette,)),
    "curl": _curled,
    "brutal": _brutal,
}
