"""The size of a font's character map, before anything unpacks it.

A table of a few bytes may claim billions of characters, which fontTools would all write down.
The formats are those of the OpenType specification, table cmap.
"""

from struct import unpack_from

_MAX_TABLES, _MAX_CHARACTERS = 40, 2_000_000  # Unicode has 1.1 million
_GROUPS_AT = {8: 8204, 12: 12, 13: 12}  # where formats count their groups of 12 bytes


def check_character_map(cmap: bytes) -> None:
    """Raise `ValueError` when the table *cmap* maps more characters than there are.

    Raises `struct.error` when it ends too soon.
    """
    _, count = unpack_from(">HH", cmap)
    if count > _MAX_TABLES:
        raise ValueError(f"{count} character maps")
    for number in range(count):
        (at,) = unpack_from(">I", cmap, 4 + 8 * number + 4)
        if _characters(cmap, at) > _MAX_CHARACTERS:
            raise ValueError("a character map of too many characters")


def _characters(cmap: bytes, at: int) -> int:
    """Return how many characters the map that begins *at* a byte claims to have."""
    (kind,) = unpack_from(">H", cmap, at)
    if kind == 4:  # noqa: PLR2004 - segments of 16 bits
        double = unpack_from(">H", cmap, at + 6)[0]
        ends = unpack_from(f">{double // 2}H", cmap, at + 14)
        starts = unpack_from(f">{double // 2}H", cmap, at + 16 + double)
        return sum(max(0, end - start + 1) for start, end in zip(starts, ends, strict=True))
    if kind == 10:  # noqa: PLR2004 - an array
        return int(unpack_from(">I", cmap, at + 16)[0])
    if kind not in _GROUPS_AT:
        return 0  # of 16 bits each, so that they cannot be many
    groups = at + _GROUPS_AT[kind]
    (count,) = unpack_from(">I", cmap, groups)
    if count > len(cmap) // 12:
        raise ValueError("a character map that ends too soon")
    bounds = (unpack_from(">II", cmap, groups + 4 + 12 * number) for number in range(count))
    return sum(max(0, end - start + 1) for start, end in bounds)
