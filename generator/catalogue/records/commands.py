"""`penta generate records`: the flattest cards known of each size."""

import click

from generator.catalogue.options import NO_MATCH, engine_option, size_option, symbols_option
from generator.catalogue.records.news import BUNDLED
from generator.catalogue.records.record import Category
from generator.catalogue.records.record import records as records_of
from generator.catalogue.records.report import record_json, record_table
from generator.catalogue.report import audit_json
from generator.catalogue.store import Catalogue, StoredEntry, named_catalogue
from generator.catalogue.verification import verify_rows
from solver.console.options import (
    complete_samples,
    examples,
    jobs_option,
    json_option,
    parse_with,
)
from solver.console.pictures import check_pictures, picture_options
from solver.console.terminal import print_error, show, show_json
from solver.runtime.parallel import cores

_SYMBOLS = 6  # of the picture


@click.command(
    epilog=examples(
        "penta generate records --size 3x5",
        "penta generate records --size 4x4 --json",
        "penta generate records --size 4x5 --verify",
        "penta generate records --size 5x5 --symbols 3 --svg records.svg",
    )
)
@click.argument(
    "file",
    metavar="[FILE]",
    default=BUNDLED,
    callback=parse_with(named_catalogue),
    shell_complete=complete_samples("catalogues"),
)
@size_option
@symbols_option
@click.option("--verify", is_flag=True, help="Check every record instead of listing it.")
@engine_option
@jobs_option("Check N cards at a time instead of one per core.")
@picture_options
@json_option
@click.pass_context
def records(
    context: click.Context,
    /,
    file: str,
    *,
    size: tuple[int, int] | None,
    symbols: int | None,
    verify: bool,
    engine: str,
    jobs: int | None,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """List the flattest cards known of each size.

    On a record the best score varies least, over all throws and with the usual tiles: no card
    known of its size, with as many symbols and a mean of at least its least mean, has a lower
    standard deviation, sd. Richer cards are less flat, so that a size may have several records. A
    card turned a quarter is of the same size.

    FILE is a catalogue, by default the bundled one (records). Below each card stands the command
    that makes it; where there is none, the card was not found by a search from start to end. The
    symmetry is that of the card, found by trying all turns and flips. A card is 'proved' if no card
    is better, in the sense that its proof says (see --json).

    --verify finds the best score of every roll again with a second engine, and repeats the proofs
    by counting or exhaustion, as 'verify' does. The picture shows the sd of each size, for six
    symbols or those of --symbols.

    Exit code 1 if --verify finds a record that is wrong, or none to check.
    """
    check_pictures(context, svg=svg, png=png)
    with Catalogue(file, create=False) as catalogue:
        stored = catalogue.entries(symbols=symbols)
    if size is not None:
        stored = [each for each in stored if sorted(size) == [*Category.of(each.entry)][:2]]
    found = records_of(stored)
    shown = {Category.of(each.entry).symbols for each in found}
    of_chart = symbols or (shown.pop() if len(shown) == 1 else _SYMBOLS)
    _write_charts(found, of_chart, svg=svg, png=png)
    if verify:
        rows = [each.row for each in found]
        results = verify_rows(rows, engine=engine, jobs=jobs or cores(), is_silent=as_json)
        verdicts = [audit_json(result) for result in results]
    else:
        verdicts = [{} for _ in found]
    if as_json:
        pairs = zip(found, verdicts, strict=True)
        show_json([{**record_json(each), **verdict} for each, verdict in pairs])
    elif not verify:
        show(record_table(found))
    if not found:
        print_error(NO_MATCH)
    if verify and not (found and all(verdict["ok"] for verdict in verdicts)):
        context.exit(1)


def _write_charts(
    found: list[StoredEntry], symbols: int, *, svg: str | None, png: str | None
) -> None:
    """Draw the sd of the records to the files that are named."""
    files = {name: ending for name, ending in ((svg, ".svg"), (png, ".png")) if name is not None}
    if not files:
        return
    from generator.catalogue.records.chart import records_chart
    from solver.files.output_file import write_all_atomic

    entries = [each.entry for each in found]
    charts = {name: records_chart(entries, end, symbols=symbols) for name, end in files.items()}
    write_all_atomic(charts, kind="picture")
