"""The run that builds the table of records: sizes 5 to 12, three to six symbols, all means.

    python benchmarks/records.py FOLDER                  # search on and on, until Ctrl-C
    python benchmarks/records.py FOLDER --rounds 4       # or this number of rounds
    python benchmarks/records.py FOLDER --squares 3.2e6  # for squares, with this many steps each
    python benchmarks/records.py FOLDER --export         # write data/ and docs/ anew with it
    python benchmarks/records.py --challenge 1e6         # how many rows such a search beats

The small cards of three symbols that the documentation lists come first: flat, and proved to be as
rich as any. Then a first round gives every size, number of symbols and whole target a short search.
Each later round doubles the steps, and takes fewer searches: those whose cards were nearest to the
records so far, and their neighbours, half a point or another symmetry away. So the run may be left
at any time, and the same command goes on from there. What it finds depends on the number of rounds
alone. Squares are what people play on: for them, every half point between the rows of the table is
searched for as long as is asked.

A search is that of `penta generate grey`, and each card keeps the command that makes it again.
The table is made of the records of both kinds among all these cards, those in the catalogues
FOLDER/*.db of other searches, and those that were in it before; those for people are from such
catalogues, of `penta generate grey --for people --catalogue`. After an export,
`python -m tests.test_golden records` and `python -m tests.test_docs making-cards` write the
examples anew.
"""

import argparse
import random
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import count, product
from pathlib import Path
from string import ascii_uppercase
from tempfile import TemporaryDirectory

from records_rounds import MOST, SYMBOLS, Run, Task, searched

from generator.catalogue.answer import CardList
from generator.catalogue.chart import records_chart
from generator.catalogue.entry import CardStatus, Entry, format_row, make_row, parse_row
from generator.catalogue.record import BUNDLED, Category, KnownRecords, records, with_people
from generator.catalogue.store import Catalogue, StoredEntry, named_catalogue
from generator.proof.problem import MinimumValueProblem
from generator.proof.proof import Engine, claim_text, find_or_refute
from solver.answer import picture_files
from solver.files.checkpoint import Checkpoint

# The rows, cols and value of the small flat cards of three symbols that the documentation lists.
FLAT = (
    *((3, 3, 4), (3, 4, 6), (3, 5, 7), (3, 6, 10), (3, 7, 11), (3, 8, 13), (3, 9, 14), (3, 10, 16)),
    *((4, 4, 8), (4, 5, 11), (4, 6, 14), (4, 7, 15), (4, 8, 18), (5, 5, 14), (5, 6, 18)),
)
NOT_PROVED = {(3, 10)}  # CP-SAT did not end in eight minutes
FLAT_STEPS = 2000
FLAT_SEEDS = (1, 2, 3)
CHALLENGE_SEED = 1001
TABLE = Path(named_catalogue(BUNDLED))
DOCS = Path(__file__).parents[1] / "docs"


class FlatCards:
    """The flat cards of `FLAT`, in *checkpoint*: each is searched for, and proved, once."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint
        self.entries = {
            (rows, cols): parse_row(make_row(row)) for (rows, cols), row in checkpoint.records
        }

    def complete(self) -> None:
        """Find and prove the cards that are missing."""
        for rows, cols, value in FLAT:
            if (rows, cols) not in self.entries:
                entry = self.entries[rows, cols] = _proved(_flat_card(rows, cols, value), value)
                self._checkpoint.append([[rows, cols], format_row(entry)])
                print(entry.card, entry.status.value, flush=True)


def _flat_card(rows: int, cols: int, value: int) -> Entry:
    """Return a card on which every roll is worth *value*, by the shortest search of some seeds."""
    category = Category(rows, cols, min(SYMBOLS))
    for longer in count():
        for symmetry, seed in product((None, "half-turn"), FLAT_SEEDS):
            task = Task(category, Fraction(value), symmetry, FLAT_STEPS * 10**longer, seed)
            entry = searched(task)
            if entry.statistics.least == entry.statistics.greatest == value:
                return entry
    raise AssertionError


def _proved(entry: Entry, value: int) -> Entry:
    """Return *entry*, as proved if counting or both engines show that no card is worth more."""
    rows, cols, symbols = Category.of(entry)
    if (rows, cols) in NOT_PROVED:
        return entry
    letters = ascii_uppercase[:symbols]
    problem = MinimumValueProblem(rows, cols, letters, entry.points, value + 1)
    assert find_or_refute(problem, Engine.BOTH).is_proof
    claim = claim_text(value, entry.points)
    return replace(entry, status=CardStatus.PROVED, proof=claim)


def table() -> list[StoredEntry]:
    """Return the rows of the table as it is."""
    with Catalogue(str(TABLE), create=False) as catalogue:
        return catalogue.entries()


def export(found: Iterable[Entry]) -> None:
    """Write the records among those *found* and those of the table into data/ and docs/."""
    stored = table()
    new = [_proved(entry, MOST) if entry.statistics.least == MOST else entry for entry in found]
    all_found = [*stored, *(StoredEntry(format_row(entry), entry) for entry in new)]
    kept = records(measured := [*map(with_people, all_found)])
    entries = [each.entry for each in kept]
    kept += [each for each in records(measured, people=True) if each not in kept]
    with TemporaryDirectory() as folder:
        file = str(Path(folder) / TABLE.name)
        with Catalogue(file) as catalogue:
            for each in kept:
                catalogue.add(each.entry)
        # One file, without those that stand beside one that is being written to.
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("VACUUM")
        TABLE.write_bytes(Path(file).read_bytes())
    chart = records_chart(entries, symbols=max(SYMBOLS))
    (drawn,) = picture_files([chart], ".svg", title=CardList.title)
    (DOCS / "records.svg").write_bytes(drawn)
    page, shown = DOCS / "making-cards.md", dict[tuple[int, int], str]()
    for entry in entries:
        if Category.of(entry).symbols == min(SYMBOLS) and not entry.statistics.variance:
            shown[entry.card.rows, entry.card.cols] = str(entry.card)
    text = page.read_text(encoding="utf-8")
    text = re.sub(
        r"(?m)^(\| (\d+)x(\d+) \| \d+ \| )`.*` \|$",
        lambda row: f"{row[1]}`{shown[int(row[2]), int(row[3])]}` |",
        text,
    )
    page.write_text(text, encoding="utf-8")
    old = {each.row.card for each in stored}
    before = sum(each.row.card in old for each in kept)
    print(f"{len(kept)} records, {before} of them from before")


def challenge(steps: int) -> None:
    """Print how many rows a search of *steps* beats: of ten squares of six symbols, and ten others.

    They are drawn by chance. The search has the target and the symmetry of the row, and a seed of
    its own.
    """
    stored = records(table())
    known = KnownRecords(stored)
    rows = [each.entry for each in stored if each.entry.seed and each.entry.statistics.variance]
    squares = [entry for entry in rows if _is_played_on(entry)]
    others = [entry for entry in rows if not _is_played_on(entry)]
    for name, group in (("squares of six symbols", squares), ("others", others)):
        beaten = 0
        for entry in random.Random(1).sample(group, 10):
            target, symmetry = Fraction(entry.options["target"]), entry.options.get("symmetry")
            found = searched(Task(Category.of(entry), target, symmetry, steps, CHALLENGE_SEED))
            (announcement,) = known.announcements([found])
            beaten += bool(announcement)
            before = f"sd {entry.statistics.sd:.2f} mean {float(entry.statistics.mean):.2f}"
            now = f"sd {found.statistics.sd:.2f} mean {float(found.statistics.mean):.2f}"
            print(
                f"{Category.of(entry)}: {before} in the table, {now} found; {announcement}",
                flush=True,
            )
        print(f"{name}: a record in {beaten} of 10 searches of {steps:,} steps", flush=True)


def _is_played_on(entry: Entry) -> bool:
    rows, cols, symbols = Category.of(entry)
    return rows == cols and symbols == max(SYMBOLS)


def main() -> None:
    """Do rounds of searches in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--squares", type=float, metavar="STEPS")
    parser.add_argument("--export", action="store_true")
    parser.add_argument("--challenge", type=float, metavar="STEPS")
    arguments = parser.parse_args()
    if arguments.challenge:
        challenge(int(arguments.challenge))
        return
    if arguments.folder is None:
        parser.error("name a folder")
    arguments.folder.mkdir(exist_ok=True)
    rounds = count() if arguments.rounds is None else range(arguments.rounds)
    found: list[Entry] = []
    with closing(Checkpoint(str(arguments.folder / "flat.ck"), {"checkpoint": "flat 1"})) as kept:
        flat = FlatCards(kept)
        if not arguments.export:
            flat.complete()
        found += flat.entries.values()
    header = {"checkpoint": "records 1"}
    with closing(Checkpoint(str(arguments.folder / "run.ck"), header)) as kept:
        run = Run(kept)
        if arguments.squares:
            run.squares((each.entry for each in records(table())), int(arguments.squares))
            return
        for number in () if arguments.export else rounds:
            run.round(number)
            print(f"round {number} is done", flush=True)
        found += (entry for entries in run.found.values() for entry in entries.values())
    if arguments.export:
        for file in sorted(arguments.folder.glob("*.db")):
            with Catalogue(str(file), create=False) as catalogue:
                found += (each.entry for each in catalogue.entries())
        export(found)


if __name__ == "__main__":
    main()
