"""Answers: what a question of any game returns, for the terminal, a program and a notebook.

A command prints an answer, or its JSON, and turns its outcome into the exit code; a notebook draws
it; a program reads its fields. What an answer says stands beside it, once, whoever asks.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

from solver.question import Within, check_argument

if TYPE_CHECKING:  # most answers are not drawn
    from pathlib import Path

    from solver.drawing.scene import Scene
    from solver.drawing.styled_text import StyledLine

_ENDINGS = (".svg", ".png", ".pdf")
DPI = 150  # of a picture, unless it is told otherwise
DPI_RANGE = (72, 600)


class Outcome(Enum):
    """What an answer comes to; the value is the exit code of a command that prints it."""

    YES = 0
    NO = 1
    UNDECIDED = 3


class Answer:
    """The base of all answers, which are immutable values.

    An answer overrides `lines` and `to_json`, and where it has them `picture` (or `pictures`),
    `notes`, `outcome` and the *reason* for an outcome that is no yes.
    """

    __slots__ = ()
    if TYPE_CHECKING:  # a dataclass would take a property for the default of a field

        @property
        def title(self) -> str:
            """The title of the picture; an answer without a picture has none."""

    def lines(self, *, drawn: bool) -> "Iterable[StyledLine]":
        """Yield what a terminal shows; *drawn*, if it can show outlines."""
        raise NotImplementedError

    def to_json(self) -> Any:
        """Return the answer as a JSON value."""
        raise NotImplementedError

    def picture(self) -> "Scene | None":
        """Return the picture of the answer; None if it has none."""
        return None

    def pictures(self) -> "Sequence[Scene]":
        """Return the pictures of the answer; one with several overrides this."""
        scene = self.picture()
        return [] if scene is None else [scene]

    @property
    def outcome(self) -> Outcome:
        """Yes, no, or undecided."""
        return Outcome.YES

    @property
    def reason(self) -> str:
        """Why the outcome is no yes, for a message; may be empty."""
        return ""

    @property
    def notes(self) -> Sequence[str]:
        """What a person should know besides, such as a seed that was drawn."""
        return ()

    def __str__(self) -> str:
        return "\n".join(_plain(self.lines(drawn=False)))

    @property
    def summary(self) -> str:
        """The answer in one line, for its repr: by default the first that is not empty."""
        return next(filter(None, map(str.strip, _plain(self.lines(drawn=False)))), "")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary}>"

    def _repr_svg_(self) -> str | None:
        """Return the picture as SVG, as notebooks ask for it; None if there is none."""
        scene = self.picture()
        if scene is None:
            return None
        return picture_files([scene], ".svg", title=self.title)[0].decode()

    def contents(self, ending: str, *, dpi: int = DPI) -> list[bytes]:
        """Return the files with this *ending* that show the answer; perhaps none."""
        scenes = self.pictures()
        return picture_files(scenes, ending, title=self.title, dpi=dpi) if scenes else []

    def save(self, name: "str | Path", *, dpi: int | None = None) -> None:
        """Write the picture to the file *name*, an .svg, .png (of *dpi* dots an inch) or .pdf.

        Several pages that do not go into one file are numbered. Files of these names are replaced.
        Raises `SourceError` where a file cannot be written or has another ending, and `PentaError`
        where the answer has no picture.
        """
        from solver.errors import PentaError
        from solver.files.output_file import check_ending, numbered, write_all_atomic

        check_argument(dpi, Annotated[int, Within(*DPI_RANGE)] | None, "dpi")
        ending = check_ending(str(name), _ENDINGS, kind="picture")
        contents = self.contents(ending, **({} if dpi is None else {"dpi": dpi}))
        if not contents:
            found = f"a {type(self).__name__} without a picture"
            raise PentaError("picture", expected="an answer that can be drawn", found=found)
        names = numbered(str(name), len(contents), kind="picture")
        write_all_atomic(dict(zip(names, contents, strict=True)), kind="picture")


class RefereeAnswer(Answer):
    """The base of what a referee says: a no, where its *verdict* has a violation."""

    __slots__ = ()
    verdict: Any

    @property
    def outcome(self) -> Outcome:
        """No if something is illegal."""
        return Outcome.NO if self.verdict.violation else Outcome.YES


def picture_files(
    scenes: "Sequence[Scene]", ending: str, *, title: str, dpi: int = DPI
) -> list[bytes]:
    """Return the contents of files of this *ending* that show *scenes*: of a .pdf one, or several.

    A .png has *dpi* dots an inch.
    """
    from solver.drawing.document import Document
    from solver.drawing.scene import Page, printable_text

    pages = [Page(scene.size, scene.marks, scene.size, scene.size) for scene in scenes]
    shown = Document(pages=pages, paper="", title=printable_text(title))
    return shown.contents(ending, dpi=dpi)


def _plain(lines: "Iterable[StyledLine]") -> Iterator[str]:
    return ("".join(text for text, _ in line).rstrip() for line in lines)
