"""The card in its symbols, and on it the best packing of whichever roll is chosen.

Each roll is a radio button, which is chosen by a click, a tap or the arrow keys. Its packing lies
in the page beside it and is shown over the card while it is chosen: that takes no script.
"""

from collections.abc import Iterator

from solver.drawing.outline import outline
from solver.drawing.scene import Box, Point
from solver.drawing.styled_text import plural
from solver.drawing.text_grid import PALETTE, Patch, colour_adjacent
from solver.geometry.cell import names_of
from solver.penta_rush.card_picture import card_grid
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.heatmap import heatmap_colour, roll_blocks
from solver.penta_rush.fairness.report_page.markup import html
from solver.penta_rush.fairness.report_page.page_symbols import PageSymbols
from solver.penta_rush.packing import Packing
from solver.penta_rush.survey.card_survey import RollSurvey

MAX_WITH_DUDS = 600  # rolls of a card; of more, those without a packing are left out

_SIDE = 20  # units of a picture, of a cell
_WIDEST, _HIGHEST = 22.0, 34.0  # rem, of the card
_FRAME = '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">{}</svg>'
_DISC, _LETTER = 5.2, 7.5  # units: the radius of the disc behind the letter of a shape; its size


def format_picker(fairness: CardFairness, name: str, symbols: PageSymbols) -> Iterator[str]:
    """Yield the card in *symbols* and its rolls, as the radio buttons of this *name*."""
    card, legend, optimum = fairness.card, fairness.card.legend, fairness.optimum
    width = min(_WIDEST, _HIGHEST * card.cols / card.rows)
    rows = {row.roll: row for row in fairness.survey}
    yield "<h3>The card, and the best packing of any roll</h3>"
    yield '<p class="note screen">Choose a roll by a click, a tap or the arrow keys.</p>'
    yield '<ul class="names">'
    for letter in fairness.survey.symbols:
        own = legend.name(letter)
        shown = own if own == letter else f"{letter} {own}"  # card ids are in letters
        picture = "".join(symbols.of(letter, legend, Point(10, 10), 20))
        yield f"<li>{_FRAME.format(picture)}{html(shown)}</li>"
    yield f'</ul>\n<div class="picker" style="--card:{width:.2f}rem">'
    yield f'<div class="stage">{_card_picture(fairness, symbols)}</div>\n<div class="rolls">'
    yield f'<div class="chips"><span><input type="radio" name="{name}" id="{name}" checked>'
    yield f'<label for="{name}">no roll</label></span></div>'
    for block in roll_blocks(fairness.survey.symbols):
        yield f'<fieldset><legend>{block.title}</legend><div class="chips">'
        for roll in (roll for _, line in block.lines for roll in line):
            row, id_ = rows[roll], f"{name}-{roll}"
            if len(rows) > MAX_WITH_DUDS and not row.optimum:
                continue
            fill, ink = heatmap_colour(row.optimum, optimum.greatest)
            style = f'style="background:{fill};color:{ink}"'
            yield f'<span><input type="radio" name="{name}" id="{id_}">'
            label = f"{html(legend.roll_text(roll))}<b>{row.optimum}</b>"
            yield f'<label for="{id_}" {style}>{label}</label>{_shown(fairness, row)}</span>'
        yield "</div></fieldset>"
    yield "</div></div>"


def _card_picture(fairness: CardFairness, symbols: PageSymbols) -> str:
    card = fairness.card
    field = Box(0, 0, card.cols * _SIDE, card.rows * _SIDE)
    drawn = symbols.elements(card_grid(card, field, _SIDE))
    for cell in sorted(card.cells):
        centre = Point((cell.col + 0.5) * _SIDE, (cell.row + 0.5) * _SIDE)
        drawn += symbols.of(card[cell], card.legend, centre, 0.9 * _SIDE)
    inner = "\n".join(drawn)
    label = f"{card.rows} rows of {card.cols} symbols"
    return f'<svg {_box(fairness)} role="img" aria-label="{label}" fill="none">{inner}</svg>'


def _box(fairness: CardFairness) -> str:
    width, height = fairness.card.cols * _SIDE, fairness.card.rows * _SIDE
    return f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'


def _shown(fairness: CardFairness, row: RollSurvey) -> str:
    """Return what is shown while a roll is chosen: its best packing over the card, and in words."""
    name = html(fairness.card.legend.roll_text(row.roll))
    if not row.optimum:
        caption = f"<b>{name}</b> has no packing: it is worth 0."
        return _figure(f"<svg {_box(fairness)}></svg>", caption)
    engine = fairness.survey.engines[row.roll]
    packing = engine.packing(engine.best() or ())
    values = " + ".join(f"{placement.shape}&nbsp;{placement.points}" for placement in packing)
    caption = f"<b>{name}</b> is worth {row.optimum}: {values}."
    if row.packings is not None and row.optimal is not None:
        best = "is" if row.optimal == 1 else "are"
        caption += f" {row.optimal:,} of {plural(row.packings, 'packing')} {best} best."
    words = "; ".join(f"{shape} {names_of(cells)}" for shape, _, cells in packing)
    label = f'role="img" aria-label="{words}"'
    drawing = "".join(_overlay(fairness, packing))
    return _figure(f"<svg {_box(fairness)} {label}>{drawing}</svg>", caption)


def _figure(picture: str, caption: str) -> str:
    return f'<figure class="shown">{picture}<figcaption>{caption}</figcaption></figure>'


def _overlay(fairness: CardFairness, packing: Packing) -> Iterator[str]:
    """Yield a veil over all but the *packing*, its outlines, and the letters of its shapes."""
    patches = colour_adjacent([Patch(placement.shape, placement.cells) for placement in packing])
    paths = [_path(patch) for patch in patches]
    width, height = fairness.card.cols * _SIDE, fairness.card.rows * _SIDE
    whole = f"M0 0h{width}v{height}h-{width}z"
    yield f'<path d="{whole}{"".join(paths)}" fill="#fff" fill-opacity=".72" fill-rule="evenodd"/>'
    for patch, path in zip(patches, paths, strict=True):
        colour = f'fill="{PALETTE[patch.hue or 0]}" fill-opacity=".3"'
        yield f'<path d="{path}" {colour} stroke="#000" stroke-width="2"/>'
    for placement in packing:
        first = placement.cells[0]
        x, y = max(_DISC, first.col * _SIDE), max(_DISC, first.row * _SIDE)
        yield f'<circle cx="{x}" cy="{y}" r="{_DISC}" fill="#fff" stroke="#000"/>'
        at = f'x="{x}" y="{y + 0.36 * _LETTER:.1f}" font-size="{_LETTER}"'
        yield f'<text {at} text-anchor="middle" font-weight="bold">{placement.shape}</text>'


def _path(patch: Patch) -> str:
    corners = outline(patch.cells, Point(0, 0), _SIDE)
    return f"M{' '.join(f'{corner.x:.0f},{corner.y:.0f}' for corner in corners)}z"
