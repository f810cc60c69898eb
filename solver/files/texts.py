"""The texts of a language, by their keys: what is printed, and what the web page says."""

from functools import cache, reduce
from typing import Any, Literal, NamedTuple, get_args

import data

Language = Literal["en", "de", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class RulesBlock(NamedTuple):
    """A line of rules: the *content* of a "heading", a "text", a list's "item" or a "figure"."""

    kind: str
    content: str


class Texts(NamedTuple):
    """The texts of a *language*: ``text("printed.name")`` is the one with this key."""

    language: Language

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of *key* with *values* in its blanks.

        >>> Texts("de")("printed.round", number=2)
        'Runde 2'
        """
        found: str = reduce(dict.__getitem__, key.split("."), _table(self.language))
        for name, value in values.items():
            found = found.replace(f"{{{name}}}", str(value))
        return found

    def rules(self, game: str) -> list[RulesBlock]:
        """Return the rules of *game*, such as ``penta-rush``."""
        lines = data.read(f"rules/{self.language}/{game}.txt").splitlines()
        return [_block(line) for line in lines if line]


def _block(line: str) -> RulesBlock:
    for mark, kind in {"# ": "heading", "* ": "item", "[": "figure"}.items():
        if line.startswith(mark):
            return RulesBlock(kind, line.removeprefix(mark).removesuffix("]"))
    return RulesBlock("text", line)


@cache
def _table(language: Language) -> Any:
    import tomllib  # most commands say nothing in other languages

    return tomllib.loads(data.read(f"languages/{language}.toml"))
