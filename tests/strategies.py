"""Hypothesis strategies: the domain of Penta-Rush, small, clumpy and seldom square."""

from string import ascii_uppercase

from hypothesis import strategies as st

from solver.dice import Roll
from solver.penta_rush.card import Card
from solver.penta_rush.engine import Deal
from solver.penta_rush.game import Game, Player
from solver.penta_rush.points import Points
from solver.penta_rush.sheet import Sheet
from solver.polyomino import Cell


@st.composite
def cards(draw: st.DrawFn, *, largest: int = 20, symbols: int = 26, cells: int = 400) -> Card:
    rows = draw(st.integers(1, largest))
    cols = draw(st.integers(1, min(largest, cells // rows)))
    alphabet = ascii_uppercase[: draw(st.integers(1, symbols))]
    text = st.text(alphabet, min_size=cols, max_size=cols)
    return Card(tuple(draw(st.lists(text, min_size=rows, max_size=rows))))


@st.composite
def points(draw: st.DrawFn, *, most: int = 5) -> Points:
    return Points(tuple(draw(st.lists(st.integers(1, most), min_size=12, max_size=12))))


@st.composite
def legal_rolls(draw: st.DrawFn, symbols: str = ascii_uppercase[:7]) -> Roll:
    twice = [(symbol, time) for symbol in symbols for time in (1, 2)]
    dice = draw(st.lists(st.sampled_from(twice), min_size=5, max_size=5, unique=True))
    return Roll("".join(sorted(symbol for symbol, _ in dice)))


@st.composite
def deals(draw: st.DrawFn, *, largest: int = 7, symbols: int = 5, cells: int = 24) -> Deal:
    """Deals whose card shows the roll: a card with a legal roll painted into its first cells."""
    roll = draw(legal_rolls("ABCDE"[:symbols]))
    cols = draw(st.integers(1, min(largest, cells)))
    rows = draw(st.integers(-(-5 // cols), max(-(-5 // cols), min(largest, cells // cols))))
    first = draw(st.permutations(roll.symbols))
    rest = draw(
        st.lists(st.sampled_from(roll.symbols), min_size=rows * cols - 5, max_size=rows * cols - 5)
    )
    shown = "".join([*first, *rest])
    lines = tuple(shown[at : at + cols] for at in range(0, rows * cols, cols))
    return Deal(Card(lines), roll, draw(points()))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    deal = draw(deals())
    cell = st.builds(Cell, st.integers(0, deal.card.rows - 1), st.integers(0, deal.card.cols - 1))
    outline = st.lists(cell, max_size=6, unique=True).map(tuple)
    outlines = draw(st.lists(outline, max_size=7).map(tuple))
    return Sheet(
        deal.card, deal.roll, outlines, round=draw(st.integers(1, 5)), timer=draw(st.booleans())
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    names = draw(st.lists(st.text("abcÉß'", min_size=1), min_size=1, max_size=4, unique=True))
    players: list[Player] = []
    for name in names:
        entries: list[int | Sheet] = list(
            draw(st.lists(st.integers(0, 99), min_size=5, max_size=5))
        )
        if not players:
            sheet = draw(sheets())
            entries[sheet.round - 1] = sheet
        players.append(Player(name, tuple(entries)))
    return Game(tuple(players))
