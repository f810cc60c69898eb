"""Every reader of files, on damaged files of its kind: a value or our error, and soon.

The table names each reader as it is called in the program. A reader that is not in it fails a test.
"""

import ast
import json
import lzma
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from PIL import Image

import data
from generator.annealing.card_set import CardSetObjective
from generator.annealing.objective import CardObjective
from generator.annealing.population import search
from generator.annealing.schedule import AnnealingSchedule
from generator.box.game_file import parse_box
from generator.catalogue.entry import parse_row
from generator.catalogue.store import Catalogue
from generator.defaults import complete_spec
from generator.spec import GenerationSpec
from solver.console.printing import read_profile
from solver.drawing.font import default_fonts, read_fonts
from solver.drawing.output_profile import default_profile
from solver.drawing.svg import svg
from solver.files.checkpoint import Checkpoint
from solver.files.input_text import read_named, read_text
from solver.geocinco.board import Board
from solver.geocinco.play.answer import parse_game as parse_geocinco_game
from solver.geocinco.play.session import Session as GeocincoSession
from solver.geocinco.play.session import Settings, colours_and_programs
from solver.geocinco.record import Record as GeocincoRecord
from solver.geocinco.rules.verdict import parse_state
from solver.geocinco.strategy.program import PROGRAMS
from solver.geometry.cell import Cell
from solver.knaster.answer import parse_record as parse_knaster_record
from solver.knaster.answer import parse_sheet_or_record, player_sheet
from solver.knaster.hindsight.answer import parse_known_rolls
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.play.session import Session as KnasterSession
from solver.knaster.play.session import new_session
from solver.knaster.record import Record, Turn
from solver.knaster.strategy import table
from solver.knaster.strategy.table import read_table
from solver.knaster.strategy.training import training
from solver.knaster.strategy.training.training import TrainingSpec, load_training, save_training
from solver.pent_up.play.session import Session as PentUpSession
from solver.pent_up.record import Record as PentUpRecord
from solver.penta_rush.art_folder import read_art
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import solved_card
from solver.penta_rush.dice import Roll, parse_rolls
from solver.penta_rush.entry.draft import card_or_errors
from solver.penta_rush.game import Game, Sheet
from solver.penta_rush.legend import Legend
from solver.penta_rush.packing import Packing
from solver.penta_rush.photo.image_file import read_photo
from solver.penta_rush.play.session import GameKind, RoundEntry, Session
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.typed import parse_puzzle_game
from solver.tiling.checkpoint import TilingCheckpoint
from solver.tiling.kernel_engine import KernelEngine
from solver.tiling.problem import TilingProblem
from solver.tiling.region import Region
from solver.web.game_page import GAMES, parse_page
from tests.fuzz import Reader, check_message, check_reader
from tests.generator.annealing.objectives import card_objective, card_set_objective
from tests.support import ROOT

# What opens files by itself, each with a reader in the table; all else reads them through these.
OPENERS = {
    "data",  # bundled files
    "generator.catalogue.store",
    "generator.generation",
    "solver.console.terminal",  # /dev/null
    "solver.drawing.artwork",
    "solver.drawing.font",
    "solver.drawing.output_profile",  # profiles, from bytes
    "solver.drawing.pixels",  # images, from bytes
    "solver.files.checkpoint",
    "solver.files.input_text",
    "solver.files.output_file",  # to write them
    "solver.files.origin",  # looks for our mark, and believes nothing else
    "solver.knaster.strategy.table",
    "solver.penta_rush.art_folder",
    "solver.penta_rush.entry.at_keyboard",
    "solver.penta_rush.fairness.report_page.page",  # its style sheet
    "solver.penta_rush.named_symbols",  # the table of looks that comes with the program
    "solver.penta_rush.photo.image_file",
    "solver.runtime.compiler.machine_code",  # sources
    "solver.runtime.kernel",  # sources
    "solver.tiling.checkpoint",
    "solver.web.export.folder",  # looks for our mark, and for the names of versions
    "solver.web.export.npm_package",  # what has a digest
    "solver.web.export.program",  # what is installed
    "solver.web.game_page",  # what is installed with the program
    "solver.web.serving",  # a socket
    "solver.web.table.store",  # a folder, to lock it
    "solver.web.pages",  # what is installed with the program
}
CARD = Card(("ABCDEF", "BCDEFA", "CDEFAB", "DEFABC"))
OWN_CARDS = [
    "red,sun,star\r\nblue,sun,red\r\n",
    '"red circle";sun\n"a ""star""";"red circle"\n',
    "A = red circle\nB = sun  # the yellow one\nABAB\nBABA\n",
    "🟥🟦🟥\n🟦🟩🟥\n",
    "1 2 3\n3 2 1\n",
]
ART = b"""<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" width="4cm">
  <style>.sun { fill: #f0e442; stroke: black }</style>
  <g transform="translate(3 4) rotate(30)" style="stroke-width: 2">
    <circle class="sun" cx="10" cy="10" r="8"/><rect x="1" y="2" width="3" height="4" rx="1"/>
    <path d="M1 1h3v-2c1 2 3 4 5 6s7 8 9 10q1 2 3 4t5 6a5 4 30 0 1 7 8z" fill="none"/>
  </g>
</svg>
"""
SHEETS_TYPED = (b"6,5,,7,4\n,,,,\n7,-,,,\n;;;;12\n3,3,3,3,3\n", b"7 c3\n(8) d4\n")
HEADER = {"checkpoint": "test", "of": [1, 2], "seed": "7"}


def _named(parser: Callable[..., object], samples: list[bytes]) -> Reader:
    return Reader(partial(read_named, parser, kind="file"), samples)


def _samples(folder: str) -> list[bytes]:
    return [path.read_bytes() for path in data.samples(folder).values()]


def _session_on_own_cards() -> bytes:
    cards = (CARD, Card(CARD.lines[::-1]))
    return str(Session(GameKind.PUZZLE, cards, ("Ann", "Ben"), 7)).encode()


def _session(kind: GameKind, players: tuple[str, ...], timer_s: int | None) -> bytes:
    """Return a saved game after two rounds in which nobody found anything, or before any."""
    session = Session(kind, (CARD,), players, 7, timer_s)
    crossed = (("I", "a1 b1 c1 d1 e1"), ("P", "a2 b2 a3 b3 a4"))
    # The puzzle variant ends after a round in which nobody found anything.
    for number, (shape, cells) in enumerate(crossed[: 0 if kind is GameKind.PUZZLE else 2], 1):
        roll = Roll("".join(sorted(session.next_throws()[-1])))
        places = tuple(Cell(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in cells.split())
        entry: RoundEntry = PuzzleRound(roll, shape, places, circled=False)
        if kind is GameKind.STANDARD:
            entry = Sheet(CARD, roll, (places,), round=number)
        session = session.with_round((entry,) * len(players))
    return str(session).encode()


def _sheet_of_words() -> bytes:
    card = Card.parse(OWN_CARDS[0])
    cells = tuple(Cell(row, col) for row, col in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2)))
    return str(Sheet(card, card.legend.parse_roll("red,red,sun,star,blue"), (cells,))).encode()


def _game_of_pent_up() -> bytes:
    """Return a saved game of Pent-Up after four moves."""
    (record, *_) = _samples("records")
    moves = json.loads(record)["moves"][:4]
    return str(PentUpSession.parse(json.dumps({"moves": moves}))).encode()


def _games_of_knaster() -> list[bytes]:
    """Return saved games of Knaster, of several after some turns and of one before any."""
    session = new_session(("Ann", "Ben"), ("greedy",), 7)
    for _ in range(8):
        session = session.with_step(Turn(session.throw.roll, session.sheet.free_cells[0]))
    games = (session, new_session((), (), 7))
    return [str(game).encode() for game in games]


def _games_of_geocinco() -> list[bytes]:
    """Return saved games of Geocinco, in the middle of a turn, and before any."""
    players, programs = colours_and_programs(("blue",), ("random",))
    session = GeocincoSession.start(Settings(Board.named("strait"), players, 2, programs, 7))
    games = [session]
    for _ in range(9):
        session = session.with_step(session.choice(PROGRAMS["random"]))
    games.append(session)
    return [str(game).encode() for game in games]


def _with_checksums(content: bytes) -> bytes:
    """Return the lines of a checkpoint with the checksums of what they hold."""
    texts = (line.partition(b" ")[2] for line in content.split(b"\n"))
    return b"".join(b"%08x %s\n" % (crc32(text), text) for text in texts if text)


def _checkpoint(*records: Any) -> bytes:
    return _with_checksums(b"".join(b"- %s\n" % json.dumps(record).encode() for record in records))


def _read_checkpoint(name: str) -> None:
    Checkpoint.read_header(name)
    Checkpoint(name, HEADER).close()


def _read_tilings(name: str, *, listing: bool) -> None:
    problem = TilingProblem(Region.parse("3x5"))
    with closing(TilingCheckpoint(name, problem, listing=listing)) as checkpoint:
        engine = KernelEngine(problem, kept=checkpoint)
        _ = list(engine.tilings()) if listing else engine.count()


def _tilings(*, listing: bool) -> Reader:
    read = partial(_read_tilings, listing=listing)
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        read(str(path))
        return Reader(read, [path.read_bytes()], _with_checksums)


def _search(objective: CardObjective | CardSetObjective) -> Reader:
    """Return the reader of the checkpoint of a search, which goes on from its last round."""
    schedule = AnnealingSchedule(objective, population=2, steps=2, seed=7)

    def read(name: str) -> None:
        spec = GenerationSpec(
            rows=3,
            cols=4,
            symbols=3,
            target=Fraction(8),
            population=2,
            steps=2,  # the seed is that of the checkpoint
            any_symmetry=False,
        )
        complete_spec(spec, checkpoint=name)
        with closing(Checkpoint(name, HEADER)) as checkpoint:
            _ = list(search(schedule, map, checkpoint=checkpoint))

    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        read(str(path))
        return Reader(read, [path.read_bytes()], _with_checksums)


@contextmanager
def _small_tables() -> Iterator[TrainingSpec]:
    """Let tables of Knaster have a few entries, not two millions."""
    with pytest.MonkeyPatch.context() as patched:
        small = table.layout(default_line_values(), known_end=False)._replace(
            entries=np.zeros(70, np.float32), stages=2, feature_count=3, masks_at=60
        )
        patched.setattr(table, "layout", lambda *_, **__: small)
        patched.setattr(table, "_layout_size", lambda *_: len(small.entries))
        patched.setattr(training, "layout", lambda *_, **__: small)
        yield TrainingSpec(7, default_line_values())


def _read_training(name: str) -> None:
    with _small_tables() as spec:
        load_training(name, spec)


def _training() -> Reader:
    with TemporaryDirectory() as folder, _small_tables() as spec:
        path = Path(folder, "checkpoint")
        save_training(str(path), spec, spec.first_state())
        return Reader(_read_training, [path.read_bytes()], _with_checksums)


def _read_learned(name: str, *, compressed: bool) -> None:
    if not compressed:
        Path(name).write_bytes(lzma.compress(Path(name).read_bytes(), preset=0))
    with _small_tables():
        read_table(name)


def _learned(*, compressed: bool) -> Reader:
    with _small_tables() as spec:
        content = bytes(spec.learned_table(spec.first_state()))
    read = partial(_read_learned, compressed=compressed)
    return Reader(read, [content if compressed else lzma.decompress(content)])


def _read_catalogue(name: str) -> None:
    for left in Path(name).parent.glob("file-*"):  # what SQLite puts beside another file
        left.unlink()
    with Catalogue(name, create=False) as catalogue:
        rows = catalogue.rows()
    _ = list(map(parse_row, rows))


def _read_art(name: str, *, ending: str) -> None:
    folder = Path(name).parent / "art"
    folder.mkdir(exist_ok=True)
    (folder / f"A{ending}").write_bytes(Path(name).read_bytes())
    read_art(str(folder), "A", Legend())


def _read_entered(name: str) -> None:
    found = card_or_errors(read_text(name, kind="card"), source="standard input")
    for error in () if isinstance(found, Card) else found:
        check_message(str(error))


def _parse_knaster_sheet(text: str, *, source: str) -> None:
    player_sheet(parse_sheet_or_record(text, source=source), None, title=source)


def _photos() -> list[bytes]:
    """Return small photos of several formats."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned
    photos = []
    for ending in ("JPEG", "PNG", "WEBP"):
        with BytesIO() as file:
            Image.new("RGB", (40, 30), (200, 10, 10)).save(file, ending, exif=exif)
            photos.append(file.getvalue())
    return photos


def _png() -> bytes:
    with BytesIO() as file:
        Image.new("RGBA", (7, 5), (200, 10, 10, 128)).save(file, "PNG")
        return file.getvalue()


BOX = """title = "Ours"
paper = "A3"
cell = 9
names = { A = "sun", B = "moon" }
points = "F9 I4 L1 N2 P1 T3 U2 V3 W4 X4 Y2 Z3"
keys = ["AABCD"]
skill = 0.3
[white]
seed = 5
steps = 3
"""
READERS: dict[str, Callable[[], Reader]] = {
    "Card.parse": lambda: _named(
        Card.parse, [*_samples("cards"), str(CARD).encode(), *map(str.encode, OWN_CARDS)]
    ),
    "Points.parse": lambda: _named(Points.parse, [data.read("points.toml").encode()]),
    "parse_box": lambda: _named(parse_box, [*_samples("boxes"), BOX.encode()]),
    "LineValues.parse": lambda: _named(LineValues.parse, [data.read("line_values.toml").encode()]),
    "Record.parse": lambda: _named(Record.parse, _samples("knaster/records")),
    "Record.parse of Geocinco": lambda: _named(GeocincoRecord.parse, _samples("geocinco/records")),
    "parse_game of Geocinco": lambda: _named(parse_geocinco_game, _samples("geocinco/games")),
    "parse_state": lambda: _named(
        parse_state,
        [*_samples("geocinco/states"), data.samples("geocinco/records")["duel"].read_bytes()],
    ),
    "parse_record of Knaster": lambda: _named(parse_knaster_record, _samples("knaster/records")),
    "parse_sheet_or_record": lambda: _named(
        _parse_knaster_sheet,
        [
            *_samples("knaster/sheets"),
            *SHEETS_TYPED,
            json.dumps({"numbers": 5 * [[2, None, 12, 7, 7]], "circled": ["a1", [4, 4]]}).encode(),
            data.samples("knaster/records")["alone"].read_bytes(),
        ],
    ),
    "parse_page": lambda: _named(
        partial(parse_page, game="toy"),
        [path.read_bytes() for path in GAMES.glob("*/page/page.toml")],
    ),
    "Region.parse": lambda: _named(Region.parse, [*_samples("regions"), b"6x10"]),
    "Session.parse of Knaster": lambda: _named(KnasterSession.parse, _games_of_knaster()),
    "Sheet.parse": lambda: _named(Sheet.parse, [*_samples("sheets"), _sheet_of_words()]),
    "Game.parse": lambda: _named(Game.parse, _samples("games")),
    "parse_puzzle_game": lambda: _named(
        parse_puzzle_game,
        [
            *_samples("puzzles"),
            _session(GameKind.SOLITAIRE, ("Ann",), None),
            _session_on_own_cards(),
        ],
    ),
    "Record.parse of Pent-Up": lambda: _named(PentUpRecord.parse, _samples("records")),
    "parse_known_rolls": lambda: _named(parse_known_rolls, _samples("knaster/rolls")),
    "parse_rolls": lambda: _named(parse_rolls, [b"AABCD\nabcde # first\n\nB, B, C, C, D\n"]),
    "Session.parse of Pent-Up": lambda: _named(PentUpSession.parse, [_game_of_pent_up()]),
    "Session.parse of Geocinco": lambda: _named(GeocincoSession.parse, _games_of_geocinco()),
    "Session.parse of Penta-Rush": lambda: _named(
        Session.parse,
        [
            _session(GameKind.STANDARD, ("Ann", "Ben"), 30),
            _session(GameKind.PUZZLE, ("Ann", "Ben"), None),
            _session(GameKind.SOLITAIRE, ("Ann",), None),
            _session_on_own_cards(),
        ],
    ),
    "read_art of SVG": lambda: Reader(
        partial(_read_art, ending=".svg"),
        [svg(solved_card(CARD, Packing()), title="a card"), ART],
        step=5,
    ),
    "read_art of PNG": lambda: Reader(partial(_read_art, ending=".png"), [_png()]),
    "read_photo": lambda: Reader(read_photo, _photos()),
    "card_or_errors": lambda: Reader(
        _read_entered, [*map(str.encode, OWN_CARDS), str(CARD).encode()]
    ),
    # A damaged font may say that it has every character.
    "read_fonts": lambda: Reader(
        read_fonts, [default_fonts().regular.subset(["ABC abc 123"])], limit_s=10.0
    ),
    # Of a profile, what its colours are is looked up in tables that may be anything.
    "read_profile": lambda: Reader(read_profile, [default_profile().content], limit_s=10.0),
    "Catalogue": lambda: Reader(_read_catalogue, _samples("catalogues")),
    "Checkpoint": lambda: Reader(
        _read_checkpoint, [_checkpoint(HEADER, {"task": 1}, [[2.5, "three"]])], _with_checksums
    ),
    "Checkpoint of a search for a card": lambda: _search(card_objective(3, 4, "ABC", 800)),
    "Checkpoint of a search for a set": lambda: _search(
        card_set_objective(card_objective(3, 4, "ABC", 800), 2)
    ),
    "read_table of a training": lambda: _learned(compressed=True),
    "read_table of a training, decompressed": lambda: _learned(compressed=False),
    "Checkpoint of a training": _training,
    "TilingCheckpoint of a count": lambda: _tilings(listing=False),
    "TilingCheckpoint of a list": lambda: _tilings(listing=True),
}
COMPILED = [name for name in READERS if " of a " in name]  # with kernels


FEW = 60  # of the damaged files, the same that the slow tier begins with


@pytest.mark.parametrize("name", READERS)
def test_a_good_file_is_read(name: str, tmp_path: Path) -> None:
    reader = READERS[name]()
    for content in reader.samples:
        path = tmp_path / "file"
        path.write_bytes(content)
        reader.read(str(path))


@pytest.mark.parametrize("name", [name for name in READERS if name not in COMPILED])
def test_a_damaged_file_gives_a_value_or_our_error_and_soon(name: str, tmp_path: Path) -> None:
    check_reader(READERS[name](), tmp_path / "file", count=FEW)


@pytest.mark.parametrize("name", COMPILED)
def test_a_damaged_checkpoint_gives_a_value_or_our_error(name: str, tmp_path: Path) -> None:
    check_reader(READERS[name](), tmp_path / "file", count=FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_ten_thousand_damaged_files_give_a_value_or_our_error_and_soon(
    name: str, tmp_path: Path
) -> None:
    check_reader(READERS[name](), tmp_path / "file", count=10_000)


# Which argument of these is the parser of a file; those that are handed on are named where they
# come from, and Knaster's sheets are read by `parse_sheet_or_record`.
PARSER_OF = {"read_named": 0, "file_reader": 0, "file_argument": 1}
HANDED_ON = {"parse", "parser", "_parse_sheet"}


def test_every_reader_of_a_named_file_is_in_the_table() -> None:
    calls = ((call, PARSER_OF.get(ast.unparse(call.func))) for _, call in _calls())
    parsers = {call.args[at] for call, at in calls if at is not None}
    names = {re.sub(r"^(partial\()?([a-z_]+\.)?|[,(].*", "", _called(parser)) for parser in parsers}
    assert {"Record.parse", "parse_state", "parse_puzzle_game"} <= names
    assert names - HANDED_ON <= {name.partition(" of ")[0] for name in READERS}


def _called(parser: ast.expr) -> str:
    return ast.unparse(parser.body if isinstance(parser, ast.Lambda) else parser)


def test_nothing_else_opens_files() -> None:
    opening = {"open", "read_bytes", "read_text", "connect", "Checkpoint"}
    names = ((module, ast.unparse(call.func)) for module, call in _calls())
    assert {module for module, name in names if name.rpartition(".")[2] in opening} == OPENERS


def _calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call in the program, with the module that it is in."""
    for room in ("data", "solver", "generator"):
        for file in sorted((ROOT / room).rglob("*.py")):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    yield module.removesuffix(".__init__"), node
