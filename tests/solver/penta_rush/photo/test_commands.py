"""`penta rush read` as it is typed."""

import importlib.util
import io
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import cli
import data
from solver.penta_rush.card import Card
from solver.penta_rush.photo.find_card import find_card
from tests.solver.penta_rush.photo import photo_maker
from tests.support import Patch, Run, cases, refusal, slow

MEADOW = data.samples("photos")["meadow"]
CARD = str(Card.parse(data.read("cards/meadow.txt")))


READ = ("rush", "read")


def _dots(path: str | Path) -> photo_maker.Image:
    return photo_maker.decoded(Path(path).read_bytes())


def _dot(photo: photo_maker.Image, col: float, row: float) -> list[int]:
    """Return the x and y at which *col* and *row* of the card are seen."""
    seen = find_card(photo)
    assert seen is not None
    at = seen.lattice.matrix @ (col, row, 1.0)
    return list((at[:2] / at[2]).round().astype(int).tolist())


def test_the_text_is_a_file_of_the_card(typed: Run, folder: Path) -> None:
    code, out, err = typed(*READ, "meadow")
    assert (code, err, str(Card.parse(out))) == (0, "", CARD)
    (folder / "card.txt").write_text(out, "utf-8")
    assert typed("rush", "solve", "blue,blue,orange,green,red", "--card", "card.txt")[0] == 0


def test_the_json_has_what_a_page_needs(typed: Run) -> None:
    code, out, _ = typed(*READ, str(MEADOW), "--json")
    reading = json.loads(out)
    assert code == 0
    assert (reading["card"], reading["rows"], reading["cols"]) == (CARD, 10, 10)
    assert reading["legend"]["D"] == "red star"
    assert [len(row) for row in reading["confidence"]] == 10 * [10]
    assert all(0 <= each <= 1 for row in reading["confidence"] for each in row)
    assert reading["unsure"] == []
    assert np.array(reading["corners"]).shape == (4, 2)


def test_a_photo_comes_from_standard_input(monkeypatch: Patch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(MEADOW.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert cli.run(["rush", "read", "-"]) == 0


def test_no_card_is_undecided_with_what_to_try(typed: Run, folder: Path) -> None:
    (folder / "table.jpg").write_bytes(photo_maker.empty_table(1))
    code, out, err = typed(*READ, "table.jpg", "--overlay", "read.png")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert "no card was found" in err
    assert "--corners" in err
    assert not (folder / "read.png").exists()


@cases("ending", ".jpg", slow(".png"), slow(".webp"))
def test_an_overlay_shows_the_grid_on_the_photo(ending: str, typed: Run, tmp_path: Path) -> None:
    path = tmp_path / f"read{ending}"
    assert typed(*READ, "meadow", "--overlay", str(path))[0] == 0
    drawn, photo = _dots(path), _dots(MEADOW)
    assert drawn.shape == photo.shape
    x, y = _dot(photo, 5.0, 5.0)  # where two lines cross
    blue, green, red = drawn[y, x].astype(int).tolist()
    assert green > max(blue, red) + 40


@pytest.mark.usefixtures("folder")
def test_unsure_cells_are_named_and_framed_in_red(typed: Run) -> None:
    photo = _dots(MEADOW)
    cv2.circle(photo, _dot(photo, 3.5, 4.5), 16, (90, 20, 160), cv2.FILLED)
    cv2.imwrite("covered.png", photo)
    code, out, err = typed(*READ, "covered.png", "--json", "--overlay", "read.png")
    assert code == 0
    assert "d5" in json.loads(out)["unsure"]
    assert err.startswith("unsure of ")
    assert "d5" in err
    drawn = _dots("read.png")
    red = (drawn[..., 2].astype(int) - drawn[..., :2].max(axis=2) > 120).sum()
    assert red > 100


@cases(
    "args message",
    (("--corners", "1,2", "3,4", "5,6", "here"), "expected x,y in dots"),
    (("--corners", "1,2", "3,4", "5,6", "nan,1"), "expected x,y in dots"),
    (("--corners", "1,2", "3,4", "5,6", "1e9,1"), "expected x,y in dots"),
    (("--corners", "0,0", "9,9", "9,0", "0,9"), "the corners of a quadrangle"),
    (("--corners", "0,0", "0,0", "0,0", "0,0"), "the corners of a quadrangle"),
    (("--corners", "0,0"), "requires 4 arguments. (see 'penta rush read --help')"),
    (("--symbols", "1"), "found '1'"),
    (("--overlay", "read.gif"), "expected an ending .jpg"),
    (("--overlay", "nosuch/read.png"), "no folder"),
)
def test_wrong_options_are_refused(args: tuple[str, ...], message: str, typed: Run) -> None:
    assert message in refusal(typed, *READ, "meadow", *args)


def test_more_symbols_than_cells_are_refused(typed: Run, folder: Path) -> None:
    printed = photo_maker.drawn_card(photo_maker.random_card(1, 4, 4, 3), photo_maker.other_forms)
    photograph = photo_maker.take_photo(printed, 1, photo_maker.Camera(width=700))
    (folder / "small.jpg").write_bytes(photograph.jpeg)
    assert typed(*READ, "small.jpg", "--symbols", "16")[0] == 0
    message = "penta: symbols: expected at most 16, as many as there are cells, found 17\n"
    assert refusal(typed, *READ, "small.jpg", "--symbols", "17") == message


def test_the_photo_itself_is_not_written_over(typed: Run, folder: Path) -> None:
    path = folder / "photo.jpg"
    path.write_bytes(MEADOW.read_bytes())
    args = ("photo.jpg", "--overlay", "photo.jpg")
    assert "expected a file of its own" in refusal(typed, *READ, *args)
    assert path.read_bytes() == MEADOW.read_bytes()


@pytest.mark.slow
def test_corners_may_be_named_counterclockwise(typed: Run) -> None:
    first, *others = ("152,100", "634,151", "543,601", "95,589")
    clockwise = typed(*READ, "meadow", "--corners", first, *others)
    assert typed(*READ, "meadow", "--corners", first, *others[::-1]) == clockwise
    assert clockwise[0] == 0


@cases("corners", "0,0 1,0 1,1 0,1", "0,0 900,0 900,1 0,1")
def test_absurd_corners_give_some_card_or_an_error(corners: str, typed: Run) -> None:
    assert typed(*READ, "meadow", "--corners", *corners.split())[0] in {0, 3}


def test_without_the_extra_a_line_says_what_to_install(typed: Run, monkeypatch: Patch) -> None:
    known = importlib.util.find_spec

    def find_spec(name: str, *rest: Any) -> Any:
        return None if name == "cv2" else known(name, *rest)

    monkeypatch.setattr("solver.penta_rush.photo.answer.find_spec", find_spec)
    assert refusal(typed, *READ, "meadow") == (
        "penta: photo: expected OpenCV, to read it, found none"
        " (in a clone: pip install '.[photo]')\n"
    )
