"""Control characters, typed or in a file, never reach the terminal.

An escape sequence is put into every argument, into every option, and into every kind of string of
every kind of file that people hand on to each other; then it is looked at what commands print.
"""

import json
import shlex
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any
from unicodedata import category

import click
import pytest

import data
from tests.support import Patch, Run, commands, slow

ESCAPES = "\x1b[31mred\x9b2J\x07\u202e"
# What each command is typed with here; the values are then replaced one by one.
TYPED = {
    "generate grey": "--rows 3 --cols 4 --symbols 3 --target 8 --steps 1 --seed 1 --jobs 1",
    "generate prove": "2x3:ABCCAB",
    "generate records": "samples --size 5x6",
    "generate box": "seasons --only dice -o dice.svg",
    "generate sheet": "pocket -o pocket.svg",
    "generate white": "--cards 2 --rows 3 --cols 4 --symbols 3 --target 8 --steps 1 --seed 1"
    " --jobs 1 --apart 1",
    "geo board": "",
    "geo fewest": "middle --engine tree",
    "geo moves": "middle --throw 3C",
    "geo play": "--seed 1 --player red --player blue",
    "geo referee": "duel",
    "geo simulate": "--games 1 --jobs 1",
    "geo step": "evening",
    "knaster advise": "half 7 --plies 1",
    "knaster best": "few",
    "knaster play": "--seed 1 --player Ann --player Ben",
    "knaster referee": "alone",
    "knaster review": "slip",  # which ends at its illegal turn: a review takes its time
    "knaster score": "tim",
    "knaster sheet": "-o sheets.svg",
    "knaster simulate": "--games 1 --jobs 1",
    "knaster train": "--games 1 -o table",
    "rush cards": "",
    "rush check": "2x3:ABCCAB",
    "rush enter": "",
    "rush fit": "friends",
    "rush packings": "AABBC --card pocket --limit 1",
    "rush play": "--card pocket --seed 1",
    "rush puzzle advise": "alone --playouts 1 --jobs 1",
    "rush puzzle best": "2x3:ABCCAB --seed 1",
    "rush puzzle referee": "couple",
    "rush puzzle simulate": "2x3:ABCCAB --games 1 --jobs 1",
    "rush read": "meadow --symbols 6",
    "rush score": "anna",
    "rush solve": "AABBC --card pocket",
    "rush throw": "--card pocket --seed 1",
    "rush total": "friends",
    "serve": "--lan 8.8.8.8",  # which it refuses; else it would not end
    "tile": "3x5",
    "up climb": "--level 2",
    "up draw": "duel",
    "up match": "--games 2 --steps 1 --jobs 1",
    "up moves": "duel --upto 2",
    "up play": "--seed 1 --white human --black human",
    "up referee": "duel",
    "up suggest": "duel --upto 22 --steps 1",
    "up surround": "I --limit 1",
}
# Files of text: what they hold, with the escapes in place of @, and what reads them.
TEXTS = {
    "a legend": ("A = @ red\nB = sun\nAB\nBA\n", "rush solve AABBA --card"),
    "the name of a symbol": ("@,sun\nsun,@\n", "rush solve sun --card"),
    "a card of words": ("red sun\n@ red\n", "rush check"),
    "a comment of a card": ("# @\nABC # @\nBCA\n", "rush check"),
    "a card id": ("2x3:ABC@CA\n", "rush solve AABCD --card"),
    "rolls": ("ABC@D\n", "rush puzzle best pocket"),
    "a comment of rolls": ("AABCD # @\n", "rush puzzle best pocket"),
    "the points of a tile": ('F = "@"\n', "rush solve AABCD --points"),
    "a key of points": ('"@" = 1\n', "rush solve AABCD --points"),
    "a sheet": ("6 5 @ 7 4\n" + 4 * ". . . . .\n", "knaster score"),
    "a circled number": ("6 5 (@) 7 4\n" + 4 * ". . . . .\n", "knaster score"),
    "a sheet of JSON": ('{"numbers": [["@"]], "@": 1}\n', "knaster score"),
    "known rolls": ("7\n@\n", "knaster best"),
    "line values": ('rows = ["@"]\n', "knaster score tim --values"),
    "a key of line values": ('"@" = []\n', "knaster score tim --values"),
    "a learned table": ("@\n", "knaster simulate --games 1 --table"),
    "a checkpoint of a training": ("@\n", "knaster train --games 1 -o table --checkpoint"),
    "a region": ("..@..\n", "tile"),
    "a checkpoint": ("@\n", "tile 3x5 --count --checkpoint"),
    "a header of a checkpoint": ('7d2d1bc4 {"@": 1}\n', "tile 3x5 --count --checkpoint"),
    "a catalogue": ("@\n", "generate records"),
}
# Bundled files of JSON, and what reads them.
SAMPLES = {
    "games": ["rush total", "rush fit", "rush puzzle referee"],
    "geocinco/games": ["geo step"],
    "geocinco/records": ["geo referee", "geo moves --throw 3C"],
    "geocinco/states": ["geo moves --throw 3C"],
    "knaster/records": ["knaster referee", "knaster score"],
    "puzzles": ["rush puzzle referee", "rush puzzle advise --playouts 1 --jobs 1", "rush total"],
    "records": ["up referee", "up draw", "up moves --upto 1", "up play --resume"],
    "sheets": ["rush score", "rush total"],
}


def _check(run: Run, args: list[str], stdin: str = "") -> None:
    _, out, err = run(*args, stdin=stdin)
    for stream in (out, err):
        controls = {one for one in stream if category(one) in {"Cc", "Zl", "Zp"}} - {"\n"}
        assert not controls, (args, stream)
        assert "\u202e" not in stream, (args, stream)


def test_every_command_is_typed_here() -> None:
    names = {name for name, _ in commands()}
    assert TYPED.keys() == names
    others = chain((command for _, command in TEXTS.values()), *SAMPLES.values())
    for command in others:  # one that is gone would be refused, and look well
        assert any(f"{command} ".startswith(f"{name} ") for name in names), command


@pytest.mark.parametrize(
    ("name", "command"),
    [slow(*one) if one[0] in {"generate box", "rush read"} else one for one in commands()],
)
def test_no_argument_or_option_brings_control_characters_to_the_terminal(
    name: str, command: click.Command, typed: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = shlex.split(TYPED[name])
    for place, value in enumerate(args):
        if not value.startswith("-"):
            _check(typed, [*name.split(), *args[:place], ESCAPES, *args[place + 1 :]])
            _check(typed, [*name.split(), *args[:place], f"no/{ESCAPES}", *args[place + 1 :]])
    for option in command.params:
        if isinstance(option, click.Option) and not option.is_flag and option.name != "cluster":
            _check(typed, [*name.split(), *args, option.opts[-1], ESCAPES])
    _check(typed, [*name.split(), *args, f"--{ESCAPES}"])
    _check(typed, [*name.split(), *args, ESCAPES, ESCAPES])
    _check(typed, [*name.split(), *args], stdin=f"{ESCAPES}\n?\n{ESCAPES} {ESCAPES}\n")


def test_no_slip_of_a_command_does(typed: Run) -> None:
    for path in ((), ("rush",), ("rush", "puzzle"), ("up",), ("knaster",), ("geo",), ("generate",)):
        _check(typed, [*path, ESCAPES])
        _check(typed, [*path, f"--{ESCAPES}"])


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_in_a_file_does(kind: str, typed: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    text, command = TEXTS[kind]
    for name in ("file", f"file {ESCAPES}"):
        Path(name).write_text(text.replace("@", ESCAPES), "utf-8")
        _check(typed, [*command.split(), name])


@pytest.mark.parametrize(
    "folder",
    [slow(one) if one in {"games", "geocinco/states", "puzzles"} else one for one in SAMPLES],
)
def test_no_string_in_json_does(
    folder: str, typed: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in data.samples(folder).values():
        for value in _with_escapes(json.loads(path.read_text("utf-8"))):
            Path("file").write_text(json.dumps(value), "utf-8")
            for command in SAMPLES[folder]:
                _check(typed, [*command.split(), "file"])


def _with_escapes(value: Any) -> Iterator[Any]:
    """Yield JSON *value* with escapes in one string, number or key, of a list in its last entry."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {**value, ESCAPES: inner}
            yield {(ESCAPES if name == key else name): value[name] for name in value}
            for changed in _with_escapes(inner):
                yield {**value, key: changed}
    elif isinstance(value, list):
        yield [*value, ESCAPES]
        for changed in _with_escapes(value[-1]) if value else ():
            yield [*value[:-1], changed]
    yield ESCAPES
    if isinstance(value, str):
        yield value + ESCAPES
