"""A GAME.toml: what it asks for, what it is refused for, and the same bytes from it each time."""

import csv
import json
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from generator.box.answer import box
from generator.box.boards import least_board, puzzle_board, score_board
from generator.box.game_file import parse_box, read_box
from generator.printing.card_art import CardStyle
from generator.printing.page_layout import DuplexEdge
from solver.drawing.scene import Box, Picture, Text
from solver.errors import BoxError, PaperError, PentaError
from solver.files.texts import LANGUAGES, Language, Texts
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import default_points
from solver.penta_rush.solution import solve
from tests import oracles
from tests.solver.drawing.pages import apart, mark_box
from tests.support import Run, cases, error_text, refusal

SMALL = 'title = "Small"\nwhite = ["3x4:ABCDBCDACDAB"]\ngrey = "3x4:AABBBCDACDAB"\n'


def test_a_title_is_enough_for_the_whole_game() -> None:
    spec, sample = parse_box('title = "Mine"'), read_box("seasons")
    assert (spec.white, spec.grey) == (sample.white, sample.grey)
    assert (spec.setup, spec.title) == (sample.setup, "Mine")
    components = [component.name for component in box(spec, only=["cards", "dice"]).components]
    assert components == ["cards", "dice"]


def test_a_file_says_all_that_is_printed(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("ABCD\nBCDA\nCDAB\n")
    (tmp_path / "mine.toml").write_text("".join(f"{shape} = 2\n" for shape in "FILNPTUVWXYZ"))
    (tmp_path / "game.toml").write_text(
        'title = "Ours"\nwhite = ["one.txt"]\ngrey = "3x4:AABBBCDACDAB"\npaper = "a3"\nsize = 90\n'
        'duplex = "short"\nbleed = 2\nsafe = 4\ndie = 20\nboard = 150\ntimer = 0\nlow_ink = true\n'
        'points = "mine.toml"\nnames = ["sun", "moon", "leaf", "drop"]\nskill = 0.3\n'
        'keys = ["sun,sun,moon,leaf,drop"]\n'
    )
    spec = read_box(str(tmp_path / "game.toml"))
    assert spec.setup.duplex is DuplexEdge.SHORT
    assert (spec.setup.paper, spec.setup.style.size, spec.setup.style.safe) == ("A3", 90.0, 4.0)
    assert (spec.setup.style.bleed, spec.setup.style.low_ink) == (2.0, True)
    assert (spec.die, spec.board, spec.timer, str(spec.skill)) == (20.0, 150.0, 0.0, "0.3")
    assert [Path(name).name for name in spec.sources] == ["one.txt", "mine.toml"]
    cards = spec.cards(None)
    assert cards.legend.name("B") == "moon"
    assert spec.points is not None
    assert set(spec.points.values) == {2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_and_rules_speak_the_language_and_no_text_lies_over_another(
    language: Language,
) -> None:
    text, spec = Texts(language), parse_box(f'{SMALL}language = "{language}"')
    pages = box(spec, only=["board", "rules"]).pages
    shown = [[mark for mark in page.marks if isinstance(mark, Text)] for page in pages]
    words = {mark.text for marks in shown for mark in marks}
    for key in ("name", "total", "twice", "rules", "again", "legal"):
        assert text(f"printed.{key}") in words
    headings = [said for kind, said in text.rules("penta-rush") if kind == "heading"]
    assert {*headings, text("printed.round", number=5)} <= words
    for page, marks in zip(pages, shown, strict=True):
        boxes = [mark_box(mark) for mark in marks]
        assert all(apart(first, second) for first, second in combinations(boxes, 2))
        width = page.size.width
        assert all(each.x >= 5 and each.right <= width - 5 for each in boxes)


@cases("game", "pent-up", "geocinco")
def test_the_other_games_have_their_rules_in_the_language(game: str) -> None:
    spec = parse_box(f'title = "a"\ngame = "{game}"\nlanguage = "fr"')
    marks = [mark for page in box(spec, only=["rules"]).pages for mark in page.marks]
    words = {mark.text for mark in marks if isinstance(mark, Text)}
    headings = [said for kind, said in Texts("fr").rules(game) if kind == "heading"]
    assert {*headings, "Règles du jeu"} <= words
    assert ("C3r" in words) is (game == "geocinco")  # on the picture of the board
    assert not any("board" in word for word in words)


def test_a_face_is_white_or_grey_by_its_place() -> None:
    same = parse_box('title = "a"\nwhite = ["3x4:ABCDBCDACDAB"]\ngrey = "3x4:ABCDBCDACDAB"')
    figures = box(same, only=["cards"], has_figures=True).figures
    assert [row.face for row in figures] == ["white"] * 16 + ["grey"] * 16


def test_generated_cards_are_the_same_every_time() -> None:
    text = 'title = "Made"\n[white]\nseed = 5\nsteps = 200\nrows = 4\ncols = 5\nsymbols = 4\n'
    text += "cards = 2\n[grey]\nseed = 7\nsteps = 200\nrows = 4\ncols = 5\nsymbols = 4\n"
    first, second = (parse_box(text).cards(None) for _ in range(2))
    assert first == second
    assert [name for name, _ in first.all] == ["card 1", "card 2", "grey"]
    assert {(card.rows, card.cols) for _, card in first.all} == {(4, 5)}


def test_the_same_file_makes_the_same_bytes() -> None:
    one, other = (box(parse_box(SMALL)).contents(".pdf") for _ in range(2))
    assert one == other


def test_answer_keys_and_figures_are_those_of_other_engines() -> None:
    spec = parse_box(SMALL)
    answer = box(spec, only=["cards"], has_figures=True)
    rows = list(csv.DictReader(answer.csv().decode().splitlines()))
    assert len(rows) == 2 * 16  # of four symbols: 12 of two pairs, 4 of one
    assert {row["face"] for row in rows} == {"white", "grey"}
    for row in rows:
        card, roll = Card.parse(row["id"]), Roll.parse(row["roll"])
        found = list(oracles.packings(RollProblem(card, roll, default_points())))
        scores = [sum(default_points()[shape] for shape, _ in packing) for packing in found]
        best = max(scores, default=0)
        assert int(row["packings"]) == len(found)
        assert int(row["best_score"]) == best == solve(card, row["roll"]).score
        assert int(row["best_packings"]) == scores.count(best) * bool(found)
        assert int(row["most_shapes"]) == max(map(len, found), default=0)


@cases(
    "text message",
    ("", "box: expected a key 'title', found none"),
    ('titel = "a"', "found 'titel' (did you mean 'title'?)"),
    ("title = 3", "box, title: expected a string, found 3"),
    ('title = " "', "box, title: expected a text, found ' '"),
    ("title", "box, end of document: expected lines like title ="),
    ('title = "a"\ngame = "pentup"', "box, game: expected penta-rush or pent-up or geocinco"),
    ('title = "a"\ngame = "pent-up"\nsize = 5', "found 'size'"),
    ('title = "a"\npaper = "A9"', "box, paper: expected A5, A4"),
    ('title = "a"\nbleed = true', "box, bleed: expected 0 to 20 mm, found true"),
    ('title = "a"\ndie = "16"', "found '16' (without the quotes)"),
    ('title = "a"\nlanguage = "it"', "expected en or de or fr, found 'it'"),
    ('title = "a"\nduplex = "lang"', "expected long or short, found 'lang' (did you mean 'long'?)"),
    ('title = "a"\nborder_colour = "redd"', "(did you mean 'red'?)"),
    ('title = "a"\nsize = 90\ncell = 9', "expected a size or a cell, found size 90 and cell 9"),
    ('title = "a"\nwhite = []', "box, white: expected 1 to 100 cards, found 0"),
    ('title = "a"\nwhite = ["nix"]', "box, card 'nix': expected a text file"),
    ('title = "a"\nwhite = [3]', "box, card 1: expected a string, found 3"),
    ('title = "a"\nart = "nowhere"', "box, art 'nowhere': expected a folder"),
    ('title = "a"\nback = "a.gif"', "box, back 'a.gif': expected an .svg or a .png"),
    ('title = "a"\npoints = "nix"', "box, points 'nix': expected a text file"),
    ('title = "a"\n[points]\nF = 1', "box, points: expected all twelve tiles"),
    ('title = "a"\nnames = ["x"]', "box, names, legend, A: expected a name of more than one"),
    (f'title = "a"\nnames = {["sun"] * 27}', "box, names: expected at most 26 names, found 27"),
    ('title = "a"\nboard = 60', "board: expected at least 90 mm, found 60 mm (for texts of 1.4 mm"),
    ('title = "a"\nboard = 60\ntimer = 0', "at least 85 mm, found 60 mm (for texts of 1.4 mm)"),
    (
        'title = "' + 2000 * "x" + '"',
        "box, title: expected one that can be read on a board, found 2000",
    ),
    ('title = "a"\nnames = "sun"', 'box, names: expected a list such as ["sun", "moon"], or a ta'),
    ('title = "a"\nnames = {A = 1}', "found an object"),
    ('title = "a"\nlogo = "none.svg"', "box, logo 'none.svg': expected a file, found none"),
    ('title = "a"\ntimer = 60\nboard = 90', "box, timer: expected at most 30 mm on a board of 90"),
    ('title = "a"\nlow_ink = true\nborder_colour = "red"', "expected none with low ink, found red"),
    ('title = "a"\nskill = 3', "box, skill: expected a chance from 0 to below 1"),
    ('title = "a"\nkeys = 3', "box, keys: expected a string, found 3"),
    ('title = "a"\n[grey]\nseed = 1', "box, grey: expected a key 'steps', found none"),
    ('title = "a"\n[white]\nseed = 1\nsteps = 1\nrows = 99', "box, white, rows: expected 1 to 20"),
)
def test_what_is_wrong_is_said_in_one_line(text: str, message: str) -> None:
    said = error_text(PentaError, parse_box, text)
    assert message in said
    assert "\n" not in said


@cases(
    "text only message",
    ("", "cads", "only: expected contents, cards, tiles, dice, board, rules, keys, found 'cads'"),
    ("", "contents", "only: expected what the contents are of, too, found contents alone"),
    ("keys = []", "keys", "only: expected contents, cards, tiles, dice, board, rules, found"),
    ('keys = ["AAABC"]', "keys", "found 3 x A"),
    ('paper = "A5"', "board", "board: expected at most 125 mm on A5 with a bleed of 3 mm"),
    ("die = 60", "dice", "dice: expected at most 200 x 273 mm each, found 260.4 x 220.8 mm"),
    ('white = ["meadow", "pocket"]', "tiles", "(one for all: cell 9.65)"),
    ('white = ["3x4:ABCDBCDACDAB"]\ngrey = "meadow"', "cards", "cards: expected faces of one size"),
)
def test_what_does_not_go_together_is_refused(text: str, only: str, message: str) -> None:
    spec = parse_box(f'title = "a"\n{text}')
    assert message in error_text(PentaError, box, spec, only=[only])


def test_the_least_board_is_the_first_on_which_all_texts_have_four_points() -> None:
    style, points, text = CardStyle(), default_points(), Texts("en")

    def least_text(side: int) -> float:
        trim = Box(0, 0, side, side)
        marks = score_board(trim, "Our game", points, style, text)
        marks += puzzle_board(trim, points, style, text, timer=0)
        return min(mark.size for mark in marks if isinstance(mark, Text))

    least = least_board(60, "Our game", style, text, timer=0)
    assert least == next(side for side in range(60, 200) if least_text(side) >= 1.4)
    assert least_board(150.5, "Our game", style, text, timer=0) == 151


def test_a_face_that_lacks_symbols_of_the_others_is_told_of() -> None:
    few = f"10x10:{'ABCDA' * 20}"
    text = f'title = "a"\nwhite = ["meadow", "orchard"]\ngrey = "{few}"\nkeys = []\n'
    told = [each for each in box(parse_box(text), only=["cards"]).remarks if "lacks" in each]
    (said,) = told
    assert said.endswith(": lacks E, F of the other faces; rolls with them have no answer on it")
    named = f'{text}names = ["sun", "moon", "leaf", "drop", "star", "fish"]'
    (said,) = [each for each in box(parse_box(named), only=["cards"]).remarks if "lacks" in each]
    assert "lacks star, fish of" in said
    assert not [each for each in box(parse_box(text), only=["board"]).remarks if "lacks" in each]


@pytest.mark.slow
def test_a_logo_goes_with_our_back_alone(tmp_path: Path) -> None:
    svg = '<svg viewBox="0 0 2 1"><rect width="2" height="1"/></svg>'
    (tmp_path / "logo.svg").write_text(svg)
    text = 'title = "a"\nlogo = "logo.svg"\n'
    spec = parse_box(text, folder=str(tmp_path))
    assert spec.grey is None
    assert spec.sources == (str(tmp_path / "logo.svg"),)
    printed = box(spec, only=["cards"])
    backs = [page for page in printed.pages if page.side == "back"]
    assert [sum(isinstance(m, Picture) for m in page.marks) for page in backs] == [2, 2]
    for more, message in {
        'grey = "prairie"': "logo: expected a grey face or a logo, found both",
        'back = "logo.svg"': "logo: expected our back around it, found another back",
    }.items():
        said = error_text(PentaError, partial(parse_box, folder=str(tmp_path)), text + more)
        assert message in said


def test_one_card_is_one_in_the_cutting_list() -> None:
    (cards,) = box(parse_box('title = "a"\nwhite = ["meadow"]'), only=["cards"]).components
    assert (cards.cuts[0].count, cards.cuts[0].what) == (1, "two-sided card")


def test_what_is_not_printed_is_not_told_of() -> None:
    many = parse_box('title = "a"\nwhite = ["4x2:ABCDEFGH"]\ngrey = "4x2:ABCDEFGH"')
    assert not box(many, only=["board"]).remarks
    with pytest.raises(PentaError, match="3 to 6 symbols"):
        box(many, only=["dice"])


def test_errors_of_the_box_are_of_their_kinds() -> None:
    with pytest.raises(BoxError):
        parse_box("")
    with pytest.raises(PaperError):
        box(parse_box('title = "a"\npaper = "A5"'))


def test_json_lists_pages_components_and_boxes(typed: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "box.pdf")
    command = ("generate", "box", "seasons", "--only", "cards,board", "-o", file)
    code, out, err = typed(*command, "--json")
    assert (code, err) == (0, "")
    printed = json.loads(out)
    cards, board = printed["components"]
    assert (cards["pages"], board["pages"]) == ([1, 4], [5, 6])
    assert cards["cuts"][0]["count"] == 4
    assert [page["side"] for page in printed["pages"]] == ["face", "back"] * 3
    face, back = printed["pages"][:2]
    assert [piece["name"] for piece in face["pieces"]] == ["spring", "summer"]
    first, behind = face["pieces"][0]["box"], back["pieces"][0]["box"]
    assert (first["width"], first["height"]) == (120, 120)
    assert behind["x"] == 210 - first["x"] - 120


def test_what_the_command_cannot_do_is_said(typed: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "box")
    command = ("generate", "box", "seasons", "-o")
    assert "--cmyk goes with a .pdf" in refusal(typed, *command, f"{file}.png", "--cmyk")
    said = refusal(typed, *command, f"{file}.pdf", "--icc", str(tmp_path / "none.icc"))
    assert "expected an ICC profile" in said
    said = refusal(typed, "generate", "box", "pent-up", "-o", f"{file}.pdf", "--csv", f"{file}.csv")
    assert "csv: expected the box of Penta-Rush, found pent-up" in said
    assert not list(tmp_path.iterdir())
