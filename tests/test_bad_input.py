"""What no command takes: one line on stderr that says what was expected, exit code 2, no file."""

import shlex
from pathlib import Path

import pytest

import data
from tests.support import Patch, Run, refusal

TILES = "FILNPTUVWXYZ"
FILES = {
    "ragged.txt": "ABC\nAB\n",
    "empty.txt": "",
    "comments.txt": "# nothing here\n",
    "large.txt": "A" * 21,
    "tall.txt": "AB\n" * 21,
    "dots.txt": "A.B\n",
    "text": "a text\n",
    "missing.toml": "".join(f"{shape} = 1\n" for shape in TILES[:-1]),
    "zero.toml": "".join(f"{shape} = 0\n" for shape in TILES),
    "negative.toml": "".join(f"{shape} = -1\n" for shape in TILES),
    "fraction.toml": "".join(f"{shape} = 1.5\n" for shape in TILES),
    "text.toml": "twelve tiles\n",
    "off.json": data.samples("sheets")["sarah"].read_text("utf-8").replace("[[", "[[99, 0], [", 1),
    "list.json": "[1, 2, 3]",
    "number.json": "7",
    "broken.json": '{"card": ',
    "moves.json": '{"moves": ',
    "other.json": '{"moves": [1]}',
    "game.json": '{"players": []}',
}
# What is typed, and what the line has in it. Transcripts in golden/ have many more.
ROWS = [
    ("geo simulate" + 5 * " --program random", "at most 4 players"),
    *(
        tuple(line.split(" | ", 1))
        for line in """
rush solve AABCD --card ragged.txt | line 2: expected 3 symbols as in line 1, found 2
rush solve AABCD --card empty.txt | the card is empty
rush solve AABCD --card comments.txt | the card is empty
rush solve AABCD --card large.txt | line 1: expected at most 20 symbols, found 21
rush solve AABCD --card tall.txt | line 21: expected at most 20 rows, found 21
rush solve AABCD --card dots.txt | line 1, symbol 2: expected a letter, a word, a digit or an
rush solve AABCD --card 2x2:ABC | expected 4 symbols for 2x2, found 3
rush solve AABCG | expected symbols of the card (ABCDEF), found 'G'
rush solve zabcd | roll 'zabcd': expected symbols of the card
rush solve AABC | expected 5 symbols, found 4
rush solve AABCDE | expected 5 symbols, found 6
rush packings AAABC --count | roll again
rush solve AABC1 | column 5: expected a letter A-Z, found '1'
rush solve AABCD --points missing.toml | expected all twelve tiles, found no line for Z
rush solve AABCD --points zero.toml | tile F: expected a whole number from 1
rush solve AABCD --points negative.toml | found -1
rush solve AABCD --points fraction.toml | found 1.5
rush solve AABCD --points text.toml | line 1, column 8: expected lines like 'F = 1'
rush score off.json | outline 1: expected cells on the 10x10 card, found [99, 0]
rush score list.json | expected an object with card, roll
rush score number.json | expected an object with card, roll
rush score broken.json | line 1, column 10: expected JSON
rush score empty.txt | line 1, column 1: expected JSON
rush score friends | a sample (anna, pierre, sarah), found no such file
rush total game.json | expected at least one player
rush total list.json | expected an object with players
rush fit | Missing argument 'GAME...'
rush fit game.json | expected at least one player
rush fit friends nowhere.json | found no such file
rush fit friends --sand 0 | expected a whole number from 1 to 3600, found '0'
rush fit friends --player Bob | expected Anna or Pierre or Sarah, found 'Bob'
rush fit friends friends | expected each game once, found one twice
rush solve AABCD --card nowhere.txt | found no such file
rush solve AABCD --card binary | found a binary file
rush solve AABCD --card . | found a folder
rush solve AABCD --points nowhere.toml | found no such file
rush solve AABCD --points binary | found a binary file
rush score . | found a folder
rush score binary | found a binary file
rush total nowhere.json | found no such file
rush throw --card 1x2:AB | expected at least 3 symbols to throw, found 2
rush solve | Missing argument 'ROLL'
rush solve AABCD extra | extra argument
rush solve AABCD --round 0 | --round
rush solve AABCD --round five | --round
rush solve AABCD --engine cpsat | 'cp-sat'
rush solve AABCD --crad meadow | Did you mean one of: '--as', '--card'
rush packings AABCD --size 6 | --size
rush packings AABCD --top -1 | --top
rush packings AABCD --top many | --top
rush packings AABCD --count --histogram | --count and --histogram do not go together
rush packings AABCD --top 1 --limit 1 | --top and --limit do not go together
rush packings AABCD --seed 1 | --seed goes with --sample
rush check 2x2:ABCA | expected room for a pentomino, 1x5 or 2x3 cells, found
rush check 1x4:ABCD | expected room for a pentomino, 1x5 or 2x3 cells, found
rush check 3x1:ABC | expected room for a pentomino, 1x5 or 2x3 cells, found
rush play --card 2x2:ABCA | expected room for a pentomino, 1x5 or 2x3 cells, found
rush play --card 1x4:ABCD | expected room for a pentomino, 1x5 or 2x3 cells, found
rush play --card 3x1:ABC | expected room for a pentomino, 1x5 or 2x3 cells, found
rush check pocket pocket pocket pocket pocket | set: expected 2 to 4 cards, found 5
rush check meadow 2x3:ABCDAB | expected dice with the symbols ABCDEF, found ABCD
rush check meadow --symbols AB1 | expected letters
rush check 1x5:AAAAA | dice: expected at least 3 symbols
rush check meadow --max-sd x | --max-sd
rush check meadow --max-sd nan | expected a number from 0 or more, found 'nan'
rush check meadow --max-sd inf | expected a number from 0 or more
rush check meadow --max-dud-chance 20 | expected a number from 0 to 1, found '20'
rush check - - | standard input can be read only once
rush check | Missing argument 'CARD...'
rush check meadow --plot a.gif | expected an ending .svg, .png or .pdf, found '.gif'
rush check meadow --plot no/such/a.svg | plot 'no/such/a.svg': expected a file that can be written
rush check meadow --report '' | report '': expected the name of a file
rush check meadow --report a.png --plot a.png | expected a file of its own, found the plot
rush check meadow --plot a.svg --report no/such/b.html | report 'no/such/b.html': expected
rush puzzle best meadow | give ROLLS, or --seed to throw them
rush puzzle best meadow - --seed 1 | give ROLLS, or --seed to throw them, not both
rush check meadow --all | --all goes with several cards
rush check meadow --max-win-gap 0.5 | --max-win-gap goes with several cards
rush puzzle simulate meadow --playouts 3 | --playouts goes with --program rollout
generate records --engine plain | --engine goes with --verify
generate records --jobs 1 | --jobs goes with --verify
rush puzzle best meadow none.txt | a text file or '-' for standard input, found no such file
rush puzzle best meadow --seed 1 --seconds 0 | a number above 0 to 1000000, found '0'
rush puzzle advise couple --roll ABCDE --player Zoe | expected one of
rush puzzle advise alone --roll AAABC | at most 2 alike
knaster score alone --player Ann | sheet alone, player: expected one of you, found 'Ann'
knaster score tim --player Ann | player: expected a record, whose players have names, found a sheet
knaster score slip | sheet slip, turn 14: expected a legal turn, found wrong bonus:
knaster score tim --values none | line values
knaster advise half 1 | found '1'
knaster advise half 0 | found '0'
knaster advise half -- -3 | found '-3'
knaster advise half 7.5 | found '7.5'
knaster advise half seven | found 'seven'
knaster advise half 4 7 | found '4 7'
knaster advise half 7 3 | found '7 3'
knaster advise half 4 3 2 | found '4 3 2'
knaster advise half 4+ | found '4+'
knaster advise half 43 | found '43'
knaster advise half 0+3 | found '0+3'
knaster review alone --plot plot.txt | expected an ending .svg, .png or .pdf, found '.txt'
knaster best few --seconds 0 | expected a number above 0 to 1000000, found '0'
knaster simulate --plot no/scores.svg | no folder
knaster simulate --table text | expected
knaster simulate --turns 52 | expected a whole number from 1 to 51, found '52'
knaster train -o - | expected the name of a file
knaster train -o no/table | no folder
knaster train -o same --checkpoint same | a file of its own
knaster train -o table --checkpoint text | a checkpoint, or no file yet
knaster train -o text --values text | expected
knaster train -o table --checkpoint . | found a folder
knaster train -o /dev/full | found a device
knaster train -o text --games 0 | --games
knaster sheet -o a.txt | score sheets 'a.txt': expected an ending .svg, .pdf or .png
knaster sheet -o no/a.svg | expected a file that can be written, found no folder
knaster sheet -o a.svg --cell 9.9 | expected 10 to 40 mm, found '9.9'
knaster sheet -o a.svg --cell nan | expected 10 to 40 mm, found 'nan'
knaster sheet -o a.svg --cell 30 | cell: expected at most 28 mm on A4, found 30 mm
knaster sheet -o a.svg --cell 30 | (larger paper: --paper A3)
knaster sheet -o a.svg --paper 60x90mm | cell: expected at most 6 mm on 60x90mm
knaster sheet -o a.svg --paper card | paper: expected A5, A4, A3, A2, Letter, Legal
knaster sheet -o a.svg --dpi 100 | --dpi goes with a .png.
knaster sheet -o a.svg --copies 0 | expected a whole number from 1 to 100, found '0'.
knaster sheet -o a.svg --filled none.txt | sheet 'none.txt': expected
knaster sheet -o a.svg --values none.toml | line values 'none.toml': expected
knaster sheet -o a.svg --font none.ttf | font 'none.ttf': expected a TrueType or OpenType
knaster sheet -o a.png --paper 1500x1500 | dpi: expected at most 214 on this paper
geo moves middle | Missing option '--throw'. (see 'penta geo moves --help')
geo moves slip --throw 3C | state slip, turn 13 of red: expected a legal turn, found not a p
geo fewest none.json | found no such file
geo fewest middle --colour green | colour: expected a colour that plays, red or blue, found green
geo fewest --all --engine cp-sat | --all goes with --engine tree or both
geo fewest --seconds 1 --engine tree | --seconds goes with --engine cp-sat or both
geo fewest --bridges 11 | expected a whole number from 0 to 10, found '11'
geo fewest --colour grey | 'grey' is not one of
geo step duel | no such file
geo step evening E1y1 | E1y1 cannot be reached by red with 4C
geo step evening C3r1 C3g1 | expected a slot, 'contest' and a slot
geo simulate --players 1 | expected a whole number from 2 to 4, found '1'
geo simulate --program greed | 'greed' is not one of
geo simulate --records no/games | no folder
up referee . | found a folder
up referee nowhere.json | a sample (duel, slip), found no such file
up referee moves.json | line 1, column 11: expected JSON
up referee list.json | expected an object with moves
up referee other.json | move 1: expected an object with colour, shape, cells, level
up draw slip | (--upto 8 leaves it out)
up draw duel --upto 25 | --upto
up draw slip --upto 10 | record slip: expected 10 moves, found 9
up draw duel --svg . | picture '.': expected a file that can be written, found a folder
up moves duel --upto 20 --tile A | tile: expected a tile that White has left (WX)
up moves duel --upto 20 --tile WX | found 'WX'
up moves duel --tile W | expected a tile that White has left (none), found 'W'
up referee | Missing argument 'RECORD'
up refree duel | Did you mean
up suggest slip | move 9: expected a legal move
up suggest duel --upto 2 --seconds 0 | --seconds
up suggest duel --upto 2 --seconds 1 --steps 9 | --steps does not go with --seconds.
up match --games 0 | --games
up match --games 1 --seconds 1 --steps 9 | --steps does not go with --seconds.
up match --records . | records '.': expected a file that can be written
up match --against me | 'me' is not one of 'random', 'greedy'
up surround Q | shape: expected a letter of FILNPTUVWXYZ, found 'Q'
up surround XY | shape: expected a letter of FILNPTUVWXYZ, found 'XY'
up surround --png rings.png | --png goes with SHAPE, or with --rings.
up surround X --all --png rings.png | --all and --limit do not go with --search, --png
up surround X --rings | --rings does not go with SHAPE, --all, --limit and --search.
up surround X --all --json | --all and --limit do not go with --search, --svg and --json.
up surround X --jobs 2 | --jobs goes with --search.
tile nowhere | no such file
tile 6x10 --pieces FILQ | penta: pieces 'FILQ': expected a letter of FILNPTUVWXYZ
tile 6x10 --pieces '' | penta: pieces: expected letters
tile 6x10 --limit -1 | --limit
tile 6x10 --jobs 0 | --jobs
tile 6x10 --count --all | --count does not go with --all
tile 6x10 --checkpoint x | --checkpoint goes with --count, --distinct, --all
tile 3x5 --count --checkpoint x --engine cp-sat | and --engine kernel
tile 3x5 --count --svg x.svg | --svg and --png go with the first tiling alone
tile 3x5 --limit 1 --png x.png | --svg and --png go with the first tiling
tile 3x5 --svg x.svg --png x.svg | expected a file of its own
tile 3x5 --count --checkpoint /no/where | found no folder /no
""".strip().split("\n")
    ),
]


@pytest.fixture(scope="module")
def bad_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "binary").write_bytes(bytes(range(256)))
    return folder


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(("typed_line", "words"), ROWS)
def test_bad_input_is_one_line_on_stderr_and_writes_nothing(
    typed_line: str, words: str, typed: Run, bad_files: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(bad_files)
    before = _contents(bad_files)
    assert words in refusal(typed, *shlex.split(typed_line))
    assert _contents(bad_files) == before


def test_a_long_roll_is_told_shortly(typed: Run) -> None:
    assert "expected 5 symbols, found 4995" in refusal(typed, "rush", "solve", "AABCD" * 999)
