"""The first pages of a box: what is on the others, and the cutting list."""

from collections.abc import Sequence

from generator.box.parts import PAPER, Component, Setup, written_leaves
from generator.box.spec import BoxSpec
from generator.box.text_pages import Block, heading, paragraph, row, set_pages, title_block
from generator.printing.page_layout import inside

_ALSO = {
    "penta-rush": "a timer of one to two minutes, and a pen that can be wiped off for each player.",
    "pent-up": "",
    "geocinco": "",
}
_NAMES, _PAGES = 0.16, 0.12  # of the width
_CUTS = (0.09, 0.26, 0.19, 0.26, 0.2)


def contents(spec: BoxSpec, components: Sequence[Component], setup: Setup) -> Component:
    """Return the contents of a box with these *components*, and what to cut out of them."""
    room = inside(setup.upright)
    pages = [*set_pages(_blocks(spec, components, setup, room.width, 1), room)]
    leaves = -(-len(pages) // 2)
    pages = [*set_pages(_blocks(spec, components, setup, room.width, 2 * leaves + 1), room)]
    what = "the contents and the cutting list"
    return Component("contents", what, tuple(written_leaves("Contents", pages, setup)))


def _blocks(
    spec: BoxSpec, components: Sequence[Component], setup: Setup, width: float, first: int
) -> list[Block]:
    """Return what is written; the components begin at the page *first*."""
    how = (
        f"Print at full size on {setup.paper}, on both sides, turned over the"
        f" {setup.duplex.value} edge; the bar at the foot of each page shows whether it is."
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
        blocks += (row((str(cut.count), cut.what, cut.size, cut.stock, cut.way), wide) for cut in cuts)
    if _ALSO[spec.game]:
        blocks += [heading("What else it takes"), paragraph(_ALSO[spec.game].capitalize(), width)]
    return blocks
