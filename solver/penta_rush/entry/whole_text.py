"""A card that comes as a whole text, in a pipe: the card, or what is wrong with each line."""

from solver.errors import CardError
from solver.penta_rush.card import Card
from solver.penta_rush.card_text.comment import without_comment
from solver.penta_rush.reading import Reading

_MAX_ERRORS = 20


def card_or_errors(
    text: str, *, source: str, reading: Reading | None = None
) -> Card | list[CardError]:
    """Return the card that *text* is, or the error of each line that does not fit those before it.

    At most 20 errors are returned, in the order of the lines; *source* names the text in them, and
    *reading* says how to take what could be letters or words.
    """
    try:
        return Card.parse(text, source=source, reading=reading)
    except CardError as error:
        whole_error = error
    errors: list[CardError] = []
    right: list[str] = []  # the lines so far, empty where they were wrong
    for line in text.removeprefix("\ufeff").splitlines():
        content = without_comment(line).strip()
        right.append(content)
        if not content or all("=" in each for each in right if each):
            continue
        try:
            Card.parse("\n".join(right), source=source, reading=reading)
        except CardError as error:
            if str(error) in map(str, errors):  # of an earlier line, it would be met again
                break
            errors.append(error)
            right[-1] = ""
        if len(errors) == _MAX_ERRORS:
            break
    return errors or [whole_error]
