"""The two ways to take what may be letters or words: cells between blanks, dice of a roll."""

from enum import Enum


class Reading(Enum):
    """How a text is taken that may be read in both ways."""

    LETTERS = "letters"
    WORDS = "words"
