"""Cards that were made for other points than the usual ones: every command counts by them."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import penta
from solver.errors import CardError, PentaError
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points, default_points
from tests.support import Run, cases

LINE = "F9 I4 L1 N2 P1 T3 U2 V3 W4 X4 Y2 Z3"
OWN = Points.parse_line(LINE)
ROWS = "A B C D A\nA E F A B\nC D A E F\n"
TEXT = f"points = {LINE}\n{ROWS}"
SHEET = {
    "card": "3x5:ABCDAAEFABCDAEF",
    "points": LINE,
    "roll": "AABEF",
    "outlines": [["b1", "a2", "b2", "c2", "c3"]],
}
COUNTS = f"made for the points {LINE}, which count\n"


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "rush")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: own.txt has points of its own, plain.txt has none, and points.toml."""
    monkeypatch.chdir(tmp_path)
    usual = str(default_points())
    files = {"own.txt": TEXT, "plain.txt": ROWS, "points.toml": usual, "own.toml": str(OWN)}
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


@cases(
    "text",
    TEXT,
    f"# made by somebody\nPoints : {LINE.lower().replace(' ', ',')}  # theirs\n{ROWS}",
    f'A = sun\n"points = {LINE}",,,,\n{ROWS.replace(" ", ",")}',
    f"points = {' '.join(reversed(LINE.split()))}\n3x5:ABCDAAEFABCDAEF\n",
)
def test_a_line_of_points_is_read_with_the_card_and_written_with_it(text: str) -> None:
    card = Card.parse(text)
    assert (str(card), card.points) == ("3x5:ABCDAAEFABCDAEF", OWN)
    again = Card.parse(card.text)
    assert (again, again.points, again.legend) == (card, OWN, card.legend)


def test_a_card_without_such_a_line_has_no_points_and_is_written_without_one() -> None:
    card = Card.parse(ROWS)
    assert card.points is None
    assert card.text == ROWS


@cases(
    "line message",
    ("points = F9 I4", "card, line 1, points: expected all twelve tiles, found none of L, N"),
    (f"points = {LINE} F1", "card, line 1, points: expected each of the twelve tiles once"),
    (f"points = {LINE}0000000", "points, tile Z: expected a whole number from 1 to 1000000"),
    (f"points = {LINE} Q1", "as in F1 I4 L1 ..., found 'Q1'"),
    (f"points = {LINE}\npoints = {LINE}", "line 2: expected one line of points, found a"),
)
def test_points_that_are_none_are_refused(line: str, message: str) -> None:
    with pytest.raises(PentaError) as raised:
        Card.parse(f"{line}\n{ROWS}")
    assert message in str(raised.value)


@cases(
    "args",
    "solve AABEF --card own.txt --json",
    "packings AABEF --card own.txt --count",
    "check own.txt --json",
    "check own.txt own.txt --json",
    "puzzle simulate own.txt --games 1 --json",
)
def test_the_points_of_a_card_count_and_stderr_says_so(args: str, run: Run) -> None:
    _, out, err = run(*args.split())
    assert f"card own.txt: {COUNTS}" in err
    given = args.replace("own.txt", "plain.txt")
    _, expected, err = run(*given.split(), "--points", "own.toml")
    assert COUNTS not in err
    assert json.loads(out) == json.loads(expected)
    if "--count" not in args:
        assert json.loads(run(*given.split())[1]) != json.loads(out)


def test_points_that_are_given_win_and_stderr_says_what_the_card_was_made_for(run: Run) -> None:
    args = ["solve", "AABEF", "--points", "points.toml", "--json", "--card"]
    _, out, err = run(*args, "own.txt")
    assert err == f"card own.txt: made for the points {LINE}, but those of --points count\n"
    assert (out, "") == run(*args, "plain.txt")[1:]
    args[3] = "own.toml"
    assert run(*args, "own.txt")[2] == ""


def test_a_card_with_the_usual_points_is_solved_in_silence(run: Run) -> None:
    Path("usual.txt").write_text(f"points = {default_points().line}\n{ROWS}", encoding="utf-8")
    usual, plain = (run("solve", "AABEF", "--card", name) for name in ("usual.txt", "plain.txt"))
    assert usual == (0, plain[1].replace("plain", "usual"), "")
    err = run("solve", "AABEF", "--card", "usual.txt", "--points", "own.toml")[2]
    assert f"made for the points {default_points().line}, but those of --points count" in err


@cases("other", "plain.txt", "3x5:ABCDAAEFABCDAEF")
def test_cards_for_different_points_are_one_set_only_by_points_that_are_given(
    other: str, run: Run
) -> None:
    code, _, err = run("check", "own.txt", other)
    assert code == 2
    assert err.startswith("penta: cards: expected all for the same points, found ")
    assert err.endswith(f"{LINE} (card own.txt) (--points says which count)\n")
    assert run("check", "own.txt", other, "--points", "own.toml")[0] in (0, 1)


def test_a_sheet_a_game_and_a_puzzle_keep_the_points_of_their_card(run: Run) -> None:
    _, out, err = run("score", "-", "--json", stdin=json.dumps(SHEET))
    assert json.loads(out)["points"] == 9
    assert err == f"sheet -: {COUNTS}"
    game = {"players": [{"name": "Ann", "rounds": [SHEET, 1, 2, 3, 4]}]}
    _, out, err = run("total", "-", "--json", stdin=json.dumps(game))
    assert json.loads(out)["players"][0]["total"] == 19
    assert err == f"sheets of Ann: {COUNTS}"
    other = {**SHEET, "points": default_points().line, "round": 2}
    game["players"][0]["rounds"] = [SHEET, other, 2, 3, 4]
    assert run("total", "-", stdin=json.dumps(game))[0] == 2
    played = {"roll": "AABEF", "shape": "F", "cells": SHEET["outlines"][0], "circled": True}
    puzzle: dict[str, Any] = {"players": {"Ann": {"rounds": [played]}}}
    for card in ({"card": SHEET["card"], "points": LINE}, {"card": TEXT}):
        _, out, err = run("puzzle", "referee", "-", "--json", stdin=json.dumps(card | puzzle))
        assert json.loads(out)["players"][0]["points"] == 9
        assert err == f"game -: {COUNTS}"


def test_points_of_a_sheet_that_are_no_text_or_not_those_of_its_card_are_refused(run: Run) -> None:
    for points, message in (
        (7, "sheet -, points: expected a string, F1 I4 L1 ..., found 7"),
        (LINE, f"expected the points of the card, {default_points().line}, found {LINE}"),
    ):
        card = f"points = {default_points().line}\n{ROWS}"
        sheet = {**SHEET, "card": card, "points": points}
        code, _, err = run("score", "-", stdin=json.dumps(sheet))
        assert code == 2
        assert message in err


def test_a_game_that_is_saved_keeps_the_points_it_was_played_for(run: Run) -> None:
    args = "play --card plain.txt --points own.toml --seed 1 --save game.json"
    run(*args.split(), stdin="done\ndone\nquit\n")
    saved = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert saved["points"] == saved["rounds"][0][0]["points"] == LINE
    err = run("play", "--resume", "game.json", stdin="quit\n")[2]
    assert err.startswith(f"game game.json: {COUNTS}")
    other = ["--points", "points.toml"]
    err = run("play", "--resume", "game.json", *other, stdin="done\ndone\nquit\n")[2]
    assert "but those of --points count" in err
    assert "points" not in json.loads(Path("game.json").read_text(encoding="utf-8"))


def test_a_card_that_is_made_for_points_has_them_in_its_file(typed: Run) -> None:
    args = "generate grey --rows 3 --cols 5 --symbols 3 --steps 9 --seed 1"
    typed(*args.split(), "--points", "own.toml", "-o", "made.txt")
    assert Card.parse(Path("made.txt").read_text(encoding="utf-8")).points == OWN
    _, out, _ = typed(*args.split(), "--points", "own.toml", "--json")
    made = json.loads(out)
    checked = json.loads(typed("rush", "check", "made.txt", "--json")[1])
    assert made["points"] == made["made"]["points"] == checked["points"] == LINE
    assert made["mean"] == checked["mean"]
    _, out, err = typed(
        *["generate", "grey", "--like", "made.txt", "--steps", "1", "--seed", "1", "--json"]
    )
    assert f"card made.txt: {COUNTS}" in err
    assert json.loads(out)["points"] == LINE


def test_the_tiles_and_the_answer_key_have_the_points_of_the_cards(typed: Run, files: Path) -> None:
    Path("plain").mkdir()
    Path("plain/own.txt").write_text(ROWS, encoding="utf-8")
    sheet = ["generate", "sheet", "own.txt"]
    for option in (["--tiles"], ["--key", "AABEF"]):
        typed(*sheet, *option, "-o", "own.svg")
        other = ["plain/own.txt", *option, "--points", "own.toml", "-o", "plain/own.svg"]
        typed("generate", "sheet", *other)
        own = [path.read_bytes() for path in sorted(files.glob("own*.svg"))]
        assert own == [path.read_bytes() for path in sorted(files.glob("plain/own*.svg"))]
        assert own
    err = typed(*sheet, "-o", "front.svg")[2]
    assert err == "card own.txt: its points are not printed; --tiles prints them\n"


def test_a_card_typed_in_keeps_the_points_in_its_file(run: Run) -> None:
    assert run("enter", stdin=TEXT)[1] == TEXT


def test_the_library_counts_by_the_points_of_the_card() -> None:
    card = Card.parse(TEXT)
    plain = Card.parse(ROWS)
    assert penta.solve(card, "AABEF") == penta.solve(plain, "AABEF", points=OWN)
    assert penta.solve(card, "AABEF", points=default_points()) == penta.solve(plain, "AABEF")
    assert penta.solve(card, "AABEF").score == 10 != penta.solve(plain, "AABEF").score
    assert penta.fairness(card).optimum == penta.fairness(plain, points=OWN).optimum
    assert penta.judge(penta.Sheet.parse(json.dumps(SHEET))).points == 9


def test_a_row_with_an_equals_sign_is_still_no_row() -> None:
    with pytest.raises(CardError, match="expected"):
        Card.parse(f"{ROWS}point = F1 I4\n")
