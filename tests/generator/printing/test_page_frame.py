import pytest

from generator.printing.page_layout import frame_marks, scale_bar
from solver.drawing.paper import PAPERS, paper_size
from solver.drawing.scene import Anchor, Box, Text, text_width


@pytest.mark.parametrize("name", [*PAPERS, "50x50mm", "60x90mm", "105x148mm", "1500x1500mm"])
def test_title_and_scale_bar_lie_on_every_paper(name: str) -> None:
    for width, height in (paper_size(name), paper_size(name)[::-1]):
        paper = Box(0, 0, width, height)
        bar = scale_bar(paper)
        assert bar.width == 100 or width < 148
        for mark in frame_marks(paper, "Cards: meadow, orchard", f"{name}, page 1 of 1"):
            if isinstance(mark, Text) and mark.anchor is Anchor.START:
                assert mark.at.x + text_width(mark.text, mark.size) <= width - 5 + 1e-6
            elif isinstance(mark, Text):
                assert mark.at.x - text_width(mark.text, mark.size) >= 5
