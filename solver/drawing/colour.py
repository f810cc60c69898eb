"""Colours as files write them, like ``#e69f00``: how they are mixed, and which inks print them.

The colours of our symbols and tiles are those of Okabe and Ito, who give them for inks as well as
for screens (Color Universal Design, 2008; printed in Wong, Nature Methods 8, 441, 2011). Paler ones
are tints of them, and greys are black ink alone. The inks of other colours depend on the press, so
that no formula knows them, but an output profile does.
"""

import re
from functools import lru_cache

from solver.errors import PentaError, did_you_mean, quoted


def lightened(colour: str, white: float) -> str:
    """Return *colour* mixed with *white*, a share from 0 to 1.

    >>> lightened("#000000", 0.5)
    '#808080'
    """
    parts = bytes.fromhex(colour[1:])
    return f"#{bytes(round(part + (255 - part) * white) for part in parts).hex()}"


COLOURS = {
    "black": "#000000",
    "blue": "#0072b2",
    "green": "#009e73",
    "grey": "#b4b4b4",
    "light blue": "#56b4e9",
    "orange": "#e69f00",
    "pink": "#cc79a7",
    "red": "#d55e00",
    "white": "#ffffff",
    "yellow": "#f0e442",
}
_HEX = re.compile(r"#[0-9a-f]{6}")


def parse_colour(text: str, where: str = "colour") -> str:
    """Return the colour in *text*: one of `COLOURS`, or one like ``#e69f00``.

    *where* names it in messages. Raises `PentaError` when it is neither.

    >>> parse_colour("Light Blue"), parse_colour("#E69F00")
    ('#56b4e9', '#e69f00')
    """
    typed = " ".join(text.lower().replace("-", " ").split())
    if typed in COLOURS or _HEX.fullmatch(typed):
        return COLOURS.get(typed, typed)
    expected = f"a colour like #e69f00, or {', '.join(COLOURS)}"
    hint = f"write #{typed}" if _HEX.fullmatch(f"#{typed}") else did_you_mean(typed, list(COLOURS))
    raise PentaError(where, expected=expected, found=quoted(text), hint=hint)


def text_colour(ground: str) -> str:
    """Return black or white, whichever stands out more on *ground*, by the contrast of WCAG 2.

    >>> text_colour("#b4b4b4"), text_colour("#0072b2")
    ('#000000', '#ffffff')
    """
    # Near black, WCAG's curve is a line, which changes no choice.
    red, green, blue = (((part / 255 + 0.055) / 1.055) ** 2.4 for part in bytes.fromhex(ground[1:]))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#000000" if (luminance + 0.05) ** 2 >= 1.05 * 0.05 else "#ffffff"


_INKS = {
    "#000000": (0, 0, 0, 100),
    "#e69f00": (0, 50, 100, 0),
    "#56b4e9": (80, 0, 0, 0),
    "#009e73": (97, 0, 75, 0),
    "#f0e442": (10, 5, 90, 0),
    "#0072b2": (100, 50, 0, 0),
    "#d55e00": (0, 80, 100, 0),
    "#cc79a7": (10, 70, 0, 0),
    # Ours, of symbols that are called turquoise, purple and brown.
    "#00a6b4": (80, 0, 30, 0),
    "#7b3fa0": (60, 85, 0, 0),
    "#8b4513": (25, 75, 100, 30),
}
_SHARES = 100  # of white, that tints are looked up in


@lru_cache(maxsize=1024)
def inks(colour: str) -> tuple[float, ...]:
    """Return the inks of *colour*, one of those that our drawings have, like ``#e69f00``.

    They are cyan, magenta, yellow and black, as shares from 0 to 1. Raises `KeyError` for another
    colour.

    >>> inks("#e69f00"), inks("#808080")
    ((0.0, 0.5, 1.0, 0.0), (0.0, 0.0, 0.0, 0.498))
    """
    red, green, blue = bytes.fromhex(colour[1:])
    if red == green == blue:
        return 0.0, 0.0, 0.0, round(1 - red / 255, 3)
    for pure, shares in _INKS.items():
        for white in range(_SHARES):
            if lightened(pure, white / _SHARES) == colour:
                return tuple(round(share / 100 * (1 - white / _SHARES), 3) for share in shares)
    raise KeyError(colour)
