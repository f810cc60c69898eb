"""The commands of Penta-Rush, run in this process through the boundary of cli.py."""

import json
import random
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import data
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import default_points
from solver.penta_rush.typed import DEFAULT_CARD
from tests.strategies import roll_problems
from tests.support import Patch, Run, answer, cases, refusal

CARD = "3x5:AABCDDCBAAABCDA"


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "rush")


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


WORDS = "red,sun,star,blue,red\nsun,red,red,star,star\nblue,blue,sun,red,sun\n"
LETTERS = "3x5:BDCABDBBCCAADBD"


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "card.csv"
    path.write_text(WORDS, "utf-8")
    return path


@cases(
    "roll", ["blue,red,star,sun,red"], ["b", "red", "red", "st", "su"], ["ABBCD", "--as", "letters"]
)
def test_a_card_of_own_words_is_solved_in_them(run: Run, card: Path, roll: list[str]) -> None:
    in_words = answer(run, "solve", *roll, "--card", str(card))
    assert in_words.pop("legend") == {"A": "blue", "B": "red", "C": "star", "D": "sun"}
    assert in_words == answer(run, "solve", "ABBCD", "--card", LETTERS)
    head, *grid = run("solve", *roll, "--card", str(card))[1].splitlines()[:6]
    assert head == f"Roll blue,red,red,star,sun on card {card}, round 1"
    assert grid[2].split()[:6] == ["1", "red", "sun", "star", "blue", "red"]


def test_the_rolls_that_are_thrown_are_in_the_words_of_the_card(run: Run, card: Path) -> None:
    _, out, err = run("throw", "--card", str(card), "--seed", "3")
    names = out.strip().split(",")
    assert len(names) == 5
    assert {*names} <= {"red", "sun", "star", "blue"}
    assert sorted(err.splitlines()[-1].removeprefix("thrown: ").split(",")) == names


def test_a_sheet_in_own_words_is_judged_in_them(run: Run) -> None:
    sheet = {
        "card": WORDS,
        "roll": "red,red,star,blue,b",
        "outlines": [["a1", "b1", "c1", "d1", "e1"]],
    }
    code, out, err = run("score", "-", stdin=json.dumps(sheet))
    assert (code, err) == (1, "")
    assert "Roll blue,blue,red,red,star, round 1" in out
    assert "shows blue,red,red,star,sun, not blue,blue,red,red,star" in " ".join(out.split())
    legend = {"A": "blue", "B": "red", "C": "star", "D": "sun"}
    by_legend = sheet | {"card": LETTERS, "legend": legend, "roll": "AABBC"}
    assert run("score", "-", stdin=json.dumps(by_legend)) == (code, out, err)


def test_the_card_of_a_sheet_may_be_a_sample_which_a_cell_may_miss(run: Run) -> None:
    sheet = {"card": "meadow", "roll": "AABCD", "outlines": [["b1", "a2", "b2", "c2", "b3"]]}
    code, out, _ = run("score", "-", stdin=json.dumps(sheet))
    assert (code, out.splitlines()[-1]) == (0, "Points 4")
    missed = json.dumps({**sheet, "outlines": [["k3"]]})
    assert "found [2, 10] (k3)" in refusal(run, "score", "-", stdin=missed)


def test_a_game_that_is_still_being_played_is_not_totalled(run: Run) -> None:
    message = refusal(run, "total", "-", stdin='{"game": "standard", "players": []}')
    assert "expected a game that is over, found one that is still being played" in message


def test_a_word_that_stands_once_and_is_nearly_another_is_told(run: Run, card: Path) -> None:
    card.write_text(WORDS.replace("star,star", "star,stra"), "utf-8")
    code, _, err = run("solve", "blue,red,star,stra,sun", "--card", str(card))
    assert (code, err) == (0, f"card {card}: only one cell shows stra; did you mean star?\n")


@pytest.mark.slow
def test_the_count_stops_where_nobody_waits_for_it(run: Run) -> None:
    args = ("solve", "AABBC", "--card", "12x12:" + "ABC" * 48)
    found = answer(run, *args)
    assert (found["packings"], found["optimal"]) == (None, None)
    assert found["packings_more_than"] == 100_000_000
    last = run(*args)[1].splitlines()[-1]
    assert last.startswith("More than 100,000,000 packings of ")
    assert "(--count counts them)" in last


def test_a_count_that_takes_longer_than_asked_is_undecided(run: Run) -> None:
    card = "20x20:" + "ABC" * 133 + "A"
    code, out, err = run("packings", "AABBC", "--card", card, "--count", "--seconds", "0.3")
    assert (code, out) == (3, "")
    assert err.endswith("penta: undecided: there was no answer within 0.3 s\n")


def test_all_packings_are_counted_on_request(run: Run) -> None:
    assert answer(run, "solve", "AABCD", "--count") == answer(run, "solve", "AABCD")


def _told(run: Run, *args: str) -> str:
    """Return what is told of people, without the breaks of lines."""
    return " ".join(run("solve", *args)[1].partition("People of skill ")[2].split())


def test_people_may_miss_what_is_solved(run: Run) -> None:
    people = answer(run, "solve", "AABCD", "--skill", "0.2")["people"]
    assert 0 < people["best"] < 0.001
    assert 0 < people["nothing"] < 1 < people["shapes"] < people["mean"] < 14
    assert (people["rounds"], people["error"]) == (0, 0)
    doubled = answer(run, "solve", "AABCD", "--skill", "0.2", "--round", "5")["people"]
    assert doubled["mean"] == pytest.approx(2 * people["mean"])
    assert doubled["best"] == people["best"]
    assert answer(run, "solve", "AABCD", "--skill", "0.2", "--engine", "cp-sat")["people"] == people
    expected = f"0.2: {people['mean']:.2f} points and {people['shapes']:.2f} shapes expected"
    often = f"the best score in one of {1 / people['best']:,.0f} rounds. That is a model"
    assert _told(run, "AABCD", "--skill", "0.2").startswith(f"{expected}, {often}")
    with_people, plain = run("solve", "AABCD", "--skill", "0.2")[1], run("solve", "AABCD")[1]
    assert [line for line in with_people.splitlines() if line in plain] == plain.splitlines()
    told = _told(run, "AABCD", "--skill", "0.9", "--card", CARD)
    assert re.search(r"in [1-9]\d* of 20,000 simulated rounds\. That is a model", told)
    told = _told(run, "BBCDE", "--skill", "0.2", "--card", "1x6:AABCDE")
    assert "shapes expected. That is a model" in told  # of a dud no score is the best


@cases("skill", "0", "0.2,W=0")
def test_people_who_never_see_a_shape_never_find_the_best_score(run: Run, skill: str) -> None:
    assert "the best score in no round." in _told(run, "AABCD", "--skill", skill)


def test_people_find_nothing_where_nothing_is(run: Run) -> None:
    people = answer(run, "solve", "EEFFA", "--card", "2x5:ABCDEFFFFF", "--skill", "0.2")["people"]
    assert (people["mean"], people["shapes"], people["nothing"]) == (0, 0, 1)


@pytest.mark.slow
def test_rounds_that_are_simulated_are_told_so(run: Run, tmp_path: Path) -> None:
    rng = random.Random(3)
    card = tmp_path / "large.txt"
    card.write_text("\n".join("".join(rng.choices("ABC", k=20)) for _ in range(20)))
    options = "AABBC", "--card", str(card), "--skill", "0.2", "--no-count"
    people = answer(run, "solve", *options)["people"]
    assert people["rounds"] == 20_000
    assert 0 < people["error"] < 0.05
    told = _told(run, *options)
    assert f"{people['mean']:.2f} \u00b1 {people['error']:.2f} points" in told
    assert "the best score in fewer than 10 of 20,000 simulated rounds." in told


def test_solve_without_counts_gives_the_same_packing(run: Run) -> None:
    counted, alone = (answer(run, "solve", "AABCD", *more) for more in ([], ["--no-count"]))
    assert counted == {**alone, "packings": 2104, "optimal": 1}
    text = run("solve", "AABCD")[1]
    assert run("solve", "AABCD", "--no-count") == (0, text[: text.index("2,104 packings")], "")


def test_the_environment_sets_card_and_points(run: Run, sevens: Path, monkeypatch: Patch) -> None:
    expected = answer(run, "solve", "AABCD", "--card", "orchard", "--points", str(sevens))
    monkeypatch.setenv("PENTA_CARD", "orchard")
    monkeypatch.setenv("PENTA_POINTS", str(sevens))
    assert answer(run, "solve", "AABCD") == expected
    assert answer(run, "solve", "AABCD", "--card", "meadow")["card"] != expected["card"]
    monkeypatch.setenv("PENTA_CARD", "medow")
    message = refusal(run, "solve", "AABCD")
    assert message.startswith("penta: PENTA_CARD: card 'medow': expected ")


def test_round_five_doubles_the_score_of_the_round_and_not_the_tiles(run: Run) -> None:
    first, fifth = (answer(run, "solve", "AABCD", "--card", CARD, "--round", n) for n in "15")
    assert fifth["score"] == 2 * first["score"] > 0
    assert fifth["packing"] == first["packing"]


def test_a_roll_that_nothing_matches_is_an_answer(run: Run) -> None:
    args = ("packings", "AABCD", "--card", "1x7:AAEBECD")
    assert run(*args) == (0, "", "")
    assert run(*args, "--count") == (0, "0\n", "")
    assert run(*args, "--top", "3")[:2] == (0, "")
    drawn = run(*args, "--sample", "3", "--seed", "1")
    assert drawn == (0, "", "there is no such packing to draw\n")


@cases(
    "args",
    *("packings", "packings --count", "packings --count --json", "packings --count --size 2"),
    *("packings --histogram", "packings --histogram --json --maximal", "packings --top 4"),
    *("packings --sample 4 --seed 9", "packings --size 2", "packings --maximal --size 1"),
    *("packings --limit 3", "solve"),
)
@cases("engine", "exact-cover", "cp-sat")
def test_every_engine_prints_the_same_bytes(run: Run, engine: str, args: str) -> None:
    command = (*args.split(), "AABCD", "--card", CARD)
    assert run(*command, "--engine", engine) == run(*command)


def test_the_stream_and_its_counts_agree(run: Run) -> None:
    command = ("packings", "BBDDF")

    def lines(*options: str) -> list[Any]:
        return _lines(run(*command, *options)[1])

    streamed, counted = lines(), answer(run, *command, "--count")
    assert list(counted) == ["count", "by_size"]
    assert run(*command, "--count")[1] == f"{len(streamed)}\n" == f"{counted['count']}\n"
    sizes = [len(packing["placements"]) for packing in streamed]
    assert counted["by_size"] == [sizes.count(size) for size in range(1, 6)]
    histogram = answer(run, *command, "--histogram")["histogram"]
    scores = [packing["score"] for packing in streamed]
    assert histogram == {str(score): scores.count(score) for score in sorted(set(scores))}
    best = lines("--top", "5")
    assert best == sorted(streamed, key=lambda packing: -packing["score"])[:5]
    assert best[0] == answer(run, "solve", "BBDDF")["packing"]
    drawn = lines("--sample", "20", "--seed", "3")
    assert len(drawn) == 20
    assert all(packing in streamed for packing in drawn)
    assert [lines("--limit", "7"), lines("--limit", "0")] == [streamed[:7], []]
    for size in range(1, 6):
        of_size = [packing for packing in streamed if len(packing["placements"]) == size]
        assert lines("--size", str(size)) == of_size


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problem=roll_problems(cells=20))
def test_a_line_of_the_stream_is_the_json_of_its_packing(run: Run, problem: RollProblem) -> None:
    _, out, _ = run("packings", str(problem.roll), "--card", str(problem.card), "--limit", "50")
    engine = BitsetEngine(RollProblem(problem.card, problem.roll, default_points()))
    expected = [engine.packing(numbers).to_json() for numbers in engine.packings()][:50]
    assert _lines(out) == expected


def test_a_sample_without_a_seed_prints_the_seed_it_used(run: Run) -> None:
    command = ("packings", "AABCD", "--sample", "5")
    _, out, err = run(*command)
    assert err.startswith("seed ")
    assert run(*command, "--seed", err.split()[1])[1] == out


@pytest.fixture
def sevens(tmp_path: Path) -> Path:
    """Return a file of points by which each tile has seven."""
    file = tmp_path / "points.toml"
    file.write_text("".join(f"{shape} = 7\n" for shape in "FILNPTUVWXYZ"), "utf-8")
    return file


def test_points_come_from_a_file(run: Run, sevens: Path) -> None:
    found = answer(run, "solve", "AABCD", "--card", CARD, "--points", str(sevens))
    assert found["score"] == 7 * len(found["packing"]["placements"])
    code, out, _ = run("score", "sarah", "--points", str(sevens))
    assert (code, out.splitlines()[-1]) == (1, "Points 35 = 7 + 7 + 7 + 7 + 7")


def test_a_card_comes_from_a_file_standard_input_a_sample_or_an_id(run: Run, card: Path) -> None:
    card.write_text("A A B C D  # a row\nDCBAA\nABCDA\n", "utf-8")

    def solve(*args: str, stdin: str = "") -> Any:
        return json.loads(run("solve", *args, "--json", stdin=stdin)[1])

    answers = [
        solve("AABCD", "--card", str(card)),
        solve("AABCD", "--card", "-", stdin="aabcd\ndcbaa\nabcda"),
        solve("AABCD", "--card", "-", stdin=CARD),
        solve("d,c,b,a,a", "--card", CARD),
    ]
    (note,) = answers[1].pop("notes")
    assert note.startswith("card -, line 1: taken as letters")
    assert all(found == answers[0] for found in answers)
    assert solve("AABCD") == solve("AABCD", "--card", DEFAULT_CARD)


def test_the_digits_that_a_reader_of_codes_finds_on_a_print_are_a_card(run: Run) -> None:
    digits = "207214236146563182675117584"
    code, out, _ = run("throw", "--card", "-", "--json", stdin=f"{digits}\n")
    assert (code, json.loads(out)["card"]) == (0, "3x4:ABCDBCDACDAB")
    wrong = run("throw", "--card", "-", stdin=digits.replace("2", "3"))
    assert wrong == (2, "", "penta: card -, line 1: expected at most 20 symbols, found 27\n")


def test_score_prints_each_verdict_and_exits_1_unless_all_count(run: Run) -> None:
    sheet = json.loads(data.samples("sheets")["sarah"].read_text("utf-8"))
    sheet["outlines"] = sheet["outlines"][:2]
    code, out, err = run("score", "-", stdin=json.dumps(sheet))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "Points 5 = 1 + 4"
    sheet.update(round=5, timer=True)
    assert answer(run, "score", "-", stdin=json.dumps(sheet))["points"] == 11
    assert run("score", "-", stdin=json.dumps({**sheet, "outlines": []}))[0] == 0


@cases(
    "rounds found",
    ([10, 4, 7, 190, 18], "S, round 4: expected at most 19 points, found 190"),
    ([10, 4, 7, 19, 38], "S, round 5: expected at most 37 points, found 38"),
    ([10, 4, 7, 0], "S: expected 5 rounds, found 4"),
    ([10, 4, 7, 0, "18"], "or a sheet, found '18' (without the quotes)"),
)
def test_points_of_no_round_are_refused(rounds: list[object], found: str, run: Run) -> None:
    message = refusal(run, "total", "-", stdin=_game(rounds))
    assert message.startswith("penta: game -, ")
    assert found in message


def _game(*players: list[Any]) -> str:
    named = [{"name": name, "rounds": own} for name, own in zip("SB", players, strict=False)]
    return json.dumps({"players": named})


def test_other_tiles_allow_more_points(run: Run, sevens: Path) -> None:
    sevens.write_text(sevens.read_text().replace("7", "9"))
    game = _game([19, 19, 19, 46, 91])
    assert run("total", "-", stdin=game)[0] == 2
    assert run("total", "-", "--points", str(sevens), stdin=game)[0] == 0


@cases("name", "x.pdf", "x.JSON", "x.csv", "x.png", "x.svg")
def test_the_text_of_a_card_is_not_written_under_the_name_of_another_kind_of_file(
    name: str, typed: Run, folder: Path
) -> None:
    for command in (["generate", "grey"], ["rush", "enter"], ["rush", "read", "photo.jpg"]):
        message = refusal(typed, *command, "-o", name)
        assert f"card {name!r}: expected an ending for a text, found " in message
    assert not (folder / name).exists()


def test_total_names_the_winner_and_what_decided(run: Run) -> None:
    for first, second, last in (
        ([1, 1, 1, 1, 2], [1, 1, 1, 1, 1], "S wins with 6"),
        ([1, 0, 0, 0, 2], [0, 0, 0, 1, 2], "S and B win with 3, equal in rounds 1 to 4 as well"),
    ):
        code, out, _ = run("total", "-", stdin=_game(first, second))
        assert (code, out.splitlines()[-1]) == (0, last)


def test_what_a_card_could_mean_as_well_can_be_said_where_it_is_read(run: Run, card: Path) -> None:
    card.write_text("red sea ice\nsea ice red\n", "utf-8")
    note = f"card {card}, line 1: taken as words: 2x3 cells, red, sea, ice"
    for command in (["throw", "--card", str(card), "--seed", "1"], ["check", str(card)]):
        assert run(*command)[2].startswith(note)
        assert "taken as" not in run(*command, "--as", "letters")[2]
    code, out, _ = run("solve", "r,r,s,s,i", "--as", "words", "--card", str(card))
    assert (code in (0, 1), "Roll ice,red,red,sea,sea" in out) == (True, True)
    game = json.dumps({"card": card.read_text(), "roll": "AABBC", "outlines": []})
    assert "taken as words" in run("score", "-", stdin=game)[2]
