"""The screens of Pent-Up: a game by finger, by keyboard, against penta; records; puzzles."""

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES, pentominoes
from solver.geometry.symmetry import orientations
from solver.pent_up.climb.proof import bundled_answer
from solver.pent_up.record import Colour, Record
from solver.pent_up.rules import MoveRule, game_result, judge
from solver.pent_up.surround.rules import Ring, cells_of, violations
from solver.pent_up.surround.solution import bundled_answers, known_rings
from tests.browser.games import change, kept, paste
from tests.solver.web.test_languages import LANGUAGES
from tests.support import cases

expect = pytest.importorskip("playwright.sync_api").expect

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator, Page

    from tests.browser.conftest import OpenPage

RECORDS = Path(__file__).parents[2] / "data/records"
DUEL = (RECORDS / "duel.json").read_text("utf-8")
SLIP = (RECORDS / "slip.json").read_text("utf-8")
MOVES = json.loads(DUEL)["moves"]
# Moves of the duel, the piece in the hand, the cell that is tapped, and the rule against it.
REFUSED = (
    (1, "F", Cell(8, 9), MoveRule.HANGING),
    (3, "I", Cell(9, 7), MoveRule.FLAT),
    (4, "Z", Cell(6, 10), MoveRule.ONE_TILE),
    (1, "F", Cell(6, 13), MoveRule.TOUCH),
    (2, "I", Cell(7, 9), MoveRule.HIGHEST),
)
PEOPLE = {"white": "person", "black": "person", "lowest": False, "seed": 1}


@pytest.fixture
def page(open_page: "OpenPage") -> "Page":
    """The screen Play on a phone."""
    return open_page(screen="up")


def _record(page: "Page") -> Record:
    """Return the game that is kept, which the referee must find legal."""
    record = Record.parse(json.dumps({"moves": kept(page, "up.game")["moves"]}))
    assert judge(record).violation is None
    return record


def _tap(page: "Page", row: int, col: int) -> None:
    """Tap a cell of the table."""
    page.mouse.click(*_middle(page, row, col))


def _picture(page: "Page") -> "Locator":
    return page.locator(".screen:not([hidden]) .stage:not([hidden]) .up-table svg").first


def _frame(page: "Page") -> list[float]:
    """Return the first col and row that are drawn, and how many of both."""
    return [float(side) for side in str(_picture(page).get_attribute("viewBox")).split()]


def _middle(page: "Page", row: int, col: int) -> tuple[float, float]:
    """Return where the middle of a cell of the table is on the page."""
    left, top, cols, rows = _frame(page)
    box = _picture(page).bounding_box()
    assert box is not None
    x, y = (col + 0.5 - left) * box["width"] / cols, (row + 0.5 - top) * box["height"] / rows
    return box["x"] + x, box["y"] + y


def _status(page: "Page") -> str:
    return page.locator(".screen:not([hidden]) .stage:not([hidden]) .status").inner_text()


def test_what_the_page_works_out_by_itself_is_what_penta_says(page: "Page") -> None:
    rng = Random(5)
    names = [[rng.randint(-40, 40), rng.randint(-60, 900)] for _ in range(200)]
    examples = [answer.example.rings(answer.shape) for answer in bundled_answers().values()]
    pieces = [
        [[{"shape": tile.shape, "cells": tile.cells} for tile in ring] for ring in rings]
        for rings in examples
    ]
    found = page.evaluate(
        """async ([moves, names, examples]) => {
            const { CELLS, orientations, pieceOf } = await import("/pieces.js");
            const { leaderOf } = await import("/pent_up/game.js");
            const { nameOf } = await import("/pent_up/board.js");
            const { placesFor, stateOf } = await import("/pent_up/surround.js");
            const looks = Object.fromEntries(Object.entries(CELLS).map(([letter, cells]) =>
                [letter, orientations(cells)]));
            const states = examples.map(([[middle], white, black]) => {
                const state = (whites, blacks) =>
                    stateOf({ middle: middle.shape, white: whites, black: blacks });
                const places = placesFor("Y", state([], [])).map(({ cells }) => cells);
                return {
                    open: state(white, black.slice(1)).open, first: state(white.slice(1), []).open,
                    all: state(white, black).open, places,
                };
            });
            return {
                looks, states, names: names.map(nameOf),
                letters: Object.values(looks).map((all) => [...new Set(all.map(pieceOf))]),
                leaders: [false, true].map((lowest) =>
                    moves.map((_, at) => leaderOf(moves.slice(0, at + 1), lowest))),
            };
        }""",
        [MOVES, names, pieces],
    )
    for shape, looks in found["looks"].items():
        made = [frozenset(Cell(*cell) for cell in look) for look in looks]
        assert made[0] == frozenset(pentominoes()[shape])
        assert len(made) == len({*made})
        assert {*made} == {frozenset(each) for each in orientations(pentominoes()[shape])}
    assert found["letters"] == [[shape] for shape in SHAPES]
    assert found["names"] == [str(Cell(*cell)) for cell in names]
    record = Record.parse(DUEL)
    for lowest, leaders in zip((False, True), found["leaders"], strict=True):
        for count, leader in enumerate(leaders, start=1):
            winner, level = game_result(record.moves[:count], lowest=lowest)
            shown = leader and (Colour(leader["colour"]), leader["level"])
            assert shown == (winner and (winner, level))
    for rings, state in zip(examples, found["states"], strict=True):
        assert state["all"] == []
        assert _cells(state["open"]) == _uncovered([rings[0], rings[1], rings[2][1:]], 2)
        assert _cells(state["first"]) == _uncovered([rings[0], rings[1][1:]], 1)
        _check_places(rings[0], state["places"])


def _cells(listed: list[list[int]]) -> set[str]:
    return {str(Cell(*cell)) for cell in listed}


def _uncovered(rings: list[Ring], number: int) -> set[str]:
    """Return the cells that the referee says the ring of this number leaves uncovered."""
    words = [text.split() for text in violations(rings)]
    return {each[3] for each in words if each[:3] == ["ring", str(number), "leaves"]}


def _check_places(middle: Ring, places: list[list[list[int]]]) -> None:
    """Check that the Ys of *places* are all that touch the middle, by trying every corner."""
    made = {frozenset(Cell(*cell) for cell in cells) for cells in places}
    taken = cells_of(middle)
    beside = {
        Cell(row + down, col + right)
        for row, col in taken
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    } - taken
    wanted = {
        cells
        for look in orientations(pentominoes()["Y"])
        for down in range(-6, 8)
        for right in range(-6, 8)
        for cells in (frozenset(Cell(row + down, col + right) for row, col in look),)
        if cells & beside and not cells & taken
    }
    assert made == wanted


def test_two_people_lay_pieces_by_keyboard_and_by_finger(page: "Page") -> None:
    change(page, "up.game", {**PEOPLE, "moves": []})
    choices = page.locator(".up-choice:not([disabled])")
    expect(choices).to_have_count(12)
    page.get_by_role("button", name="V, goes to level 1").focus()
    page.keyboard.press("Enter")  # which leads to the board
    page.keyboard.press("r")
    assert "V on level 1" in page.locator("#live").inner_text()
    page.keyboard.press("Enter")
    (move,) = _record(page).moves
    assert (move.shape, move.level, min(move.cells)[0]) == ("V", 1, 9)
    expect(page.locator(".status")).to_contain_text("Black to move")

    page.get_by_role("button", name="I, goes to level 1").click()
    row, col = move.cells[0]
    _tap(page, row, col)  # the V lies there, and the I cannot stand on it alone
    assert "I cannot lie on" in page.locator(".message:visible").inner_text()
    assert page.locator(".up-refused").get_attribute("d")
    _tap(page, row - 1, col)
    first = page.locator(".up-held").inner_html()
    _tap(page, row - 1, col)  # another way to cover the same cell
    assert page.locator(".up-held").inner_html() != first
    page.get_by_role("button", name="Put down").click()
    record = _record(page)
    assert Cell(row - 1, col) in record.moves[1].cells
    expect(page.locator(".status")).to_contain_text("White to move")
    page.get_by_role("button", name="Undo").click()
    assert len(_record(page).moves) == 1
    page.reload()
    expect(page.locator(".status")).to_contain_text("Black to move")


def test_penta_gives_a_hint_with_its_reason_answers_and_is_looked_back_at(page: "Page") -> None:
    change(page, "up.game", {**PEOPLE, "black": "easy", "moves": MOVES[:20]})
    page.get_by_role("button", name="Hint").click()
    reason = page.locator(".message:visible")
    expect(reason).to_contain_text("W opens level 6. It stands on 2 tiles. ")
    expect(reason).to_contain_text(
        "It takes level 6 away from Black, who now gets to level 1 at most. "
        "After it White leads on level 6. White wins for certain."
    )
    page.get_by_role("button", name="Put down").click()
    expect(page.locator(".status")).to_contain_text("Move 22 of 24")
    record = _record(page)
    assert record.moves[20].shape == "W"
    page.get_by_role("button", name="Undo").click()
    assert _record(page).moves == record.moves[:20]
    page.get_by_role("button", name="Look back").click()
    page.get_by_role("button", name="The move before").click()
    assert _status(page).startswith("Move 19 of 20")
    page.keyboard.press("ArrowLeft")
    assert _status(page).startswith("Move 18 of 20")
    page.keyboard.press("Control+z")  # nothing is taken back in a look back
    assert _status(page).startswith("Move 18 of 20")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".status")).to_contain_text("White to move")
    assert _record(page).moves == record.moves[:18]


def _small_pile(open_page: "OpenPage") -> "Page":
    """Return a page as narrow as any, with a pile of four levels."""
    page = open_page(screen="up", width=320)
    change(page, "up.game", {**PEOPLE, "moves": MOVES[:16]})
    return page


def test_a_piece_has_its_letter_and_its_places_are_seen_on_every_ground(
    open_page: "OpenPage",
) -> None:
    page = _small_pile(open_page)
    expect(page.locator(".up-choice:not([disabled])")).to_have_count(4)
    assert page.locator(".up-choice b").all_inner_texts() == list(SHAPES)
    assert page.locator(".up-left").first.inner_text().split() == ["I", "N", "W", "X"]
    page.get_by_role("button", name="X, goes to level 1").click()
    assert _status(page) == "White to move\nX: level 1, place 1 of 27"
    _check_contrast(page, "lit", "ring")
    _tap(page, 7, 8)  # within the pile
    expect(page.locator(".message:visible")).to_contain_text("X cannot lie on i8: ")
    _check_contrast(page, "lit", "refused")


@pytest.mark.slow
def test_a_hint_and_its_piece_are_seen_beside_each_other_on_a_small_phone(
    open_page: "OpenPage",
) -> None:
    page = _small_pile(open_page)
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_be_enabled()  # before that, a click would scroll in search of another way
    hint.click()
    page.locator(".message:visible").wait_for()
    piece, reason, hand = (
        _box(page.locator(part)) for part in (".up-ring", ".message:visible", "#screen-up .thumb")
    )
    assert piece["y"] >= 0
    assert reason["y"] + reason["height"] <= hand["y"]


@pytest.mark.slow
@cases("shown names", ("Surround", "-c -b -a a b c d e f"), ("Show the rings", "-e -c -a b d f h"))
def test_columns_are_named_where_there_is_room_and_beside_the_board_it_is_enlarged(
    shown: str, names: str, open_page: "OpenPage"
) -> None:
    page = open_page(screen="up-puzzles", width=320)
    page.get_by_role("button", name="Surround").click()
    page.get_by_role("button", name=shown).click()
    cols = page.locator(".up-names.is-cols:visible span").all()
    assert " ".join(col.inner_text() for col in cols if col.is_visible()) == names
    board, larger = (_box(page.locator(f"{part}:visible")) for part in (".up-table", ".up-zoom"))
    assert board["x"] + board["width"] <= larger["x"]


def _box(locator: "Locator") -> "FloatRect":
    box = locator.bounding_box()
    assert box is not None
    return box


def _check_contrast(page: "Page", *lines: str) -> None:
    """Check that these lines stand out from the table, and from pieces of both colours."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for line in lines:
            assert page.locator(f".up-{line}").get_attribute("d")
            for ground in (".up-table", ".is-white > .up-body", ".is-black > .up-body"):
                assert _contrast(page, ground, f".up-edge.is-{line}", f".up-{line}") >= 3


def _contrast(page: "Page", ground: str, *lines: str) -> float:
    """Return the contrast of that one of *lines* which stands out most from *ground*."""
    levels: list[list[float]] = page.evaluate(
        """([ground, ...lines]) => [ground, ...lines].map((one) => {
            const { backgroundColor, fill, stroke } = getComputedStyle(document.querySelector(one));
            const isGround = one === ground;
            const colour = isGround ? (fill === "rgb(0, 0, 0)" ? backgroundColor : fill) : stroke;
            return colour.match(/[0-9.]+/g).map(Number);
        })""",
        [ground, *lines],
    )
    first, *others = (_luminance(level) for level in levels)
    return max((max(first, each) + 0.05) / (min(first, each) + 0.05) for each in others)


def _luminance(colour: list[float]) -> float:
    red, green, blue = (
        level / 255 / 12.92 if level <= 10 else ((level / 255 + 0.055) / 1.055) ** 2.4
        for level in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_cells_have_the_names_at_the_edge_of_what_is_seen_of_the_table(
    open_page: "OpenPage",
) -> None:
    page = _small_pile(open_page)
    page.get_by_role("button", name="X, goes to level 1").click()
    board = page.locator("#screen-up .up-table")
    for is_large in (False, True):
        if is_large:
            page.get_by_role("button", name="Larger").click()
            board.evaluate("(one) => one.scrollTo(150, 180)")
        at = _middle(page, 7, 8)  # of i8
        seen = _box(board)
        for kind, sign, axis in ((".is-cols", "i", 0), (":not(.is-cols)", "8", 1)):
            name = board.locator(f".up-names{kind} span").get_by_text(sign, exact=True)
            box = _box(name)
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            assert abs(middle[axis] - at[axis]) <= 2
            edge = (seen["x"], seen["y"])[1 - axis]
            assert edge <= middle[1 - axis] <= edge + 14


def test_a_piece_at_the_edge_of_the_table_is_wholly_seen(page: "Page") -> None:
    change(page, "up.game", {**PEOPLE, "moves": []})
    page.get_by_role("button", name="X, goes to level 1").click()
    _tap(page, 5, 5)  # the first piece may lie anywhere, also beyond what is seen
    _check_seen(page, ".up-held")
    page.get_by_role("button", name="Put down").click()
    (move,) = _record(page).moves
    assert Cell(5, 5) in move.cells
    assert min(move.cells)[0] < 5
    page.get_by_role("button", name="X, goes to level 1").click()
    left, top, *_ = _frame(page)
    _tap(page, int(top), int(left))
    expect(page.locator(".message:visible")).to_contain_text("X cannot lie on ")
    _check_seen(page, ".up-refused")
    expect(
        page.get_by_role("button", name="Put down")
    ).to_be_disabled()  # nor elsewhere, in silence
    page.get_by_role("button", name="Larger").click()
    _check_seen(page, ".up-refused")


def _check_seen(page: "Page", what: str) -> None:
    """Check that *what* lies within the table as it is seen."""
    inner, outer = (_box(page.locator(one)) for one in (what, "#screen-up .up-table"))
    assert outer["x"] <= inner["x"]
    assert outer["y"] <= inner["y"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_refused_place_is_told_with_the_rule_that_the_referee_names(
    language: str, open_page: "OpenPage"
) -> None:
    page = open_page(screen="up", language=language)
    rules = LANGUAGES[language]["up"]["broken"]
    for count, letter, cell, rule in REFUSED:
        change(page, "up.game", {**PEOPLE, "moves": MOVES[:count]})
        page.locator(".up-choice:not([disabled])", has_text=letter).click()
        with page.expect_request("**/api/up_referee") as asked:
            _tap(page, *cell)
        record = Record.parse(json.loads(asked.value.post_data or "")["record"])
        violation = judge(record).violation
        assert violation is not None
        assert (violation.turn, violation.rule) == (count + 1, rule)
        assert cell in record.moves[count].cells
        message = page.locator(".message:visible")
        expect(message).to_contain_text(f"{rules[rule.value.replace(' ', '_')]}.")
        assert message.inner_text().startswith(f"{letter} ")
        assert str(cell) in message.inner_text()


@pytest.mark.slow
def test_records_are_pasted_read_and_refused(page: "Page") -> None:
    paste(page, SLIP)
    message = page.locator(".message:visible")
    expect(message).to_contain_text("is against the rules:")
    assert kept(page, "up.game") is None
    paste(page, DUEL)
    expect(page.locator(".status")).to_contain_text("White wins on level 6, 1 to 0")
    assert [move.to_json() for move in _record(page).moves] == MOVES
    page.get_by_role("button", name="Text").click()
    dialog = page.get_by_role("dialog")
    assert json.loads(dialog.locator("textarea").input_value())["moves"] == MOVES
    dialog.locator("textarea").fill('{"moves": [3]}')
    dialog.get_by_role("button", name="Use this text").click()
    expect(dialog.get_by_role("alert")).to_contain_text("record")
    page.keyboard.press("Escape")
    page.get_by_label("The lowest level decides").check()
    expect(page.locator(".status")).to_contain_text("Black wins on level 1, 5 to 4")


def test_the_highest_pile_is_proved_in_the_steps_of_penta(open_page: "OpenPage") -> None:
    page = open_page(screen="up-puzzles")
    steps = page.locator(".up-proof li:visible")
    argument = bundled_answer().argument
    expect(steps).to_have_count(len(argument))
    _check_steps(steps.all_inner_texts(), argument)


def _check_steps(shown: list[str], argument: list[dict[str, Any]]) -> None:
    """Check that each step is told, with figures of *argument* and no others."""
    for text, step in zip(shown, argument, strict=True):
        template = LANGUAGES["en"]["up"]["proof"][step["step"]]
        figures = {key: f"{value:,}" for key, value in step.items() if isinstance(value, int)}
        assert text == template.format_map(figures)


@pytest.mark.slow
def test_both_puzzles_are_tried_by_hand_beside_what_is_best(open_page: "OpenPage") -> None:
    page = open_page(screen="up-puzzles")
    expect(page.locator(".side:visible")).to_contain_text("Level 10, in 21 moves.")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".status:visible")).to_contain_text("Move 21 of 21")
    page.get_by_role("button", name="Back to the game").click()
    assert _status(page).startswith("Level 10 reached")
    page.get_by_role("button", name="Surround").click()
    page.get_by_label("The tile in the middle").select_option("I")
    best = page.locator(".side:visible")
    expect(best).to_contain_text("3 white tiles, in 24 ways, then 5 black")
    steps = page.locator(".up-proof li:visible")
    _check_steps(steps.all_inner_texts(), bundled_answers()["I"].argument)
    page.locator(".up-choice:visible").nth(1).click()
    expect(page.locator(".status:visible small")).to_have_text("12 cells to cover · 0 white")
    assert page.locator(".up-lit:visible").get_attribute("d")
    _tap(page, -2, -2)
    told = page.locator(".message:visible")
    expect(told).to_contain_text("a tile has to cover a marked cell, and no other tile.")
    _tap(page, 1, 2)
    page.get_by_role("button", name="Put down").click()
    (piece,) = _rings(page)["white"]
    assert piece["shape"] == "I"
    assert [1, 2] in piece["cells"]
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".status:visible strong")).to_have_text("Surrounded")
    assert _status(page) == "Surrounded\n3 white, 5 black"
    page.get_by_role("button", name="Undo").click()
    assert _rings(page)["white"] == [piece]


def test_the_most_rings_that_are_known_are_shown_around_their_piece(open_page: "OpenPage") -> None:
    page = open_page(screen="up-puzzles")
    page.get_by_role("button", name="Surround").click()
    rings = known_rings()
    ((middle,), *others) = rings
    assert middle.shape == page.get_by_label("The tile in the middle").input_value()
    told = page.get_by_text("The most that are known: 3 white, 5 black, 7 white.")
    expect(told).to_be_visible()
    page.get_by_role("button", name="Show the rings").click()
    board = page.locator(".up-table:visible .up-piece")
    expect(board).to_have_count(1 + sum(map(len, others)))
    assert _status(page) == "Surround\n3 white, 5 black, 7 white"
    page.locator(".up-choice:visible").nth(1).click()  # and then the puzzle goes on
    expect(board).to_have_count(2)
    page.get_by_label("The tile in the middle").select_option("I")
    expect(page.locator(".side:visible")).to_contain_text("3 white tiles, in 24 ways")
    expect(told).to_be_hidden()


def _rings(page: "Page") -> dict[str, Any]:
    rings: dict[str, Any] = kept(page, "up.surround")
    return rings
