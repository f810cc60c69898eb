"""Hints: in the standard game from the best packing, elsewhere what ``puzzle advise`` says."""

from pathlib import Path

import pytest

from solver.geometry.cell import names_of
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.puzzle.strategy.answer import advise_in
from tests.solver.penta_rush.play.conversation import (
    CARD,
    POINTS,
    new_session,
    next_roll,
    play_script,
)
from tests.support import Run, cases


def _hints(session: Session, *lines: str) -> list[list[str]]:
    """Return the lines of every hint in a game in which Ann types *lines*."""
    texts = play_script(session, *lines).text.split("hint\n")[1:]
    return [text.partition("Ann>")[0].splitlines() for text in texts]


def test_hints_lead_to_the_best_packing_one_outline_after_the_other() -> None:
    session = new_session(GameKind.STANDARD)
    engine = BitsetEngine(RollProblem(CARD, next_roll(session), POINTS))
    packing = engine.packing(engine.best() or ())
    by_points = sorted(packing, key=lambda placement: -placement.points)
    lines = [line for each in by_points for line in ("hint", names_of(each.cells))]
    *hints, last = _hints(session, *lines, "a1 b1 c1 d1 f3", "hint")
    total = f"  the best packing is worth {packing.score} points: "
    for (first, second), placement in zip(hints, by_points, strict=True):
        assert first == total + " ".join(each.shape for each in packing)
        assert second.startswith(f"  try {placement.shape}, {placement.points} point")
        assert second.endswith(f", on {names_of(sorted(placement.cells))}")
    extra = f"  of your outlines, {len(by_points) + 1} is not in it"
    assert last[1:] == [extra, "  you have outlined all of it"]


def test_a_hint_says_that_no_penta_rush_matches() -> None:
    card = Card(("ABCDE", "FFFFF"))
    session = next(
        session
        for seed in range(99)
        if "F" in next_roll(session := Session(GameKind.STANDARD, (card,), ("Ann",), seed)).symbols
        and not BitsetEngine(RollProblem(card, next_roll(session), POINTS)).best()
    )
    assert _hints(session, "hint") == [["  no Penta-Rush on this card matches the roll"]]


@pytest.mark.usefixtures("compiled")
@cases(
    "game",
    ["solitaire"],
    ["puzzle", "--player", "Ann", "--player", "Ben"],
    ids=lambda game: game[0],
)
def test_a_hint_says_what_the_adviser_says_of_the_saved_game(
    game: list[str], typed: Run, tmp_path: Path
) -> None:
    file, cross = tmp_path / "game.json", "cross I a1 a2 a3 a4 a5\ndone\n"
    ready = "\n" if len(game) > 1 else ""
    args = ("rush", "play", "--card", "pocket", "--seed", "3", "--game", *game)
    # The first round ends a game of several players in which nobody circles.
    circle = "b3 b4 a5 b5 c5\ndone\n"
    lines = f"{ready}{circle}" + (f"{ready}{cross}" if ready else "") + f"{ready}hint\n"
    code, out, _ = typed(*args, "--save", str(file), stdin=lines)
    assert code == 0
    player = ("--player", "Ben") if ready else ()  # who begins the second round
    code, advice, _ = typed("rush", "puzzle", "advise", str(file), *player)
    assert code == 0
    assert f"> hint\n{advice}" in out


@pytest.mark.usefixtures("compiled")
def test_a_hint_on_what_to_cross_ranks_crosses_alone() -> None:
    (hint,) = _hints(new_session(GameKind.SOLITAIRE), "a1 c1 e1 a3 c3", "done", "hint")
    table = hint[hint.index("expected final score") + 1 :]
    assert len(table) == 8
    assert all("  cross  " in line for line in table)


@pytest.mark.usefixtures("compiled")
def test_a_hint_ends_with_the_sand() -> None:
    roll = next_roll(new_session(GameKind.SOLITAIRE))
    search = advise_in(PuzzleState(CARD), roll, POINTS, playouts=10**6)
    assert search.run(limit_s=0.3).playouts < 10**6
