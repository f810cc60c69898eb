"""SVG files as Inkscape, Illustrator, Figma and Affinity write them, made up for the tests."""

from pathlib import Path

_FILES = sorted(Path(__file__).parent.glob("*.svg"))
EXPORTED = {path.stem: path.read_text(encoding="utf-8") for path in _FILES}
