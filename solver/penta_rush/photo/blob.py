"""Blobs: what stands out from the paper around it, at several scales, as symbols of a card do.

Where the lines between cells are dark enough, the cells themselves are blobs as well, with the same
middles; so both kinds of cards are found alike.
"""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.penta_rush.photo.image_file import Floats, Image

_WINDOWS = (31, 81, 181)  # dots, that a dot is compared with
_LEAST_CONTRAST = 0.07  # of the brightness around
_LEAST_AREA, _MOST_SHARE = 36.0, 0.04  # dots; of the photo
_MOST_ASPECT, _LEAST_FILL = 3.5, 0.12
_MOST_BLOBS = 1500


class Blobs(NamedTuple):
    """The *centres* ``(n, 2)`` of blobs, x and y in dots, and their *sizes* ``(n,)``."""

    centres: Floats
    sizes: Floats


def blob_sets(image: Image) -> Iterator[Blobs]:
    """Yield the blobs of *image* at each scale, dark ones first, then bright ones."""
    smooth = cv2.GaussianBlur(image, (0, 0), 1.2)
    darkest = smooth.min(axis=2).astype(np.float32) + 4
    for window in _WINDOWS:
        around = cv2.boxFilter(darkest, -1, (window, window), borderType=cv2.BORDER_REFLECT)
        yield _blobs(darkest < around * (1 - _LEAST_CONTRAST))
    brightest = smooth.max(axis=2).astype(np.float32) + 4
    for window in _WINDOWS[1:]:
        around = cv2.boxFilter(brightest, -1, (window, window), borderType=cv2.BORDER_REFLECT)
        yield _blobs(brightest > around * (1 + 2 * _LEAST_CONTRAST))


def _blobs(mask: NDArray[np.bool_]) -> Blobs:
    """Return the blobs in *mask*, the largest ones if there are very many."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    most = _MOST_SHARE * mask.size
    found = []
    for contour in contours:
        *_, width, height = cv2.boundingRect(contour)
        if not _LEAST_AREA <= width * height <= most:
            continue
        if max(width, height) > _MOST_ASPECT * min(width, height):
            continue
        hull = cv2.convexHull(contour)
        moments = cv2.moments(hull)
        area = moments["m00"]
        if area < _LEAST_FILL * width * height or area < _LEAST_AREA / 2:
            continue
        centre = moments["m10"] / area, moments["m01"] / area
        found.append((*centre, area**0.5))
    found.sort(key=lambda blob: -blob[2])
    table = np.array(found[:_MOST_BLOBS], np.float64).reshape(-1, 3)
    return Blobs(table[:, :2], table[:, 2])
