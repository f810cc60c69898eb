"""Colours as files write them, like ``#e69f00``, and how they are mixed."""


def lightened(colour: str, white: float) -> str:
    """Return *colour* mixed with *white*, a share from 0 to 1.

    >>> lightened("#000000", 0.5)
    '#808080'
    """
    parts = bytes.fromhex(colour[1:])
    return f"#{bytes(round(part + (255 - part) * white) for part in parts).hex()}"
