import pytest

from solver.drawing.paper import PAPERS, paper_size, parse_paper
from solver.errors import PaperError


def test_papers_have_names_in_either_case_and_sizes_in_millimetres() -> None:
    assert [parse_paper(name.lower()) for name in PAPERS] == list(PAPERS)
    assert parse_paper(" CARD ", ["card"]) == "card"
    assert parse_paper("300X200.5MM") == "300x200.5mm"
    assert paper_size("300x200.5mm") == (200.5, 300.0)
    assert paper_size("Tabloid") == (279.4, 431.8)


@pytest.mark.parametrize(
    "text", ["", "A7", "card", "10x", "49x100mm", "1501x100", "1e3x100", "-50x100"]
)
def test_another_paper_is_an_error(text: str) -> None:
    with pytest.raises(PaperError, match=r"^paper: expected .*, found "):
        parse_paper(text)
