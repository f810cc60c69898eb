"""`penta geo play`, run in this process through the boundary of cli.py."""

import json
from functools import partial
from pathlib import Path

import pytest

from tests.support import Run

PAIR = ("--player", "red", "--player", "blue", "--seed", "3")  # the first throws are 3D and *E


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "geo", "play")


def test_who_plays_and_how_is_as_it_was_typed(run: Run) -> None:
    args = ("--against", "random", "--against", "random", "--player", "yellow", "--json")
    out = run(*args, "--seed", "3", "--tokens", "1", "--board", "strait")[1]
    value = json.loads(out)
    assert (value["board"], value["tokens"]) == ("strait", 1)
    assert value["players"] == ["yellow", "red", "green"]
    assert value["play"]["programs"] == {"red": "random", "green": "random"}
    orders = {
        json.loads(run(*args, "--seed", str(seed), "--random-order")[1])["players"][0]
        for seed in range(9)
    }
    assert len(orders) == 3


def test_the_board_is_drawn_in_a_picture_after_every_move(run: Run, tmp_path: Path) -> None:
    file, earlier = tmp_path / "board.svg", b""
    for lines in ("", "D3r3\n", "D3r3\nD3r4\n"):
        assert run(*PAIR, "--svg", str(file), stdin=lines)[0] == 0
        assert file.read_bytes() != earlier
        earlier = file.read_bytes()
    assert b"<title>turn 2</title>" in earlier
