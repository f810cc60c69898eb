"""What every figure of matplotlib needs: settings and files that are the same on every machine."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from solver import MARK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FONT = "DejaVu Sans"  # comes with matplotlib

_SETTINGS = {"font.family": _FONT, "svg.hashsalt": "penta", "svg.fonttype": "none"}
# What a file would say of the time and of matplotlib's version.
_VARYING_METADATA = {
    ".svg": ("Date", "Creator"),
    ".png": ("Software",),
    ".pdf": ("CreationDate", "Creator", "Producer"),
}
# Where the formats have room for a description.
_DESCRIPTIONS = {".svg": "Description", ".png": "Description", ".pdf": "Subject"}
CHART_ENDINGS = tuple(_VARYING_METADATA)


@contextmanager
def chart_settings(theme: Mapping[str, Any] | None = None) -> Iterator[None]:
    """Let matplotlib draw and save with *theme*, whatever the user has set, and set it back."""
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # of a name in another script
        mpl.rcdefaults()
        settings: dict[Any, Any] = {**_SETTINGS, **(theme or {})}  # names are literals to mypy
        mpl.rcParams.update(settings)
        yield


def chart_file(figure: "Figure", ending: str, *, dpi: int = 150) -> bytes:
    """Return *figure* as a file of this *ending*, without a date and a version.

    *ending* is one of CHART_ENDINGS. Call it under the settings that the figure was drawn with.
    """
    with BytesIO() as file:
        metadata = {**dict.fromkeys(_VARYING_METADATA[ending]), _DESCRIPTIONS[ending]: MARK}
        figure.savefig(file, format=ending[1:], metadata=metadata, dpi=dpi)
        return file.getvalue()
