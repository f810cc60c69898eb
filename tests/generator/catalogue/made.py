"""Invented entries of a catalogue, for tests of records."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from generator.catalogue.entry import Entry, OptimumStatistics, PeopleStatistics, format_row
from generator.catalogue.store import StoredEntry
from solver.penta_rush.card import Card
from solver.penta_rush.points import default_points


def made(size: str, mean: str, variance: str, *, number: int = 0, **changes: Any) -> StoredEntry:
    """Return an invented entry of a card of this *size*; another *number* makes another card."""
    rows, cols = map(int, size.split("x"))
    digits = [number // 3**place % 3 for place in range(rows * cols - 5)]
    text = "AABBC" + "".join("ABC"[digit] for digit in digits)
    statistics = OptimumStatistics(Fraction(mean), Fraction(variance), 0, 9, 2)
    first = Entry(Card.parse(f"{size}:{text}"), default_points(), "ABC", statistics, "0.1.0")
    entry = replace(first, **changes)
    return StoredEntry(format_row(entry), entry)


def for_people(stored: StoredEntry, mean: str, sd: str, *, skill: str = "0.2") -> StoredEntry:
    """Return what is *stored* with this *mean* and *sd* of people."""
    people = PeopleStatistics(Fraction(skill), Fraction(mean), Fraction(sd))
    entry = replace(stored.entry, people=people)
    return StoredEntry(format_row(entry), entry)
