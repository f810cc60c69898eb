"""`penta rush puzzle best`: rolls from a file, wrong input, limits and interrupts."""

import json
from pathlib import Path

from solver.penta_rush.puzzle.hindsight import best_plan
from solver.penta_rush.puzzle.hindsight.best_plan import find_best_plan
from tests.solver.penta_rush.puzzle.hindsight.known_games import losing_game, random_game
from tests.support import Patch, Run, cases


def test_an_interrupted_plan_is_printed_with_exit_code_130(typed: Run, monkeypatch: Patch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(best_plan, "search_plan", interrupted)
    code, out, err = typed("rush", "puzzle", "best", "meadow", "--seed", "1", "--json")
    assert (code, json.loads(out)["proven"], err) == (130, False, "penta: interrupted\n")


def test_rolls_are_read_from_a_file(typed: Run, tmp_path: Path) -> None:
    game = losing_game()
    file = tmp_path / "rolls.txt"
    file.write_text("\n".join(["# an evening", *map(str, game.rolls)]), encoding="utf-8")
    code, out, err = typed("rush", "puzzle", "best", str(game.card), str(file), "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer["score"] == answer["bound"] == find_best_plan(game).score
    assert answer["proven"] is True
    code, out, _ = typed("rush", "puzzle", "referee", "-", "--json", stdin=_as_game(answer))
    assert (code, json.loads(out)["players"][0]["points"]) == (0, answer["score"])


def test_wrong_rolls_are_refused_with_their_file_and_line(typed: Run, tmp_path: Path) -> None:
    file, seven = tmp_path / "rolls.txt", "# an evening\n" + "ABCDE\n" * 7
    file.write_text(seven, encoding="utf-8")
    command = ("rush", "puzzle", "best", "2x5:ABCDEABCDE")
    for name in (str(file), "-"):
        message = f"penta: rolls {name}: expected 12 rolls, found 7\n"
        assert typed(*command, name, stdin=seven) == (2, "", message)
    file.write_text(f"{seven}\nABCDF\n" + "ABCDE\n" * 4, encoding="utf-8")
    code, out, err = typed(*command, str(file))
    assert (code, out) == (2, "")
    message = "line 10, roll 'ABCDF': expected symbols of the card (ABCDE), found 'F'"
    assert err == f"penta: rolls {file}, {message}\n"


def _as_game(answer: dict[str, object]) -> str:
    return json.dumps({"card": answer["card"], "players": {"Ann": {"rounds": answer["rounds"]}}})


@cases(
    "args message",
    ((), "give ROLLS, or --seed to throw them"),
    (("-", "--seed", "1"), "give ROLLS, or --seed to throw them"),
    (("none.txt",), "expected a text file or '-' for standard input, found no such file"),
    (("--seed", "1", "--seconds", "0"), "expected a number above 0 to 1000000, found '0'"),
)
def test_wrong_arguments_are_refused_with_a_reason(
    typed: Run, args: tuple[str, ...], message: str
) -> None:
    code, out, err = typed("rush", "puzzle", "best", "meadow", *args)
    assert (code, out) == (2, "")
    assert message in err


def test_at_the_time_limit_the_exit_code_is_3(typed: Run) -> None:
    card = str(random_game(8, 8, 1).card)
    args = ("rush", "puzzle", "best", card, "--seed", "1", "--seconds", "0.01", "--json")
    code, out, err = typed(*args)
    answer = json.loads(out)
    assert code == 3
    assert answer["proven"] is False
    message = (
        f"score {answer['score']}, not proven best: no plan scores more than {answer['bound']}"
    )
    assert err == f"penta: undecided: {message}\n"
