"""Cards for online tables: the cells of the grid, and what lies in them, dot by dot."""

import json
import math
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from generator.printing.answer import printed_card, sheet
from generator.printing.card_art import CardStyle, card_layout
from generator.printing.document import PrintJob
from generator.printing.table_grid import MOST_CARDS, TABLE_PAPER, table_grid
from solver.errors import PaperError
from solver.penta_rush.card import Card
from solver.penta_rush.symbol_art import symbol_colour
from tests.support import Patch, Run, cases, error_text, slow

WIDE, HIGH, SMALL = "2x4:ABCDDCBA", "4x2:DCBAABCD", "3x4:ABCDBCDACDAB"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("count", range(1, MOST_CARDS + 1))
def test_no_card_lies_in_the_last_cell_and_programs_take_the_grid(count: int) -> None:
    grid = table_grid([(120, 95)] * count, None)
    assert 2 <= grid.cols <= 10
    assert 2 <= grid.rows <= 7
    assert count <= grid.last == grid.cols * grid.rows - 1
    assert max(grid.cols * grid.width, grid.rows * grid.height) <= 4096
    # One dot an inch more would not fit, or is more than anybody sees.
    dots = grid.dpi + 1
    sides = (grid.cols * math.ceil(120 / 25.4 * dots), grid.rows * math.ceil(95 / 25.4 * dots))
    assert max(sides) > 4096 or dots > 300


def test_more_dots_than_a_program_takes_are_refused() -> None:
    sizes = [(120.0, 120.0)] * 4
    message = error_text(PaperError, table_grid, sizes, 800)
    most = int(message.partition("at most ")[2].partition(",")[0])
    assert 3 * table_grid(sizes, most).width <= 10_000
    assert error_text(PaperError, table_grid, sizes, most + 1)


def _read(typed: Run, *args: str) -> dict[str, Any]:
    code, out, err = typed("generate", "sheet", *args, "--paper", TABLE_PAPER, "--json")
    assert code == 0, err
    answer: dict[str, Any] = json.loads(out)
    return answer


@cases(
    "options",
    slow([]),
    ["--dpi", "100"],
    slow(["--border", "white"]),
    ids=lambda one: "".join(one) or "-",
)
def test_each_symbol_has_its_dots_where_the_json_says(options: list[str], typed: Run) -> None:
    answer = _read(typed, WIDE, HIGH, SMALL, "-o", "deck.png", *options)
    assert answer["files"] == ["deck-1.png", "deck-2.png"]
    faces, backs = answer["pages"]
    assert (faces["kind"], faces["cols"], faces["rows"]) == ("fronts", 2, 2)
    with Image.open("deck-1.png") as file:
        image = file.convert("RGB")
    for card, text in zip(faces["cards"], (WIDE, HIGH, SMALL), strict=True):
        assert card["card"] == text
        dots = card["dots"]
        assert (dots["x"], dots["y"]) == (card["col"] * dots["width"], card["row"] * dots["height"])
        assert image.size == (2 * dots["width"], 2 * dots["height"])
        parsed = Card.parse(text)
        layout, per_mm = card_layout(card["name"], parsed, CardStyle()), faces["dpi"] / 25.4
        # From the middle of the cell, where the card lies.
        left = dots["x"] + dots["width"] / 2 - layout.width / 2 * per_mm
        top = dots["y"] + dots["height"] / 2 - layout.height / 2 * per_mm
        for cell in parsed.cells:
            x = layout.field.x + (cell.col + 0.5) * layout.side
            y = layout.field.y + (cell.row + 0.5) * layout.side
            colour = image.getpixel((int(left + x * per_mm), int(top + y * per_mm)))
            assert isinstance(colour, tuple)
            assert f"#{bytes(colour).hex()}" == symbol_colour(parsed[cell])
    assert [card["dots"] for card in backs["cards"]] == [card["dots"] for card in faces["cards"]]


def test_the_last_cell_is_a_back_without_a_name_in_both_images(typed: Run) -> None:
    answer = _read(typed, SMALL, "3x4:ABCDBCDACDAC", "-o", "deck.png", "--dpi", "100")
    images = [Image.open(name).convert("RGB") for name in answer["files"]]
    faces, backs = answer["pages"]
    assert faces["hidden"] == backs["hidden"]
    assert (faces["hidden"]["col"], faces["hidden"]["row"]) == (1, 1)

    def crop(image: Image.Image, dots: dict[str, int]) -> bytes:
        x, y = dots["x"], dots["y"]
        return image.crop((x, y, x + dots["width"], y + dots["height"])).tobytes()

    hidden = [crop(image, faces["hidden"]["dots"]) for image in images]
    assert hidden[0] == hidden[1]
    first, second = (crop(images[1], card["dots"]) for card in backs["cards"])
    assert len({first, second, hidden[0]}) == 3  # backs bear names
    assert crop(images[0], faces["cards"][0]["dots"]) != first


def test_a_small_card_has_its_border_all_over_its_cell(typed: Run) -> None:
    _read(typed, WIDE, HIGH, "-o", "deck.png", "--dpi", "100")
    with Image.open("deck-1.png") as image:
        assert image.convert("RGB").getpixel((2, 2)) == (0xB4, 0xB4, 0xB4)  # above the wide one


def test_many_cards_take_several_images(typed: Run) -> None:
    answer = _read(typed, SMALL, "--copies", "70", "-o", "deck.png", "--dpi", "72", "--size", "30")
    assert [len(page["cards"]) for page in answer["pages"]] == [69, 69, 1, 1]
    assert [page["kind"] for page in answer["pages"]] == ["fronts", "backs"] * 2


def test_what_is_cut_off_of_a_back_is_told(folder: Path, typed: Run) -> None:
    (folder / "back.svg").write_text('<svg viewBox="0 0 2 1"><rect width="2" height="1"/></svg>')
    code, _, err = typed(
        *("generate", "sheet", "meadow", "--paper", "table", "--back", "back.svg", "-o", "a.png"),
        *("--dpi", "72"),
    )
    assert code == 0
    assert "back: cropped to 120 x 120 mm, which cuts off 50% of its width" in err


@pytest.mark.slow
def test_all_images_of_a_deck_are_equally_fine() -> None:
    cards = tuple(printed_card(f"{number}", Card.parse(SMALL)) for number in range(70))
    answer = sheet(PrintJob(cards=cards, paper="table"))
    sizes = [Image.open(BytesIO(image)).size for image in answer.contents(".png")]
    grids = [page.grid for page in answer.pages]
    assert all(grids)
    assert sizes == [(grid.cols * grid.width, grid.rows * grid.height) for grid in grids if grid]
    assert len({grid.dpi for grid in grids if grid}) == 1


@cases(
    "options message",
    (["-o", "a.pdf"], "--paper table goes with a .png."),
    (["-o", "a.png", "--duplex", "long"], "--duplex goes with paper to cut."),
    (["-o", "a.png", "--bleed", "2"], "--bleed goes with paper to cut."),
    (["-o", "a.png", "--tiles"], "and --dice need a larger paper than --paper table."),
    (["-o", "a.png", "--size", "1000", "--dpi", "300"], "dpi: expected at most "),
)
def test_what_a_table_has_no_use_for_is_refused(
    options: list[str], message: str, typed: Run
) -> None:
    code, _, err = typed("generate", "sheet", SMALL, "--paper", TABLE_PAPER, *options)
    assert code == 2
    assert message in err


def test_cards_of_several_sizes_are_told_of(typed: Run) -> None:
    small = ("--paper", "table", "--dpi", "72", "-o", "a.png")

    def said(*cards: str) -> str:
        return typed("generate", "sheet", *cards, *small)[2]

    assert said(WIDE, HIGH) == "table: smaller cards lie in the middle of cells for the largest\n"
    assert said(WIDE, "2x4:ABCDDCBB") == ""
