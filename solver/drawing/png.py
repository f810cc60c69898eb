"""A scene as a PNG file, which says how many dots an inch has: resvg draws that of its SVG."""

from struct import pack
from zlib import crc32

from solver import MARK
from solver.drawing.font import Fonts, default_fonts
from solver.drawing.scene import MM_PER_INCH, Mark, Scene, Text
from solver.drawing.svg import svg

_HEADER_END = 33  # bytes


def icon_png(icon: str, *, width: int) -> bytes:
    """Return *icon*, an SVG without texts, as a PNG file that is *width* dots wide."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(icon, width=width))


def png(scene: Scene, *, dpi: int, fonts: Fonts | None = None) -> bytes:
    """Return *scene* as a file of *dpi* dots an inch.

    *fonts* are by default DejaVu Sans. A character that they do not have is a question mark.
    """
    from resvg_py import svg_to_bytes

    used = fonts or default_fonts()
    marks: list[Mark] = []
    for mark in scene.marks:
        marks += used.printed(mark) if isinstance(mark, Text) else [mark]
    drawn = svg_to_bytes(
        svg(Scene(scene.size, marks), title="").decode(),
        dpi=dpi,
        skip_system_fonts=True,
        font_files=[str(font.path) for font in used],
        sans_serif_family=used.regular.family,
    )
    per_metre = round(dpi * 1000 / MM_PER_INCH)
    notes = [b"pHYs" + pack(">IIB", per_metre, per_metre, 1), b"tEXtDescription\0" + MARK.encode()]
    chunks = (pack(">I", len(note) - 4) + note + pack(">I", crc32(note)) for note in notes)
    return drawn[:_HEADER_END] + b"".join(chunks) + drawn[_HEADER_END:]
