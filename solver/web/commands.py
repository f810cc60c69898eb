"""The command `penta serve`: the page, for a browser on this computer or for phones near by."""

import shlex
import signal
import sys
import threading
import webbrowser
from pathlib import Path

import click
from click.core import ParameterSource

from solver import web
from solver.console.number_types import WholeNumber
from solver.console.options import LanguageOption, examples, language_option
from solver.console.terminal import print_error, show, shows_outlines
from solver.errors import SourceError

_PORT = 5512  # twelve shapes of five cells


@click.command(
    epilog=examples(
        "penta serve",
        "penta serve --open",
        "penta serve --lan",
        "penta serve --lan --tables tables",
        "penta serve --lang de",
        "penta serve --port 0",
        "penta serve --export page",
    )
)
@click.option(
    "--lan",
    is_flag=False,
    flag_value="found",  # web.LOOKED_UP
    metavar="[ADDRESS]",
    help="Let phones in the local network in, with a QR code; ADDRESS is this computer's, where it "
    "has several.",
)
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=_PORT,
    show_default=True,
    metavar="N",
    help="Listen on this port; 0 takes any free one.",
)
@click.option(
    "--tables",
    metavar="FOLDER",
    help="Keep the tables of several phones here; with --lan the default is penta/tables in your "
    "folder for the state of programs.",
)
@language_option(
    "The language of the page, until another is chosen on it; by default that of the browser.",
    default=None,
)
@click.option(
    "--export",
    metavar="FOLDER",
    help="Write the page to FOLDER instead, for any static host: Python then runs in the browser, "
    "also offline.",
)
@click.option(
    "--runtime",
    metavar="FOLDER",
    help="With --export, take the files of Pyodide and zxing-wasm from this FOLDER, as "
    "node_modules has them, and fetch nothing with npm.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.pass_context
def serve(
    context: click.Context,
    /,
    *,
    lan: str | None,
    port: int,
    tables: str | None,
    language: LanguageOption | None,
    export: str | None,
    runtime: str | None,
    opens: bool,
) -> None:
    """Show the games on a page in the browser, here or on a phone.

    Tap or photograph a card, tap the dice, and see the best packing on the card. The page comes
    from this computer and needs no other. Its address is the first line that is printed; Ctrl-C
    ends it.

    Without --lan only this computer is let in. With --lan the page is for the local network: who
    scans the code in the terminal is let in, and nobody else.

    With --export nothing is served: the folder has all that a browser needs, and what takes a
    computer, as a table for several phones does, is said on the page.
    """
    if export is not None:
        _export(context, export, runtime, language)
        return
    if runtime is not None:
        raise click.UsageError("--runtime goes with --export.")

    def announce(page: str, kept: Path | None) -> None:
        click.echo(page)
        if kept:
            print_error(f"tables are kept in {kept}")
        if lan is not None and shows_outlines(sys.stdout):
            show(web.qr_code(page))
        sys.stdout.flush()
        if opens:
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    web.serve(announce, lan=lan, port=port, tables=tables, language=language)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # it has ended already


def _export(
    context: click.Context, export: str, runtime: str | None, language: LanguageOption | None
) -> None:
    for name, option in (("lan", "lan"), ("port", "port"), ("tables", "tables"), ("opens", "open")):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{option} does not go with --export, which serves nothing.")
    for option, value in (("--export", export), ("--runtime", runtime)):
        if value == "":
            raise SourceError(option, expected="a folder", found="an empty name")
    folder, core = Path(export), Path(runtime) if runtime else None
    size = web.export_page(folder, announce=print_error, runtime=core, language=language)
    click.echo(f"{folder}: {size / 1e6:.1f} MB")
    command = f"python3 -m http.server --bind 127.0.0.1 --directory {shlex.quote(export)}"
    print_error(f"look at it: {command}")
