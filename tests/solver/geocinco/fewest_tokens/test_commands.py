"""`penta geo fewest`: its answers, wrong input, limits and interrupts."""

import json
import signal
import subprocess
import sys
import time
from html import unescape
from pathlib import Path

from solver.cover.status import Status
from solver.geocinco.board import BOARD_NOTE, Board
from solver.geocinco.fewest_tokens.flow import FlowResult
from solver.geocinco.rules.position import has_won
from solver.geocinco.state import Bridge, State
from tests.solver.geocinco.fewest_tokens.dense import dense_state
from tests.support import ROOT, Patch, Run, cases

FEWEST = ("geo", "fewest")
TREE = ("--engine", "tree")
SHORT = (*TREE, "--bridges", "0", "--json")
KEYS = ["tokens", "bridges", "proven", "slots", "towers", "laid", "bound", "colour"]


def _impossible(players: str = '["red", "blue"]') -> str:
    tokens = dict.fromkeys(Board.named("whole").bordering["red"], "blue")
    return f'{{"players": {players}, "tokens": {json.dumps(tokens)}}}'


def test_the_answer_wins_by_the_rules(typed: Run, tmp_path: Path) -> None:
    before = dense_state(6, free=8)
    picture = tmp_path / "fewest.svg"
    args = ("-", "--bridges", "1", "--json", "--svg", str(picture))
    code, out, err = typed(*FEWEST, *args, stdin=str(before))
    answer = json.loads(out)
    assert (code, err, list(answer)) == (0, "", KEYS)
    assert (answer["tokens"], answer["bridges"], answer["proven"]) == (3, 1, True)
    assert (len(answer["slots"]), answer["bound"], answer["colour"]) == (3, 3, "red")
    after = State(
        before.board,
        before.players,
        "red",
        {**before.tokens, **dict.fromkeys(answer["slots"], "red")},
        before.bridges | {Bridge.between("red", *pair) for pair in answer["laid"]},
        before.held,
    )
    assert has_won(after, "red")
    drawn = unescape(picture.read_text(encoding="utf-8"))
    assert drawn.startswith("<svg")
    assert BOARD_NOTE in drawn


def test_text_says_what_is_proven_and_whose_the_board_is(typed: Run) -> None:
    code, out, _ = typed(*FEWEST, "--bridges", "0", "--all", *TREE)
    assert code == 0
    text = " ".join(out.split())
    assert "29 further tokens make five towers in one network, the fewest tokens with no" in text
    assert "no bridge, not proven by a second engine" in text
    assert "571 sets of five towers take no more" in text
    assert out.endswith(f"{BOARD_NOTE}\n")
    assert max(map(len, out.splitlines())) <= 80


def test_the_colour_is_by_default_whose_turn_it_is(typed: Run) -> None:
    state = '{"players": ["red", "blue"], "turn": "blue", "tokens": {}}'
    code, out, _ = typed(*FEWEST, "-", *SHORT, stdin=state)
    assert (code, json.loads(out)["colour"]) == (0, "blue")
    code, out, _ = typed(*FEWEST, "-", *SHORT, "--colour", "red", stdin=state)
    assert (code, json.loads(out)["colour"]) == (0, "red")
    code, out, err = typed(*FEWEST, "-", "--colour", "green", stdin=state)
    assert (code, out) == (2, "")
    assert err == "penta: state -, colour: expected a colour that plays, red or blue, found green\n"


def test_without_a_state_the_board_is_empty(typed: Run) -> None:
    code, out, _ = typed(*FEWEST, *TREE, "--board", "strait", "--all", "--bridges", "4", "--json")
    answer = json.loads(out)
    assert (code, answer["tokens"], answer["sets"], answer["proven"]) == (0, 25, 1, False)
    assert len(answer["laid"]) == 4


def test_the_impossible_ends_with_exit_code_1(typed: Run) -> None:
    code, out, err = typed(*FEWEST, "-", "--json", stdin=_impossible())
    answer = json.loads(out)
    assert (code, err) == (1, "")
    assert (answer["tokens"], answer["bound"], answer["proven"]) == (None, None, True)
    assert answer["slots"] == answer["towers"] == answer["laid"] == []
    code, out, _ = typed(*FEWEST, "-", stdin=_impossible())
    assert code == 1
    assert "five towers in one network are impossible with at most 4 bridges" in out


def test_at_the_limit_the_answer_of_the_tree_is_printed_and_the_exit_code_is_3(typed: Run) -> None:
    code, out, err = typed(*FEWEST, "--bridges", "0", "--seconds", "0.000001", "--json")
    answer = json.loads(out)
    assert (code, answer["tokens"], answer["proven"], answer["bound"]) == (3, 29, False, 0)
    assert err.startswith("penta: undecided: stopped after 1e-06 s: 29 further tokens make five")
    code, out, _ = typed(*FEWEST, "--seconds", "0.000001", "--engine", "cp-sat")
    assert code == 3
    assert "nothing was found with at most 4 bridges until CP-SAT was stopped" in " ".join(
        out.split()
    )


def test_after_ctrl_c_the_answer_of_the_tree_is_printed(typed: Run, monkeypatch: Patch) -> None:
    def press(*_: object, **__: object) -> FlowResult:
        signal.raise_signal(signal.SIGINT)
        time.sleep(1)
        return FlowResult(Status.UNKNOWN, None, 0, interrupted=False)

    monkeypatch.setattr("solver.geocinco.fewest_tokens.flow.fewest_by_flow", press)
    code, out, err = typed(*FEWEST, "--bridges", "0", "--json")
    assert (code, json.loads(out)["tokens"], err) == (130, 29, "penta: interrupted\n")


@cases(
    "args message",
    (("none.json",), "found no such file"),
    (("middle", "--board", "strait"), "--board does not go with STATE"),
    (("--all", "--engine", "cp-sat"), "--all goes with --engine tree or both"),
    (("--seconds", "1", *TREE), "--seconds goes with --engine cp-sat or both"),
    (("--bridges", "11"), "expected a whole number from 0 to 10, found '11'"),
    (("--colour", "grey"), "'grey' is not one of"),
    (("--svg", "no/folder/x.svg"), "expected a file that can be written, found no folder"),
)
def test_wrong_arguments_are_refused_with_a_reason(
    typed: Run, args: tuple[str, ...], message: str
) -> None:
    code, out, err = typed(*FEWEST, *args)
    assert (code, out) == (2, "")
    assert message in err


def test_one_engine_does_not_load_what_the_other_needs() -> None:
    program = "import sys, cli; cli.run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"

    def loaded(*args: str) -> set[str]:
        done = subprocess.run(
            [sys.executable, "-c", program, *FEWEST, *args],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        return {module.partition(".")[0] for module in done.stderr.split()}

    assert not {"numpy", "ortools"} & loaded("--help")
    assert {"numpy", "ortools"} & loaded("middle", *TREE) == {"numpy"}
