"""The rows of a sheet in a text, and the margins that people leave round them.

A sheet may come with the letters of its columns above it, the numbers of its rows at the left, and
the points of its lines; as the program prints it, from a spreadsheet, or as a table in Markdown.
What can be nothing but a margin is left out; what is neither is refused. ``#`` begins a comment.
"""

import re

from solver.errors import SheetError, quoted
from solver.geometry.cell import col_name
from solver.knaster.line import SIZE

FREE = "."
_SEPARATORS = ";\t,"
_BRACKETS = re.compile(r"[(\[]\s*([^\s()\[\]]+)\s*[)\]]")
_RULE = re.compile(r"[\s|:-]*--[\s|:-]*")  # below the head of a table in Markdown
_ROW_NUMBERS = [str(number) for number in range(1, SIZE + 1)]
_TITLE_HINT = "a title begins with '#'"


def uncommented(text: str) -> list[str]:
    """Return the lines of *text* without comments, each circled number as one word."""
    lines = (line.partition("#")[0] for line in text.splitlines())
    return [_BRACKETS.sub(r"(\1)", line) for line in lines]


def rows_of_words(text: str, source: str) -> tuple[list[list[str]], list[str]]:
    """Return the cells of each row of *text*, and what is left out as margins, in words.

    Raises `SheetError` at other lines.
    """
    lines = [
        (number, _without_bars(line))
        for number, line in enumerate(uncommented(text), start=1)
        if not _RULE.fullmatch(line)
    ]
    first, title = next((each for each in lines if each[1].strip()), (0, ""))
    if _is_title(title):
        where, found = f"{source}, line {first}", quoted(title.strip())
        raise SheetError(where, expected=f"{SIZE} cells", found=found, hint=_TITLE_HINT)
    rows = [words for number, line in lines if (words := _words(line, f"{source}, line {number}"))]
    left_out: list[str] = []
    has_points = False
    if rows and rows[0][:SIZE] == [col_name(col) for col in range(SIZE)]:
        left_out.append("the letters of the columns")
        (_, *at_end), rows, below = rows[0][SIZE - 1 :], rows[1 : SIZE + 1], rows[SIZE + 1 :]
        has_points = _are_points(at_end, f"{source}, above the rows", most=1)
        below = [words for words in below if not _is_title(" ".join(words))]  # the score in words
        if len(below) > 1:
            where, found = f"{source}, below the rows", f"{SIZE + len(below)}"
            raise SheetError(where, expected=f"{SIZE} rows and their points", found=found)
        for words in below:
            has_points |= _are_points(words, f"{source}, below the rows", most=SIZE + 1)
    if len(rows) == SIZE and _are_numbered(rows):
        left_out.append("the numbers of the rows")
        for number, row in enumerate(rows, start=1):
            has_points |= _are_points(row[SIZE + 1 :], f"{source}, behind row {number}", most=1)
        rows = [row[1 : SIZE + 1] for row in rows]
    else:
        _refuse_points(rows, source)
    if has_points:
        left_out.append("the points of the lines, which --values sets")
    return rows, left_out


def _are_points(words: list[str], where: str, *, most: int) -> bool:
    """Return whether there are any *words*; raise `SheetError` unless they are points, *most*."""
    if len(words) > most or not all(re.fullmatch(r"\d+|\(\d+\)", word) for word in words):
        expected = "the points of a line" if most == 1 else f"the points of at most {most} lines"
        raise SheetError(where, expected=expected, found=quoted(" ".join(words)))
    return bool(words)


def _without_bars(line: str) -> str:
    if "|" not in line:
        return line
    return line.strip().removeprefix("|").removesuffix("|").replace("|", ";")


def _is_title(line: str) -> bool:
    """Return whether *line* is words, but not the letters of the columns, a to e."""
    return re.search(r"[^\W\d_]{2}", line) is not None


def _are_numbered(rows: list[list[str]]) -> bool:
    return all(len(row) > SIZE for row in rows) and [_label(row[0]) for row in rows] == _ROW_NUMBERS


def _label(word: str) -> str:
    return word.rstrip(".:)")


def _refuse_points(rows: list[list[str]], source: str) -> None:
    """Raise `SheetError` where every row has a number more, which may be its points."""
    if len(rows) in (SIZE, SIZE + 1) and all(len(row) == SIZE + 1 for row in rows[:SIZE]):
        hint = "without the points of the lines"
        raise SheetError(f"{source}, row 1", expected=f"{SIZE} cells", found="6", hint=hint)


def _words(line: str, where: str) -> list[str]:
    """Return the cells of a row; an empty one between separators is free.

    Blanks are no such separators: nobody sees how many there are, or that some end a line.
    """
    separator = next((each for each in _SEPARATORS if each in line), None)
    if separator is None:
        return line.split()
    fields = [field.strip() for field in line.split(separator)]
    has_blanks = any(len(field.split()) > 1 for field in fields)
    if len(fields) == SIZE and not has_blanks:
        return [field or FREE for field in fields]
    if len(fields) > SIZE and not has_blanks and _label(fields[0]) in _ROW_NUMBERS:
        cells = [field or FREE for field in fields[1 : SIZE + 1]]
        return [fields[0], *cells, *filter(None, fields[SIZE + 1 :])]
    words = line.replace(",", " ").replace(";", " ").split()
    if words and separator in ";," and "" in fields[1:-1]:
        found = f"{len(fields)}, of which some are empty"
        raise SheetError(where, expected=f"{SIZE} cells", found=found)
    return words
