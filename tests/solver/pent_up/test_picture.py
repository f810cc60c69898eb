"""The picture of a pile."""

import re

from solver.pent_up.picture import pile_svg
from solver.pent_up.rules import Pile
from tests.solver.pent_up.test_commands import DUEL


def test_white_and_black_tiles_are_filled_in_their_colours() -> None:
    picture = pile_svg(Pile(DUEL.moves[:3]), title="three").decode()
    filled = re.findall(r'<path [^>]*fill="(#\w+)" stroke="(#\w+)" stroke-width="0.3"', picture)
    assert [fill for fill, _ in filled].count(
        "#ffffff"
    ) == 2 * 2  # in the panel of their level, and from above
    assert len(filled) == 2 * 3
