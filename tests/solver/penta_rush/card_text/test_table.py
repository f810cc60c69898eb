"""What people hand in as a card: read as it is meant, noted, or refused with the mend."""

from time import process_time

import pytest

from solver.errors import CardError
from solver.penta_rush.card import Card
from solver.penta_rush.symbol_name import Reading
from tests.support import cases, error_text

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


def _rows(card: Card) -> list[list[str]]:
    return [[card.legend.name(letter) for letter in line] for line in card.lines]


def _table(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


@cases(
    "text rows",
    ("red\tsun\tsky\nsun\toak\tred\nice\tfir\tsky\n", "red sun sky\nsun oak red\nice fir sky"),
    ("red\tsun\tsky\n", "red sun sky"),
    ("red,sun,oak", "red sun oak"),
    ("RED,SUN\nSUN,RED", "RED SUN\nSUN RED"),
    ("C#,C#7\nC#7,C#\n", "C# C#7\nC#7 C#"),
    ('"ABC";"BCA"\n"BCA";"ABC"', "ABC BCA\nBCA ABC"),
    ('"red"\n"sun"\n', "red\nsun"),
    ('"red" "sun"\n"sun" "red"\n', "red sun\nsun red"),
    ("'red','sun'\n'sun','red'\n", "red sun\nsun red"),
    ("\u201cred\u201d;\u201csun\u201d\n", "red sun"),
    ("red|sun|oak\nsun|oak|red\n", "red sun oak\nsun oak red"),
    ("+---+---+\n|red|sun|\n+---+---+\n|sun|red|\n+---+---+\n", "red sun\nsun red"),
    (
        "\u250c\u2500\u252c\u2500\u2510\n\u2502red\u2502sun\u2502\n\u2514\u2500\u2534\u2500\u2518",
        "red sun",
    ),
    ("sep=;\nred;sun\n", "red sun"),
    ("C#,D,C#\nD,C#,D\n", "C# D C#\nD C# D"),
    (f"{ENGLAND},red\nred,{ENGLAND}\n", f"{ENGLAND} red\nred {ENGLAND}"),
    ("#\ufe0f\u20e3,A\nA,#\ufe0f\u20e3\n", "#\ufe0f\u20e3 A\nA #\ufe0f\u20e3"),
)
def test_a_table_is_read_cell_by_cell(text: str, rows: str) -> None:
    card = Card.parse(text)
    assert (_rows(card), card.notes) == (_table(rows), ())


@cases(
    "text rows note",
    ("c1,c2\nred,sun\nsun,red\n", "red sun\nsun red", "line 1: left out as a header: c1, c2"),
    ("1,2\nred,sun\nsun,red\n", "red sun\nsun red", "line 1: left out as a header: 1, 2"),
    ("A,B\nred,sun\nsun,red\n", "red sun\nsun red", "line 1: left out as a header: A, B"),
    ("1,red,sun\n2,sun,red\n", "red sun\nsun red", "left out as row numbers: 1, 2"),
    ("1. red sun\n2. sun red\n", "red sun\nsun red", "left out as row numbers: 1., 2."),
    (",1,2\n1,red,sun\n2,sun,red\n", "red sun\nsun red", "left out as row numbers: 1, 2"),
    ("    a   b\n1 red sun\n2 sun red\n", "red sun\nsun red", "left out as a header: a, b"),
    ("My card\nred,sun\nsun,red\n", "red sun\nsun red", "line 1: left out as a title: My card"),
    ("My card,,\n,red,sun\n,sun,red\n", "red sun\nsun red", "left out as a title: My card"),
    ("My card of it\nA B\nB A\n", "A B\nB A", "line 1: left out as a title: My card of it"),
    ("|c1|c2|\n|--|--|\n|red|sun|\n|sun|red|", "red sun\nsun red", "out as a header: c1, c2"),
    ("|hat|cat|\n|--|--|\n|red|sun|\n|sun|red|", "red sun\nsun red", "as a header: hat, cat"),
    ("|red|sun|\n|--|--|\n|sun|red|\n|sun|red|", "red sun\nsun red\nsun red", "taken for a row"),
    ("A,B,C\nB,C,A\nC,A,B\n", "A B C\nB C A\nC A B", "though it counts like a header: A, B, C"),
    ("#red,sun\nsun,oak\n", "#red sun\nsun oak", "line 1: taken for a row, not for a comment"),
    ("red,sun #first\nsun,red\n", "red sun\nsun red", "'#first' is taken for a comment"),
    ("#my card\nA B\nB A\n", "A B\nB A", "'#my card' is taken for a comment"),
    ("1 | D B C A\n2 | C A D D\n", "D B C A\nC A D D", "taken as letters: 2x4 cells"),
    ("2 4\nABCD\nBCDA\n", "A B C D\nB C D A", "line 1: left out as the size of the card: 2 4"),
    ("---\ntitle: Mine\n---\nABCD\nBCDA\n", "A B C D\nB C D A", "left out as front matter"),
    ("1. ABCD\n2. BCDA\n", "A B C D\nB C D A", "left out as row numbers: 1., 2."),
    ("title;\nABCD;\nBCDA;\n", "A B C D\nB C D A", "line 1: left out as a title: title"),
    ("row,symbols\n1,ABCD\n2,BCDA\n", "A B C D\nB C D A", "as a header: row, symbols"),
    ("red;\nsun;\n", "red\nsun", "taken as words: 2x1 cells"),
    ('"ABCD"\n"BCDA"\n', "ABCD\nBCDA", "taken as words: 2x1 cells"),
    ("ABCD,BCDE,CDEA\n", "ABCD BCDE CDEA", "taken as one row of 3 words"),
    ("ABCD BCDA\n", "A B C D B C D A", "taken as one row of 8 symbols"),
    ("b1,sun/red,leaf\n", "b1 sun/red leaf", "taken as one row of 3 words"),
    (
        "up,sun,red\nby,red,sun\nin,sun,sun\n",
        "up sun red\nby red sun\nin sun sun",
        "the first cells of the rows are taken for symbols, though unlike the others: up, by",
    ),
    (
        "sun,red,4\nred,sun,4\nsun,sun,4\n",
        "sun red 4\nred sun 4\nsun sun 4",
        "the last cells of the rows are taken for symbols, though unlike the others: 4, 4",
    ),
    ("i,sun,red\nii,red,sun\n", "sun red\nred sun", "left out as row numbers: i, ii"),
    ("x,one,two\n1,sun,red\n2,red,sun\n", "sun red\nred sun", "as a header: x, one, two"),
    ("id,r1,r2\nx,sun,red\ny,red,sun\n", "sun red\nred sun", "as row numbers: x, y"),
    (",A,B,C\n1,B,C,A\n2,C,A,B\n", "B C A\nC A B", "left out as a header: A, B, C"),
    ("  A B C\n1 B C A\n2 C A B\n", "B C A\nC A B", "left out as row numbers: 1, 2"),
    ("A B C\nC A B\nB C A\n", "A B C\nC A B\nB C A", "counts like a header: A, B, C"),
    ("AB\nBA\n\nAA\nBB\n", "A B\nB A\nA A\nB B", "line 4: taken as one card, with the 2"),
    ("AB\nBA\n# 2\nAA\nBB\n", "A B\nB A\nA A\nB B", "line 4: taken as one card, with the 2"),
    ("> A B\n> B A\n", "A B\nB A", "left out as a mark before every row: >"),
    ("- sun, red\n- red, sun\n", "sun red\nred sun", "as a mark before every row: -"),
    ("1) sun, red\n2) red, sun\n", "sun red\nred sun", "left out as row numbers: 1), 2)"),
    ("red,sun // it\nsun,red\n", "red sun\nsun red", "'// it' is taken for a comment"),
    ("Card 1\nABCD\nBCDA\n", "A B C D\nB C D A", "line 1: left out as a title: Card 1"),
    ("Card:\nABCD\nBCDA\n", "A B C D\nB C D A", "line 1: left out as a title: Card:"),
    ("Meadow\n\nABCD\nBCDA\n", "A B C D\nB C D A", "line 1: left out as a title: Meadow"),
    ("```\nABCD\nBCDA\n```\n", "A B C D\nB C D A", "line 1: left out as a fence"),
    ("my,old\nred,sun\nsun,red\nred,red\n", "my old\nred sun\nsun red\nred red", "unlike the"),
    ("red star  sun moon\n", "red star sun moon", "every blank separates two symbols"),
    ("A B C | D E F\nB C A | E F D", "A B C D E F\nB C A E F D", "for rulings between letters"),
    ("| AB C | DE |\n|BC A|E D|", "A B C D E\nB C A E D", "for rulings between letters"),
    ("ABC|DEF\nBCA|EFD", "A B C D E F\nB C A E F D", "for rulings between letters"),
    ("My card\nA B | C D\n", "A B C D", "line 1: left out as a title: My card"),
    ("ABC;DEF\nBCA;EFD", "ABC DEF\nBCA EFD", "'ABC' is taken for one symbol (for letters"),
    ("ABC\tDEF\nBCA\tEFD", "ABC DEF\nBCA EFD", "'ABC' is taken for one symbol (for letters"),
    ("RGB|YKW\nGBR|WYK", "RGB YKW\nGBR WYK", "'RGB' is taken for one symbol (for letters"),
    ("#title\nABC\nBCA", "A B C\nB C A", "line 1: '#title' is taken for a comment"),
    ("#title\nabc\nbca", "A B C\nB C A", "line 1: '#title' is taken for a comment"),
    ("ABC #first\nBCA #second", "A B C\nB C A", "line 2: '#second' is taken for a comment"),
    ("ABC #row 1\nBCA #row 2", "A B C\nB C A", "line 2: '#row 2' is taken for a comment"),
    ("#red A B\nA B #red", "#red A B\nA B #red", "line 2: '#red' is taken for cells"),
    ("1 2 #x\n2 1 #y", "1 2 #x\n2 1 #y", "line 1: '#x' is taken for cells"),
    ("A,B,C#row\nB,C,A", "A B C#row\nB C A", "'C#row' is taken for one symbol, not for 'C'"),
    ("red,sun#x\nsun,red", "red sun#x\nsun red", "'sun#x' is taken for one symbol, not for"),
    ("2 sun red\n1 red sun\n", "sun red\nred sun", "left out as row numbers: 2, 1"),
    ("sun,red,1\nred,sun,2\n", "sun red\nred sun", "left out as row numbers: 1, 2"),
    ("2,sun,red,2\n1,red,sun,1\n", "sun red\nred sun", "left out as row numbers: 2, 1"),
    ("1.,3,4\n2.,4,3\n", "3 4\n4 3", "left out as row numbers: 1., 2."),
    ("  A B\n2 B A 2\n1 A B 1\n  A B\n", "B A\nA B", "line 4: left out as a header: A, B"),
    ("A,B,\nB,A,1\nA,B,2\n", "B A\nA B", "line 1: left out as a header: A, B"),
    ("2,sun,red\n1,red,sun\n,a,b\n", "sun red\nred sun", "line 3: left out as a header: a, b"),
    ("a,b\nsun,red\na,b\n", "sun red", "line 3: left out as a header: a, b"),
    ("  1 2\n1 sun red\n", "sun red", "left out as row numbers: 1"),
    ("1,2\n3,1\n4,2\n", "1 2\n3 1\n4 2", "line 1: taken for a row, though it counts like a"),
    ("3,1\n5,2\n4,3\n", "3 1\n5 2\n4 3", "the last cells of the rows are taken for symbols"),
    ("> sun,red\n", "sun red", "left out as a mark before every row: >"),
    ("1) sun,red\n", "sun red", "left out as row numbers: 1)"),
    ("Card 1:\nR G B\n", "R G B", "line 1: left out as a title: Card 1:"),
    ("My card:\nR\nG\n", "R\nG", "line 1: left out as a title: My card:"),
    ("My card\n#red,sun\nsun,sun\n", "#red sun\nsun sun", "line 2: taken for a row, not for"),
    ("ab\n#red,sun\n", "A B", "'#red,sun' is taken for a comment"),
    ("A | B C\nB | C A\n", "A B C\nB C A", "bars are taken for rulings between letters"),
    ("ba | bb\nbb | ba\n", "ba bb\nbb ba", "'ba' is taken for one symbol, as bars separate"),
    ("stra\u00dfe,strasse\n", "stra\u00dfe stra\u00dfe", "are taken for one symbol"),
)
def test_what_is_left_out_or_could_be_read_otherwise_is_noted(
    text: str, rows: str, note: str
) -> None:
    card = Card.parse(text, source="card mine")
    assert _rows(card) == _table(rows)
    assert any(note in line for line in card.notes)
    assert all(line.startswith("card mine") and "\n" not in line for line in card.notes)


@cases(
    "text message",
    ("red;sun\nsun,red", "line 2: expected one kind of separator, found ';' and ','"),
    ("my card 2x3:ABCBCA", "symbol 3: expected a symbol, found '2x3:ABCBCA' (a card id stands"),
    ("A,\u0410\n", "line 1: expected one script for 'A', found '\\u0410' and 'A', which look"),
    ("team #1,team #2", "expected a cell or a comment, found '#1,team #2' (write '# ' before"),
    ("'red,sun\n", 'symbol 1: expected both quotes, found "\'red"'),
    ('[["A", "B"]]', "found JSON or a list of a program (write a line per row)"),
    ("<table><tr>", "found a page or picture of markup (save the table as CSV)"),
    ("|red|sun|\n|  |  |\n", "line 2: expected cells between bars as in the other lines"),
    ("|a|sun|\n|--|--|\n|sun|red|", "expected a header, or a row of symbols that come again"),
    ("a|b,c\n", "line 1: expected one kind of separator, found 'a|b'"),
    ("1,2\n" * 100_000, "line 21: expected at most 20 rows, found 100000"),
    ("Card 1\nABCD\nBCDA\nCard 2\nCDAB\nDABC\n", "line 4: expected 1 symbol as in line 2, found 2"),
    ("R,G\nG,R,R\nG,G\n", "line 2: expected 2 symbols as in line 1, found 3 (a card is a rec"),
    ("4x4\nABCD\nBCDA\n", "line 1: expected 4x4 cells, found 2x4 cells below"),
    ("R G\nG R\nR = red\n", "line 3: expected a row of symbols, found 'R = red' (the legend"),
    ("R G\nG R\nR - red\n", "found 'R - red' (the legend stands above the rows, one 'A = red'"),
    ("red = R\nR G\n", "line 1: expected a row of symbols, found 'red = R' (the legend stands"),
    ("R = red, G = sea\nR G\n", "line 1: expected one name, found 'R = red, G = sea'"),
    ("A: D B\nB: C A\n", "expected rows of symbols below the legend, found none ('A: D B' is"),
    (",sun,red\nsun,red,sun\n", "line 1, symbol 1: expected a symbol, found an empty cell"),
    ("1 2\n" + "1" * 900_000, "line 2: expected at most 20 symbols, found 900000 characters"),
    ("red" + "," * 900_000, "line 1: expected at most 20 symbols, found 900001 cells"),
    ("A B C, D E F", "found 'A B C' (leave out the separators, or put quotes around each cell)"),
    ("  A B C\n1 10 10 12\n", "line 2: expected 3 symbols as in line 1, found 4"),
    (",A,B\nA,F,A\n,B\n", "expected a symbol, found an empty cell"),
    ("1 2 3 | 4 5 6", "line 1: expected one symbol in a cell, found '1 2 3'"),
    ("RGBY\nGBYR\nBYR\n", "line 3: expected 4 symbols as in line 1, found 3"),
)
def test_what_cannot_be_a_card_is_refused_with_the_mend(text: str, message: str) -> None:
    assert message in error_text(CardError, Card.parse, text)


@cases(
    "text rows other_rows way",
    ("red sun sky red oak\n", "red sun sky red oak", "r e d s u n s k y r e d o a k", "words"),
    (
        "red sun oak\nsun oak red\n" * 2,
        "red sun oak\nsun oak red\n" * 2,
        "r e d s u n o a k\ns u n o a k r e d\n" * 2,
        "words",
    ),
    ("red sea\nsea red\n", "R E D S E A\nS E A R E D", "red sea\nsea red", "letters"),
    ("red\nsun\n", "red\nsun", "R E D\nS U N", "words"),
    ("10\n11\n12\n", "10\n11\n12", "1 0\n1 1\n1 2", "words"),
    ("123\n321\n", "1 2 3\n3 2 1", "123\n321", "letters"),
    ("abca\nbcab\n", "A B C A\nB C A B", "abca\nbcab", "letters"),
)
def test_what_could_be_letters_or_words_is_noted_and_can_be_said(
    text: str, rows: str, other_rows: str, way: str
) -> None:
    card = Card.parse(text)
    assert _rows(card) == _table(rows)
    (note, *_) = card.notes
    other = Reading.WORDS if way == "letters" else Reading.LETTERS
    assert f"taken as {way}: " in note
    assert note.endswith(f"(for {other.value}: put commas between them)")
    said = _rows(Card.parse(text, reading=other))
    assert [[name.casefold() for name in row] for row in said] == [
        [name.casefold() for name in row] for row in _table(other_rows)
    ]
    assert _rows(Card.parse(text, reading=Reading(way))) == _rows(card)


@cases(
    "text",
    *("ABCA\nBCAB\n", "A B C A\nB C A B\n", "AB CA\nBC AB\n", "r g b y\ng b y r\n"),
    "2x2:REDX\n",
    "ABCA\n\nBCAB\n\nCABC\n",  # a line between all rows is no gap
    "# one\nABCA\n# two\nBCAB\n",
    "A = red\nB = sun\n\nA B\nB A\n",
    "II III I II\nI II I II\n",  # one symbol more is no misspelling
    "1\ufe0f\u20e3 2\ufe0f\u20e3 2\ufe0f\u20e3\n2\ufe0f\u20e3 2\ufe0f\u20e3 2\ufe0f\u20e3\n",
)
def test_an_ordinary_card_has_no_notes(text: str) -> None:
    assert Card.parse(text).notes == ()


@cases("text", "12345\n23451\n", "1 2 3 4 5\n2 3 4 5 1\n")
def test_a_card_of_digits_has_one_note(text: str) -> None:
    assert len(Card.parse(text).notes) == 1


def test_words_between_bars_are_one_name_and_a_note_says_so_unless_the_table_is_ruled() -> None:
    names = [["sun", "sun oak"], ["oak", "oak sun"]]
    card = Card.parse("sun | sun oak\noak | oak sun\n")
    noted = "'sun oak' is taken for one symbol, as bars separate cells"
    assert (_rows(card), [noted in note for note in card.notes]) == (names, [True])
    card = Card.parse("| sun | sun oak |\n| oak | oak sun |\n")
    assert (_rows(card), card.notes) == (names, ())


def test_a_quote_within_a_word_does_not_hide_the_bars_behind_it() -> None:
    rows = [["o'clock 5\"", 'in 5"'], ['in 5"', 'on 5"']]
    assert _rows(Card.parse('o\'clock 5" | in 5"\nin 5" | on 5"\n')) == rows


def test_groups_between_separators_are_letters_or_words_as_it_is_said() -> None:
    for line in ("A B C, D E F", "ABC;DEF", "A B C|D E F", "ABC\tDEF", "1 2 3,4 5 6"):
        text = f"{line}\n{line}\n"
        letters = Card.parse(text, reading=Reading.LETTERS)
        words = Card.parse(text, reading=Reading.WORDS)
        assert (letters.rows, letters.cols, words.rows, words.cols) == (2, 6, 2, 2)
        assert not any("--as" in note for note in (*letters.notes, *words.notes))


@cases(
    "text",
    "| # " * 20_000,
    ", #x" * 20_000,
    "1" * 900_000,
    "red " * 200_000,
    "red" + "," * 900_000,
    ids=["bars", "hashes", "digits", "words", "commas"],
)
def test_a_long_line_is_refused_soon(text: str) -> None:
    started = process_time()
    with pytest.raises(CardError, match="expected at most 20 symbols"):
        Card.parse(text)
    assert process_time() - started < 1


@cases(
    "text message",
    ("bear cat dog elk fox\ncat dog elk bear\nfox bear cat dog elk\n", "expected 5 .*found 4"),
    ("red sun star red\nred sun star\n", "expected 4 symbols as in line 1, found 3"),
    ("sun card\nred sun oak\nsun oak red\n", "expected 3 symbols as in line 2, found 2"),
    ("ABC A\nBCA\n", "expected 4 symbols as in line 1, found 3"),
)
def test_a_row_of_words_in_which_one_is_missing_is_counted_in_words(
    text: str, message: str
) -> None:
    with pytest.raises(CardError, match=message):
        Card.parse(text)


@cases("cell", "#REF!", "#N/A", "N/A", "null", "NaN", "#DIV/0!")
def test_a_cell_that_a_program_left_without_a_value_is_no_symbol(cell: str) -> None:
    message = "expected a symbol, found .* \\(a cell without a symbol, or with an error"
    with pytest.raises(CardError, match=message):
        Card.parse(f"red,blue,{cell},green\nblue,red,green,red\ngreen,red,blue,blue\n")


def test_a_title_above_a_legend_is_what_is_to_be_mended() -> None:
    message = "line 2: expected a row of symbols, found 'A = red' .*'# ' before what is above it"
    with pytest.raises(CardError, match=message):
        Card.parse("Card of sun\nA = red\nB = blue\nC = green\nABC\nBCA\nCAB\n")


def test_words_on_a_line_each_that_come_again_need_no_one_length() -> None:
    card = Card.parse("red\nblue\ngreen\nred\nblue\n")
    assert (card.rows, card.cols) == (5, 1)
    assert "taken as words" in card.notes[0]
    with pytest.raises(CardError, match="expected 4 symbols"):
        Card.parse("RGBY\nGBR\nYRGB\n")


@cases(
    "text message",
    ("A + B + C\nB + C + A\n", r"expected symbols, found '\+' between all of them"),
    ("A > B\nB > A\nA > B\n", "expected symbols, found '>' between all of them"),
    ("+++\nABC\nBCA\n+++\n", r"expected rows of symbols, found rows of '\+'"),
    ("(A, B, C)\n(B, C, A)\n", r"expected both brackets, found '\(A'"),
    ("red, sun, sky.\nsky, red, sun.\n", "one spelling of each symbol, found 'sky.' and 'sky'"),
    ("A = red\nB = r\u0435d\nC = sun\nABC\nBCA\n", "which look the same"),
    ("A = o'clock\nB = o\u2019clock\nC = sun\nABC\nBCA\n", "which look the same"),
)
def test_signs_and_ends_that_are_no_symbols_are_refused(text: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        Card.parse(text)


@cases("separator", ";", "\t", ",")
@cases("rows", "RGB YWK GBR WKY", "rgb ywk gbr wky", "123 456 231 564")
def test_two_halves_of_letters_are_names_with_a_note(rows: str, separator: str) -> None:
    first, second, third, fourth = rows.split()
    card = Card.parse(f"{first}{separator}{second}\n{third}{separator}{fourth}\n")
    assert card.cols == 2
    assert "is taken for one symbol (for letters" in card.notes[0]
