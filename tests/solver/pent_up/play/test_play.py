import json
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import MoveError, RecordError
from solver.geometry.cell import Cell, col_name, names_of, row_name
from solver.geometry.polyomino import SHAPES
from solver.pent_up.play.placement import EXAMPLE, TypedTile, chosen_move, listed_moves, parse_tile
from solver.pent_up.play.session import DEFAULTS, PLAYERS, Session, Settings
from solver.pent_up.play.terminal_game import PentUpGame
from solver.pent_up.record import Colour, Record, TileMove
from solver.pent_up.rules import judge
from solver.pent_up.strategy.budget import SearchBudget
from tests.solver.console.play.support import play_lines, unwrapped
from tests.solver.pent_up.play.support import AGAINST_SEARCH, TWO_PEOPLE, cells, duel
from tests.solver.pent_up.test_commands import DUEL, TEXT
from tests.strategies import records
from tests.support import Run, cases

_play = partial(play_lines, PentUpGame)


def test_two_people_play_a_whole_game_by_its_cells() -> None:
    lines = (f"{move.shape} {names_of(move.cells)}" for move in DUEL.moves)
    saved, printed = _play(Session(TWO_PEOPLE), *lines)
    assert [len(session.moves) for session in saved] == list(range(25))
    assert [set(move.cells) for move in saved[-1].moves] == [set(move.cells) for move in DUEL.moves]
    assert judge(Record(saved[-1].moves)).violation is None
    assert printed.endswith("\nWhite wins on level 6, 1 to 0\n")
    lowest = duel(23, TWO_PEOPLE._replace(lowest=True))
    assert _play(lowest, names_of(DUEL.moves[23].cells))[1].endswith(
        "\nBlack wins on level 1, 5 to 4\n"
    )


@pytest.mark.parametrize("black", ["search", "greedy", "random"])
def test_a_program_answers_every_move(black: str) -> None:
    saved, printed = _play(duel(0, AGAINST_SEARCH._replace(black=black)), "F 3", "moves", "X", "q")
    assert [len(session.moves) for session in saved] == [0, 1, 2, 3, 4][: len(saved)]
    assert len(saved) >= 3
    assert judge(Record(saved[-1].moves)).violation is None
    assert printed.count("Black lays ") == len(saved) // 2
    assert ("Black is thinking, for 5 playouts" in printed) == (black == "search")


def test_the_tile_that_is_shown_as_an_example_lies_on_the_table_as_it_is_first_drawn() -> None:
    saved, printed = _play(Session(TWO_PEOPLE), EXAMPLE)
    assert EXAMPLE in PentUpGame.help
    cols, *lines = (line.split() for line in printed.split("\n\n")[0].splitlines())
    rows = [line[0] for line in lines]
    (move,) = saved[-1].moves
    assert {col_name(cell.col) for cell in move.cells} <= set(cols)
    assert {row_name(cell.row) for cell in move.cells} <= set(rows)


def test_two_programs_play_to_the_end_without_a_word_typed() -> None:
    saved, printed = _play(duel(20, TWO_PEOPLE._replace(white="greedy", black="random")))
    assert [len(session.moves) for session in saved] == [20, 21, 22, 23, 24]
    assert printed.splitlines()[-1].startswith(("White wins", "Black wins", "a draw"))


def test_a_hint_says_what_to_type() -> None:
    _, printed = _play(duel(20), "hint")
    (typed,) = (line for line in printed.splitlines() if line.startswith("To lay it, type: "))
    saved, _ = _play(duel(20), typed.removeprefix("To lay it, type: "))
    assert len(saved[-1].moves) == 21
    assert "Expected: White wins " in printed


def test_a_hint_says_why_as_the_page_does_and_by_the_levels_that_decide() -> None:
    _, printed = _play(duel(20), "hint")
    assert "\nW opens level 6. It stands on 2 tiles. It takes level 6 away from Black, " in printed
    for lowest, leader in (False, "White leads on level 6"), (True, "Black leads on level 1"):
        _, printed = _play(duel(23, TWO_PEOPLE._replace(lowest=lowest)), "hint")
        assert f"After it {leader}." in printed.replace("\n", " ")


def test_whoever_resigns_loses() -> None:
    saved, printed = _play(duel(3), "resign")
    assert saved[-1].resigned is Colour.BLACK
    assert printed.endswith("Black resigns: White wins\n")


def test_places_are_listed_by_their_numbers() -> None:
    _, printed = _play(duel(20), "moves w", "moves w h9", "moves x a1")
    assert "  W has 2 places on level 6\n" in printed
    assert "\n   1  h10 i10 i11 j11 j12     2  h9 h10 i10 i11 j11\n" in printed
    assert "  W has 1 place that covers h9 on level 6\n   2  h9 " in printed
    assert "  X has 0 places that cover a1\n" in printed


def test_what_is_printed_is_at_most_80_columns_wide() -> None:
    slips = ("W a1 b1 b2 c2 c3", "nonsense" * 9, "moves x", "moves", "help", "hint")
    _, printed = _play(duel(20), *slips)
    _, early = _play(duel(1), "moves", *(f"moves {shape}" for shape in "FINLP"))
    assert max(map(len, chain(printed.splitlines(), early.splitlines()))) <= 80


@cases(
    "typed message",
    ("c4 c5", "expected 5 cells, found 2 (or a tile's letter and some of its cells)"),
    ("c4 c5 c6 c7 c8 c9", "expected 5 cells, found 6"),
    ("c4 c4 c6 c7 c8", "expected each cell once, found c4 again"),
    ("I c04", "expected a cell such as c4, found 'c04'"),
    ("I here", "typed, I: expected cells such as k10 k11 l11 l12 m11, or the number of a place"),
    ("I 1234567", "found '1234567'"),
    ("I 0.5", "found '0.5'"),
    ("I ²", "found '²'"),
    ("moves here", "expected 'moves' and the letter of a tile (FILNPTUVWXYZ)"),
    ("moves I 3", "typed, I: expected cells such as k10 k11 l11 l12 m11, found '3'"),
    ("zz", "expected a tile and its cells, as in 'F k10 k11 l11 l12 m11', or moves, hint, undo"),
)
def test_a_mistake_says_what_was_expected(typed: str, message: str) -> None:
    saved, printed = _play(duel(1), typed)
    assert len(saved) == 1
    assert message in unwrapped(printed)


_budgets = st.builds(SearchBudget, st.floats(0.01, 99), st.none()) | st.builds(
    SearchBudget, st.just(1.0), st.integers(1, 99)
)
_settings = st.builds(
    Settings,
    st.sampled_from(PLAYERS),
    st.sampled_from(PLAYERS),
    st.booleans(),
    st.integers(),
    _budgets,
)


@given(_settings, records(most=23))
def test_a_game_is_read_back_from_its_json_and_is_a_record(
    settings: Settings, record: Record
) -> None:
    session = Session(settings, record.moves)
    text = str(session)
    assert Session.parse(text) == session
    assert Record.parse(text) == record


def test_a_record_that_does_not_say_how_it_is_played_can_be_played_on() -> None:
    text = json.dumps({"moves": json.loads(TEXT)["moves"][:5]})
    session = Session.parse(text)
    assert session == Session(DEFAULTS, DUEL.moves[:5])
    assert (session.player, session.is_program) == ("Black", True)


def test_a_game_that_is_over_or_illegal_is_not_played_on() -> None:
    with pytest.raises(RecordError, match="expected a game that is not over, found all tiles laid"):
        Session.parse(TEXT)
    resigned = str(duel(3).with_resignation())
    with pytest.raises(RecordError, match="found Black resigned"):
        Session.parse(resigned)
    moves = json.loads(TEXT)["moves"]
    with pytest.raises(RecordError, match="move 2: expected a legal move, found wrong colour"):
        Session.parse(json.dumps({"moves": [moves[0], moves[2]]}))


def test_a_program_lays_its_first_tile_where_rows_and_cols_have_plain_names() -> None:
    move = Session(TWO_PEOPLE._replace(white="greedy")).program_move()
    assert min(cell.row for cell in move.cells) == min(cell.col for cell in move.cells) == 9


def _chosen(session: Session, typed: str) -> TileMove:
    return chosen_move(session, parse_tile(typed.lower()))


FIVE = tuple(Cell(3 + n, 2) for n in range(5))  # c4 to c8


@cases(
    "text tile",
    ("i c4 c5 c6 c7 c8", TypedTile("I", FIVE)),
    ("i c4,c5, c6\tc7c8", TypedTile("I", FIVE)),
    ("c4 c5 c6 c7 c8", TypedTile("", FIVE)),
    ("c4c5c6c7c8", TypedTile("", FIVE)),
    ("i\tc4c5c6c7c8", TypedTile("I", FIVE)),
    ("w c4", TypedTile("W", (Cell(3, 2),))),
    ("w -a0 -b-3", TypedTile("W", (Cell(-1, -1), Cell(-4, -2)))),
    ("w 12", TypedTile("W", number=12)),
    ("w", TypedTile("W")),
)
def test_a_tile_is_typed_by_its_letter_its_cells_or_a_number(text: str, tile: TypedTile) -> None:
    assert parse_tile(text) == tile


@given(
    st.sampled_from(SHAPES),
    st.lists(
        st.builds(Cell, st.integers(-1200, 1200), st.integers(-1200, 1200)),
        min_size=1,
        max_size=5,
        unique=True,
    ),
    st.sampled_from([" ", ", ", "", "\t"]),
)
def test_cells_are_typed_as_they_are_named_anywhere_on_the_table(
    shape: str, cells: list[Cell], between: str
) -> None:
    names = names_of(cells).replace(" ", between)
    assert parse_tile(f"{shape} {names}").cells == tuple(cells)


@given(records(most=23))
def test_every_legal_move_can_be_typed_by_its_cells_and_by_its_number(record: Record) -> None:
    session = Session(TWO_PEOPLE, record.moves)
    shape = session.position.tiles_left[-1]
    for number, move in [*listed_moves(session, shape).items()][:9]:
        names = names_of(reversed(move.cells))
        assert _chosen(session, f"{shape} {number}") == move
        assert _chosen(session, f"{shape} {names}") == move
        assert _chosen(session, names) == move


def test_cells_that_only_one_place_covers_are_enough() -> None:
    session = duel(20)
    move = TileMove(session.colour, "W", cells("h9 h10 i10 i11 j11"), 6)
    assert _chosen(session, "W h9") == move
    assert [*listed_moves(session, "W", cells("i10"))] == [1, 2]
    assert [*listed_moves(session, "W", cells("h9"))] == [2]


def test_a_tile_with_one_place_is_laid_by_its_letter_alone() -> None:
    (move,) = listed_moves(duel(18), "I").values()
    assert _chosen(duel(18), "i") == move


def test_a_move_below_the_highest_level_is_told_where_it_could_go() -> None:
    *moves, slip = Record.parse(data.samples("records")["slip"].read_text(encoding="utf-8")).moves
    with pytest.raises(MoveError, match="found not the highest level: could go to level 3 at"):
        _chosen(Session(TWO_PEOPLE, tuple(moves)), names_of(slip.cells))


def test_a_first_tile_may_be_typed_far_away() -> None:
    session = Session(TWO_PEOPLE)
    move = _chosen(session, "-c-2 -b-2 -a-2 a-2 b-2")
    assert (move.shape, names_of(move.cells), move.level) == ("I", "-c-2 -b-2 -a-2 a-2 b-2", 1)
    assert session.with_step(move).moves == (move,)


@cases(
    "count typed message",
    (20, "W a1 b1 b2 c2 c3", "found not touching: it shares no edge with a tile on the table"),
    (20, "X h9 h10 i10 i11 j11", "found not that shape: h9 h10 i10 i11 j11 are W"),
    (20, "h9 h10 i10 i11 a1", "found not that shape: a1 h9 h10 i10 i11 are no pentomino"),
    (20, "P", "found tile used twice: White's P was move 1"),
    (20, "P 1", "found tile used twice: White's P was move 1"),
    (20, "P h9", "found tile used twice: White's P was move 1"),
    (20, "P h9 h10 h11 i9 i10", "found tile used twice: White's P was move 1"),
    (20, "W 3", "expected one of the 2 places of W, found 3 ('moves W' lists them)"),
    (20, "W 0", "expected one of the 2 places of W, found 0"),
    (20, "W", "found 2 (1 is h10 i10 i11 j11 j12; 2 is h9 h10 i10 i11 j11)"),
    (20, "W a1", "found a1 (it must go to level 6; 'moves W' lists where)"),
    (0, "W a1", "found a1 (the first tile may lie anywhere, if you type all five cells)"),
    (8, "I", "typed, I: expected one place, found"),
    (1, "I j9 i9 h9 g9 f9", "found hanging: nothing carries"),
    (1, "Z a1 a2 b2 c2 c3", "found not touching: it shares no edge with a tile on the table"),
    (2, "c4 c5 c6 c7 c8", "found not touching"),
)
def test_a_move_that_cannot_be_is_refused_in_the_words_of_the_referee(
    count: int, typed: str, message: str
) -> None:
    with pytest.raises(MoveError) as error:
        _chosen(duel(count), typed)
    assert message in str(error.value)


def test_a_cell_beyond_the_table_is_our_error() -> None:
    with pytest.raises(ValueError, match="expected rows and cols from -1114 to 1114"):
        _chosen(Session(TWO_PEOPLE), "zzz1 zzz2 zzz3 zzz4 zzz5")
    far = _chosen(Session(TWO_PEOPLE), "a1010 a1011 a1012 a1013 a1014")
    with pytest.raises(ValueError, match="rows and cols from -999 to 999"):
        Session(TWO_PEOPLE).with_step(far)


STEPS = ("--steps", "5", "--seed", "3")


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up", "play")


def _saved(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_a_resumed_game_is_played_as_before(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    args = ("--white", "greedy", "--black", "human", "--lowest", *STEPS)
    at_once = json.loads(run(*args, "--json", stdin="X 9\nI 1\n")[1])
    run(*args, "--save", str(file), stdin="X 9\n")
    out = run("--resume", str(file), stdin="I 1\n")[1]
    assert "Pent-Up, after 3 moves\nWhite: the greedy player, seed 3\nBlack: a person\n" in out
    assert "More tiles on the lowest level win.\n" in out
    assert _saved(file) == at_once
    assert len(at_once["moves"]) == 5


def test_an_option_that_is_given_again_changes_a_resumed_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(*STEPS, "--save", str(file), stdin="F 3\n")
    out = run("--resume", str(file), "--black", "human", "--seconds", "2")[1]
    assert "Black: a person\n" in out
    play = _saved(file)["play"]
    assert (play["black"], play["seed"], play["seconds"]) == ("human", 3, 2)
    assert "steps" not in play


def test_a_record_from_elsewhere_is_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"moves": json.loads(TEXT)["moves"][:23]}), encoding="utf-8")
    out = run("--resume", str(file), "--black", "greedy")[1]
    assert "White wins on level 6, 1 to 0\n" in out
    assert f"To judge it again: penta up referee {file}\n" in out
    assert len(_saved(file)["moves"]) == 24


def test_the_same_seed_and_steps_play_the_same_game(run: Run) -> None:
    args = ("--white", "search", "--black", "random", *STEPS, "--json")
    game = run(*args)[1]
    assert game == run(*args)[1]
    assert len(json.loads(game)["moves"]) == 24
