from struct import pack

import pytest

from solver.drawing.character_map import check_character_map
from solver.drawing.font import default_fonts
from tests.support import cases


def _cmap(*tables: bytes) -> bytes:
    start = 4 + 8 * len(tables)
    offsets = [start + sum(map(len, tables[:number])) for number in range(len(tables))]
    heads = b"".join(pack(">HHI", 3, 10, offset) for offset in offsets)
    return pack(">HH", 0, len(tables)) + heads + b"".join(tables)


def _groups(*bounds: tuple[int, int], kind: int = 12) -> bytes:
    groups = b"".join(pack(">III", start, end, 1) for start, end in bounds)
    return pack(">HHIII", kind, 0, 16 + len(groups), 0, len(bounds)) + groups


def _segments(*bounds: tuple[int, int]) -> bytes:
    starts = b"".join(pack(">H", start) for start, _ in bounds)
    ends = b"".join(pack(">H", end) for _, end in bounds)
    return pack(">HHHHHHH", 4, 0, 0, 2 * len(bounds), 0, 0, 0) + ends + b"\0\0" + starts


def test_maps_of_real_sizes_are_taken() -> None:
    check_character_map(_cmap(_groups((32, 126), (0x4E00, 0x9FFF)), _segments((32, 126))))
    assert default_fonts().regular.advances["A"] > 0


@cases(
    "table",
    _groups((0, 0xFFFFFFFF)),
    _groups(*[(0, 0x10FFFF)] * 3, kind=13),
    _segments(*[(0, 0xFFFF)] * 100),
    pack(">HHIIII", 10, 0, 0, 0, 0, 0xFFFFFFF0),
    pack(">HHIII", 12, 0, 0, 0, 0xFFFFFFF0),
)
def test_a_map_of_more_characters_than_there_are_is_refused(table: bytes) -> None:
    with pytest.raises(ValueError, match="character map"):
        check_character_map(_cmap(table))


def test_many_maps_are_refused() -> None:
    with pytest.raises(ValueError, match="41 character maps"):
        check_character_map(_cmap(*[_groups((32, 126))] * 41))
