"""`penta generate grey` and `white`: the same card again, killed, interrupted or continued."""

import json
import os
import random
import re
import signal
import subprocess
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cli
from generator import defaults, targets
from generator.constraints import LayoutConstraints
from generator.scatter import scatter_violations
from solver.errors import UndecidedError
from solver.files.checkpoint import Checkpoint
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from tests.support import PENTA, ROOT, Run, slow

SMALL = ["--rows", "5", "--cols", "6", "--symbols", "4", "--target", "8"]
QUICK = [*SMALL, "--seed", "1", "--population", "2", "--steps", "4000"]
ONE_JOB = [*SMALL, "--seed", "1", "--population", "2", "--jobs", "1"]
LONG = [*ONE_JOB, "--steps", "600000"]
BRIEF = ["--target", "9", "--steps", "3000", "--seed", "1"]
LARGE = ["--rows", "8", "--cols", "8", *BRIEF]
LINES = 1 + 6  # of its checkpoint: the header, and a line for each round


class Outcome(NamedTuple):
    """What a command printed, run by this process: what it imports is imported once."""

    code: int
    out: str
    err: str


def _run(*args: str) -> Outcome:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.run(["generate", *args])
    return Outcome(code, out.getvalue(), err.getvalue())


def _generate(*args: str) -> str:
    """Return what goes to stdout; stderr may tell that so few steps have missed the target."""
    outcome = _run(*args)
    assert (outcome.code, _without_mean(outcome.err)) == (0, "")
    return outcome.out


def _without_mean(err: str) -> str:
    """Return *err* without the line that says how far the mean is from the target."""
    return re.sub(r"(?m)^penta: the mean is [0-9.]+, [0-9.]+ (below|above) --target .*\n", "", err)


def _json(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_generate(*args, "--json"))
    return found


def _start(*args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PENTA, "generate", *args],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _wait_for_lines(path: Path, lines: int) -> None:
    """Wait until the checkpoint has this many lines."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.02)
    raise TimeoutError(str(path))


# --- what is written


def test_the_same_card_whatever_the_jobs() -> None:
    assert _generate("grey", *QUICK, "--jobs", "1") == _generate("grey", *QUICK, "--jobs", "2")


def test_a_file_has_the_id_of_its_card_and_the_command_that_makes_it_again(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    summary = _generate("grey", *QUICK, "--no-blocks", "--most-touching", "4", "-o", str(file))
    text = file.read_text()
    card = Card.parse(text)
    first, made, *_ = text.splitlines()
    assert first == f"# {card}"
    assert (card.rows, card.cols, card.symbols) == (5, 6, "ABCD")
    assert summary.startswith(f"{file}: ")
    command = made.partition(": penta ")[2].split()
    assert command[:2] == ["generate", "grey"]
    assert _generate(*command[1:]) == text
    assert "stopped" not in text


@pytest.mark.slow
def test_the_files_of_a_set_are_numbered_and_made_again(tmp_path: Path) -> None:
    search = ["--method", "search", "--cards", "3", "--apart", "9", "--within", "1"]
    _generate("white", *QUICK, *search, "-o", str(tmp_path / "fair.txt"))
    files = [tmp_path / f"fair-{number}.txt" for number in (1, 2, 3)]
    assert sorted(tmp_path.iterdir()) == files
    texts = [file.read_text() for file in files]
    cards = [Card.parse(text) for text in texts]
    for one, other in combinations(cards, 2):
        assert sum(one[cell] != other[cell] for cell in one.cells) >= 9
    command = texts[0].splitlines()[1].partition(": penta ")[2].split()
    _generate(*command[1:], "--jobs", "2", "-o", str(tmp_path / "same.txt"))
    same = [tmp_path / f"same-{number}.txt" for number in (1, 2, 3)]
    assert [file.read_text() for file in same] == texts


@pytest.mark.parametrize("size", [(2, 2), (1, 4), (3, 1)])
def test_a_size_without_room_for_a_pentomino_is_refused(size: tuple[int, int], typed: Run) -> None:
    rows, cols = size
    for command in ("grey", "white"):
        code, out, err = typed("generate", command, "--rows", str(rows), "--cols", str(cols))
        expected = "expected room for a pentomino, 1x5 or 2x3 cells"
        assert (code, out) == (2, "")
        assert err == f"penta: card: {expected}, found {rows}x{cols}\n"


def test_json_has_the_card_its_measures_and_what_made_it() -> None:
    found = _json("grey", *QUICK)
    assert {"card", "mean", "sd", "fair", "reasons", "rolls", "exact", "made"} <= found.keys()
    made = {key: found["made"][key] for key in ("rows", "cols", "symbols", "target", "seed")}
    assert made == {"rows": "5", "cols": "6", "symbols": "4", "target": "8", "seed": "1"}
    assert found["made"]["done"] == 4000
    assert found["card"] in _generate("grey", *QUICK)


def test_an_orbit_is_place_fair_in_json() -> None:
    found = _json("white", *QUICK, "--cards", "2")
    assert found.keys() == {"cards", "set", "made"}
    assert len(found["cards"]) == 2
    assert (found["made"]["cards"], found["made"]["method"]) == ("2", "orbit")
    text = _generate("white", *QUICK, "--cards", "2")
    assert "F2 met" in text
    assert "the cards are the same card up to turns, flips and relabelling" in text


@pytest.mark.parametrize("method", ["orbit", "search"])
@pytest.mark.parametrize("cards", ["2", slow("3"), slow("4")])
def test_the_cards_of_a_set_look_different_by_default(method: str, cards: str) -> None:
    within = ["--within", "1"] if method == "search" else []
    found = _json("white", *QUICK, "--method", method, "--cards", cards, *within)
    made = [Card.parse(card["card"]) for card in found["cards"]]
    in_place = [
        sum(one[cell] != other[cell] for cell in one.cells) for one, other in combinations(made, 2)
    ]
    turned = [
        sum(one[Cell(4 - row, 5 - col)] != other[Cell(row, col)] for row, col in one.cells)
        for one, other in combinations(made, 2)
    ]
    assert found["made"]["apart"] == "18"  # 60 % of 30 cells
    visible = {"cells": 30, "in_place": min(in_place), "turned": min(in_place + turned)}
    assert found["set"]["visible"] == visible
    assert visible["in_place"] >= 18
    assert method == "search" or visible["turned"] >= 18


@pytest.mark.slow
def test_a_set_looks_different_and_is_fair_whatever_the_jobs() -> None:
    sizes = [*SMALL, "--cards", "2", "--population", "2", "--steps", "30000", "--seed", "3"]
    args = ["white", "--method", "search", *sizes]
    text = _generate(*args, "--jobs", "1")
    assert _generate(*args, "--jobs", "2") == text
    figures = _json(*args)["set"]
    place_fair = next(rung for rung in figures["rungs"] if rung["rung"] == "F2")
    assert place_fair["distance"] <= 0.01
    assert figures["spread"]["mean"] <= 1.5
    visible = figures["visible"]
    assert visible["in_place"] >= 0.6 * visible["cells"] == 18
    cells = f"{visible['in_place']} of 30 cells as they lie, and in {visible['turned']} when one is"
    assert f"any two cards differ in at least {cells} turned" in text


@pytest.mark.parametrize("turned", [[], ["--turned"]])
def test_four_cards_that_start_as_one_look_different(turned: list[str]) -> None:
    like = ["--like", "5x6:ACCBDDBBCCBBABCDABAADDAACCADDB", "--target", "8"]
    steps = ["--seed", "1", "--population", "2", "--steps", "16000", "--within", "1"]
    found = _json("white", "--method", "search", *like, *steps, *turned)
    assert found["set"]["visible"]["turned" if turned else "in_place"] >= 18
    assert ("turned" in found["made"]) == bool(turned)
    assert min(look["differing"] for look in found["set"]["looks"]) >= 1


def test_a_set_that_looks_more_alike_than_asked_is_written_and_exits_with_1(tmp_path: Path) -> None:
    row = ["--like", "1x6:AABBCC", "--cards", "3", "--target", "1", "--steps", "1", "--seed", "1"]
    found = _run("white", *row, "--apart", "6", "--turned", "-o", str(tmp_path / "row.txt"))
    assert found.code == 1
    assert "differ in at least 6 of 6 cells as they lie, and in" in found.out
    assert found.err.count("\npenta: the cards are less far --apart than asked for: ") == 1
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.slow
def test_cards_are_added_to_the_catalogue(tmp_path: Path) -> None:
    file = str(tmp_path / "cards.db")
    _generate("grey", *QUICK, "--catalogue", file)
    _generate("white", *QUICK, "--method", "search", "--cards", "2", "--catalogue", file)
    listed = _run("records", file, "--all", "--verify")
    assert (listed.code, listed.err) == (0, "")
    assert [line[:4] for line in listed.out.splitlines()] == [*["ok  "] * 3, "Chec"]


def test_a_search_from_a_card_keeps_its_size_and_symbols() -> None:
    steps = ["--seed", "1", "--population", "1", "--steps", "100"]
    found = _json("grey", "--like", "3x7:ABCDABCCDABCDAABCDABC", *steps)
    card = Card.parse(found["card"])
    assert (card.rows, card.cols, card.symbols) == (3, 7, "ABCD")
    assert found["made"]["like"] == "3x7:ABCDABCCDABCDAABCDABC"


def test_without_a_target_it_is_that_of_random_cards_or_richer() -> None:
    steps = ["--rows", "4", "--cols", "5", "--symbols", "4", "--seed", "1", "--steps", "10"]
    usual, richer = (
        float(_json("grey", *steps, "--richness", richness)["made"]["target"])
        for richness in ("0", "2.2")
    )
    assert 1 < usual < richer == usual + 2
    for richness, asked, target in (("-99", -94, 1), ("20.5", 26, 18)):
        found = _run("grey", *steps, "--richness", richness, "--json")
        assert float(json.loads(found.out)["made"]["target"]) == target
        assert found.err == (
            f"penta: random cards are worth 5.28, so that --richness {richness} asks for {asked};"
            f" the target is {target}\n"
        )


def test_a_symmetric_card_has_rolls_worth_the_same_in_pairs() -> None:
    found = _json("grey", *QUICK, "--symmetry", "half-turn")
    renamed = str.maketrans("ABCD", "BADC")
    cells = "".join(Card.parse(found["card"]).lines)
    assert cells[::-1].translate(renamed) == cells
    optima = {row["roll"]: row["optimum"] for row in found["rolls"]}
    pairs = {roll: "".join(sorted(roll.translate(renamed))) for roll in optima}
    assert sum(roll != other for roll, other in pairs.items()) == len(pairs) == 16
    assert all(optima[roll] == optima[other] for roll, other in pairs.items())
    assert len(set(optima.values())) > 1
    assert found["made"]["symmetry"] == "half-turn"


# --- searches that are killed or continued


@pytest.mark.slow
def test_a_killed_search_goes_on_to_the_same_card(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    whole = _generate("grey", *LONG)
    run = _start("grey", *LONG, "--checkpoint", str(path))
    _wait_for_lines(path, 2)
    run.kill()
    run.communicate()
    assert 2 <= path.read_bytes().count(b"\n") < LINES
    assert _generate("grey", *LONG, "--checkpoint", str(path)) == whole
    assert path.read_bytes().count(b"\n") == LINES


def test_an_interrupted_search_writes_its_best_card(tmp_path: Path) -> None:
    path, output = tmp_path / "checkpoint", tmp_path / "card.txt"
    args = [*ONE_JOB, "--steps", "60000000", "--checkpoint", str(path), "-o", str(output)]
    run = _start("grey", *args)
    _wait_for_lines(path, 2)
    run.send_signal(signal.SIGINT)
    out, errors = run.communicate(timeout=60)
    assert run.returncode == 130
    assert errors.splitlines()[-1] == "penta: interrupted"
    text = output.read_text()
    assert text.startswith(f"# {Card.parse(text)}\n")
    assert "of 60,000,000 steps" in text
    assert out.startswith(str(output))


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_search_that_finds_no_feasible_card_exits_with_3(tmp_path: Path, more: list[str]) -> None:
    # Four steps change eight cells at most of cards that begin alike.
    alike = ["--like", "4x5:ABBCABACBACBCBCBCAAC", "--cards", "2", "--apart", "20"]
    steps = ["--target", "8", "--seed", "1", "--population", "1", "--steps", "4", "--jobs", "1"]
    output = ["-o", str(tmp_path / "fair.txt")]
    found = _run("white", "--method", "search", *alike, *steps, *output, *more)
    assert found == (
        3,
        "",
        "penta: undecided: no card that meets the constraints was found in 4 steps; try more\n",
    )
    assert not list(tmp_path.iterdir())


def test_without_seed_and_steps_they_are_those_of_the_checkpoint(tmp_path: Path) -> None:
    path = str(tmp_path / "checkpoint")
    whole = _generate("grey", *QUICK, "--checkpoint", path)
    found = _run("grey", *SMALL, "--population", "2", "--checkpoint", path)
    seed, finished = found.err.splitlines()
    assert (found.code, seed) == (0, "seed 1")
    assert found.out == whole
    assert finished.startswith(
        f"penta: checkpoint {path}: this search is finished, all its 4,000 steps are done; to"
    )


def test_seconds_do_not_change_the_steps_of_a_checkpoint_and_that_is_said(tmp_path: Path) -> None:
    path = str(tmp_path / "checkpoint")
    whole = _generate("grey", *QUICK, "--checkpoint", path)
    begin = ["grey", *SMALL, "--seed", "1", "--population", "2", "--checkpoint", path]
    found = _run(*begin, "--seconds", "1000")
    assert (found.code, found.out) == (0, whole)
    stands = "keeps its 4,000 steps; --seconds is ignored"
    assert f"penta: checkpoint {path} {stands}\n" in found.err
    assert "--seconds" not in _run(*begin, "--steps", "4000").err


def test_the_target_of_a_checkpoint_stands_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "_TRIAL_STEPS", 9)
    path = str(tmp_path / "checkpoint")
    small = ["--rows", "4", "--cols", "4", "--symbols", "3", "--steps", "9", "--seed", "1"]
    best = ["grey", *small, "--target", "best", "--checkpoint", path, "--jobs", "1", "--json"]
    first = _run(*best)
    target = json.loads(first.out)["made"]["target"]
    assert "keeps" not in first.err
    again = _run(*best)
    assert again.out == first.out
    stands = f"penta: checkpoint {path} keeps its target {target}; no other is tried"
    assert stands in again.err.splitlines()


def test_a_finished_checkpoint_says_what_to_do_to_search_on(tmp_path: Path) -> None:
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    whole = _json("grey", *QUICK, "--checkpoint", first)
    found = _run("grey", *QUICK, "--checkpoint", first, "--json")
    assert json.loads(found.out) == whole
    (remark,) = _without_mean(found.err).splitlines()
    assert remark == (
        f"penta: checkpoint {first}: this search is finished, all its 4,000 steps are done; to"
        " continue, use a new checkpoint file, either with --like and this card"
        " or with more --steps"
    )
    for on in ([*QUICK, "--like", whole["card"]], [*QUICK[:-1], "8000"]):
        assert _json("grey", *on, "--checkpoint", f"{second}{len(on)}")["card"]


def test_a_mean_that_is_far_from_the_target_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    short = ["--rows", "4", "--cols", "5", "--symbols", "4", "--seed", "1", "--steps", "10"]
    means = {}
    for target in ("3", "8", "8.4"):
        found = _run("grey", *short, "--target", target, "--json")
        means[target] = mean = json.loads(found.out)["mean"]
        said = f"penta: the mean is {mean:.2f}, {abs(mean - float(target)):.2f} "
        is_far = abs(mean - float(target)) >= 0.5
        side = "below" if mean < float(target) else "above"
        assert found.err == (f"{said}{side} --target {target}\n" if is_far else "")
    assert means["3"] > 3.5
    monkeypatch.setattr(targets, "_TRIAL_STEPS", 9)
    assert "--target" not in _run("grey", *short).err


def test_a_target_that_counting_rules_out_is_said_before_the_search() -> None:
    found = _run("grey", *SMALL[:-1], "16.5", "--seed", "1", "--steps", "9")
    assert found.code == 0
    assert found.err.startswith("penta: no 5x6 card of 4 symbols makes every roll worth 16: a pack")
    assert found.err.splitlines()[0].endswith("; there are 30; counting allows 12 at most")


@pytest.mark.parametrize("symmetry", ["none", "half-turn"])
def test_without_symmetry_it_is_that_of_the_checkpoint(tmp_path: Path, symmetry: str) -> None:
    path = str(tmp_path / "checkpoint")
    whole = _generate("grey", *LARGE, "--symmetry", symmetry, "--checkpoint", path)
    assert ("symmetry" in Checkpoint.read_header(path)) == (symmetry != "none")
    assert _run("grey", *LARGE, "--checkpoint", path).out == whole


# --- errors


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--rows", "3", "--every-line", "--steps", "9"], "--every-line, which no card meets"),
        (["--steps", "9", "--seconds", "1"], "--steps does not go with --seconds"),
        (["--like", "2x5:ABCABCABCA", "--rows", "3", "--steps", "9"], "expected a card of 3x5"),
        (["--like", "2x5:ABCDABCABC", "--symbols", "3", "--steps", "9"], "expected 3 symbols"),
        (["--cluster", "auto"], "--cluster goes with --steps"),
        (["--target", "x", "--steps", "9"], "from 0 to 1000000 of at most 4 decimals, found 'x'"),
        (["--target", "1.23456", "--steps", "9"], "of at most 4 decimals"),
        (["--rows", "9", "--symmetry", "quarter-turn", "--steps", "9"], "found 9x10"),
        (["--least-mean", "9", "--steps", "9"], "--least-mean goes with --target best"),
        (
            ["--target", "best", "--least-mean", "18.5", "--steps", "9"],
            "--least-mean: expected at most 18, found 18.5",
        ),
        (["--target", "worst", "--steps", "9"], "expected best or a number from 0 to 1000000"),
        (["--richness", "1", "--steps", "9"], "--richness does not go with --target"),
        (["--seconds", "nan"], "expected a number above 0 to 100000000"),
        (
            ["--target", "18.5", "--steps", "9"],
            "--target: expected at most 18, found 18.5 (five different tiles earn no more)",
        ),
        (["--target", "1000000", "--steps", "9"], "--target: expected at most 18, found 1000000"),
        (["-o", ".", "--steps", "9"], "card"),
        (["-o", "a.txt", "--catalogue", "./a.txt", "--steps", "9"], "a file of its own"),
        (["--catalogue", "README.md", "--steps", "9"], "README.md"),
        (["--symmetry", "spiral", "--steps", "9"], "'half-turn'"),
        (["--steps", "0"], "'--steps'"),
        (["-o", "no/such/card.txt", "--steps", "9"], "no/such"),
        (["--checkpoint", "no/such/file", "--steps", "9"], "no/such"),
    ],
)
def test_bad_options_of_grey_are_an_error_of_one_line(args: list[str], message: str) -> None:
    target = [] if "--target" in args else ["--target", "8"]
    found = _run("grey", "--seed", "1", *target, *args)
    assert (found.code, found.out) == (2, "")
    assert message in found.err
    assert "Traceback" not in found.err
    assert sum(line.startswith(("penta: ", "Error: ")) for line in found.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--pull", "2"], "--pull goes with --method search"),
        (["--apart", "31"], "expected at most all 30 cells, found 31"),
        (["--method", "search", "--apart", "31"], "expected at most all 30 cells, found 31"),
        (["--symbols", "3"], "--cards of 3 symbols, by orbit: expected 2 to 3, found 4"),
        (["-o", ""], "the name of a file"),
        (["--like", "fair-1.txt", "-o", "fair.txt"], "the file that is read"),
    ],
)
def test_bad_options_of_white_are_an_error_of_one_line(
    args: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fair-1.txt").write_text("ABCDAB\nBCDABC\nCDABCD\nDABCDA\nABCDAB\n")
    given = ["--rows", "5", "--cols", "6", "--target", "8", "--seed", "1", "--steps", "9"]
    found = _run("white", "--cards", "4", *given, *args)
    assert (found.code, found.out) == (2, "")
    assert message in found.err
    assert "Traceback" not in found.err


def test_the_checkpoint_of_another_search_is_an_error_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    _generate("grey", *QUICK, "--checkpoint", str(path))
    before = path.read_bytes()
    found = _run("grey", *QUICK, "--no-blocks", "--checkpoint", str(path))
    assert (found.code, found.out) == (2, "")
    assert "expected the checkpoint of this run" in found.err
    assert len(found.err.splitlines()) == 1
    assert path.read_bytes() == before


def test_the_checkpoint_of_a_set_whose_cards_differed_only_in_place_is_refused(
    tmp_path: Path,
) -> None:
    path = tmp_path / "checkpoint"
    search = ["--method", "search", "--cards", "2", "--apart", "6", "--checkpoint", str(path)]
    _generate("white", *QUICK, *search)
    header = Checkpoint.read_header(str(path))
    path.unlink()
    Checkpoint(str(path), {**header, "checkpoint": "penta generate 1"}).close()
    found = _run("white", *QUICK, *search)
    assert (found.code, found.out) == (2, "")
    assert "'penta generate 2', found 'penta generate 1'" in found.err
    assert len(found.err.splitlines()) == 1


def test_a_cluster_without_ray_is_an_error() -> None:
    try:
        import ray  # noqa: F401
    except ImportError:
        found = _run("grey", *QUICK, "--cluster", "auto")
        assert (found.code, found.out) == (2, "")
        assert "--cluster: expected Ray, found it is not installed" in found.err
    else:
        pytest.skip("Ray is there")


def test_stdout_has_the_card_alone() -> None:
    assert isinstance(Card.parse(_generate("grey", *QUICK)), Card)


# --- what is chosen where it is left out


def test_a_new_card_is_scattered_unless_that_is_declined() -> None:
    scattered, symmetric = _json("grey", *LARGE), _json("grey", *LARGE, "--no-scatter")
    free = _json("grey", *LARGE, "--symmetry", "none")
    assert scattered["made"]["scatter"] == ""
    assert scattered["made"]["symmetry"] == "half-turn"  # the symbols change: it is not seen
    assert symmetric["made"]["symmetry"] == "mirrors"
    assert not {"scatter", "symmetry"} & free["made"].keys()
    assert "scatter" not in symmetric["made"]
    assert len({made["card"] for made in (scattered, symmetric, free)}) == 3


@pytest.mark.parametrize(
    "others",
    [slow(["--like", "meadow"]), slow(["--symmetry", "mirrors"]), ["--symmetry", "none"]],
    ids=["like", "symmetry", "none"],
)
def test_what_has_a_layout_is_scattered_only_if_that_is_asked_for(others: list[str]) -> None:
    made = _json("grey", *BRIEF, *others)["made"]
    assert "scatter" not in made
    scattered = _json("grey", *BRIEF, *others, "--scatter")
    assert scattered["made"]["scatter"] == ""
    assert made.get("symmetry") == scattered["made"].get("symmetry")
    assert not list(scatter_violations(Card.parse(scattered["card"]), 6))


@pytest.mark.parametrize(
    "extra",
    [
        [],
        slow(["--symmetry", "none"]),
        slow(["--no-scatter"]),
        slow(["--symmetry", "none", "--scatter"]),
        ["--symmetry", "mirrors", "--scatter"],
    ],
)  # fmt: skip
def test_the_recorded_command_makes_the_same_card_whatever_was_chosen(extra: list[str]) -> None:
    text = _generate("grey", *LARGE, *extra)
    command = next(line for line in text.splitlines() if "penta generate" in line)
    again = command.partition("penta generate ")[2].split()
    assert _generate(*again) == text


@pytest.mark.parametrize(
    ("size", "symmetry"), [slow((9, 9), "half-turn"), ((8, 9), "half-turn"), ((6, 6), None)]
)
def test_the_symmetry_suits_the_size(size: tuple[int, int], symmetry: str | None) -> None:
    rows, cols = map(str, size)
    for layout in ("--scatter", "--no-scatter"):
        made = _json("grey", *BRIEF, layout, "--rows", rows, "--cols", cols)["made"]
        assert made.get("symmetry") == symmetry


@pytest.mark.slow
def test_of_the_symmetries_that_suit_the_size_the_first_that_meets_the_constraints_is_taken() -> (
    None
):
    lines = ["--no-scatter", "--symbols", "7", "--every-line", "--most-touching", "1"]
    assert _json("grey", *LARGE, *lines)["made"]["symmetry"] == "half-turn"


def test_constraints_for_which_no_symmetric_card_is_found_come_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def undecided(
        _rows: int, _cols: int, _symbols: str, constraints: LayoutConstraints, _rng: random.Random
    ) -> None:
        asked.append(constraints.symmetry)
        raise UndecidedError("no card found")

    asked: list[str | None] = []
    monkeypatch.setattr(defaults, "propose", undecided)
    made = _json("grey", *LARGE, "--no-scatter")["made"]
    assert asked == ["mirrors", "quarter-turn", "half-turn"]
    assert "symmetry" not in made


def test_the_best_target_is_recorded_and_a_card_that_is_too_poor_is_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(targets, "_TRIAL_STEPS", 9)
    small = ["--rows", "4", "--cols", "4", "--symbols", "3", "--steps", "9", "--seed", "1"]
    best = ["--target", "best", "--least-mean", "16", "--jobs", "1"]
    found = _run("grey", *small, *best)
    assert found.code == 1
    unfair, poor = found.err.splitlines()
    beginning = "penta: 'penta rush check' does not call this card fair: the standard deviation "
    assert unfair.startswith(beginning)
    assert re.fullmatch(r"penta: the mean is [0-9.]+, less than --least-mean 16", poor)
    made = next(line for line in found.out.splitlines() if "penta generate" in line)
    words = made.partition("penta generate ")[2].split()
    assert words[words.index("--target") + 1] == "18"  # as no card is worth 16, the highest
    assert _run(*words).out == found.out


def test_a_card_that_is_rich_enough_is_not_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "_TRIAL_STEPS", 9)
    small = ["--rows", "4", "--cols", "4", "--symbols", "3", "--steps", "9", "--seed", "1"]
    found = _run("grey", *small, "--target", "best", "--least-mean", "0.5", "--jobs", "1")
    assert found.code == 0
    assert "--least-mean" not in found.err


@pytest.mark.parametrize("target", ["best", "6"])
def test_the_limits_that_a_card_of_the_best_target_misses_are_said(
    monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setattr(targets, "_TRIAL_STEPS", 9)
    small = ["--rows", "4", "--cols", "4", "--symbols", "4", "--steps", "9", "--seed", "1"]
    found = _run("grey", *small, "--target", target, "--jobs", "1", "--json")
    reasons = json.loads(found.out)["reasons"]
    assert reasons
    said = [line for line in found.err.splitlines() if "does not call this card fair" in line]
    assert len(said) == (target == "best")
    assert all(line.endswith(f"fair: {'; '.join(reasons)}") for line in said)


def test_a_symmetric_card_for_people_has_a_half_turn() -> None:
    made = _json("grey", *LARGE, "--no-scatter", "--for", "people=0.3")["made"]
    assert (made["symmetry"], made["for"]) == ("half-turn", "people=0.3")
