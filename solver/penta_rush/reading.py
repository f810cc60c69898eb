"""The two ways to take what may be letters or words: cells between blanks, dice of a roll."""

from enum import Enum

LETTERS_HINT = "--as letters reads letters"


class Reading(Enum):
    """How a text is taken that may be read in both ways."""

    LETTERS = "letters"
    WORDS = "words"


def other_way(reading: Reading) -> str:
    """Return how a person says, in the text of a card itself, that *reading* is meant."""
    return f"for {reading.value}: put commas between them"


def naming_option(message: str) -> str:
    """Return *message* of a command that has the option ``--as``, which then names it too."""
    for reading in Reading:
        option = f"for {reading.value}: --as {reading.value}, or commas between them"
        message = message.replace(other_way(reading), option)
    return message
