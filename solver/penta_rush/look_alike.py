"""Characters of other scripts that look like Latin ones: one of each on a card is a mistake.

The table has the letters of Cyrillic and Greek that most typefaces draw like a Latin one; the wide
forms of East Asian text are those of ASCII, and apostrophes and hyphens are what is typed for them.
"""

_LATIN = (
    (
        "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u051a\u051c",
        "ABESIJKMHOPCTYXQW",
    ),
    ("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u051b\u051d", "aeopcyxsijqw"),
    (
        "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
        "ABEZHIKMNOPTYX",
    ),
    ("\u03bf\u03f2\u03f3", "ocj"),
)
_TABLE = {
    ord(other): latin
    for others, all_latin in _LATIN
    for other, latin in zip(others, all_latin, strict=True)
} | {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_TABLE |= dict.fromkeys((0x2018, 0x2019, 0x02BC), "'") | dict.fromkeys(
    (0x2010, 0x2011, 0x2012), "-"
)


def latin_look(text: str) -> str:
    r"""Return *text* with Latin letters for the others that look the same.

    >>> latin_look("\u0410\uff11")
    'A1'
    """
    return text if text.isascii() else text.translate(_TABLE)
