"""Rows of a catalogue checked side by side by a second engine, in the order of the rows."""

from collections.abc import Sequence

from generator.catalogue.audit import AuditResult, audit
from generator.catalogue.entry import CatalogueRow
from generator.catalogue.report import audit_line, scope_line
from solver.console.progress import progress_bar
from solver.console.terminal import show
from solver.runtime.parallel import process_map


def verify_rows(
    rows: Sequence[CatalogueRow], *, engine: str, jobs: int, is_silent: bool
) -> list[AuditResult]:
    """Return the results for *rows*, checked by *engine* in *jobs* processes.

    Unless *is_silent*, a line is printed for each, and at the end what they vouch for.
    """
    results: list[AuditResult] = []
    processes = max(1, min(jobs, len(rows)))
    with progress_bar("checking", "rows") as advance, process_map(processes) as map_tasks:
        advance(0, len(rows), 0)
        for result in audit(rows, engine, map_tasks):
            results.append(result)
            advance(len(results), len(rows), len(results))
            if not is_silent:
                show([audit_line(result)])
    if results and not is_silent:
        show([scope_line()])
    return results
