import pytest

from generator.printing.page_frame import frame_marks, scale_bar
from generator.printing.paper import CARD_PAPER, PAPERS, paper_size, parse_paper
from solver.drawing.scene import Anchor, Box, Text, text_width
from solver.errors import PaperError


def test_papers_have_names_in_either_case_and_sizes_in_millimetres() -> None:
    assert [parse_paper(name.lower()) for name in PAPERS] == list(PAPERS)
    assert parse_paper(" CARD ") == CARD_PAPER
    assert parse_paper("300X200.5MM") == "300x200.5mm"
    assert paper_size("300x200.5mm") == (200.5, 300.0)
    assert paper_size("Tabloid") == (279.4, 431.8)


@pytest.mark.parametrize("text", ["", "A7", "10x", "49x100mm", "1501x100", "1e3x100", "-50x100"])
def test_another_paper_is_an_error(text: str) -> None:
    with pytest.raises(PaperError, match=r"^paper: expected .*, found "):
        parse_paper(text)


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
