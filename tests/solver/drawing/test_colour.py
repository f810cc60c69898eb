import pytest

from solver.drawing.colour import inks, lightened
from solver.drawing.text_grid import PALETTE


def test_greys_are_black_ink_and_tints_have_less_of_each_ink() -> None:
    assert inks("#ffffff") == (0, 0, 0, 0)
    assert inks("#000000") == (0, 0, 0, 1)
    assert inks("#b4b4b4") == (0, 0, 0, 0.294)
    for colour in PALETTE:
        pure, tint = inks(colour), inks(lightened(colour, 0.55))
        assert tint == pytest.approx([0.45 * share for share in pure], abs=0.01)


def test_a_colour_that_is_not_ours_has_no_inks() -> None:
    with pytest.raises(KeyError):
        inks("#123456")
