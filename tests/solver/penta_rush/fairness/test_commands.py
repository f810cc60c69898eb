"""The command that judges cards, run through the boundary of cli.py."""

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import data
from penta import sample_card
from solver.drawing.styled_text import display_width
from solver.penta_rush.dice import rolls
from tests.support import PENTA, ROOT, Patch, Run, cases, refusal, slow

SMALL = "3x5:AABCDDCBAAABCDA"
POOR = "5x5:ABCDEFEFBDBACCAFAACFEBBDE"
SEASONS = ("spring", "summer", "autumn", "winter")
LENIENT = {
    "--max-sd": "9",
    "--min-mean": "0",
    "--min-optimum": "0",
    "--max-dud-chance": "1",
    "--max-symbol-gap": "9",
    "--max-dead-cells": "99",
}


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "rush", "check")


def _json(run: Run, *args: str) -> Any:
    code, out, err = run(*args, "--json")
    answer = json.loads(out)
    assert code == {True: 0, False: 1, None: 3}[(answer.get("set") or answer)["fair"]]
    assert not err
    return answer


@cases(
    "cards",
    "meadow",
    slow("harbour meadow orchard prairie"),
    slow("wide.txt"),
    slow("every.txt"),  # 133,380 rolls
    f"{'long' * 40}.txt orchard",
    slow(f"{'long' * 40}.txt orchard orchard meadow --skill 0.2,0.2,0.2,0.1"),
    slow(f"{'long' * 40}.txt --skill 0.25,W=0.125,F=0.0625,X=0.125 --skill 0.2"),
    "words.txt",
    ids=lambda cards: f"{cards[:12]}{cards[-6:]}",
)
@pytest.mark.usefixtures("folder")
def test_text_is_at_most_80_columns_wide(run: Run, cards: str) -> None:
    meadow = data.samples("cards")["meadow"].read_text("utf-8")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = ["".join(letters[(3 * row + col) % 12] for col in range(20)) for row in range(20)]
    words = "red circle,black and white star,🌞,light blue heart,a very long name indeed\n" * 3
    for name, text in (
        ("long" * 40, meadow),
        ("wide", "\n".join(lines)),
        ("every", f"{letters[:13]}\n{letters[13:]}\n"),
        ("words", words),
    ):
        Path(f"{name}.txt").write_text(text, "utf-8")
    code, out, _ = run(*cards.split(), "--rolls", "--min-mean", "1")
    assert code in (0, 1)
    assert max(map(display_width, out.splitlines())) <= 80


@cases(
    "limit code",
    ("", 0),
    ("--max-sd 0.1", 1),
    ("--min-mean 4", 1),
    ("--min-optimum 1", 1),
    ("--max-dud-chance 0.5", 1),
    ("--max-symbol-gap 0", 0),  # the five are alike: one roll holds them all
    ("--min-five-chance 0.01", 1),
    ("--max-dead-cells 0", 0),
)
def test_every_limit_is_an_option(limit: str, code: int, run: Run) -> None:
    name, _, value = limit.partition(" ")
    options = LENIENT | ({name: value} if limit else {})
    assert run("1x9:ABCDEABCD", *chain.from_iterable(options.items()))[0] == code


def test_the_figures_in_json_add_up(run: Run) -> None:
    answer = _json(run, "meadow")
    assert [row["roll"] for row in answer["rolls"]] == [str(roll) for roll in rolls("ABCDEF")]
    ways = sum(row["ways"] for row in answer["rolls"])
    assert ways == 6120
    mean = sum(row["ways"] * row["optimum"] for row in answer["rolls"]) / ways
    assert answer["mean"] == pytest.approx(mean)
    assert answer["exact"]["mean"] == "619/51"
    assert len(answer["cells"]) == len(answer["cells"][0]) == 10
    assert [shape["shape"] for shape in answer["shapes"]] == list("FILNPTUVWXYZ")
    limits = _json(run, "meadow", "--max-sd", "3.2")["limits"]
    failed = [limit["measure"] for limit in limits if not limit["kept"]]
    assert failed == ["standard deviation of the best score"]
    assert (limits[2]["limit"], limits[2]["wanted"]) == (None, "none")


def test_limits_and_the_cards_that_they_come_from_are_told_in_figures(run: Run) -> None:
    answer = _json(run, POOR)
    for each in answer["limits"]:
        value, limit, is_least = each["value"], each["limit"], each["kind"] == "least"
        assert each["kind"] in ("least", "most")
        assert each["kept"] == (limit is None or (value >= limit if is_least else value <= limit))
        if limit is not None:
            assert each["wanted"] == f"at {each['kind']} {limit:g}"
            assert float(each["found"]) == pytest.approx(value, abs=0.01)
    random = answer["random_cards"]
    cards = "{rows}x{cols} cards with {symbols} symbols".format(**random)
    assert f"{cards}; {100 * random['share']:.1f} % of them" in answer["limits_from"]
    undecided = _json(run, SMALL)  # of a size without limits
    assert (undecided["fair"], undecided["random_cards"]) == (None, None)


def test_dice_may_have_more_symbols_than_the_card(run: Run) -> None:
    assert len(_json(run, SMALL)["rolls"]) < 126
    answer = _json(run, SMALL, "--symbols", "fedcba")
    assert len(answer["rolls"]) == 126
    assert "ABDEF" in answer["duds"]


def test_several_cards_are_judged_as_a_set(run: Run) -> None:
    answer = _json(run, "harbour", "meadow", "orchard")
    assert [card["card"][:6] for card in answer["cards"]] == ["10x10:"] * 3
    assert [one["rung"] for one in answer["set"]["rungs"]] == ["F0", "F1", "F2", "F3", "F4"]
    assert sum(answer["set"]["match"]["wins"]) == pytest.approx(1)
    assert len(answer["set"]["head_to_head"]) == 6
    first, _, back, *_ = answer["set"]["head_to_head"]
    assert (first["win"], first["lose"]) == (back["lose"], back["win"])
    # Harbour has the lower mean, and loses to meadow more often than it wins.
    assert first["win"] < first["lose"]
    match = answer["set"]["match"]["head_to_head"][0]
    assert match["win"] < match["lose"]


@pytest.mark.slow
def test_a_set_of_fair_cards_of_which_one_wins_too_often_is_not_fair(run: Run) -> None:
    cards = ("meadow", "orchard", "harbour", "spring")
    code, out, err = run(*cards)
    assert (code, err) == (1, "")
    assert out.startswith("set of 4 cards: not fair\n  the gap to an even win share is 0.22, more")
    assert out.count(": fair\n") == 4  # each card by itself
    assert "Widest gap: when cards 1 and 3 play, card 1 wins 72.3 %, 50.0 % would be even" in out
    answer = _json(run, *cards)
    assert [card["fair"] for card in answer["cards"]] == [True] * 4
    assert (answer["set"]["fair"], len(answer["set"]["reasons"])) == (False, 2)
    assert answer["set"]["match"]["wins"][0] > 0.45


@pytest.mark.slow
def test_a_set_that_nobody_can_tell_from_an_exactly_fair_one_is_fair(run: Run) -> None:
    code, out, err = run(*SEASONS)
    assert (code, err, out[:21]) == (0, "", "set of 4 cards: fair\n")
    answer = _json(run, *SEASONS)["set"]
    assert (answer["fair"], answer["reasons"]) == (True, [])
    assert 0 < answer["mean_gap"] <= 0.15
    assert 0 < answer["win_gap"] <= 0.03
    assert answer["limits"] == {"max_win_gap": 0.03, "max_mean_gap": 0.15}
    assert answer["reached"] is None  # no exact criterion is met, and it is fair all the same


@pytest.mark.slow
def test_the_limits_of_a_set_are_options(run: Run) -> None:
    assert run(*SEASONS, "--max-win-gap", "0")[0] == 1
    assert run(*SEASONS, "--max-mean-gap", "0")[0] == 1
    assert run("meadow", "orchard", "--max-win-gap", "0.5", "--max-mean-gap", "9")[0] == 0


def test_the_verdict_on_the_set_is_the_exit_code_whatever_its_cards_are(run: Run) -> None:
    code, out, _ = run(POOR, POOR)
    assert code == 0
    assert out.startswith("set of 2 cards: fair\n")
    assert out.count("a 5x5 card: not fair\n") == 2


def test_the_cells_that_differ_as_the_cards_lie_are_given(run: Run) -> None:
    first, second = "2x5:AABCDABCDD", "2x5:AABCDABCDA"
    answer = _json(run, first, second)["set"]
    assert (answer["looks"][0]["in_place"], answer["looks"][0]["differing"]) == (1, 1)
    assert answer["visible"] == {"cells": 10, "in_place": 1, "turned": 1}
    assert "cards 1 and 2 differ in 1 of 10 cells as they lie" in run(first, second)[1]
    other_size = _json(run, first, "5x2:AABCDABCDD")["set"]
    assert (other_size["looks"][0]["in_place"], other_size["visible"]) == (None, None)


def test_a_match_too_large_leaves_the_set_undecided(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr("solver.penta_rush.fairness.match_chance._MAX_CELLS", 10)
    code, out, _ = run("harbour", "meadow", "--max-mean-gap", "9")
    assert code == 3
    assert out.startswith("set of 2 cards: undecided\n")
    assert "its tables would be too large" in out
    assert run("harbour", "meadow")[0] == 1  # the means alone say no


def test_a_card_of_words_is_reported_in_its_words(run: Run, folder: Path) -> None:
    card = "red,sun,star,blue\nsun,star,red,blue\nred,blue,sun,star\n"
    (folder / "card.csv").write_text(card, "utf-8")
    _, out, _ = run("card.csv", "--report", "card.html", "--rolls")
    assert "\nblue    " in out  # in the table of symbols
    assert "\nblue,blue,red,star,sun\n " in out  # in the table of rolls
    assert b">blue,blue,red,star,sun<b>" in (folder / "card.html").read_bytes()
    answer = _json(run, "card.csv")
    assert answer["legend"] == {"A": "blue", "B": "red", "C": "star", "D": "sun"}
    assert answer["rolls"][0]["roll"] == "AABBC"
    for names in ("sun, star,r,b", "sun star r b", "sun; star; r; b", "sun\tstar\tr\tb"):
        assert _json(run, "card.csv", "--symbols", names) == answer
    expected = "expected symbols of the card (blue, red, star, sun) or letters, found 'green'\n"
    for names in ("red green", "red,green"):
        assert refusal(run, "card.csv", "--symbols", names).endswith(expected)


def test_cards_of_one_set_share_their_names(run: Run, folder: Path) -> None:
    for name, text in (
        ("1.csv", "red,sun,star\nsun,star,red\nred,moon,sun\n"),
        ("2.csv", "sun,red,moon\nmoon,star,star\nred,sun,red\n"),
        ("3.csv", "red,sun,star\nsun,star,red\nred,X,sun\n"),
    ):
        (folder / name).write_text(text, "utf-8")
    answer = _json(run, "1.csv", "2.csv")
    assert answer["cards"][0]["legend"] == answer["cards"][1]["legend"]
    assert "moon" in run("1.csv", "2.csv")[1]
    assert "expected dice with the symbols moon,red,star,sun" in refusal(run, "1.csv", "3.csv")


@pytest.mark.slow
def test_a_relabelled_card_is_recognised_as_the_same_card(run: Run) -> None:
    symbols = str(sample_card("meadow")).partition(":")[2]
    relabelled = f"10x10:{symbols.translate(str.maketrans('ABCDEF', 'BADCFE'))}"
    answer = _json(run, "meadow", relabelled)["set"]
    assert answer["looks"][0]["differing"] == 0
    assert {one["rung"] for one in answer["rungs"] if one["met"]} >= {"F0", "F1"}
    _, out, _ = run("meadow", relabelled)
    assert "cards 1 and 2 are the same card: as it is, relabelled A-B B-A" in out


def test_a_report_covers_every_card_and_the_set(run: Run, folder: Path) -> None:
    assert run("meadow", "orchard", "--report", "report.html")[0] == 1
    page = (folder / "report.html").read_text("utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert all(text in page for text in ("card meadow", "card orchard", "Not fair as a set"))


def test_no_file_is_written_unless_all_can_be_and_never_over_a_card(run: Run, folder: Path) -> None:
    card = folder / "card.txt"
    card.write_text("AABCD\nDCBAA\nABCDA\n")
    assert run("card.txt", "--plot", "a.svg", "--report", "no/b.html")[0] == 2
    message = refusal(run, "card.txt", "--report", "card.txt")
    assert "expected a file of its own, found the file that is read" in message
    assert [path.name for path in folder.iterdir()] == ["card.txt"]
    assert card.read_text().startswith("AABCD")


def test_a_report_shows_own_art_and_is_never_written_over_it(run: Run, folder: Path) -> None:
    art = folder / "art"
    art.mkdir()
    dots = Image.new("RGBA", (20, 20))
    dots.paste("red", (4, 4, 9, 9))
    for symbol in "ABC":
        dots.save(art / f"{symbol}.png", "PNG")
    code, _, err = run("pocket", "--report", "a.html", "--art", "art")
    assert code == 0
    assert err == (
        "art: cut out of an artboard of which it fills less than half: ABC\n"
        "art: one picture for several symbols: ABC\n"
    )
    assert (folder / "a.html").read_text().count("data:image/png;base64,") == 3
    message = refusal(run, "pocket", "--art", "art", "--report", "art/A.png", "--force")
    assert "expected a file of its own, found the file that is read" in message
    assert refusal(run, "pocket", "--art", "art").startswith("penta: --art goes with --report.")
    message = refusal(run, "pocket", "--art", "art", "--report", "b.html", "--symbols", "ABCD")
    assert message == "penta: art 'art': expected a file D.svg or D.png, found none\n"


def test_people_of_a_skill_are_told_beside_perfect_play(run: Run, folder: Path) -> None:
    plain = run("pocket")
    code, out, _ = run("pocket", "--skill", "0.2,I=0.5", "--report", "a.html")
    assert code == plain[0]
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("people"))
    assert [line.split()[0] for line in lines[at + 1 : at + 4]] == ["rolls", "hardest", "easiest"]
    assert "People of skill 0.2,I=0.5." in out
    assert "a model without data" in out
    without = [*lines[:at], *lines[lines.index("", at) :]]
    assert without == plain[1].splitlines()
    page = (folder / "a.html").read_text()
    assert "<h3>People of skill 0.2,I=0.5</h3>" in page
    assert "The hardest roll, with its best packing" in page
    assert page.count("points expected") == 2
    assert page.index("<h3>Placements") < page.index("Duds, rolls") < page.index("<h3>People")


def test_people_are_in_the_json_of_each_card(run: Run) -> None:
    answer = _json(run, "spring", "summer", "--skill", "0.3")
    for card in answer["cards"]:
        people = card["people"]
        assert people["skill"] == "0.3"
        assert len(people["rolls"]) == 126
        assert 0 < people["mean"] < card["mean"]
    assert "people" not in _json(run, "pocket")


def test_people_of_different_skills_play_a_match_with_the_cards(run: Run, folder: Path) -> None:
    cards = ("2x5:AABCDABCDD", "2x5:ABCDAABCDD", "2x5:BBCDABCDDA")
    code, plain, _ = run(*cards)
    options = ("--skill", "0.5,0.4", "--skill", "0.3,I=0.9", "--report", "a.html")
    with_people = run(*cards, *options)
    assert with_people[::2] == (code, "")
    assert "player  points      1st      2nd      3rd  skill\n" in with_people[1]
    assert "  0.3,I=0.9, a 2x5 card\n" in with_people[1]
    assert "\n1, 2 and 3     " in with_people[1]
    assert with_people[1].index("player  points") < with_people[1].index("a 2x5 card: ")
    assert with_people[1].startswith(plain.partition("\n\na 2x5 card: ")[0])
    answer = _json(run, *cards, *options)
    assert [card["people"]["skill"] for card in answer["cards"]] == ["0.5", "0.4", "0.3,I=0.9"]
    people = answer["people"]
    assert [match["players"] for match in people["matches"]] == [[0, 1], [0, 2], [1, 2], [0, 1, 2]]
    for match in people["matches"]:
        assert sum(match["wins"]) == pytest.approx(1)
        assert match["wins"] == pytest.approx([ranks[0] for ranks in match["ranks"]])
        assert len(match["head_start"]["points"]) == len(match["players"])
    assert people["players"][0]["points"] == pytest.approx(6 * answer["cards"][0]["people"]["mean"])
    page = (folder / "a.html").read_text("utf-8")
    assert all(text in page for text in ("A match of people", "Wins, when these play", "0.3,I=0.9"))


def test_one_skill_is_that_of_all_players(run: Run) -> None:
    cards = ("2x5:AABCDABCDD", "2x5:ABCDAABCDD")
    answer = _json(run, *cards, "--skill", "0.4")
    assert [player["skill"] for player in answer["people"]["players"]] == ["0.4", "0.4"]
    assert answer == _json(run, *cards, "--skill", "0.4,0.4")
    assert answer == _json(run, *cards, "--skill", "0.4", "--skill", "0.4")


def test_players_of_one_card_have_copies_of_it_and_the_verdict_is_that_on_the_card(
    run: Run,
) -> None:
    code, plain, _ = run(SMALL)
    shown = run(SMALL, "--skill", "0.5,0.5,0.2")
    assert shown[::2] == (code, "")
    assert shown[1].startswith(plain)
    assert "\nAll play copies of a 3x5 card. With one skill alone, " in shown[1]
    people = _json(run, SMALL, "--skill", "0.5,0.5,0.2")["people"]
    assert people["copies"]
    first, second, weaker = people["matches"][-1]["wins"]
    assert first == second > weaker
    assert people["matches"][0]["head_start"] == {
        "players": [0, 1],
        "points": [0, 0],
        "wins": [0.5, 0.5],
        "least": [0, 0],
        "greatest": people["matches"][0]["head_start"]["greatest"],
        "even": True,
        "within": 0.02,
    }
    assert "rolls" in _json(run, SMALL, "--skill", "0.5")["people"]  # of a player alone


@cases(
    "args message",
    (
        "spring summer autumn --skill .2,.3",
        "skill: expected one for all players, or 3, one for each card, found 2",
    ),
    ("spring summer --skill .2 --skill .2,.3", "one for each card, found 3"),
    ("spring --skill .1,.1,.1,.1,.1", "skill: expected 1 to 4 players, found 5"),
    (
        "spring summer --skill 0.2,0.3,I=0.5",
        "give each player one of his own: --skill 0.25 --skill",
    ),
)
def test_skills_that_fit_no_players_are_refused(run: Run, args: str, message: str) -> None:
    assert message in refusal(run, *args.split())


def test_without_time_for_people_the_verdict_stands(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr("solver.penta_rush.people.card_people.is_over", lambda _: True)
    code, out, _ = run("spring", "summer", "--skill", "0.2", "--seconds", "600")
    assert code == 0
    assert "The matches of people are not computed in time.\n" in out
    assert _json(run, "spring", "summer", "--skill", "0.2")["people"] is None


def test_a_set_says_which_shares_are_even_and_which_are_not(run: Run, folder: Path) -> None:
    letters = ("ABCDEF", "BADCEF", "CDABEF", "DCBAEF")
    tall = ("ABCD", "BACC", "DDAB", "CABD", "BCDA")
    for number, to in enumerate(letters):
        moved = str.maketrans("ABCDEF", to)
        text = "\n".join(line.translate(moved) for line in tall)
        (folder / f"{number}.txt").write_text(text)
    cards = [f"{number}.txt" for number in range(4)]
    out = " ".join(run(*cards)[1].split())
    assert "The shares of the wins are even when all 4 or any two play. The verdict leaves" in out
    assert "out matches of three: when cards " in out
    assert "Widest gap" not in out
    shares = _json(run, *cards)["set"]["match"]["subsets"]
    assert len(shares) == 6 + 4 + 1
    for share in shares:
        even = 1 / len(share["cards"])
        is_even = share["wins"] == pytest.approx([even] * len(share["cards"]))
        assert is_even == (len(share["cards"]) != 3)
    assert "whichever of the cards play." in run("meadow", "meadow", "meadow", "meadow")[1]
    assert run("meadow", "meadow", "--report", "b.html")[0] == 0
    assert run(*cards, "--report", "a.html")[0] == 0
    assert "Wins, when these play" in (folder / "a.html").read_text("utf-8")


def test_what_is_no_skill_is_refused(run: Run) -> None:
    assert "expected a chance from 0 to below 1, found 20" in refusal(
        run, "pocket", "--skill", "20"
    )
    assert "as in 0.2,I=0.5" in refusal(run, "pocket", "--skill", "I=0.5")


def test_a_search_that_ends_early_is_undecided_and_says_so(run: Run, folder: Path) -> None:
    code, out, err = run("meadow", "--seconds", "0.00001", "--report", "a.html")
    note, reason = err.splitlines()
    assert (code, out[:23], reason[:18]) == (3, "card meadow: undecided\n", "penta: undecided: ")
    assert note == "report a.html: not written, there is nothing to show in it"
    assert not (folder / "a.html").exists()
    code, out, _ = run("meadow", "orchard", "--seconds", "0.00001", "--json")
    answer = json.loads(out)
    assert (code, answer["set"]) == (3, None)
    assert [card["fair"] for card in answer["cards"]] == [None, None]


def test_with_time_enough_the_answer_is_that_without_a_limit(run: Run) -> None:
    assert run("pocket", "--seconds", "600") == run("pocket")


@pytest.fixture
def heavy(tmp_path: Path) -> str:
    """Return the file of a card on which counting all packings takes ten seconds and more."""
    rng = random.Random(5)
    file = tmp_path / "heavy.txt"
    lines = ("".join(rng.choice("ABCDE") for _ in range(20)) for _ in range(20))
    file.write_text("\n".join(lines), "utf-8")
    return str(file)


def test_when_time_is_up_the_verdict_stands_and_packings_are_not_counted(
    run: Run, heavy: str, monkeypatch: Patch
) -> None:
    def too_late(*args: Any, **_options: Any) -> Iterator[None]:
        yield from (None for _ in args[-1])

    monkeypatch.setattr("solver.penta_rush.survey.tables.count_rolls", too_late)
    code, out, err = run(heavy, "--seconds", "600", "--max-sd", "9", "--json")
    assert (code, err) == (0, "")
    rolls = json.loads(out)["rolls"]
    assert any(row["packings"] is None for row in rolls)
    assert all(row["optimum"] > 0 and row["most"] == 5 for row in rolls)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are seen in /proc")
def test_ctrl_c_is_heard_within_a_second_on_a_heavy_card(heavy: str) -> None:
    process = subprocess.Popen(
        [*PENTA, "rush", "check", heavy],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),  # noqa: PLW1509
    )
    assert process.stderr
    threads = Path(f"/proc/{process.pid}/task")
    while process.poll() is None and len(list(threads.glob("*"))) < 2:
        time.sleep(0.1)  # until packings are counted, in threads
    assert process.poll() is None
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stderr.readline() == "penta: interrupted\n"
    assert time.monotonic() - start < 1
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")
