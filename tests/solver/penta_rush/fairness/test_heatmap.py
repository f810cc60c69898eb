from solver.penta_rush.fairness.heatmap import heatmap_colour


def test_every_heatmap_colour_is_read_in_its_text_colour_and_grows_lighter() -> None:
    lights = []
    for value in range(101):
        fill, ink = (_light(colour) for colour in heatmap_colour(value, 100))
        lights.append(fill)
        assert (max(fill, ink) + 0.05) / (min(fill, ink) + 0.05) >= 4.5  # WCAG 2, level AA
    assert lights == sorted(lights)
    assert heatmap_colour(0, 0) == heatmap_colour(0, 5)


def _light(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    linear = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
