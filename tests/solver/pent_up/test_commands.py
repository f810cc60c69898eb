"""`penta up referee`, `moves` and `draw`, run in this process through the boundary of cli.py."""

import json
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import data
from solver.drawing.svg import svg
from solver.geometry.polyomino import SHAPES
from solver.pent_up.climb.proof import bundled_answer
from solver.pent_up.picture import pile_scene
from solver.pent_up.record import Record
from solver.pent_up.rules import Pile
from tests.support import Run, answer

TEXT = data.samples("records")["duel"].read_text(encoding="utf-8")
DUEL = Record.parse(TEXT)


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up")


def test_the_referee_says_who_has_resigned(run: Run) -> None:
    record = {"moves": json.loads(TEXT)["moves"][:3], "play": {"resigned": "black"}}
    code, out, _ = run("referee", "-", stdin=json.dumps(record))
    assert (code, out.splitlines()[-1]) == (0, "Black resigned: White wins.")
    assert answer(run, "referee", "-", stdin=json.dumps(record))["resigned"] == "black"
    assert "resigned" not in answer(run, "referee", "duel")


def test_a_game_without_a_move_is_legal_and_undecided(run: Run) -> None:
    code, out, _ = run("referee", "-", stdin='{"moves": []}')
    assert code == 0
    assert "0 moves, 0 levels high" in out
    assert "\neven, as many tiles" in out
    assert "draw" not in out


def test_each_orientation_is_a_move_at_first_and_after_the_last_tile_there_is_none(
    run: Run,
) -> None:
    assert len(answer(run, "moves", "duel", "--upto", "0")["moves"]) == 63
    assert answer(run, "moves", "duel") == {"colour": None, "moves": []}


def test_every_listed_move_continues_the_record(run: Run) -> None:
    found = answer(run, "moves", "duel", "--upto", "20", "--tile", "w")
    assert found["colour"] == "white"
    assert {move["level"] for move in found["moves"]} == {6}
    for move in found["moves"]:
        moves = [*(each.to_json() for each in DUEL.moves[:20]), move]
        assert run("referee", "-", stdin=json.dumps({"moves": moves}))[0] == 0


def test_a_picture_is_written_whole(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "duel.svg"
    assert run("draw", "duel", "--svg", str(file), "--json")[0] == 0
    root = ET.fromstring(file.read_bytes())  # noqa: S314 - our own
    texts = [mark.text for mark in root.iter() if mark.tag.endswith("}text")]
    assert "Level 1: 4 white, 5 black" in texts
    assert sum(text in set(SHAPES) for text in texts) == 24
    assert file.read_bytes() == svg(pile_scene(Pile(DUEL.moves)), title="record duel")
    assert texts.count("6") == 5 + 7  # the cells of a tile on level 6; a row's name in each panel


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
