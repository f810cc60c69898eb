"""How named symbols look: each word that we know, no two alike, and words where we know none."""

from collections import Counter
from string import ascii_uppercase

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solver.drawing.colour import COLOURS, inks
from solver.penta_rush.legend import Legend
from solver.penta_rush.named_symbols import (
    LETTER_FORMS,
    Look,
    Meaning,
    look_table,
    meaning_of,
    shares_form,
    symbol_looks,
)
from tests.support import ROOT, cases

TABLE = look_table()
WORDS = {
    "form": {
        "circle": "circle Circles disc ball Kreis Kreise Scheibe Kugel cercle cercles boule",
        "square": "square squares box Quadrat Quadrate W\u00fcrfel Wuerfel carr\u00e9 carr\u00e9s",
        "triangle": "triangle triangles Dreieck Dreiecke",
        "star": "star Stars Stern Sterne Sternen \u00e9toile \u00e9toiles ETOILE",
        "diamond": "diamond diamonds rhombus Raute Rauten Karo losange losanges diamant",
        "cross": "cross crosses plus Kreuz Kreuze croix",
        "heart": "heart hearts Herz Herzen c\u0153ur coeurs",
        "crescent": "moon crescent Mond Halbmond lune croissant",
        "hexagon": "hexagon Sechseck hexagone hexagones",
        "X": "saltire",
        "hourglass": "hourglass sandglass timer Sanduhr Sanduhren sablier",
        "arrow": "arrow arrows Pfeil Pfeile fl\u00e8che fl\u00e8ches",
        "drop": "drop drops water Tropfen Wasser goutte gouttes eau goutte_d'eau",
        "sun": "sun suns Sonne Sonnen soleil soleils",
        "leaf": "leaf leaves Blatt Bl\u00e4tter Laub feuille feuilles",
        "fish": "fish fishes Fisch Fische poisson poissons",
        "flower": "flower flowers Blume Blumen Bl\u00fcte fleur fleurs rose Rosen",
        "tree": "tree trees fir Baum B\u00e4ume Tanne arbre arbres sapin",
        "house": "house houses Haus H\u00e4user maison maisons",
        "bolt": "bolt lightning Blitz Blitze \u00e9clair foudre",
        "crown": "crown crowns Krone Kronen couronne couronnes",
        "cloud": "cloud clouds Wolke Wolken nuage nuages",
        "flame": "flame fire Flamme Feuer flammes feu feux",
        "ring": "ring rings Ringe Reifen anneau anneaux",
        "pentagon": "pentagon F\u00fcnfeck Fuenfeck pentagone",
        "oval": "oval egg eggs Ei oeuf \u0153ufs ellipse",
        "rectangle": "rectangle Rechteck Rechtecke",
        "spade": "spade spades Pik pique",
        "club": "club clubs clover Klee Kleeblatt tr\u00e8fle tr\u00e8fles",
        "mountain": "mountain mountains Berg Berge montagne montagnes",
        "apple": "apple apples Apfel \u00c4pfel pomme pommes",
        "bell": "bell bells Glocke Glocken cloche cloches",
        "key": "key keys Schl\u00fcssel Schluessel cl\u00e9 clefs",
        "boat": "boat ship Boot Schiff Schiffe bateau bateaux",
        "snowflake": "snowflake snow Schneeflocke Schnee flocon neige",
        "mushroom": "mushroom Pilz Pilze champignon champignons",
    },
    "colour": {
        "blue": "blue Blau blaue blauer blaues bleu bleue bleus bleues dunkelblau dark_blue",
        "orange": "orange oranges",
        "green": "green gr\u00fcn gr\u00fcne gr\u00fcner gruen vert verte vertes",
        "red": "red Rot rote roter rotes roten rotem rouge rouges dark-red",
        "pink": "pink rosa",
        "light blue": "light_blue light-blue sky_blue hellblau hellblauer bleu_clair bleu_ciel",
        "black": "black schwarz schwarzer noir noire noires",
        "yellow": "yellow gelb gelbes jaune jaunes gold",
        "turquoise": "turquoise t\u00fcrkis teal",
        "purple": "purple violet lila violett violettes",
        "brown": "brown braun braune brun brune marron",
        "grey": "grey gray grau graue gris grise silver",
        "white": "white wei\u00df wei\u00dfes weiss blanc blanches",
    },
}


@pytest.mark.parametrize(
    ("part", "meant", "words"),
    [(part, *each) for part, entries in WORDS.items() for each in entries.items()],
)
def test_words_of_three_languages_are_known(part: str, meant: str, words: str) -> None:
    for word in words.replace("_", "\0").split():
        name = word.replace("\0", " ")
        found = meaning_of(name)
        assert found
        assert getattr(found, part) == meant, name
        for typed in (name.upper(), name.lower(), f"  {name} ", f"{name} 2"):
            assert meaning_of(typed) == found, typed


def test_every_form_and_colour_has_words_of_its_own() -> None:
    assert {part: {*entries} for part, entries in WORDS.items()} == {
        "form": {*TABLE["forms"]},
        "colour": {*TABLE["colours"]},
    }
    words = Counter(
        word
        for entry in (*TABLE["forms"].values(), *TABLE["colours"].values())
        for word in entry["words"].split()
    )
    assert {word for word, count in words.items() if count > 1} == {"rose"}
    others = {*TABLE["fillers"].split(), *TABLE["hole"].split()}
    assert not others.intersection(words)
    for entry in TABLE["forms"].values():
        assert entry.get("colour", "blue") in TABLE["colours"]


def test_the_colours_are_those_of_other_pictures_and_have_inks() -> None:
    for name, entry in TABLE["colours"].items():
        assert name == "grey" or COLOURS.get(name, entry["hex"]) == entry["hex"]
        assert all(0 <= share <= 1 for share in inks(entry["hex"]))


@cases(
    "name meaning",
    ("red circle", Meaning("circle", "red")),
    ("Roter Kreis", Meaning("circle", "red")),
    ("cercle rouge", Meaning("circle", "red")),
    ("ein roter Kreis mit Loch", Meaning("circle", "red", has_hole=True)),
    ("\u00e9toiles bleu clair", Meaning("star", "light blue")),
    ("Stern in Gelb", Meaning("star", "yellow")),
    ("red sun with a hole", Meaning("sun", "red")),
    ("rose", Meaning("flower", "pink")),
    ("rose rouge", Meaning("flower", "red")),
    ("cercle rose", Meaning("circle", "pink")),
    ("\U0001f340 clover", Meaning("club")),
    ("red shape 12", Meaning(None, "red")),
    ("shape", None),
    ("light", None),
    ("hole", None),
    ("black hole", None),
    ("red dragon", None),
    ("big star", None),
    ("2 stars", None),
    ("sunflower", None),
    ("star fish", None),
    ("red blue", None),
    ("fisher", None),
    ("7", None),
    ("C#", None),
    ("\u8349", None),
    ("\U0001f340", None),
)
def test_a_name_means_what_all_of_its_words_mean(name: str, meaning: Meaning | None) -> None:
    assert meaning_of(name) == meaning


def _looks(*names: str) -> dict[str, Look]:
    legend = Legend.of(dict(zip(ascii_uppercase, names, strict=False)))
    return dict(
        zip(names, (symbol_looks(legend)[letter] for letter in ascii_uppercase), strict=False)
    )


def test_what_a_name_leaves_open_differs_on_each_card() -> None:
    looks = _looks("moon", "star", "sun", "red circle", "dragon", "crescent")
    assert [looks[name].form for name in ("moon", "star", "sun")] == ["crescent", "star", "sun"]
    assert looks["red circle"] == Look("circle", "red")
    drawn = [look.colour for name, look in looks.items() if name != "dragon"]
    assert len({*drawn}) == len(drawn)
    assert looks["dragon"].text == "dragon"
    assert not any(look.text for name, look in looks.items() if name != "dragon")
    colours = _looks("blau", "rot", "gelb", "gr\u00fcn", "wei\u00df", "schwarz")
    assert [look.colour for look in colours.values()] == [
        "blue", "red", "yellow", "green", "white", "black",
    ]  # fmt: skip
    assert len({look.form for look in colours.values()}) == 6


def test_the_second_name_of_one_look_is_a_word() -> None:
    looks = _looks("red circle", "cercle rouge", "roter Kreis 2")
    assert [look.text for look in looks.values()] == ["", "cercle rouge", "roter Kreis 2"]


def test_symbols_without_names_keep_their_letters_art_but_not_a_form_that_is_named() -> None:
    plain, named = symbol_looks(), symbol_looks(Legend.of({"A": "star", "B": "B"}))
    assert named["B"] == plain["B"]
    assert plain["D"].form == "star"
    assert named["D"].form != "star"


def test_a_letter_whose_form_is_named_takes_one_that_no_other_letter_has() -> None:
    names = ("moon", "Sonne", "feuille", "roter Kreis", "dragon", "Stern")
    looks = symbol_looks(Legend.of(dict(zip("GHIJKL", names, strict=True))))
    assert len({looks[letter].form for letter in "ABCDEFGHIJL"}) == 11


def test_forms_in_several_colours_are_told() -> None:
    legend = Legend.of({"A": "red circle", "B": "blue circle", "C": "sun", "D": "dragon"})
    assert [shares_form(letter, legend) for letter in "ABCD"] == [True, True, False, False]


_VOCABULARY = [
    word.replace("_", " ")
    for entry in (*TABLE["forms"].values(), *TABLE["colours"].values())
    for word in entry["words"].split()
    if len(word) > 1
]
_NAMES = st.one_of(
    st.sampled_from(_VOCABULARY),
    st.builds("{} {}".format, st.sampled_from(_VOCABULARY), st.sampled_from(_VOCABULARY)),
    st.sampled_from([f"red shape {number}" for number in range(26)]),
    st.text(st.characters(categories=["L", "Nd", "So"]), min_size=2, max_size=8),
)


@given(st.lists(_NAMES, min_size=1, max_size=26, unique_by=str.casefold))
@example([f"red shape {number}" for number in range(26)])
@example(
    [f"{word} circle" for word in TABLE["colours"]] + [f"circle {number}" for number in range(13)]
)
@example(list(TABLE["forms"])[:9] + list(TABLE["forms"])[10:26])
def test_no_two_symbols_look_alike_and_each_as_it_is_called(names: list[str]) -> None:
    try:
        legend = Legend.of(dict(zip(ascii_uppercase, names, strict=False)))
    except ValueError:  # two look the same, or one begins with a joiner
        return
    looks = symbol_looks(legend)
    assert sorted(looks) == list(ascii_uppercase)
    assert len({look._replace(text="") for look in looks.values()}) == 26
    for letter, name in legend.names:
        look, meaning = looks[letter], meaning_of(name)
        assert look.text in {"", name}
        assert not (look.has_hole and look.form not in list(TABLE["forms"])[:LETTER_FORMS])
        if not look.text:
            assert meaning
            assert meaning.form in {None, look.form}
            assert meaning.colour in {None, look.colour}


def test_the_documentation_lists_all_words() -> None:
    page = (ROOT / "docs" / "printing.md").read_text("utf-8")
    for name, entry in (*TABLE["forms"].items(), *TABLE["colours"].items()):
        words = entry["words"].replace(" ", ", ").replace("_", " ")
        assert f"\n| {name} | {words} |\n" in page
