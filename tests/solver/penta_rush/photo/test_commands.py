"""`penta rush read` as it is typed."""

import importlib.util
import io
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import cli
import data
from solver.penta_rush.card import Card
from solver.penta_rush.photo.find_card import find_card
from solver.penta_rush.photo.lattice import Lattice
from tests.solver.penta_rush.photo.photo_maker import (
    Camera,
    drawn_card,
    empty_table,
    other_forms,
    random_card,
    take_photo,
)
from tests.support import Patch, Run, cases, refusal

MEADOW = data.samples("photos")["meadow"]
CARD = str(Card.parse(data.read("cards/meadow.txt")))


def _lattice(photo: Any) -> Lattice:
    seen = find_card(np.asarray(photo, np.uint8))
    assert seen is not None
    return seen.lattice


def test_the_text_is_a_file_of_the_card(typed: Run, tmp_path: Path) -> None:
    code, out, err = typed("rush", "read", "meadow")
    assert (code, err) == (0, "")
    assert str(Card.parse(out)) == CARD
    path = tmp_path / "card.txt"
    path.write_text(out, "utf-8")
    code, out, _ = typed("rush", "solve", "blue,blue,orange,green,red", "--card", str(path))
    assert code == 0


def test_the_json_has_what_a_page_needs(typed: Run) -> None:
    code, out, _ = typed("rush", "read", str(MEADOW), "--json")
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


def test_no_card_is_undecided_with_what_to_try(typed: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(empty_table(1))
    code, out, err = typed("rush", "read", str(path), "--overlay", str(tmp_path / "read.png"))
    assert (code, out) == (3, "")
    assert "no card was found" in err
    assert "--corners" in err
    assert err.count("\n") == 1
    assert not (tmp_path / "read.png").exists()


@cases("ending", ".jpg", ".png", ".webp")
def test_an_overlay_shows_the_grid_on_the_photo(ending: str, typed: Run, tmp_path: Path) -> None:
    path = tmp_path / f"read{ending}"
    assert typed("rush", "read", "meadow", "--overlay", str(path))[0] == 0
    drawn, photo = cv2.imread(str(path)), cv2.imread(str(MEADOW))
    assert drawn is not None
    assert photo is not None
    assert drawn.shape == photo.shape
    at = _lattice(photo).matrix @ (5.0, 5.0, 1.0)
    x, y = (at[:2] / at[2]).round().astype(int).tolist()  # where two lines cross
    blue, green, red = drawn[y, x].astype(int).tolist()
    assert green > max(blue, red) + 40


def test_unsure_cells_are_named_and_framed_in_red(typed: Run, tmp_path: Path) -> None:
    photo = cv2.imread(str(MEADOW))
    assert photo is not None
    at = _lattice(photo).matrix @ (3.5, 4.5, 1.0)
    middle = (at[:2] / at[2]).round().astype(int).tolist()
    cv2.circle(photo, middle, 16, (90, 20, 160), cv2.FILLED)
    covered, overlay = tmp_path / "covered.png", tmp_path / "read.png"
    cv2.imwrite(str(covered), photo)
    code, out, err = typed("rush", "read", str(covered), "--json", "--overlay", str(overlay))
    reading = json.loads(out)
    assert code == 0
    assert "d5" in reading["unsure"]
    assert err.startswith("unsure of ")
    assert "d5" in err
    drawn = cv2.imread(str(overlay))
    assert drawn is not None
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
    err = refusal(typed, "rush", "read", "meadow", *args)
    assert message in err
    assert err.count("\n") == 1


def test_more_symbols_than_cells_are_refused(typed: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.jpg"
    photograph = take_photo(drawn_card(random_card(1, 4, 4, 3), other_forms), 1, Camera(width=700))
    path.write_bytes(photograph.jpeg)
    assert typed("rush", "read", str(path), "--symbols", "16")[0] == 0
    assert (
        refusal(typed, "rush", "read", str(path), "--symbols", "17")
        == "penta: symbols: expected at most 16, as many as there are cells, found 17\n"
    )


def test_the_photo_itself_is_not_written_over(typed: Run, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(MEADOW.read_bytes())
    assert "expected a file of its own" in refusal(
        typed, "rush", "read", str(path), "--overlay", str(path)
    )
    assert path.read_bytes() == MEADOW.read_bytes()


def test_corners_may_be_named_counterclockwise(typed: Run) -> None:
    clockwise = typed("rush", "read", "meadow", "--corners", *CORNERS)
    counter = [CORNERS[number] for number in (0, 3, 2, 1)]
    assert typed("rush", "read", "meadow", "--corners", *counter) == clockwise
    assert clockwise[0] == 0


CORNERS = ["152,100", "634,151", "543,601", "95,589"]


@cases("corners", ["0,0", "1,0", "1,1", "0,1"], ["0,0", "900,0", "900,1", "0,1"])
def test_absurd_corners_give_some_card_or_an_error(corners: list[str], typed: Run) -> None:
    code, _, _ = typed("rush", "read", "meadow", "--corners", *corners)
    assert code in {0, 3}


def test_without_the_extra_a_line_says_what_to_install(typed: Run, monkeypatch: Patch) -> None:
    known = importlib.util.find_spec

    def find_spec(name: str, *rest: Any) -> Any:
        return None if name == "cv2" else known(name, *rest)

    monkeypatch.setattr("solver.penta_rush.photo.answer.find_spec", find_spec)
    assert refusal(typed, "rush", "read", "meadow") == (
        "penta: photo: expected OpenCV, to read it, found none"
        " (in a clone: pip install '.[photo]')\n"
    )
