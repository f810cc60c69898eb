"""Rows of a catalogue as tables and as JSON, and what an audit found."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from generator.catalogue.audit import AuditResult
from generator.catalogue.entry import UNCHECKED, CardStatus, CatalogueRow, Entry
from solver.drawing.text_grid import StyledLine, plain_line


def row_table(rows: Sequence[CatalogueRow]) -> Iterator[StyledLine]:
    """Yield a table of the cards for each choice of tile values."""
    by_points = sorted(rows, key=lambda row: row.points)  # stable
    for number, (points, group) in enumerate(groupby(by_points, key=lambda row: row.points)):
        if number:
            yield plain_line("")
        yield [(f"tiles {points}", "bold")]
        yield plain_line("   sd   mean  least  greatest  duds  symbols  status      card")
        for row in group:
            yield plain_line(
                f"{row.sd:5.2f}  {row.mean:5.2f}  {row.least:>5}  {row.greatest:>8}  {row.duds:>4}"
                f"  {row.symbols:>7}  {row.status:<10}  {row.canonical}"
            )


def row_json(row: CatalogueRow, entry: Entry) -> dict[str, Any]:
    """Return *row*, which holds *entry*, as JSON."""
    return {
        "card": row.canonical,
        "sd": row.sd,
        "mean": row.mean,
        "min": row.least,
        "max": row.greatest,
        "duds": row.duds,
        "symbols": row.symbols,
        "points": row.points,
        "exact": {"mean": row.exact_mean, "variance": row.exact_variance},
        "status": row.status,
        "proof": row.proof or None,
        "found": {
            "card": row.card,
            "dice": row.dice,
            "version": row.version,
            "seed": entry.seed,
            "options": entry.options,
        },
    }


def audit_line(result: AuditResult) -> StyledLine:
    """Return the line that says whether a row is right, or what differs."""
    row, differences = result
    if differences:
        return plain_line(f"differs  {row.canonical}  {'; '.join(differences)}")
    proof = f": {row.proof}" if row.status == CardStatus.PROVED.value else ""
    return plain_line(f"ok  {row.canonical}  {row.status}{proof}")


def scope_line() -> StyledLine:
    """Return the line that says what an audit vouches for."""
    *others, last = UNCHECKED
    trusted = f"{', '.join(others)} and {last}"
    return plain_line(f"Checked: cards, scores and proofs. Taken on trust: {trusted}.")


def audit_json(result: AuditResult) -> dict[str, Any]:
    """Return the result for a row as JSON."""
    row, differences = result
    return {
        "card": row.canonical,
        "points": row.points,
        "symbols": row.symbols,
        "ok": not differences,
        "differs": differences,
        "status": row.status,
        "proof": row.proof or None,
        "unchecked": list(UNCHECKED),
    }
