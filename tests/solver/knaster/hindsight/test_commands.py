"""`penta knaster best`: its answer, wrong input, limits and interrupts."""

import json
from pathlib import Path

from solver.knaster.hindsight.sheet_search import SheetSearch
from tests.solver.knaster.hindsight.rolls_thrown import thrown
from tests.support import Patch, Run, cases

BEST = ("knaster", "best")


def _lines(rolls: tuple[int, ...]) -> str:
    return "".join(f"{roll}\n" for roll in rolls)


def test_a_plan_passes_the_referee(typed: Run, tmp_path: Path) -> None:
    picture = tmp_path / "plan.svg"
    code, out, err = typed(*BEST, "-", "--json", "--svg", str(picture), stdin=_lines(thrown(60, 1)))
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == ["score", "rolls", "proven", "bound", "fewest_proven", "turns"]
    assert (answer["score"], answer["proven"], answer["rolls"]) == (115, True, len(answer["turns"]))
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    record = json.dumps({"turns": answer["turns"]})
    code, out, _ = typed("knaster", "referee", "-", "--json", stdin=record)
    assert (code, json.loads(out)["score"], json.loads(out)["circled"]) == (0, 115, 25)


def test_the_rolls_of_a_record_are_planned_for(typed: Run) -> None:
    record = '{"turns": [{"roll": 9, "write": "c3"}, {"roll": 9, "circle": "c3"}]}'
    code, out, err = typed(*BEST, "-", stdin=record)
    assert (code, err) == (0, "")
    assert "rolls -: 1 point with 2 rolls, proven best\n" in out


def test_a_plan_that_is_not_proven_best_says_so(typed: Run) -> None:
    code, out, _ = typed(*BEST, "-", stdin=_lines(thrown(16, 3)))
    assert code == 0
    assert "with 16 rolls, best known; no plan has" in out
    code, out, _ = typed(*BEST, "-", "--json", stdin=_lines(thrown(16, 3)))
    answer = json.loads(out)
    assert (answer["proven"], answer["score"] < answer["bound"]) == (False, True)


def test_lines_of_the_answer_are_at_most_80_wide(typed: Run) -> None:
    _, out, _ = typed(*BEST, "evening")
    assert max(map(len, out.splitlines())) <= 80


@cases(
    "text message",
    ("", "rolls -: expected 1 to 1000 rolls, found none"),
    ("7\n13\n", "rolls -, line 2: expected the sum of two dice, 2 to 12, found '13'"),
    ("7\nnine\n", "rolls -, line 2: expected the sum of two dice, 2 to 12, found 'nine'"),
    ("{", "rolls -, line 1, column 2: expected JSON"),
)
def test_wrong_rolls_are_refused_with_their_place(typed: Run, text: str, message: str) -> None:
    code, out, err = typed(*BEST, "-", stdin=text)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"penta: {message}")


@cases(
    "args message",
    (("none.txt",), "a sample (evening, few, alone, family, slip), found no such file"),
    (("few", "--seconds", "0"), "expected a number above 0 to 1000000, found '0'"),
    (("few", "--svg", "no/folder/x.svg"), "expected a file that can be written, found no folder"),
)
def test_wrong_arguments_are_refused_with_a_reason(
    typed: Run, args: tuple[str, ...], message: str
) -> None:
    code, out, err = typed(*BEST, *args)
    assert (code, out) == (2, "")
    assert message in err


def test_an_interrupted_search_prints_the_best_plan_so_far(typed: Run, monkeypatch: Patch) -> None:
    whole = SheetSearch.score_most

    def first(self: SheetSearch, *args: object, **options: object) -> object:
        monkeypatch.setattr(SheetSearch, "score_most", _interrupted)
        return whole(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(SheetSearch, "score_most", first)
    code, out, err = typed(*BEST, "-", "--json", stdin=_lines(thrown(20, 1)))
    assert (code, json.loads(out)["rolls"], err) == (130, 20, "penta: interrupted\n")


def _interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_without_a_plan_at_the_time_limit_the_exit_code_is_3(typed: Run) -> None:
    code, out, err = typed(*BEST, "evening", "--seconds", "0.000001")
    assert (code, out) == (3, "")
    assert "there was no plan within 1e-06 s" in err
