"""Games of programs: legal, the same for the same seed, and won by the stronger."""

import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from solver.geocinco.board import BOARDS, Board
from solver.geocinco.record import Record
from solver.geocinco.rules.verdict import check, judge
from solver.geocinco.strategy.level import Level
from solver.geocinco.strategy.program import PROGRAMS
from solver.geocinco.strategy.simulation import MAX_TURNS, SimulationSpec, simulate, simulated_game
from tests.solver.geocinco.games import play_game
from tests.support import Run, answer, cases, slow

WHOLE = Board.named("whole")


def _spec(*levels: Level, games: int, board: str = "whole", tokens: int = 2) -> SimulationSpec:
    return SimulationSpec(
        games=games, seed=1, levels=levels, board=Board.named(board), tokens=tokens
    )


def _check_random_game(number: int) -> None:
    levels = (Level.RANDOM,) * (2 + number % 3)
    spec = _spec(*levels, games=1, board=BOARDS[number % 2], tokens=1 + number // 2 % 2)
    game = simulated_game(spec, number)
    verdict = check(game.record)
    assert verdict.winner == game.winning_colour
    assert verdict.over or game.turns == MAX_TURNS


@cases("numbers", (0, 3), slow(range(1000)))
def test_random_games_are_legal_to_the_referee(numbers: Iterable[int]) -> None:
    for number in numbers:
        _check_random_game(number)


@pytest.mark.slow
def test_games_are_the_same_however_many_threads_play_them() -> None:
    spec = _spec(Level.GREEDY, Level.GREEDY, games=10)
    one, two = (simulate(spec, jobs=jobs).run() for jobs in (1, 2))
    assert [*one.records] == [*two.records]
    assert len({game.turns for game in one.games}) > 1
    assert one.games[7].record == simulated_game(spec, 7).record


@cases("games board", (8, "whole"), *(slow(200, board) for board in BOARDS))
def test_the_stronger_program_wins_most_games(games: int, board: str) -> None:
    for levels in ((Level.GREEDY, Level.STRONG), (Level.STRONG, Level.GREEDY)):
        result = simulate(_spec(*levels, games=games, board=board)).run()
        rate = result.players[levels.index(Level.STRONG)].rate
        assert (rate.share if games < 200 else rate.low) >= 0.65


@pytest.mark.parametrize("level", ["greedy", "strong"])
def test_a_program_plays_by_the_rules_turn_by_turn(level: str) -> None:
    programs = {"blue": PROGRAMS[level], "red": PROGRAMS["random"], "green": PROGRAMS[level]}
    record = play_game(WHOLE, programs, random.Random(2), max_turns=30)
    check(record)
    again = play_game(WHOLE, programs, random.Random(2), max_turns=30)
    assert record == again


def test_the_greedy_program_wins_all_games_against_random_moves() -> None:
    rng = random.Random(3)
    programs = {"red": PROGRAMS["greedy"], "yellow": PROGRAMS["random"]}
    records = [play_game(WHOLE, programs, rng) for _ in range(3)]
    assert [check(record).winner for record in records] == ["red"] * 3


def test_players_change_colours_and_their_wins_are_counted_both_ways() -> None:
    spec = _spec(Level.RANDOM, Level.GREEDY, games=6)
    assert (
        " ".join(spec.colours(number)[1] for number in range(5)) == "yellow green blue red yellow"
    )
    assert spec.colours(3) == ("blue", "red")
    result = simulate(spec).run()
    assert [wins.won for wins in result.players] == [0, 6]
    wins_of = {colour: wins.won for colour, wins in result.colours.items()}
    assert wins_of == {"red": 1, "yellow": 2, "green": 2, "blue": 1}
    assert [wins.games for wins in result.colours.values()] == [3, 4, 3, 2]


SIMULATE = ("geo", "simulate", "--games", "3", "--seed", "4")


def test_a_simulation_is_the_same_every_time_and_writes_its_games(typed: Run, folder: Path) -> None:
    levels = ("--program", "greedy", "--program", "strong", "--program", "random")
    found = answer(typed, *SIMULATE, *levels, "--records", "games", "--jobs", "2")
    assert found == answer(typed, *SIMULATE, *levels, "--jobs", "1")
    assert [player["program"] for player in found["players"]] == ["greedy", "strong", "random"]
    verdicts = [judge(Record.parse(line)) for line in (folder / "games").read_text().splitlines()]
    assert [verdict.violation for verdict in verdicts] == [None] * 3
    for colour, wins in found["colours"].items():
        games = [verdict for verdict in verdicts if colour in verdict.state.players]
        won = sum(verdict.winner == colour for verdict in games)
        assert (wins["games"], wins["wins"]) == (len(games), won)
        assert wins["rate"]["share"] == pytest.approx(won / len(games), abs=1e-4)
        assert wins["rate"]["low"] <= wins["rate"]["share"] <= wins["rate"]["high"]
    assert found["undecided"] + sum(player["wins"] for player in found["players"]) == 3


def test_one_program_is_that_of_all_players(typed: Run) -> None:
    for players, levels in (((), 2), (("--players", "4"), 4)):
        found = answer(typed, "geo", "simulate", "--games", "1", "--tokens", "1", *players)
        assert [player["program"] for player in found["players"]] == ["greedy"] * levels
        assert found["tokens"] == 1


@pytest.mark.slow
def test_a_time_limit_leaves_the_games_played_so_far(typed: Run) -> None:
    args = ("geo", "simulate", "--games", "1000000", "--json")
    code, out, err = typed(*args, "--seconds", "2", "--jobs", "1")
    assert code == 0
    assert 0 < json.loads(out)["games"] < 1_000_000
    assert err.startswith("stopped with ")
