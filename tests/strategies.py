"""Hypothesis strategies: the domains of the games, small and seldom square; exact covers."""

from collections.abc import Iterable
from functools import cache
from random import Random
from string import ascii_uppercase
from typing import Any

from hypothesis import strategies as st

from solver.geometry.cell import Cell, rectangle
from solver.geometry.polyomino import SHAPES
from solver.pent_up.position import Position
from solver.pent_up.record import TILE_COUNT, Record
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.game import Game, Player, Sheet
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.play.session import GameKind, RoundEntry, Session
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer, PuzzleRound
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.timing import Timing
from solver.tiling.region import Region
from tests.oracles import LETTERS, canonical, connected_sets, matching


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
def roll_problems(
    draw: st.DrawFn, *, largest: int = 7, cells: int = 24, planted: int = 3
) -> RollProblem:
    """Draw rolls on cards with some Penta-Rush planted; the other symbols are mostly not rolled.

    So a card of few cells has packings of several shapes, and few enough for brute force.
    """
    roll = draw(legal_rolls("ABCDE"))
    cols = draw(st.integers(1, min(largest, cells)))
    least = -(-5 // cols)
    rows = draw(st.integers(least, max(least, min(largest, cells // cols))))
    region = rectangle(rows, cols)
    filler = draw(st.sampled_from(["XYZ", "XYZ" + roll.symbols]))
    shown = {cell: draw(st.sampled_from(filler)) for cell in sorted(region)}
    outlines = _outlines(region)
    for _ in range(draw(st.integers(1, planted))):
        if outlines:
            outline = draw(st.sampled_from(outlines))
            shown.update(zip(outline, draw(st.permutations(roll.symbols)), strict=True))
            letter = _letter(outline)
            outlines = [
                other
                for other in outlines
                if not set(other) & set(outline) and _letter(other) != letter
            ]
    lines = ["".join(shown[Cell(row, col)] for col in range(cols)) for row in range(rows)]
    return RollProblem(Card(tuple(lines)), roll, draw(points()))


@cache
def _outlines(region: frozenset[Cell]) -> list[tuple[Cell, ...]]:
    """Return all pentominoes in a region, in the same order every time."""
    return sorted(tuple(sorted(cells)) for cells in connected_sets(region, 5))


@cache
def _letter(outline: tuple[Cell, ...]) -> str:
    return LETTERS[canonical(frozenset(outline))]


@st.composite
def puzzles(draw: st.DrawFn) -> PuzzleGame:
    """Draw games of the puzzle variant on a small card, whose rounds may break any rule."""
    card = draw(cards(largest=6, symbols=4, cells=18).filter(lambda card: len(card.symbols) > 2))
    outlines = _outlines(card.cells) or [()]
    names = draw(st.lists(st.sampled_from(["Ann", "Ben", "Eve"]), min_size=1, unique=True))
    rolled = draw(st.lists(legal_rolls(card.symbols), max_size=4))
    played: dict[str, list[PuzzleRound]] = {name: [] for name in names}
    for roll in rolled:
        turned = draw(st.sampled_from([None, None, *names]))
        for name in names:
            cells = draw(st.sampled_from(outlines))
            right = [
                outline
                for outline in outlines
                if sorted(card[cell] for cell in outline) == list(roll.symbols)
            ]
            circled = bool(right) and draw(st.booleans())
            if circled:
                cells = draw(st.sampled_from(right))
            drawn = bool(cells) and draw(st.integers(0, 3)) > 0
            shape = _letter(cells) if cells else "X"
            if not draw(st.integers(0, 4)):
                shape = draw(st.sampled_from(SHAPES))
            circled = circled or not draw(st.integers(0, 4))
            played[name].append(
                PuzzleRound(roll, shape, cells if drawn else (), circled, name == turned)
            )
    players = tuple(PuzzlePlayer(name, tuple(rounds)) for name, rounds in played.items())
    return PuzzleGame((card,), players, draw(st.none() | legal_rolls(card.symbols)))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Draw sheets whose outlines are right, wrong, overlapping or not pentominoes."""
    problem = draw(roll_problems(largest=8, cells=40, planted=7))
    right = sorted(tuple(sorted(cells)) for _, cells in matching(problem))
    joined = _outlines(problem.card.cells)
    cell = st.sampled_from(sorted(problem.card.cells))
    drawn: list[tuple[Cell, ...]] = []
    for kind in draw(st.lists(st.sampled_from("rrrrjo?"), max_size=9)):
        covered = {cell for outline in drawn for cell in outline}
        candidates = right if kind == "r" else joined
        apart = [outline for outline in candidates if not covered & set(outline)]
        if kind in "rj" and apart:
            drawn.append(draw(st.sampled_from(apart)))
        elif kind == "o":
            drawn.append(draw(st.sampled_from(joined)))
        else:
            drawn.append(tuple(draw(st.lists(cell, max_size=6, unique=True))))
    number, timer = draw(st.integers(1, 5)), draw(st.booleans())
    time = draw(st.none() | timings(len(drawn)))
    return Sheet(problem.card, problem.roll, tuple(drawn), round=number, timer=timer, time=time)


@st.composite
def timings(draw: st.DrawFn, outlines: int) -> Timing:
    """Draw the times of this number of outlines."""
    sand, seconds = draw(st.none() | st.integers(1, 3600)), st.floats(0, 3600)
    hurried = sand is not None and draw(st.booleans())
    *moments, end = sorted(draw(st.lists(seconds, min_size=outlines + 1, max_size=outlines + 1)))
    if hurried and sand is not None:
        *moments, end = (moment * sand / 3600 for moment in (*moments, end))
    return Timing(end, tuple(moments), sand, hurried=hurried, hints=draw(st.integers(0, 3)))


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
    return Game(tuple(players), simulated=draw(st.booleans()))


@st.composite
def sessions(draw: st.DrawFn, *, most: int = 12) -> Session:
    """Draw games at one keyboard on a small card, begun, midway or over; all rounds are legal."""
    kind = draw(st.sampled_from(GameKind))
    card = draw(cards(largest=6, symbols=4, cells=18).filter(lambda card: len(card.symbols) > 2))
    fewest, largest = (1, 1) if kind is GameKind.SOLITAIRE else (1 + (kind is GameKind.PUZZLE), 4)
    name = st.text("abcÉß'", min_size=1)
    names = draw(st.lists(name, min_size=fewest, max_size=largest, unique=True))
    timer_s = None if kind is GameKind.SOLITAIRE else draw(st.none() | st.integers(1, 3600))
    own = [card, *(draw(_mixed(card)) for _ in names[1:])] if draw(st.booleans()) else [card]
    session = Session(kind, tuple(own), tuple(names), draw(st.integers()), timer_s)
    for _ in range(draw(st.integers(0, most))):
        if session.is_over:
            break
        roll = Roll("".join(sorted(session.next_throws()[-1])))
        first = session.turn_order(session.next_round)[:-1]  # the last has nobody to hurry
        turned = draw(st.sampled_from([None, *first])) if timer_s else None
        if kind is GameKind.STANDARD:
            entries = tuple(
                draw(_entries(session, roll, name, timer=name == turned)) for name in names
            )
        else:
            entries = tuple(
                draw(_circles(session, roll, name, timer=name == turned)) for name in names
            )
        session = session.with_round(entries)
    return session


@st.composite
def _mixed(draw: st.DrawFn, card: Card) -> Card:
    """Draw a card of the size and the symbols of *card*, each as often."""
    symbols = draw(st.permutations("".join(card.lines)))
    starts = range(0, len(symbols), card.cols)
    return Card(tuple("".join(symbols[start : start + card.cols]) for start in starts))


@st.composite
def _entries(
    draw: st.DrawFn, session: Session, roll: Roll, name: str, *, timer: bool
) -> RoundEntry:
    """Draw a sheet of the next round."""
    card = session.card_of(name)
    cell = st.sampled_from(sorted(card.cells))
    outline = st.lists(cell, max_size=6, unique=True).map(tuple)
    outlines = draw(st.lists(outline, max_size=3))
    return Sheet(card, roll, tuple(outlines), round=session.next_round, timer=timer)


@st.composite
def _circles(
    draw: st.DrawFn, session: Session, roll: Roll, name: str, *, timer: bool
) -> RoundEntry:
    """Draw a legal round of the puzzle variant."""
    rounds = next(player.rounds for player in session.puzzle_game.players if player.name == name)
    card = session.card_of(name)
    state = PuzzleState(card, rounds)
    free = [outline for outline in _outlines(card.cells) if state.free.issuperset(outline)]
    fitting = [outline for outline in free if _letter(outline) in state.unused]
    right = [
        outline
        for outline in fitting
        if sorted(card[cell] for cell in outline) == list(roll.symbols)
    ]
    circled = bool(right) and draw(st.booleans())
    if circled:
        cells = draw(st.sampled_from(right))
        return PuzzleRound(roll, _letter(cells), cells, circled=True, timer=timer)
    if fitting:
        cells = draw(st.sampled_from(fitting))
        return PuzzleRound(roll, _letter(cells), cells, circled=False, timer=timer)
    shape = draw(st.sampled_from(state.unused))
    return PuzzleRound(roll, shape, (), circled=False, timer=timer)


@st.composite
def piles(draw: st.DrawFn, *, most: int = TILE_COUNT) -> Position:
    """Draw positions after some legal moves of Pent-Up, most of them on high levels."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))  # a game has thousands of choices
    position = Position.from_moves()
    for _ in range(draw(st.integers(0, most))):
        levels = [placements.level for placements in position.placement_sets()]
        level = max(levels) if rng.random() < 0.8 else rng.choice(levels)
        placements = [tile for tile in position.placements() if tile.level == level]
        position = position.play(rng.choice(placements))
    return position


def records(*, most: int = TILE_COUNT) -> st.SearchStrategy[Record]:
    return piles(most=most).map(lambda position: Record(tuple(position.moves())))


def any_json(keys: Iterable[str]) -> st.SearchStrategy[Any]:
    """Return JSON values of any form, whose objects often have some of *keys*."""
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from([*keys, "x"]), inner, max_size=5)
        ),
    )


Problem = tuple[list[str], str, dict[str, int]]  # options, primary items, bounds of secondary ones

_primary = st.sets(st.sampled_from("abcd"), min_size=1, max_size=3).map(sorted).map("".join)
_secondary = st.sets(st.sampled_from("xyz"), max_size=2).map(sorted).map("".join)
_option = st.tuples(_primary, _secondary).map("".join)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Draw any problem: a to d are primary, x y z secondary, z perhaps bounded."""
    bounds = draw(st.just({}) | st.fixed_dictionaries({"z": st.integers(0, 3)}))
    return draw(st.lists(_option, max_size=9)), "abcd", bounds


@st.composite
def planted(draw: st.DrawFn) -> Problem:
    """Draw a problem with a cover planted in it."""
    cuts = sorted(draw(st.sets(st.integers(1, 3))))
    hidden = ["abcd"[start:end] for start, end in zip([0, *cuts], [*cuts, 4], strict=True)]
    options = [*hidden, *draw(st.lists(_option, max_size=6))]
    return draw(st.permutations(options)), "abcd", {}


@st.composite
def regions(draw: st.DrawFn, *, planted: int = 3, largest: int = 20) -> Region:
    """Draw a region: some pentominoes side by side or apart, or any cells, five for each."""
    rows = draw(st.integers(1, 8))
    cols = draw(st.integers(max(1, -(-5 // rows)), 8))
    free = set(rectangle(rows, cols))
    cells: set[Cell] = set()
    for _ in range(draw(st.integers(1, planted))):
        fitting = sorted(sorted(outline) for outline in connected_sets(frozenset(free), 5))
        if not fitting:
            break
        chosen = draw(st.sampled_from(fitting))
        cells |= set(chosen)
        free -= set(chosen)
    if not cells or draw(st.integers(0, 3)) == 0:
        size = min(largest, rows * cols) // 5 * 5
        anywhere = st.sampled_from(sorted(rectangle(rows, cols)))
        cells = draw(st.sets(anywhere, min_size=size, max_size=size))
    return Region(rows, cols, frozenset(cells))
