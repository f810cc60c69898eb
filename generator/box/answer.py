"""The box of a game as an answer: its pages by component, and the figures of its cards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from generator.box.contents import contents
from generator.box.figures import RollFigures, figures_csv, roll_figures
from generator.box.geocinco import Geocinco
from generator.box.parts import Component
from generator.box.pent_up import PentUp
from generator.box.penta_rush import PentaRush
from generator.box.spec import BoxSpec
from generator.printing.answer import job_remarks
from generator.printing.document import PrintJob
from generator.printing.leaves import LeafPage, leaf_pages
from generator.printing.pieces import one_side, tile_notes
from solver.answer import Answer
from solver.drawing.document import Document, box_json
from solver.drawing.font import Fonts
from solver.drawing.styled_text import StyledLine, plain_line
from solver.errors import PaperError, PentaError, did_you_mean, quoted
from solver.penta_rush.typed import common_points, points_notes
from solver.question import question
from solver.search import Advance

# What lies in the box of each game, in the order of its pages.
COMPONENTS = {
    "penta-rush": ("contents", "cards", "tiles", "dice", "board", "rules", "keys"),
    "pent-up": ("contents", "pieces", "rules"),
    "geocinco": ("contents", "board", "tokens", "bridges", "dice", "rules"),
}


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class GameBox(Document[LeafPage], Answer):
    """The pages of the *components* in the box of a *game*, and *figures* if asked for."""

    game: str
    components: tuple[Component, ...]
    figures: tuple[RollFigures, ...] = ()

    def details(self) -> Iterator[StyledLine]:
        """Yield a line for each component: its pages, and what it is."""
        wide = max(len(component.name) for component in self.components)
        for component in self.components:
            first, last = self._pages_of(component)
            what = f"{component.name:<{wide}}  {component.what}"
            yield plain_line(f"{first:>3}-{last:<3} {what}")

    def to_json(self) -> dict[str, Any]:
        """Return the files, the components with what is cut out of them, and the pages."""
        written = super(GameBox, self).to_json()
        pages = written.pop("pages")
        components = []
        for component in self.components:
            first, last = self._pages_of(component)
            cuts = [asdict(cut) for cut in component.cuts]
            of_one = {"name": component.name, "what": component.what, "cuts": cuts}
            components.append({**of_one, "pages": [first, last]})
        return {**written, "game": self.game, "components": components, "pages": pages}

    def page_json(self, page: LeafPage) -> dict[str, Any]:
        """Return what *page* is, its boxes, and where its pieces lie."""
        return {
            "component": page.component,
            "side": page.side,
            "width": page.size.width,
            "height": page.size.height,
            "trim": box_json(page.trim),
            "bleed": box_json(page.bleed),
            "scale_bar": box_json(page.scale_bar) if page.scale_bar else None,
            "pieces": [
                {
                    "name": piece.name,
                    "box": box_json(box),
                    **({} if piece.cell is None else {"cell": round(piece.cell, 4)}),
                    **({} if piece.card is None else {"card": piece.card}),
                }
                for piece, box in page.pieces
            ],
        }

    def csv(self) -> bytes:
        """Return the figures of each card and roll as a table with commas."""
        return figures_csv(self.figures)

    def _pages_of(self, component: Component) -> tuple[int, int]:
        """Return the numbers of the first and the last page of *component*."""
        numbers = [
            number for number, page in enumerate(self.pages, 1) if page.component == component.name
        ]
        return numbers[0], numbers[-1]


@question
def box(
    spec: BoxSpec,
    *,
    only: Sequence[str] = (),
    has_figures: bool = False,
    fonts: Fonts | None = None,
    advance: Callable[..., None] | None = None,
) -> GameBox:
    """Return the pages of the box that *spec* describes, or of the components *only*.

    Words in cells are set in *fonts*. *advance*, an `Advance`, is told how much of the answer keys
    and the figures is solved. Raises `PaperError` for what does not fit.
    """
    wanted = _wanted(spec, only)
    try:
        return _packed(spec, wanted, fonts, has_figures=has_figures, advance=advance)
    except PaperError as error:
        said = {"expected": error.expected, "found": error.found}
        raise PaperError(error.where, **said, hint=_by_key(error.hint)) from None


def _packed(
    spec: BoxSpec,
    wanted: Sequence[str],
    fonts: Fonts | None,
    *,
    has_figures: bool,
    advance: Advance | None,
) -> GameBox:
    setup, remarks = spec.setup, list[str]()
    figures: tuple[RollFigures, ...] = ()
    game: PentaRush | PentUp | Geocinco
    if spec.game == "penta-rush":
        cards = spec.cards(advance)
        setup = spec.drawn(cards, fonts)
        remarks += [note for _, card in cards.all for note in card.notes]
        if "cards" in wanted or "dice" in wanted:
            job = PrintJob(
                cards=cards.all,
                style=setup.style,
                duplex=None if cards.grey else setup.duplex,
                die_edge=spec.die if "dice" in wanted else None,
            )
            remarks += map(_by_key, job_remarks(job))
        if "cards" in wanted or "keys" in wanted:
            remarks += cards.lacking()
        remarks += points_notes(cards.named, spec.points, "the box")
        points = common_points(cards.named, spec.points)
        if "tiles" in wanted:
            notes = tile_notes(one_side(cards.all, setup.style), points, setup.style)
            remarks += map(_by_key, notes)
        game = PentaRush(spec, cards, setup, points, advance)
        if has_figures:
            figures = tuple(roll_figures(spec, cards, points, advance))
    elif has_figures:
        raise PentaError("csv", expected="the box of Penta-Rush", found=spec.game)
    else:
        game = (PentUp if spec.game == "pent-up" else Geocinco)(spec, setup)
    components = [getattr(game, name)() for name in wanted if name != "contents"]
    if "contents" in wanted:
        components.insert(0, contents(spec, components, setup))
    leaves = [(component.name, leaf) for component in components for leaf in component.leaves]
    return GameBox(
        pages=leaf_pages(leaves, setup, title=f"{spec.title}, "),
        paper=setup.paper,
        title=spec.title,
        remarks=list(dict.fromkeys(remarks)),
        game=spec.game,
        components=tuple(components),
        figures=figures,
    )


def _by_key(hint: str) -> str:
    """Return *hint*, which names an option of `penta generate sheet`, with the key of a file."""
    return hint.replace(": --", ": ")


def _wanted(spec: BoxSpec, only: Sequence[str]) -> Sequence[str]:
    """Return the names of the components that are *only* wanted, by default of all, in order."""
    known = [name for name in COMPONENTS[spec.game] if name != "keys" or spec.keys]
    for name in only:
        if name not in known:
            hint = did_you_mean(name, known)
            raise PentaError("only", expected=", ".join(known), found=quoted(name), hint=hint)
    wanted = [name for name in known if name in (only or known)]
    if wanted == ["contents"]:
        raise PentaError("only", expected="what the contents are of, too", found="contents alone")
    return wanted
