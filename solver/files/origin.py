"""Which files penta has written, by their content: those it may replace without --force.

Every file that is made says so in its own way: in a comment of a text, an SVG or an HTML page, in
the metadata of a PDF or a picture. Records and tables, which cannot say it, begin as nobody
else's files do. Version 0.1.0 did not say so yet: its drawings, PDF files and reports are known by
how it began them, its .png files and plots by nothing. A card that penta wrote stays one of its
files when a person has edited it, unless the comment is gone.
"""

import re
from pathlib import Path

from solver import MARK

_MARK = MARK.encode()
# How a file of ours begins, and what is found in it.
_SIGNS = [
    (rb"(\xef\xbb\xbf)?(#[^\n]*\n)*# %s( [\d.]+)?(: penta |\s|$)" % _MARK, rb""),
    (rb"<(svg|\?xml|!DOCTYPE html)", rb'^.{0,2000}?(<!-- |<dc:description>|content=")%s\b' % _MARK),
    (rb"%PDF-|\x89PNG|\xff\xd8\xff|RIFF....WEBP", _MARK),
    (rb'\{"moves": \[\{"colour": "white", "shape": "', rb""),
    (rb'\{"board": "\w+", "players": \["\w+", ', rb""),
    (rb"card,face,id,roll,ways,placements,", rb""),
]
# Files of version 0.1.0: the drawings in SVG, the PDF files, the reports of `rush check`.
_SVG_OF_0_1_0 = (
    rb'<svg xmlns="http://www\.w3\.org/2000/svg" width="[\d.]+mm" height="[\d.]+mm" '
    rb'viewBox="0 0 [\d.]+ [\d.]+" font-family="(penta-own, )?Helvetica, Arial, '
    rb"'Liberation Sans', sans-serif\" stroke-linejoin=\"round\" fill=\"none\">\n<title>"
)
_SIGNS_OF_0_1_0 = [
    (_SVG_OF_0_1_0, rb""),
    (rb"%PDF-", rb"/Author \(penta\) [^\n]*/Creator \(penta\) [^\n]*ReportLab"),
    (
        rb"<!DOCTYPE html>\n",
        rb"\n:root \{ color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --f",
    ),
]
_XZ, _TABLE = b"\xfd7zXZ\0", b'{"format": "penta '
_MAX_BYTES = 200_000_000  # the largest sheet takes some 20 million


def is_ours(path: Path) -> bool:
    """Return whether penta has written the file *path*; also true of an empty one.

    A file that cannot be read, or that is larger than any of ours, is none of ours.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            return False
        content = path.read_bytes()
    except OSError:
        return False
    if content.startswith(_XZ):
        return _unpacked(content, len(_TABLE)) == _TABLE
    return not content or any(
        re.match(beginning, content, re.DOTALL) and re.search(mark, content, re.DOTALL)
        for beginning, mark in (*_SIGNS, *_SIGNS_OF_0_1_0)
    )


def is_json_file(name: str) -> bool:
    """Return whether the file *name* can be read and begins as a JSON object does."""
    try:
        with Path(name).open("rb") as file:
            return file.read(100).lstrip().startswith(b"{")
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return False


def _unpacked(content: bytes, size: int) -> bytes:
    """Return the first *size* bytes of an xz file; none if it is damaged."""
    import lzma

    try:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(content, size)
    except (lzma.LZMAError, EOFError):
        return b""
