"""Families of names that people give their symbols, each with a trap for a reader of cards."""

ENGLAND, SCOTLAND = (
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(each)) for each in region) + "\U000e007f"
    for region in ("gbeng", "gbsct")
)
FAMILIES = {
    "words": ["red", "sun", "star", "blue", "leaf", "drop"],
    "words of one length": ["red", "sun", "oak", "ice", "fir", "sky"],
    "words of the first letters": ["bad", "cab", "abc", "dab", "cad"],
    "capital words": ["RED", "ICE", "SUN", "OAK"],
    "two words": ["red circle", "blue star", "red star", "sun"],
    "letters": list("ABCDEF"),
    "small letters": list("abcdef"),
    "other letters": list("RGBYWK"),
    "digits": list("123456"),
    "numbers": ["10", "11", "12", "13", "14", "9"],
    "numbers like a header": ["1", "2", "3", "10", "20"],
    "cells like a header": ["c1", "c2", "c3", "c4"],
    "emoji": ["\U0001f34e", "\U0001f350", "\U0001f34a", "\u2b50\ufe0f"],
    "joined emoji": [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U0001f468\u200d\U0001f469\u200d\U0001f466",
        "\U0001f468",
    ],
    "skin tones": ["\U0001f44d", "\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3ff"],
    "flags": ["\U0001f1e9\U0001f1ea", "\U0001f1e9\U0001f1f0", ENGLAND, SCOTLAND],
    "keycaps": ["#\ufe0f\u20e3", "*\ufe0f\u20e3", "1\ufe0f\u20e3"],
    "Hebrew": ["\u05e9\u05de\u05e9", "\u05d9\u05e8\u05d7", "\u05e2\u05dc\u05d4"],
    "Arabic": ["\u0634\u0645\u0633", "\u0642\u0645\u0631", "\u0646\u062c\u0645\u0629"],
    "Chinese": ["\u7ea2", "\u84dd", "\u7ea2\u8272", "\u84dd\u8272"],
    "combining marks": ["cafe\u0301", "e\u0301", "n\u0303o", "o\u0308l"],
    "beginnings": ["a", "ab", "abc", "aa", "b"],
    "commas": ["red, dark", "red, light", "sun"],
    "semicolons": ["a;b", "b", "c"],
    "hashes": ["C#", "F#", "#red", "team #1"],
    "quotes": ['5"', "o'clock", "'tis", "sun"],
    "bars": ["a|b", "|", "sun"],
    "two scripts": ["A", "\u0410", "B", "\u0412"],
    "one letter in two scripts": ["c", "\u0441", "red"],
    "spellings": ["stra\u00dfe", "strasse", "sun"],
    "letters and words": ["A", "sun", "R", "red"],
    "one and many": ["sun", "s", "un", "u", "n"],
    "ids": ["2x3:ABCABC", "sun", "red"],
}
