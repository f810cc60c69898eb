"""Turns at the keyboard: what may be drawn, chosen, taken back, crossed; hints; how rounds end."""

from pathlib import Path

from solver.console.play.console import Console
from solver.geometry.cell import Cell, names_of
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.play.hint_steps import hint_steps
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.puzzle.strategy.answer import advise_in
from tests.solver.penta_rush.play import conversation
from tests.solver.penta_rush.play.conversation import (
    CARD,
    POINTS,
    TIME_IS_UP,
    matching_cells,
    new_session,
    next_roll,
    play_script,
)
from tests.support import ROOT, Run, cases

I_ON_TOP = "a1 b1 c1 d1 e1"
CROSSED = (f"cross {I_ON_TOP}", "done")
ALONE = new_session(GameKind.SOLITAIRE)
TIMED = new_session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9)
RIGHT = matching_cells(ALONE)  # of the first roll, in every game of the seed


def test_a_sheet_is_judged_as_it_was_drawn() -> None:
    lines = [RIGHT, I_ON_TOP, RIGHT, "undo", "a1 b1 c1 d1 f3", "show", "done"]
    played = play_script(new_session(GameKind.STANDARD), *lines)
    (sheet,) = played.sheets
    assert [names_of(cells) for cells in sheet.outlines] == [RIGHT, I_ON_TOP, lines[4]]
    assert "unfinished: its cells are not joined edge to edge" in played.text
    assert "3 outlines\n" in played.text


@cases("word", "done", "turn")
def test_an_empty_turn_must_be_ended_twice_in_a_row(word: str) -> None:
    session = new_session(GameKind.STANDARD, "Ann", "Ben", timer_s=9)
    ann = ["", word, "show", word, "a1 b1 c1", word, I_ON_TOP, "undo", word, word]
    played = play_script(session, *ann, "", "done", "done")
    sheet, _ = played.sheets
    assert (sheet.outlines, sheet.timer) == ((), word == "turn")
    again = f"Ann> {word}\n  you have not outlined anything; type '{word}' again to end your turn\n"
    assert played.text.count(again) == 4


def test_the_last_choice_of_a_turn_counts() -> None:
    (circled,) = play_script(ALONE, "a1 b1 c1 d1 e2", RIGHT, "show", "done").choices
    assert (circled.circled, names_of(circled.cells)) == (True, RIGHT)
    (crossed,) = play_script(ALONE, RIGHT, "undo", f"cross {RIGHT}", "done").choices
    assert not crossed.circled


def test_undo_takes_back_one_choice_at_a_time() -> None:
    lines = [RIGHT, "a1 b1 c1 d1 a2", f"cross {I_ON_TOP}", "undo", "undo", "done"]
    played = play_script(ALONE, *lines)
    (circled,) = played.choices
    assert (circled.circled, names_of(circled.cells)) == (True, RIGHT)
    first, second, *_ = played.text.partition("> undo\n")[2].split("Ann> ")
    taken, outlined = "  taken back: I  a1 b1 c1 d1 e1", "  outlined: L  a1 b1 c1 d1 a2"
    assert first.splitlines() == [taken, outlined]
    assert second.splitlines()[1] == "  taken back: L  a1 b1 c1 d1 a2"
    again = play_script(ALONE, RIGHT, "undo", "undo").text
    assert "> undo\n  you have not outlined or crossed a shape yet\n" in again


@cases("word", "done", "turn")
def test_a_turn_does_not_end_before_a_choice(word: str) -> None:
    played = play_script(TIMED, "", word, word, RIGHT, word, "", *CROSSED)
    ann, _ = played.choices
    assert (ann.circled, ann.timer) == (True, word == "turn")
    reply = "  you have not outlined or crossed a shape yet\nCross a shape"
    assert played.text.count(f"> {word}\n{reply}") == 2


def test_a_cross_counts_when_the_sand_timer_has_run_out() -> None:
    _, ben = play_script(TIMED, "", RIGHT, "turn", "", CROSSED[0], TIME_IS_UP).choices
    assert (ben.shape, ben.circled) == ("I", False)


def test_a_wrong_outline_is_explained_and_replaced_by_a_cross() -> None:
    wrong = next(
        cells
        for cells in (I_ON_TOP, "b1 c1 d1 e1 f1")
        if sorted(CARD[Cell(0, ord(name[0]) - ord("a"))] for name in cells.split())
        != list(next_roll(ALONE).symbols)
    )
    cross = f"cross {wrong}"
    played = play_script(ALONE, wrong, "done", "done", wrong, "show", "cross F", cross, "done")
    (crossed,) = played.choices
    assert (crossed.shape, crossed.circled) == ("I", False)
    for said in (
        "so it cannot be circled\nCross a shape and draw it, for example: cross F",
        "> done\n  you have not outlined or crossed a shape yet\nCross a shape",
        "typed: expected undo, done, cross, show, hint, help, quit, found '",
        "F is crossed without drawing, but ",
    ):
        assert said in played.text
    played = play_script(ALONE, "a1 c1 e1 a3 c3", "done", cross, "done")
    assert "a1 c1 e1 a3 c3 is no pentomino\n" in played.text


def test_the_timer_still_earns_its_ring_after_a_wrong_outline() -> None:
    ann_first = ["", "a1 c1 e1 a3 c3", "turn", *CROSSED]
    ann, ben = play_script(TIMED, *ann_first, "", RIGHT, TIME_IS_UP).choices
    assert (ann.circled, ann.timer, ben.circled, ben.timer) == (False, True, True, False)


def test_a_cross_after_the_turn_has_no_deadline() -> None:
    ann_first = ["", "a1 c1 e1 a3 c3", "turn", *CROSSED]
    keyboard = conversation.Script(*ann_first, "", TIME_IS_UP, *CROSSED)
    conversation.terminal_game(TIMED, Console(keyboard, conversation.Transcript())).play()
    assert keyboard.without_deadline == [True] * 6 + [False] + [True] * 2


def test_where_nothing_fits_any_shape_is_crossed_without_drawing() -> None:
    session = Session(GameKind.SOLITAIRE, (Card(("ABC",)),), ("Ann",), 1)
    played = play_script(session, "done", "cross X", "done")
    (crossed,) = played.choices
    assert crossed.cells == ()
    how = "Cross one without drawing, for example: cross F; then type 'done'"
    assert f"No shape fits any more. {how}\n" in played.text
    assert "Nothing could have been circled\n" in played.text


def test_a_round_in_which_nobody_circled_ends_the_game() -> None:
    session = new_session(GameKind.PUZZLE, "Ann", "Ben")
    keyboard, transcript = conversation.Script(*("", *CROSSED) * 2), conversation.Transcript()
    conversation.terminal_game(session, Console(keyboard, transcript)).play()
    text = transcript.text()
    assert "The game is over: nobody circled a shape in round 1.\n" in text
    result = "Ann and Ben win with 0 each, with equally many circled shapes."
    assert f"The game: legal. {result}\n" in text
    assert "known rolls" not in text


def test_the_results_show_a_placement_of_each_shape_that_could_have_been_circled() -> None:
    card = Card.parse((ROOT / "data/cards/pocket.txt").read_text())
    session = Session(GameKind.SOLITAIRE, (card,), ("Ann",), 3)
    lines = ["a1 a2 a3 a4 a5", "done", "e2 d3 e3 c4 d4", "done", "b3 b4 b5 c5 d5", "done"]
    state, points = PuzzleState(card), POINTS
    played = play_script(session, *lines)
    texts = played.text.split("could have circled:\n")[1:]
    for text, (choice,) in zip(texts, played.session.rounds, strict=True):
        shown = [line.split() for line in text.partition("\n\n")[0].splitlines()]
        possible = {
            placement.shape
            for placement in MatchingPlacements(RollProblem(card, choice.roll, points))
            if placement.shape in state.unused and state.free.issuperset(placement.cells)
        }
        assert {shape for shape, *_ in shown} == possible
        free = {str(cell) for cell in state.free}
        assert all(free.issuperset(named) for _, _, *named in shown)
        worth = sorted((points[shape] for shape in possible), reverse=True)
        assert [int(each) for _, each, *_ in shown] == worth
        assert isinstance(choice, PuzzleRound)
        state = state.with_round(choice)


def _hints(session: Session, *lines: str) -> list[list[str]]:
    """Return the lines of every hint in a game in which Ann types *lines*."""
    texts = play_script(session, *lines).text.split("hint\n")[1:]
    return [text.partition("Ann>")[0].splitlines() for text in texts]


def test_hints_lead_to_the_best_packing_one_outline_after_the_other() -> None:
    session = new_session(GameKind.STANDARD)
    engine = BitsetEngine(RollProblem(CARD, next_roll(session), POINTS))
    packing = engine.packing(engine.best() or ())
    by_points = sorted(packing, key=lambda placement: -placement.points)
    steps = [hint_steps(CARD, placement) for placement in by_points]
    lines = [
        line
        for placement, hinted in zip(by_points, steps, strict=True)
        for line in ("hint", *["hint"] * len(hinted), names_of(placement.cells))
    ]
    *hints, last = _hints(session, *lines, "a1 b1 c1 d1 f3", "hint")
    total = f"  the best packing is worth {packing.score} points: "
    told = [step for hinted in steps for step in (*hinted, hinted[-1])]  # asked once too often
    for (first, second), step in zip(hints, told, strict=True):
        assert first == total + " ".join(each.shape for each in packing)
        more = "" if " is on " in step else "; 'hint' again says more"
        assert second == f"  {step}{more}"
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


def test_a_hint_on_what_to_cross_ranks_crosses_alone() -> None:
    (hint,) = _hints(new_session(GameKind.SOLITAIRE), "a1 c1 e1 a3 c3", "done", "hint")
    table = hint[hint.index("expected final score") + 1 :]
    assert len(table) == 8
    assert all("  cross  " in line for line in table)


def test_a_hint_ends_with_the_sand() -> None:
    roll = next_roll(new_session(GameKind.SOLITAIRE))
    search = advise_in(PuzzleState(CARD), roll, POINTS, playouts=10**6)
    assert search.run(limit_s=0.3).playouts < 10**6
