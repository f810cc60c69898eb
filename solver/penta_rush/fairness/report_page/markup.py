"""Pieces of HTML: tables, figures and bars. Words of users come in through `html` alone."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape

from solver.drawing.scene import printable_text
from solver.penta_rush.fairness.distribution import format_percent
from solver.penta_rush.fairness.limits import Judgement


def html(text: str) -> str:
    """Return *text* as it is written in HTML."""
    return "\n".join(escape(printable_text(line)) for line in text.splitlines())


def verdict(what: str, caption: str, judgement: Judgement) -> Iterator[str]:
    """Yield whether it is *what* (``Fair``, ``Fair as a set``), why not, and the limits of that."""
    if judgement.is_fair:
        yield f'<p class="yes">✓ {what}</p>'
    elif judgement.is_fair is None:
        yield f'<p class="no">? Undecided whether {what.lower()}</p>'
    else:
        items = "\n".join(f"<li>{html(reason)}</li>" for reason in judgement.reasons)
        yield f'<p class="no">✗ Not {what[0].lower()}{what[1:]}</p>\n<ul>\n{items}\n</ul>'
    rows = (
        [
            limit.measure,
            limit.value_text,
            limit.limit_text,
            "✓" if limit.is_kept else '<b class="mark">✗ not kept</b>',
        ]
        for limit in judgement.checked
    )
    yield table(caption, ("", "found", "limit", "kept"), rows)


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of *rows* of HTML; the first cell of each row is its heading."""
    top = "".join(f'<th scope="col">{head}</th>' for head in heads)
    lines = (
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>\n'
        for name, *cells in rows
    )
    start = f"<table>\n<caption>{caption}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n"
    return f'<div class="wide">{start}{"".join(lines)}</tbody>\n</table></div>\n'


def side_by_side(*tables: str) -> str:
    """Return *tables* in a row, as far as there is room."""
    return f'<div class="side">\n{"".join(tables)}</div>'


def bar(share: Fraction, title: str, *, fill: str = "", mark: Fraction | None = None) -> str:
    """Return a bar that is as long as this *share* of its cell, and perhaps a *mark* beside it."""
    colour = f";background:{fill}" if fill else ""
    marked = "" if mark is None else f'<i style="left:{float(100 * mark):.2f}%"></i>'
    inner = f'<b style="width:{float(100 * share):.2f}%{colour}"></b>{marked}'
    return f'<span class="bar" title="{html(title)}">{inner}</span>'


def number(figure: float | Fraction | None) -> str:
    """Return *figure*; a fraction as a decimal that shows the fraction on hovering."""
    if figure is None:
        return "not counted"
    if isinstance(figure, Fraction):
        return f'<span title="{figure}">{float(figure):,.2f}</span>'
    return f"{figure:,.2f}" if isinstance(figure, float) else f"{figure:,}"


def percent(chance: Fraction | float | None) -> str:
    """Return *chance* in percent; a fraction shows on hovering."""
    if chance is None:
        return number(None)
    if isinstance(chance, float):
        return f"{100 * chance:.1f}&nbsp;%"
    return f'<span title="{chance}">{format_percent(chance)}&nbsp;%</span>'
