"""The colours of the heat maps, in the report and in the chart.

They follow cividis, which the colour-blind see as others do (Nuñez, Anderton and Renslow, 2018).
"""

_CIVIDIS = ((0, 34, 78), (67, 78, 108), (125, 124, 120), (188, 174, 108), (254, 232, 56))
_LUMINANCE, _GAMMA = (0.2126, 0.7152, 0.0722), 2.2  # WCAG 2
_EVEN = 0.179  # the luminance on which black and white can be read equally well
CROSS = "\N{MULTIPLICATION SIGN}"  # on a dead cell


def heatmap_colour(value: int, greatest: int) -> tuple[str, str]:
    """Return the fill of *value* on the scale from 0 to *greatest*, and the text colour on it.

    >>> heatmap_colour(0, 9), heatmap_colour(9, 9)
    (('#00224e', '#ffffff'), ('#fee838', '#000000'))
    """
    position = (len(_CIVIDIS) - 1) * value / max(1, greatest)
    index = min(int(position), len(_CIVIDIS) - 2)
    ends = zip(_CIVIDIS[index], _CIVIDIS[index + 1], strict=True)
    fill = bytes(round(low + (high - low) * (position - index)) for low, high in ends)
    channels = zip(_LUMINANCE, fill, strict=True)
    luminance = sum(weight * (channel / 255) ** _GAMMA for weight, channel in channels)
    return f"#{fill.hex()}", "#000000" if luminance > _EVEN else "#ffffff"
