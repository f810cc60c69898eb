"""`penta up referee`, `moves` and `draw`, run in this process through the boundary of cli.py."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import data
from solver.drawing.svg import svg
from solver.geometry.polyomino import SHAPES
from solver.pent_up.climb.refutation import bundled_answer
from solver.pent_up.picture import pile_scene
from solver.pent_up.record import Record
from solver.pent_up.rules import Pile
from tests.support import Patch, Run, cases

TEXT = data.samples("records")["duel"].read_text(encoding="utf-8")
DUEL = Record.parse(TEXT)


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up")


def _json(run: Run, *args: str, stdin: str = "") -> Any:
    code, out, _ = run(*args, "--json", stdin=stdin)
    assert code in (0, 1)
    return json.loads(out)


def test_the_referee_says_who_wins_also_by_the_variant(run: Run) -> None:
    code, out, err = run("referee", "duel")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "record duel: legal: 24 moves, 6 levels high"
    assert out.splitlines()[-2:] == [
        "White wins on level 6, 1 to 0",
        "By the lowest level: Black wins on level 1, 5 to 4",
    ]


def test_the_referee_says_who_has_resigned(run: Run) -> None:
    record = {"moves": json.loads(TEXT)["moves"][:3], "play": {"resigned": "black"}}
    code, out, _ = run("referee", "-", stdin=json.dumps(record))
    assert (code, out.splitlines()[-1]) == (0, "Black resigned: White wins.")
    assert _json(run, "referee", "-", stdin=json.dumps(record))["resigned"] == "black"
    assert "resigned" not in _json(run, "referee", "duel")


def test_the_referee_prints_its_json_keys(run: Run) -> None:
    answer = _json(run, "referee", "-", stdin=TEXT)
    assert (answer["legal"], answer["violation"], answer["over"]) == (True, None, True)
    assert (answer["laid"], answer["height"], answer["origin"]) == (24, 6, [5, 5])
    assert max(map(max, answer["heights"])) == 6
    assert sum(map(sum, answer["heights"])) == 24 * 5
    assert answer["result"] == {"winner": "white", "level": 6}
    assert answer["lowest_result"] == {"winner": "black", "level": 1}
    assert (answer["levels"][0]["white"], answer["levels"][0]["black"]) == (4, 5)
    tiles = [tile for level in answer["levels"] for tile in level["tiles"]]
    assert sorted(map(str, tiles)) == sorted(map(str, DUEL.to_json()["moves"]))


def test_an_illegal_move_has_exit_code_1_and_the_moves_before_it_count(run: Run) -> None:
    code, out, err = run("referee", "slip")
    assert (code, err) == (1, "")
    assert "move 9, White's L, is illegal: not the highest level: could go to level 3" in out
    assert "White to move" in out
    answer = _json(run, "referee", "slip")
    assert list(answer["violation"].values())[:3] == [9, "white", "not the highest level"]
    assert (answer["legal"], answer["laid"], answer["over"]) == (False, 8, False)
    assert (answer["result"], answer["lowest_result"]) == (None, None)


def test_a_game_without_a_move_is_legal_and_undecided(run: Run) -> None:
    code, out, _ = run("referee", "-", stdin='{"moves": []}')
    assert code == 0
    assert "0 moves, 0 levels high" in out
    assert "\neven, as many tiles" in out
    assert "draw" not in out


def test_every_listed_move_continues_the_record(run: Run) -> None:
    answer = _json(run, "moves", "duel", "--upto", "20", "--tile", "w")
    assert answer["colour"] == "white"
    assert {move["level"] for move in answer["moves"]} == {6}
    for move in answer["moves"]:
        moves = [*(each.to_json() for each in DUEL.moves[:20]), move]
        assert run("referee", "-", stdin=json.dumps({"moves": moves}))[0] == 0


def test_moves_are_counted_by_level_and_tile(run: Run) -> None:
    answer = _json(run, "moves", "duel", "--upto", "8")
    shapes = [move["shape"] for move in answer["moves"]]
    out = run("moves", "duel", "--upto", "8")[1]
    assert out.startswith(f"White to move: {len(shapes)} legal moves\n")
    counts = dict(re.findall(r"\b([A-Z]) (\d+)", "".join(re.findall(r"Level \d+: .*", out))))
    assert counts == {shape: str(shapes.count(shape)) for shape in set(shapes)}
    assert set(shapes) == set(SHAPES) - set("PFYV")


def test_the_moves_of_a_single_tile_are_listed(run: Run) -> None:
    lines = run("moves", "duel", "--upto", "20", "--tile", "W")[1].splitlines()
    assert lines[-2:] == ["  W  h10 i10 i11 j11 j12", "  W  h9 h10 i10 i11 j11"]


def test_after_the_last_tile_there_is_no_move(run: Run) -> None:
    assert run("moves", "duel") == (0, "All tiles are laid.\n", "")
    assert _json(run, "moves", "duel") == {"colour": None, "moves": []}


def test_on_the_empty_table_each_orientation_is_a_move(run: Run) -> None:
    assert len(_json(run, "moves", "duel", "--upto", "0")["moves"]) == 63


def test_a_drawing_shows_every_level_and_the_pile_from_above(run: Run) -> None:
    out = run("draw", "duel")[1]
    assert re.findall(r"^Level .*", out, flags=re.MULTILINE)[-1] == "Level 6: 1 white, 0 black"
    levels, above = out.split("From above")
    for move in DUEL.moves:
        label = move.shape if move.colour.value == "white" else move.shape.lower()
        assert re.sub(r"^   [a-z ]*$", "", levels, flags=re.MULTILINE).count(label) >= 5, label
    assert "W W" in above
    assert run("draw", "duel", "--upto", "1")[1].count("Level") == 1


def test_a_picture_is_written_whole(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "duel.svg"
    assert run("draw", "duel", "--svg", str(file), "--json")[0] == 0
    root = ET.fromstring(file.read_bytes())  # noqa: S314 - our own
    texts = [mark.text for mark in root.iter() if mark.tag.endswith("}text")]
    assert "Level 1: 4 white, 5 black" in texts
    assert sum(text in set(SHAPES) for text in texts) == 24
    assert file.read_bytes() == svg(pile_scene(Pile(DUEL.moves)), title="record duel")
    assert texts.count("6") == 5 + 7  # the cells of a tile on level 6; a row's name in each panel


@cases(
    "args text",
    ("draw duel --upto 7", "Level 1: 2 white, 2 black"),
    ("moves duel --upto 20", "Level 6: 2 moves"),
    ("moves duel", "All tiles are laid."),
    ("suggest duel --upto 20 --steps 9", "White lays W on level 6"),
    ("suggest duel", "All tiles are laid."),
    ("climb --level 3", "Level 3: 1 white, 0 black"),
    ("surround X", "Rings around X"),
    ("surround --rings", "Rings around X"),
)
def test_every_answer_with_a_board_is_drawn_to_files_as_well(
    run: Run, tmp_path: Path, args: str, text: str
) -> None:
    vector, dots = tmp_path / "picture.svg", tmp_path / "picture.png"
    code, out, err = run(*args.split(), "--svg", str(vector), "--png", str(dots))
    assert (code, err) == (0, "")
    assert out == run(*args.split())[1]
    root = ET.fromstring(vector.read_bytes())  # noqa: S314 - our own
    assert text in [mark.text for mark in root.iter() if mark.tag.endswith("}text")]
    assert dots.read_bytes().startswith(b"\x89PNG")


@cases("command", "draw duel", "moves duel", "suggest duel", "climb", "surround X")
def test_a_picture_that_cannot_be_written_is_told_before_anything_else(
    run: Run, tmp_path: Path, command: str
) -> None:
    for option in ("--svg", "--png"):
        code, out, err = run(*command.split(), option, str(tmp_path / "nowhere" / "picture"))
        assert (code, out) == (2, "")
        assert "expected a file that can be written, found no folder" in err


def test_a_level_that_no_game_reaches_has_no_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "eleven.svg"
    assert run("climb", "--level", "11", "--svg", str(file))[0] == 1
    assert not file.exists()


def test_a_picture_that_cannot_be_written_whole_leaves_what_was_there(
    run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    file = tmp_path / "duel.svg"
    file.write_text("before", encoding="utf-8")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    code, out, err = run("draw", "duel", "--svg", str(file), "--force")
    assert (code, out) == (2, "")
    assert "No space left on device" in err
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["before"]


def test_a_legend_explains_heights_shown_as_letters(run: Run) -> None:
    high = bundled_answer().record
    text = json.dumps(high.to_json())
    lines = run("draw", "-", stdin=text)[1].splitlines()
    assert lines[-1] == "Heights: a is 10"
    assert any(" a " in f"{line} " for line in lines)
    assert run("moves", "-", stdin=text)[1].splitlines()[-1] == "Heights: a is 10"
    suggested = run("suggest", "-", "--steps", "1", stdin=text)[1]
    assert "\nHeights: a is 10\n" in suggested
    low = run("draw", "-", stdin=json.dumps(high.upto(19).to_json()))[1]
    assert "Heights" not in low


@cases(
    "args words",
    ("referee nowhere.json", "a sample (duel, slip), found no such file"),
    ("referee dule", "did you mean 'duel'?"),
    ("referee .", "found a folder"),
    ("referee broken.json", "line 1, column 11: expected JSON"),
    ("referee list.json", "expected an object with moves"),
    ("referee other.json", "move 1: expected an object with colour, shape, cells, level"),
    ("moves slip", "move 9: expected a legal move, found not the highest level"),
    ("draw slip", "(--upto 8 leaves it out)"),
    ("draw duel --upto 25", "--upto"),
    ("draw slip --upto 10", "record slip: expected 10 moves, found 9"),
    ("draw duel --svg .", "picture '.': expected a file that can be written, found a folder"),
    ("moves duel --upto 20 --tile A", "tile: expected a tile that White has left (WX)"),
    ("moves duel --upto 20 --tile WX", "found 'WX'"),
    ("moves duel --tile W", "expected a tile that White has left (none), found 'W'"),
    ("referee", "Missing argument 'RECORD'"),
    ("refree duel", "Did you mean"),
)
def test_bad_input_prints_one_line_and_exits_2(
    run: Run, tmp_path: Path, monkeypatch: Patch, args: str, words: str
) -> None:
    for name, text in (("broken", '{"moves": '), ("list", "[]"), ("other", '{"moves": [1]}')):
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*args.split())
    assert (code, out) == (2, "")
    assert err.startswith("penta: ")
    assert err.count("\n") == 1
    assert words in err
