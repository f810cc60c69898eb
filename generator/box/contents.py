"""The first pages of a box: what is on the others, and the cutting list."""

from collections.abc import Sequence

from generator.box.parts import Component
from generator.box.spec import BoxSpec
from generator.box.text_pages import NOTE, Block, heading, paragraph, row, set_pages, title_block
from generator.printing.leaves import Setup, written_leaves
from generator.printing.page_layout import inside
from solver.drawing.scene import FAINT, THIN, Box, Mark, Paint, Point, Polygon, Scene, Text, fitted

_ALSO = {
    "penta-rush": "a timer of one to two minutes, and a pen that can be wiped off for each player.",
    "pent-up": "",
    "geocinco": "",
}
_NAMES, _PAGES = 0.16, 0.12  # of the width
_CUTS = (0.09, 0.26, 0.19, 0.26, 0.2)
_SHEETS, _SHEETS_GAP = 6, 4.0  # small pictures of pages beside each other; mm between two


def contents(spec: BoxSpec, components: Sequence[Component], setup: Setup) -> Component:
    """Return the contents of a box with these *components*, and what to cut out of them."""
    room = inside(setup.upright)
    pages = set_pages(_blocks(spec, components, setup, room.width, 1), room)
    leaves = -(-len(pages) // 2)
    pages = set_pages(_blocks(spec, components, setup, room.width, 2 * leaves + 1), room)
    what = "the contents and the cutting list"
    return Component("contents", what, tuple(written_leaves("Contents", pages, setup)))


def _blocks(
    spec: BoxSpec, components: Sequence[Component], setup: Setup, width: float, first: int
) -> list[Block]:
    """Return what is written; the components begin at the page *first*."""
    how = (
        f"Print at full size on {setup.paper}, {setup.sides_text}; the bar at the foot of each page"
        " shows whether it is."
    )
    blocks = [title_block(spec.title, how, width), heading("Contents")]
    wide = [_NAMES * width, (1 - _NAMES - _PAGES) * width, _PAGES * width]
    blocks.append(row(("Component", "What it is", "Pages"), wide, is_head=True))
    for component in components:
        last = first + 2 * len(component.leaves) - 1
        name = component.name.capitalize()
        blocks.append(row((name, component.what, f"{first} to {last}"), wide))
        first = last + 1
    if cuts := [cut for component in components for cut in component.cuts]:
        wide = [share * width for share in _CUTS]
        blocks.append(heading("Cutting list"))
        blocks.append(row(("Count", "What", "Size, mm", "Out of", "How"), wide, is_head=True))
        blocks += (
            row((str(cut.count), cut.what, cut.size, cut.stock, cut.way), wide) for cut in cuts
        )
    blocks += [heading("Sheets"), _sheets(components, width)]
    if _ALSO[spec.game]:
        blocks += [heading("What else it takes"), paragraph(_ALSO[spec.game].capitalize(), width)]
    return blocks


def _sheets(components: Sequence[Component], width: float) -> Block:
    """Return small pictures of the first page of each component, with their names below."""
    step = (width + _SHEETS_GAP) / _SHEETS
    aspect = max(
        leaf.paper.height / leaf.paper.width for each in components for leaf in each.leaves
    )
    high = (step - _SHEETS_GAP) * aspect + 2 * NOTE + _SHEETS_GAP

    def draw(at: Point) -> list[Mark]:
        marks: list[Mark] = []
        for number, component in enumerate(components):
            row_number, col = divmod(number, _SHEETS)
            first = component.leaves[0]
            scale = (step - _SHEETS_GAP) / first.paper.width
            x, y = at.x + col * step, at.y + row_number * high
            place = Box(x, y, step - _SHEETS_GAP, first.paper.height * scale)
            marks += fitted(Scene(first.paper, first.face.marks), place)
            marks.append(Polygon(place.corners, Paint(stroke=FAINT, width=THIN)))
            below = Point(x, place.bottom + 1.3 * NOTE)
            marks.append(Text(below, component.name.capitalize(), NOTE, colour=FAINT))
        return marks

    return Block(high * -(-len(components) // _SHEETS), draw)
