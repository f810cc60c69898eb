"""The commands of Penta-Rush, run in this process through the boundary of cli.py."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import data
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.options import DEFAULT_CARD
from solver.penta_rush.points import default_points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.report import packing_json
from tests.strategies import roll_problems
from tests.support import Patch, Run, cases

CARD = "3x5:AABCDDCBAAABCDA"
GOOD_SHEET = (data.samples("sheets")["sarah"]).read_text(encoding="utf-8")


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "rush")


def _json(run: Run, *args: str, stdin: str = "") -> Any:
    code, out, _ = run(*args, "--json", stdin=stdin)
    assert code in (0, 1)
    return json.loads(out)


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_solve_has_the_keys_of_the_design(run: Run) -> None:
    answer = _json(run, "solve", "AABCD", "--card", CARD)
    assert list(answer) == [
        "card",
        "roll",
        "round",
        "score",
        "placements",
        "packings",
        "optimal",
        "packing",
    ]
    assert answer["card"] == CARD
    assert answer["score"] == answer["packing"]["score"]
    for placement in answer["packing"]["placements"]:
        assert list(placement) == ["shape", "points", "cells"]
    letters = [placement["shape"] for placement in answer["packing"]["placements"]]
    assert letters == sorted(letters)


WORDS = "red,sun,star,blue,red\nsun,red,red,star,star\nblue,blue,sun,red,sun\n"
LETTERS = "3x5:BDCABDBBCCAADBD"


@cases(
    "roll", ["blue,red,star,sun,red"], ["b", "red", "red", "st", "su"], ["ABBCD", "--as", "letters"]
)
def test_a_card_of_own_words_is_solved_in_them(run: Run, tmp_path: Path, roll: list[str]) -> None:
    card = tmp_path / "card.csv"
    card.write_text(WORDS, encoding="utf-8")
    in_words, in_letters = (
        _json(run, "solve", *typed, "--card", name)
        for typed, name in ((roll, str(card)), (["ABBCD"], LETTERS))
    )
    legend = in_words.pop("legend")
    assert in_words == in_letters
    assert legend == {"A": "blue", "B": "red", "C": "star", "D": "sun"}
    _, out, _ = run("solve", *roll, "--card", str(card))
    head, *grid = out.splitlines()[:6]
    assert head == f"Roll blue,red,red,star,sun on card {card}, round 1"
    assert grid[2].split()[:6] == ["1", "red", "sun", "star", "blue", "red"]


def test_the_rolls_that_are_thrown_are_in_the_words_of_the_card(run: Run, tmp_path: Path) -> None:
    card = tmp_path / "card.csv"
    card.write_text(WORDS, encoding="utf-8")
    _, out, err = run("throw", "--card", str(card), "--seed", "3")
    names = out.strip().split(",")
    assert len(names) == 5
    assert {*names} <= {"red", "sun", "star", "blue"}
    *_, last = err.splitlines()
    assert sorted(last.removeprefix("thrown: ").split(",")) == names


def test_a_sheet_in_own_words_is_judged_in_them(run: Run) -> None:
    cells = ["a1", "b1", "c1", "d1", "e1"]
    sheet = {"card": WORDS, "roll": "red,red,star,blue,b", "outlines": [cells]}
    code, out, err = run("score", "-", stdin=json.dumps(sheet))
    assert (code, err) == (1, "")
    assert "Roll blue,blue,red,red,star, round 1" in out
    assert "shows blue,red,red,star,sun, not blue,blue,red,red,star" in out
    by_legend = {
        "card": LETTERS,
        "legend": {"A": "blue", "B": "red", "C": "star", "D": "sun"},
        "roll": "AABBC",
        "outlines": [cells],
    }
    assert run("score", "-", stdin=json.dumps(by_legend)) == (code, out, err)


def test_the_card_of_a_sheet_may_be_a_sample_and_is_told_where_a_cell_lies_beside_it(
    run: Run,
) -> None:
    sheet = {"card": "meadow", "roll": "AABCD", "outlines": [["b1", "a2", "b2", "c2", "b3"]]}
    code, out, _ = run("score", "-", stdin=json.dumps(sheet))
    assert (code, out.splitlines()[-1]) == (0, "Points 4")
    code, _, err = run("score", "-", stdin=json.dumps({**sheet, "outlines": [["k3"]]}))
    assert (code, "found [2, 10] (k3)" in err) == (2, True)


def test_a_game_that_is_still_being_played_is_not_totalled(run: Run) -> None:
    code, _, err = run("total", "-", stdin='{"game": "standard", "players": []}')
    assert code == 2
    assert "expected a game that is over, found one that is still being played" in err


def test_a_word_that_stands_once_and_is_nearly_another_is_told(run: Run, tmp_path: Path) -> None:
    card = tmp_path / "card.csv"
    card.write_text(WORDS.replace("star,star", "star,stra"), encoding="utf-8")
    code, _, err = run("solve", "blue,red,star,stra,sun", "--card", str(card))
    assert code == 0
    assert err == f"card {card}: only one cell shows stra; did you mean star?\n"


def test_the_count_stops_where_nobody_waits_for_it(run: Run) -> None:
    card = "12x12:" + "ABC" * 48
    answer = _json(run, "solve", "AABBC", "--card", card)
    assert (answer["packings"], answer["optimal"]) == (None, None)
    assert answer["packings_more_than"] == 100_000_000
    _, out, _ = run("solve", "AABBC", "--card", card)
    assert out.splitlines()[-1].startswith("More than 100,000,000 packings of ")
    assert "(--count counts them)" in out


def test_a_count_that_takes_longer_than_asked_is_undecided(run: Run) -> None:
    card = "20x20:" + "ABC" * 133 + "A"
    code, out, err = run("packings", "AABBC", "--card", card, "--count", "--seconds", "0.3")
    assert (code, out) == (3, "")
    assert err.endswith("penta: undecided: there was no answer within 0.3 s\n")


def test_all_packings_are_counted_on_request(run: Run) -> None:
    assert _json(run, "solve", "AABCD", "--count") == _json(run, "solve", "AABCD")


def test_solve_without_counts_gives_the_same_packing(run: Run) -> None:
    counted, alone = (_json(run, "solve", "AABCD", *options) for options in ([], ["--no-count"]))
    assert counted == {**alone, "packings": 2104, "optimal": 1}
    text = run("solve", "AABCD")[1]
    assert run("solve", "AABCD", "--no-count") == (0, text[: text.index("2,104 packings")], "")


def test_a_solution_is_drawn_to_files(run: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "solved.svg", tmp_path / "solved.png"
    assert run("solve", "AABCD", "--svg", str(svg), "--png", str(png))[0] == 0
    assert "<title>AABCD on card meadow</title>" in svg.read_text(encoding="utf-8")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_written_is_told_before_the_search(
    run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(BitsetEngine, "best", None)
    code, out, err = run("solve", "AABCD", "--svg", str(tmp_path / "none" / "a.svg"))
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_environment_sets_the_card_and_the_points(
    run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    points = tmp_path / "points.toml"
    points.write_text("".join(f"{shape} = 7\n" for shape in "FILNPTUVWXYZ"), encoding="utf-8")
    expected = _json(run, "solve", "AABCD", "--card", "orchard", "--points", str(points))
    monkeypatch.setenv("PENTA_CARD", "orchard")
    monkeypatch.setenv("PENTA_POINTS", str(points))
    assert _json(run, "solve", "AABCD") == expected
    assert _json(run, "solve", "AABCD", "--card", "meadow")["card"] != expected["card"]
    monkeypatch.setenv("PENTA_CARD", "medow")
    code, _, err = run("solve", "AABCD")
    assert code == 2
    assert err.startswith("penta: PENTA_CARD: card 'medow': expected ")


def test_round_five_doubles_the_score_of_the_round_and_not_the_tiles(run: Run) -> None:
    first, fifth = (
        _json(run, "solve", "AABCD", "--card", CARD, "--round", number) for number in "15"
    )
    assert fifth["score"] == 2 * first["score"] > 0
    assert fifth["packing"] == first["packing"]


def test_a_roll_that_nothing_matches_is_an_answer(run: Run) -> None:
    card = "1x7:AAEBECD"
    code, out, err = run("solve", "AABCD", "--card", card)
    assert (code, err) == (0, "")
    assert "Score 0: no Penta-Rush on this card matches the roll." in out
    answer = _json(run, "solve", "AABCD", "--card", card)
    assert answer["score"] == answer["packings"] == answer["optimal"] == 0
    assert answer["packing"] is None
    assert run("packings", "AABCD", "--card", card) == (0, "", "")
    assert run("packings", "AABCD", "--card", card, "--count") == (0, "0\n", "")
    assert run("packings", "AABCD", "--card", card, "--top", "3")[:2] == (0, "")
    code, out, err = run("packings", "AABCD", "--card", card, "--sample", "3", "--seed", "1")
    assert (code, out, err) == (0, "", "there is no such packing to draw\n")


@cases(
    "args",
    (),
    ("--count",),
    ("--count", "--json"),
    ("--count", "--size", "2"),
    ("--histogram",),
    ("--histogram", "--json", "--maximal"),
    ("--top", "4"),
    ("--sample", "4", "--seed", "9"),
    ("--size", "2"),
    ("--maximal", "--size", "1"),
    ("--limit", "3"),
)
@pytest.mark.parametrize("engine", ["exact-cover", "cp-sat"])
def test_every_engine_prints_the_same_bytes(run: Run, engine: str, args: tuple[str, ...]) -> None:
    command = ("packings", "AABCD", "--card", CARD, *args)
    assert run(*command, "--engine", engine) == run(*command)


@pytest.mark.parametrize("engine", ["exact-cover", "cp-sat"])
def test_every_engine_solves_to_the_same_bytes(run: Run, engine: str) -> None:
    command = ("solve", "AABCD", "--card", CARD)
    assert run(*command, "--engine", engine) == run(*command)


def test_the_stream_and_its_counts_agree(run: Run) -> None:
    command = ("packings", "BBDDF")
    streamed = _lines(run(*command)[1])
    counted = _json(run, *command, "--count")
    assert list(counted) == ["count", "by_size"]
    assert run(*command, "--count")[1] == f"{len(streamed)}\n" == f"{counted['count']}\n"
    sizes = [len(packing["placements"]) for packing in streamed]
    assert counted["by_size"] == [sizes.count(size) for size in range(1, 6)]
    histogram = _json(run, *command, "--histogram")["histogram"]
    scores = [packing["score"] for packing in streamed]
    assert histogram == {str(score): scores.count(score) for score in sorted(set(scores))}
    best = _lines(run(*command, "--top", "5")[1])
    assert best == sorted(streamed, key=lambda packing: -packing["score"])[:5]
    assert best[0] == _json(run, "solve", "BBDDF")["packing"]
    drawn = _lines(run(*command, "--sample", "20", "--seed", "3")[1])
    assert len(drawn) == 20
    assert all(packing in streamed for packing in drawn)
    assert _lines(run(*command, "--limit", "7")[1]) == streamed[:7]
    assert run(*command, "--limit", "0")[1] == ""
    for size in range(1, 6):
        of_size = _lines(run(*command, "--size", str(size))[1])
        assert of_size == [packing for packing in streamed if len(packing["placements"]) == size]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problem=roll_problems(cells=20))
def test_a_line_of_the_stream_is_the_json_of_its_packing(run: Run, problem: RollProblem) -> None:
    _, out, _ = run("packings", str(problem.roll), "--card", str(problem.card), "--limit", "50")
    engine = BitsetEngine(RollProblem(problem.card, problem.roll, default_points()))
    expected = [packing_json(engine.packing(numbers)) for numbers in engine.packings()][:50]
    assert _lines(out) == expected


def test_a_sample_without_a_seed_prints_the_seed_it_used(run: Run) -> None:
    command = ("packings", "AABCD", "--sample", "5")
    _, out, err = run(*command)
    assert err.startswith("seed ")
    assert run(*command, "--seed", err.split()[1])[1] == out


def test_points_come_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "points.toml"
    file.write_text("".join(f"{shape} = 7\n" for shape in "FILNPTUVWXYZ"), encoding="utf-8")
    answer = _json(run, "solve", "AABCD", "--card", CARD, "--points", str(file))
    assert answer["score"] == 7 * len(answer["packing"]["placements"])
    code, out, _ = run("score", "sarah", "--points", str(file))
    assert (code, out.splitlines()[-1]) == (1, "Points 35 = 7 + 7 + 7 + 7 + 7")


def test_a_card_comes_from_a_file_standard_input_a_sample_or_an_id(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "card.txt"
    file.write_text("A A B C D  # a row\nDCBAA\nABCDA\n", encoding="utf-8")
    answers = [
        _json(run, "solve", "AABCD", "--card", str(file)),
        _json(run, "solve", "AABCD", "--card", "-", stdin="aabcd\ndcbaa\nabcda"),
        _json(run, "solve", "AABCD", "--card", "-", stdin=CARD),
        _json(run, "solve", "d,c,b,a,a", "--card", CARD),
    ]
    (note,) = answers[1].pop("notes")
    assert note.startswith("card -, line 1: taken as letters")
    assert all(answer == answers[0] for answer in answers)
    default = _json(run, "solve", "AABCD")
    assert default == _json(run, "solve", "AABCD", "--card", DEFAULT_CARD)


def test_score_prints_each_verdict_and_exits_1_unless_all_count(run: Run, tmp_path: Path) -> None:
    answer = _json(run, "score", "pierre")
    assert list(answer) == ["points", "outlines"]
    assert {"verdict", "shape", "points"} <= set(answer["outlines"][0])
    assert run("score", "pierre")[0] == run("score", "pierre", "--json")[0] == 1
    sheet = json.loads(GOOD_SHEET)
    sheet["outlines"] = sheet["outlines"][:2]
    code, out, err = run("score", "-", stdin=json.dumps(sheet))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "Points 5 = 1 + 4"
    sheet.update(round=5, timer=True)
    assert _json(run, "score", "-", stdin=json.dumps(sheet))["points"] == 11
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps({**sheet, "outlines": []}), encoding="utf-8")
    assert run("score", str(file))[0] == 0


@cases(
    "rounds found",
    ([10, 4, 7, 190, 18], "S, round 4: expected at most 19 points, found 190"),
    ([10, 4, 7, 19, 38], "S, round 5: expected at most 37 points, found 38"),
    ([10, 4, 7, 0], "S: expected 5 rounds, found 4"),
    ([10, 4, 7, 0, "18"], "or a sheet, found '18' (without the quotes)"),
)
def test_points_that_no_round_can_have_are_refused(
    rounds: list[object], found: str, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "g.json"
    file.write_text(json.dumps({"players": [{"name": "S", "rounds": rounds}]}))
    code, out, err = run("total", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"penta: game {file}, ")
    assert found in err


def test_other_tiles_allow_more_points(run: Run, tmp_path: Path) -> None:
    file, points = tmp_path / "g.json", tmp_path / "p.toml"
    file.write_text('{"players": [{"name": "S", "rounds": [19, 19, 19, 46, 91]}]}')
    points.write_text("".join(f"{shape} = 9\n" for shape in "FILNPTUVWXYZ"))
    assert run("total", str(file))[0] == 2
    assert run("total", str(file), "--points", str(points))[0] == 0


@pytest.mark.parametrize("card", ["2x2:ABCA", "1x4:ABCD", "3x1:ABC"])
def test_a_card_without_room_for_a_pentomino_is_said_to_be_one(card: str, run: Run) -> None:
    for command in (["check", card], ["play", "--card", card]):
        code, out, err = run(*command)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "expected room for a pentomino, 1x5 or 2x3 cells, found " in err


@pytest.mark.parametrize("name", ["x.pdf", "x.JSON", "x.csv", "x.png", "x.svg"])
def test_the_text_of_a_card_is_not_written_under_the_name_of_another_kind_of_file(
    name: str, typed: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (["generate", "grey"], ["rush", "enter"], ["rush", "read", "photo.jpg"]):
        code, out, err = typed(*command, "-o", name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert f"card {name!r}: expected an ending for a text, found " in err
    assert not (tmp_path / name).exists()


def test_total_names_the_winner_and_what_decided(run: Run) -> None:
    answer = _json(run, "total", "friends")
    assert answer["winners"] == ["Sarah"]
    assert answer["decided_by"] == "rounds 1 to 4"

    def total(*players: list[int]) -> tuple[int, str, str]:
        named = [
            {"name": name, "rounds": list(rounds)}
            for name, rounds in zip("AB", players, strict=True)
        ]
        return run("total", "-", stdin=json.dumps({"players": named}))

    assert total([1, 1, 1, 1, 2], [1, 1, 1, 1, 1])[1].splitlines()[-1] == "A wins with 6"
    tie = total([1, 0, 0, 0, 2], [0, 0, 0, 1, 2])
    assert (tie[0], tie[1].splitlines()[-1]) == (
        0,
        "A and B win with 3, equal in rounds 1 to 4 as well",
    )


def test_throw_gives_a_roll_that_solve_accepts_and_prints_the_throws(run: Run) -> None:
    for seed in range(20):
        answer = _json(run, "throw", "--seed", str(seed))
        code, out, err = run("throw", "--seed", str(seed))
        assert (code, out) == (0, answer["roll"] + "\n")
        assert len(err.splitlines()) == len(answer["throws"])
        assert sorted(answer["throws"][-1]) == list(answer["roll"])
        assert run("packings", answer["roll"], "--count")[0] == 0
    assert set(_json(run, "throw", "--card", "1x3:XYZ", "--seed", "1")["roll"]) == set("XYZ")


def test_cards_lists_the_samples_and_the_default(run: Run) -> None:
    answer = _json(run, "cards")
    assert [card["name"] for card in answer] == list(data.samples("cards"))
    assert [card["name"] for card in answer if card["default"]] == [DEFAULT_CARD]
    for card in answer:
        assert _json(run, "solve", "AABBC", "--card", card["card"])["card"] == card["card"]


_BAD = {
    "ragged.txt": "ABC\nAB\n",
    "empty.txt": "",
    "comments.txt": "# nothing here\n",
    "large.txt": "A" * 21,
    "tall.txt": "AB\n" * 21,
    "dots.txt": "A.B\n",
    "missing.toml": "".join(f"{shape} = 1\n" for shape in "FILNPTUVWXY"),
    "zero.toml": "".join(f"{shape} = 0\n" for shape in "FILNPTUVWXYZ"),
    "negative.toml": "".join(f"{shape} = -1\n" for shape in "FILNPTUVWXYZ"),
    "fraction.toml": "".join(f"{shape} = 1.5\n" for shape in "FILNPTUVWXYZ"),
    "text.toml": "twelve tiles\n",
    "off.json": GOOD_SHEET.replace("[[", "[[99, 0], [", 1),
    "list.json": "[1, 2, 3]",
    "number.json": "7",
    "broken.json": '{"card": ',
    "game.json": '{"players": []}',
}


@cases(
    "args words",
    ("solve AABCD --card ragged.txt", "line 2: expected 3 symbols as in line 1, found 2"),
    ("solve AABCD --card empty.txt", "the card is empty"),
    ("solve AABCD --card comments.txt", "the card is empty"),
    ("solve AABCD --card large.txt", "line 1: expected at most 20 symbols, found 21"),
    ("solve AABCD --card tall.txt", "line 21: expected at most 20 rows, found 21"),
    ("solve AABCD --card dots.txt", "line 1, symbol 2: expected a letter, a word, a digit or an"),
    ("solve AABCD --card 2x2:ABC", "expected 4 symbols for 2x2, found 3"),
    ("solve AABCG", "expected symbols of the card (ABCDEF), found 'G'"),
    ("solve AABC", "expected 5 symbols, found 4"),
    ("solve AABCDE", "expected 5 symbols, found 6"),
    ("solve AAABC", "expected at most 2 alike, found 3 x A (roll again)"),
    ("packings AAABC --count", "roll again"),
    ("solve AABC1", "column 5: expected a letter A-Z, found '1'"),
    ("solve AABCD --points missing.toml", "expected all twelve tiles, found no line for Z"),
    ("solve AABCD --points zero.toml", "tile F: expected a whole number from 1"),
    ("solve AABCD --points negative.toml", "found -1"),
    ("solve AABCD --points fraction.toml", "found 1.5"),
    ("solve AABCD --points text.toml", "line 1, column 8: expected lines like 'F = 1'"),
    ("score off.json", "outline 1: expected cells on the 10x10 card, found [99, 0]"),
    ("score list.json", "expected an object with card, roll"),
    ("score number.json", "expected an object with card, roll"),
    ("score broken.json", "line 1, column 10: expected JSON"),
    ("score empty.txt", "line 1, column 1: expected JSON"),
    ("score friends", "a sample (anna, pierre, sarah), found no such file"),
    ("total game.json", "expected at least one player"),
    ("total list.json", "expected an object with players"),
    ("solve AABCD --card nowhere.txt", "found no such file"),
    ("solve AABCD --card binary", "found a binary file"),
    ("solve AABCD --card .", "found a folder"),
    ("solve AABCD --points nowhere.toml", "found no such file"),
    ("solve AABCD --points binary", "found a binary file"),
    ("score .", "found a folder"),
    ("score binary", "found a binary file"),
    ("total nowhere.json", "found no such file"),
    ("throw --card 1x2:AB", "expected at least 3 symbols to throw, found 2"),
    ("solve", "Missing argument 'ROLL'"),
    ("solve AABCD extra", "extra argument"),
    (f"solve {'AABCD' * 999}", "expected 5 symbols, found 4995"),
    ("solve AABCD --round 0", "--round"),
    ("solve AABCD --round five", "--round"),
    ("solve AABCD --engine cpsat", "'cp-sat'"),
    ("solve AABCD --crad meadow", "Did you mean one of: '--as', '--card'"),
    ("sovle AABCD", "Did you mean"),
    ("packings AABCD --size 6", "--size"),
    ("packings AABCD --top -1", "--top"),
    ("packings AABCD --top many", "--top"),
    ("packings AABCD --count --histogram", "--count and --histogram do not go together"),
    ("packings AABCD --top 1 --limit 1", "--top and --limit do not go together"),
    ("packings AABCD --seed 1", "--seed goes with --sample"),
)
def test_bad_input_is_one_line_on_stderr_and_exit_2(
    run: Run, tmp_path: Path, monkeypatch: Patch, args: str, words: str
) -> None:
    for name, text in _BAD.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*args.split())
    assert (code, out) == (2, "")
    assert err.startswith("penta: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert words in err


def test_a_symbol_that_no_cell_shows_is_told_in_the_roll_as_it_was_typed(run: Run) -> None:
    code, _, err = run("solve", "zabcd")
    assert (code, err.startswith("penta: roll 'zabcd': expected symbols of the card")) == (2, True)


def test_what_a_card_could_mean_as_well_is_told_and_can_be_said_wherever_it_is_read(
    run: Run, tmp_path: Path
) -> None:
    card = tmp_path / "card.txt"
    card.write_text("red sea ice\nsea ice red\n", encoding="utf-8")
    note = f"card {card}, line 1: taken as words: 2x3 cells, red, sea, ice"
    for command in (["throw", "--card", str(card), "--seed", "1"], ["check", str(card)]):
        _, _, err = run(*command)
        assert err.startswith(note)
        _, _, err = run(*command, "--as", "letters")
        assert "taken as" not in err
    code, out, _ = run("solve", "r,r,s,s,i", "--as", "words", "--card", str(card))
    assert (code in (0, 1), "Roll ice,red,red,sea,sea" in out) == (True, True)
    game = {"card": card.read_text(), "roll": "AABBC", "outlines": []}
    sheet = tmp_path / "sheet.json"
    sheet.write_text(json.dumps(game), encoding="utf-8")
    _, _, err = run("score", str(sheet))
    assert "taken as words" in err
