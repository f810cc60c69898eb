"""Matches of Pent-Up, their figures, and the commands that play."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from solver.errors import BrokenInvariantError
from solver.pent_up.play import match as arena
from solver.pent_up.play.budget import SearchBudget
from solver.pent_up.play.match import Pairing, PlayedGame, count_results, play_game, play_games
from solver.pent_up.play.match_score import MatchScore, wilson_interval
from solver.pent_up.record import Colour, Record, parse_record
from solver.pent_up.rules import Pile, broken_rule, game_result, judge
from tests.solver.pent_up.test_commands import TEXT
from tests.support import Run


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up")


def _pairings(against: str, *, games: int, steps: int, lowest: bool) -> list[Pairing]:
    return [Pairing(number, against, SearchBudget(1, steps), 1, lowest) for number in range(games)]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_as_published(count: int, of: int, low: float, high: float) -> None:
    found = wilson_interval(count / of, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    mirrored = wilson_interval(1 - count / of, of)
    assert 1 - mirrored.high == pytest.approx(found.low)
    assert 1 - mirrored.low == pytest.approx(found.high)


def test_a_draw_is_half_a_point() -> None:
    found = MatchScore(won=3, drawn=2, lost=5)
    assert (found.games, found.points) == (10, 4)
    assert [round(rate.share, 9) for rate in found.rates.values()] == [0.3, 0.2, 0.5, 0.4]
    assert all(rate.low < rate.share < rate.high for rate in found.rates.values())


def test_games_are_counted_for_the_good_moves() -> None:
    white, black = _pairings("random", games=2, steps=1, lowest=False)
    assert (white.colour, black.colour) == (Colour.WHITE, Colour.BLACK)
    ends = [
        (white, Colour.WHITE),
        (black, Colour.BLACK),
        (white, Colour.BLACK),
        (black, Colour.BLACK),
        (black, None),
    ]
    assert count_results([PlayedGame(pairing, Record(()), winner) for pairing, winner in ends]) == (
        3,
        1,
        1,
    )


@pytest.mark.parametrize("lowest", [False, True])
def test_every_game_is_whole_and_legal_and_ends_as_the_referee_says(*, lowest: bool) -> None:
    for game in play_games(_pairings("greedy", games=2, steps=3, lowest=lowest)):
        assert judge(game.record).illegal_move is None
        assert len(game.record.moves) == 24
        assert game.winner == game_result(game.record.moves, lowest=lowest).winner


def test_a_game_that_the_referee_does_not_take_is_our_defect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def first_again(position: Any, *_: Any, **__: Any) -> Any:
        return position.placed[0] if position.placed else next(position.placements())

    monkeypatch.setattr(arena, "suggested_move", first_again)
    with pytest.raises(BrokenInvariantError, match="tile used twice"):
        play_game(Pairing(0, "random", SearchBudget(1, 1), 1, lowest=False))


def test_games_are_the_same_with_any_number_of_jobs() -> None:
    pairings = _pairings("random", games=3, steps=2, lowest=False)
    assert list(play_games(pairings, jobs=2)) == list(play_games(pairings))
    assert len({game.record for game in play_games(pairings)}) == 3


@pytest.mark.parametrize(("against", "lowest"), [("random", True), ("greedy", False)])
def test_even_a_short_search_beats_who_looks_no_move_ahead(against: str, *, lowest: bool) -> None:
    found = count_results(list(play_games(_pairings(against, games=4, steps=30, lowest=lowest))))
    assert found.points >= 3


@pytest.mark.slow
@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize(("against", "least"), [("random", 0.95), ("greedy", 0.75)])
def test_what_is_played_is_strong(against: str, least: float, *, lowest: bool) -> None:
    pairings = _pairings(against, games=40, steps=100, lowest=lowest)
    found = count_results(list(play_games(pairings, jobs=2)))
    assert found.points >= least * found.games


def test_a_suggestion_continues_the_record(run: Run) -> None:
    answer = json.loads(run("suggest", "duel", "--upto", "12", "--steps", "9", "--json")[1])
    moves = json.loads(TEXT)["moves"][:12]
    pile = Pile(parse_record(json.dumps({"moves": moves})).moves)
    (move,) = parse_record(json.dumps({"moves": [answer["move"]]})).moves
    assert broken_rule(pile, move) is None
    assert sum(answer["expected"].values()) == pytest.approx(1, abs=1e-3)
    assert (answer["proved"], answer["playouts"]) == (False, 9)
    told = run("suggest", "duel", "--upto", "12", "--steps", "9")[1]
    assert told.startswith(f"White lays {move.shape} on level {move.level}:\n")
    assert re.search(
        r"Expected: White wins \d+%, draws \d+%, loses \d+% \(\d of 9 playouts\)", told
    )


def test_what_is_proved_is_told(run: Run) -> None:
    args = ("suggest", "duel", "--upto", "23", "--steps", "99")
    assert "Proved: Black loses when both play best\n" in run(*args)[1]
    assert "Proved: Black wins when both play best\n" in run(*args, "--lowest")[1]
    answer = json.loads(run(*args, "--json")[1])
    assert answer["expected"] == {"win": 0, "draw": 0, "lose": 1}
    assert (answer["proved"], answer["visits"], answer["playouts"]) == (True, 0, 0)


def test_a_suggestion_takes_the_seconds_that_it_may(run: Run) -> None:
    assert run("suggest", "duel", "--upto", "0", "--seconds", "0.01")[0] == 0


def test_a_match_tells_its_figures(run: Run) -> None:
    args = ("match", "--games", "2", "--steps", "1", "--jobs", "1")
    answer = json.loads(run(*args, "--json")[1])
    assert list(answer) == ["random", "greedy"]
    for figures in answer.values():
        assert figures["won"] + figures["drawn"] + figures["lost"] == 2
        assert list(figures["rates"]) == ["won", "drawn", "lost", "points"]
        assert figures["points"] == figures["won"] + figures["drawn"] / 2
    told = run(*args, "--against", "greedy")[1].splitlines()
    assert told[0].split() == ["greedy", "games", "rate", "95", "%", "interval"]
    assert [line.split()[0] for line in told[1:]] == ["won", "drawn", "lost", "points"]


def test_the_games_of_a_match_are_records_that_the_referee_takes(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    args = ("match", "--games", "2", "--steps", "1", "--jobs", "1", "--against", "greedy")
    answer = json.loads(run(*args, "--records", str(file), "--json")[1])
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    winners = []
    for line in lines:
        code, out, _ = run("referee", "-", "--json", stdin=line)
        judged = json.loads(out)
        assert (code, judged["over"]) == (0, True)
        winners.append(judged["result"]["winner"])
    won = [winner == colour for winner, colour in zip(winners, ("white", "black"), strict=True)]
    assert sum(won) == answer["greedy"]["won"]


def test_of_a_game_that_is_over_both_tell_the_same(run: Run) -> None:
    assert run("suggest", "duel") == run("moves", "duel") == (0, "All tiles are laid.\n", "")
    assert json.loads(run("suggest", "duel", "--json")[1]) == {"move": None}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("suggest slip", "move 9: expected a legal move"),
        ("suggest duel --upto 2 --seconds 0", "--seconds"),
        ("match --games 0", "--games"),
        ("suggest duel --upto 2 --seconds 1 --steps 9", "--steps does not go with --seconds."),
        ("match --games 1 --seconds 1 --steps 9", "--steps does not go with --seconds."),
        ("match --records .", "records '.': expected a file that can be written"),
        ("match --against me", "'me' is not one of 'random', 'greedy'"),
    ],
)
def test_bad_input_is_one_line_on_stderr_and_exit_2(run: Run, args: str, words: str) -> None:
    code, out, err = run(*args.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_records_replace_what_was_there_unless_no_game_was_played(
    typed: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stopped(*_: object, **__: object) -> Iterator[PlayedGame]:
        raise KeyboardInterrupt

    file = tmp_path / "games.ndjson"
    file.write_text("of yesterday\n", encoding="utf-8")
    args = (
        "up",
        "match",
        "--against",
        "random",
        "--games",
        "1",
        "--steps",
        "1",
        "--jobs",
        "1",
    )
    with monkeypatch.context() as patched:
        patched.setattr(arena, "play_games", stopped)
        assert typed(*args, "--records", str(file))[0] == 130
    assert file.read_text(encoding="utf-8") == "of yesterday\n"
    assert typed(*args, "--records", str(file))[0] == 0
    assert json.loads(file.read_text(encoding="utf-8"))["moves"]


def test_an_interrupted_match_tells_of_the_games_played(
    typed: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = arena.play_games

    def stopped(pairings: Sequence[Pairing], *, jobs: int) -> Iterator[PlayedGame]:
        yield from islice(whole(pairings, jobs=jobs), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play_games", stopped)
    file = tmp_path / "games.ndjson"
    args = ("--games", "4", "--steps", "1", "--jobs", "1", "--records", str(file), "--json")
    code, out, _ = typed("up", "match", "--against", "random", *args)
    assert code == 130
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2
    found = json.loads(out)["random"]
    assert found["won"] + found["drawn"] + found["lost"] == 2
