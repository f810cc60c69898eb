"""The English labels by which tests find things, in another language of the page.

So a scene is taken in each language without being written anew.
"""

import re
from functools import wraps
from typing import TYPE_CHECKING, Any

from tests.solver.web.test_languages import LANGUAGES, texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support import Patch

_BLANK = re.compile(r"\{\w+\}")
_FINDS = ("get_by_label", "get_by_text", "get_by_role")


def speak(language: str, patch: "Patch") -> None:
    """Let all locators by an English label find what stands there in *language*."""
    from playwright.sync_api import Locator, Page

    if language != "en":
        for kind in (Page, Locator):
            for name in _FINDS:
                patch.setattr(kind, name, _translating(getattr(kind, name), language))


def _translating(find: "Callable[..., Any]", language: str) -> "Callable[..., Any]":
    @wraps(find)
    def found(self: Any, what: str, **options: Any) -> Any:
        if find.__name__ != "get_by_role":
            return find(self, said(what, language), **options)
        if "name" in options:
            options["name"] = said(options["name"], language)
        return find(self, what, **options)

    return found


def said(label: "str | re.Pattern[str]", language: str) -> "str | re.Pattern[str]":
    """Return what finds *label* in *language*: itself, if the page has no such text."""
    if not isinstance(label, str):
        return label
    other = dict(texts(LANGUAGES[language]))
    patterns = []
    for key, english in texts(LANGUAGES["en"]):
        for form, translated in zip(english.split("\0"), other[key].split("\0"), strict=False):
            words = _filled(form)
            if re.search("[a-z]", _BLANK.sub("", form)) and re.fullmatch(
                words, label, re.IGNORECASE
            ):
                patterns.append(_filled(translated))
    return re.compile(f"^({'|'.join(patterns)})", re.IGNORECASE) if patterns else label


def _filled(text: str) -> str:
    """Return a pattern of *text* with anything in its blanks; names have no no-break spaces."""
    words = ".+".join(map(re.escape, _BLANK.split(text)))
    return words.replace("\N{NO-BREAK SPACE}", r"\s")
