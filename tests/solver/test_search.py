"""Searches: progress in order, the best answer so far, time limits, Ctrl-C, and progress bars."""

import math
import threading
import time
from contextlib import suppress
from itertools import repeat
from typing import Any

import pytest

import data
import penta
from penta import generate, geocinco, knaster, pent_up, puzzle, tiling
from solver.errors import UndecidedError
from solver.runtime.background import when_stopped
from solver.search import Progress, Report, Search
from tests.support import slow

STEPS = [Progress(number, 10, number, "on") for number in range(3)]


def _endless(*, hears: bool) -> Search[str]:
    """Return a search that publishes three steps, then waits for ever, or till it is stopped."""

    def work(report: Report[str]) -> str:
        for done, total, found, note, _ in STEPS:
            report(done, total, found, note, answer=lambda: "best so far")
        ended = threading.Event()
        with when_stopped(ended.set if hears else print):
            ended.wait()
        return "last words"

    return Search(work, label="searching")


@pytest.mark.parametrize(("hears", "answer"), [(False, "best so far"), (True, "last words")])
def test_at_the_time_limit_the_latest_answer_counts(hears: bool, answer: str) -> None:  # noqa: FBT001
    search = _endless(hears=hears)
    assert list(search.steps(limit_s=0.2)) == STEPS
    assert search.is_stopped
    assert search.answer == answer
    assert _endless(hears=hears).run(limit_s=0.2) == answer


def test_what_came_before_the_time_limit_comes_whole_to_a_slow_listener() -> None:
    def work(report: Report[str]) -> str:
        for number in range(9):
            report(number, 9, number, items=[number])
        return "all"

    search = Search(work, label="listing")
    items: list[int] = []
    for progress in search.steps(limit_s=0.05):
        time.sleep(0.05)
        items += progress.items
    assert (items, search.answer, search.is_stopped) == ([*range(9)], "all", False)


def test_the_limit_of_one_run_is_not_that_of_the_next() -> None:
    def work(report: Report[int]) -> int:
        report(1, 2, 1, answer=lambda: 1)
        time.sleep(0.2)
        return 2

    search = Search(work, label="counting")
    assert search.run(limit_s=0.01) in {1, 2}
    assert len([*search]) == 1
    assert (search.answer, search.is_stopped) == (2, False)


def test_a_search_that_is_run_again_begins_anew() -> None:
    answers = iter("ab")

    def work(report: Report[str]) -> str:
        report(1, 2, 1, answer=lambda: "half")
        if (answer := next(answers)) == "a":
            threading.Event().wait()
        return answer

    search = Search(work, label="searching")
    assert (search.run(limit_s=0.1), search.is_stopped) == ("half", True)
    assert (search.run(), search.is_stopped) == ("b", False)


CARD = penta.Card.parse("4x5:ABCDEBCDEACDEABDEABC")
GAME = puzzle.PuzzleGame.parse(data.samples("puzzles")["alone"].read_text("utf-8"))
PACKINGS = penta.Packings.of(CARD, "AABCD")


@pytest.mark.parametrize(
    "search",
    [
        PACKINGS.count(),
        PACKINGS.histogram(),
        PACKINGS.listed(5),
        PACKINGS.listed_sample(5, seed=1),
        PACKINGS.listed_sample(5),
        tiling.first(penta.Region.parse("3x5")),
        tiling.listed(penta.Region.parse("3x5"), engine="exact-cover"),
        knaster.best_plan([6, 7, 8, 9, 10, 6, 7]),
        knaster.simulate(knaster.SimulationSpec(games=5, level=knaster.Level.GREEDY)),
        geocinco.fewest(bridges=2, engine=geocinco.Engine.TREE),
        geocinco.simulate(geocinco.SimulationSpec(games=2)),
        slow(pent_up.list_solutions("P", limit=3)),
        pent_up.match(games=1, steps=2, against=["greedy"], jobs=1),
        puzzle.simulate(CARD, games=3, hindsight=False),
        puzzle.advise(GAME, playouts=25),
        generate.grey(
            generate.GenerationSpec(rows=3, cols=5, symbols=3, target=7, steps=99, seed=1)
        ),
        generate.verify(generate.records(size=(3, 5)), jobs=1),
    ],
    ids=lambda search: f"{search.label} {search.noun}",
)
def test_every_search_finds_the_same_when_it_is_run_again(search: Search[Any]) -> None:
    found = [[item for progress in search for item in progress.items] for _ in range(2)]
    answers = [search.run().to_json() for _ in range(2)]
    assert found[0] == found[1]
    assert answers[0] == answers[1]


def test_the_last_progress_is_not_lost() -> None:
    def work(report: Report[str]) -> str:
        for number in range(1, 38):
            report(number, 37, 0)
        return "all"

    search = Search(work, label="counting")
    assert [*search][-1].done == search.progress.done == 37
    assert search.answer == "all"


def test_a_search_that_is_left_early_keeps_its_latest_answer() -> None:
    search = _endless(hears=True)
    with suppress(KeyboardInterrupt):
        for progress in search:
            if progress.done:
                raise KeyboardInterrupt
    assert search.answer in {"best so far", "last words"}


def test_what_is_prepared_is_not_charged_to_the_limit() -> None:
    prepared = threading.Event()

    def work(_report: Report[str]) -> str:
        return "done"

    def prepare() -> None:
        prepared.wait(0.3)

    assert Search(work, label="searching", prepare=prepare).run(limit_s=0.1) == "done"


def test_without_any_answer_at_the_limit_it_is_undecided() -> None:
    def work(_report: Report[str]) -> str:
        threading.Event().wait()
        return ""

    with pytest.raises(UndecidedError, match=r"there was no answer within 0\.05 s"):
        Search(work, label="searching").run(limit_s=0.05)


@pytest.mark.parametrize("error", [ZeroDivisionError, TimeoutError])
@pytest.mark.parametrize("limit_s", [None, math.inf])
def test_an_error_of_the_search_is_raised_where_it_is_waited_for(
    error: type[Exception], limit_s: float | None
) -> None:
    def work(_report: Report[str]) -> str:
        raise error

    with pytest.raises(error):
        Search(work, label="searching").run(limit_s=limit_s)


def test_an_error_just_after_the_limit_is_raised() -> None:
    def work(report: Report[str]) -> str:
        report(1, 2, 1, answer=lambda: "half")
        time.sleep(0.1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Search(work, label="searching").run(limit_s=0.05)


def test_a_bar_of_tqdm_is_moved_along() -> None:
    shown: list[object] = []

    class Bar:
        total: float | None = None
        n = 0.0

        def set_description(self, desc: str) -> None:
            shown.append(desc)

        def update(self, n: float) -> None:
            self.n += n

        def close(self) -> None:
            shown.append((self.n, self.total))

    _endless(hears=False).run(limit_s=0.1, bar=Bar)
    assert shown == ["searching on"] * 3 + [(2, 10)]


def test_a_search_that_is_left_ends_its_thread_in_the_middle_of_python_code() -> None:
    def work(_report: Report[int]) -> int:
        return sum(1 for _ in repeat(0))

    before = threading.active_count()
    with pytest.raises(UndecidedError):
        Search(work, label="counting").run(limit_s=0.05)
    until = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.01)
    assert threading.active_count() == before
