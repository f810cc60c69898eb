"""The state machine of a table: rounds, the sand, what is sealed, who drops and comes back."""

import json
import random
from typing import Any

import pytest

from solver.errors import RequestError
from solver.web.table.state import Phase
from solver.web.table.table import GRACE_MS, MOST_SEATS, Table
from tests.solver.web.table.playing import Phone, answered, restarted, table_of
from tests.support import cases, slow

SAND_MS = 60_000


def entry(*marks: int | str) -> dict[str, Any]:
    return {"outlines": list(marks)}


def enter(table: Table, player: int, *marks: int, action: str = "enter", now: int = 0) -> None:
    table.act(player, action, {"round": table.round, "entry": entry(*marks)}, now)


def throw(table: Table, now: int = 0) -> None:
    table.act(table.host, "throw", {"round": table.round + 1}, now)
    answered(table, now)


def kinds(table: Table, player: int) -> list[str]:
    return [event.kind for event in table.log.after(0, player)]


def last(table: Table, kind: str) -> Any:
    return next(event.data for event in reversed(table.log.events) if event.kind == kind)


def test_a_game_from_the_first_throw_to_the_total() -> None:
    table = table_of("Ann", "Ben")
    for number in (1, 2, 3):
        throw(table, now=number)
        assert (table.phase, table.round) == (Phase.PLAY, number)
        enter(table, 0, 7, 8)
        enter(table, 1, 7, action="turn")
        answered(table, number)
    assert table.phase is Phase.OVER
    game = [{"name": "Ann", "rounds": [2, 2, 2]}, {"name": "Ben", "rounds": [2, 2, 2]}]
    assert last(table, "total")["total"]["game"]["players"] == game
    assert [one["timer"] for one in last(table, "results")["entries"]] == [False, True]
    with pytest.raises(RequestError):
        throw(table)
    table.act(0, "again", {}, 9)
    answered(table, 9)
    throw(table)
    assert (table.phase, table.round, table.points) == (Phase.PLAY, 1, [])


def test_a_throw_is_made_before_it_is_asked_for() -> None:
    table = table_of("Ann")
    assert "answer" not in kinds(table, 0)
    table.act(0, "throw", {"round": 1}, 5)
    thrown = {"round": 1, "roll": "roll for throw 1", "players": [0]}
    assert last(table, "thrown") == thrown
    assert "throw 2" in {ask.key for ask in table.wanted()}


def test_a_throw_that_is_not_there_yet_comes_as_soon_as_it_is() -> None:
    table = table_of("Ann", "Ben")
    throw(table)
    for player in (0, 1):
        enter(table, player)
    for ask in table.wanted():
        if not ask.key.startswith("throw"):
            table.answer(ask.key, {"points": 0}, 1)
    table.answers.pop("throw 2", None)
    table.act(0, "throw", {"round": 2}, 2)
    assert table.round == 1
    answered(table, 3)
    assert table.round == 2


def test_whoever_turns_the_sand_is_done_and_it_runs_for_the_others() -> None:
    table = table_of("Ann", "Ben", "Cem")
    throw(table)
    enter(table, 1, 5, action="turn", now=100)
    assert last(table, "sand") == {"player": 1, "until": 100 + SAND_MS}
    with pytest.raises(RequestError, match="sand that stands"):
        enter(table, 0, action="turn", now=101)
    with pytest.raises(RequestError, match="one entry"):
        enter(table, 1, 6, action="draft", now=101)
    enter(table, 0, 1, action="draft", now=102)
    table.tick(100 + SAND_MS + GRACE_MS - 1)
    assert table.phase is Phase.PLAY
    table.tick(100 + SAND_MS + GRACE_MS)
    answered(table, 0)
    found = [one["entry"] for one in last(table, "results")["entries"]]
    assert sorted(map(str, found)) == sorted(map(str, [entry(5), entry(1), {}]))


@cases("options sand", ({"begins": "throw"}, True), ({"seconds": 0}, False), ({}, False))
def test_the_sand_may_run_from_the_throw(options: dict[str, Any], *, sand: bool) -> None:
    table = table_of("Ann", "Ben", **options)
    throw(table)
    assert ("sand" in kinds(table, 0)) == sand


def test_who_plays_on_paper_has_time_to_type() -> None:
    table = table_of("Ann", "Ben", begins="throw")
    table.act(1, "paper", {"paper": True}, 0)
    throw(table)
    table.tick(SAND_MS + GRACE_MS)
    assert table.phase is Phase.PLAY
    assert table.deadline is None
    enter(table, 1, 4, now=10 * SAND_MS)
    assert kinds(table, 0)[-1] == "closed"


def test_the_host_ends_a_round_for_those_who_are_away_but_not_while_the_sand_runs() -> None:
    table = table_of("Ann", "Ben")
    throw(table)
    enter(table, 1, 3, action="draft")
    enter(table, 0, action="turn")
    with pytest.raises(RequestError, match="run out"):
        table.act(0, "close", {"round": 1}, 1)
    table = table_of("Ann", "Ben")
    throw(table)
    enter(table, 1, 3, action="draft")
    table.act(0, "close", {"round": 1}, 1)
    sheets = {ask.key: ask.document for ask in table.wanted() if ask.key.startswith("judge")}
    assert "'outlines': []" in str(sheets["judge 0"])  # as the rules expect it of everybody
    answered(table, 1)
    assert [one["entry"] for one in last(table, "results")["entries"]] == [{}, entry(3)]


def test_who_has_left_between_two_rounds_is_not_waited_for() -> None:
    table = table_of("Ann", "Ben", "Cleo")
    throw(table)
    for player in range(3):
        enter(table, player, 5)
    answered(table, 0)
    table.act(2, "leave", {}, 0)
    throw(table)
    enter(table, 0, 5)
    enter(table, 1, 5)
    answered(table, 0)
    assert table.phase is Phase.RESULTS
    assert last(table, "results")["entries"][0]["entry"] == {}
    assert len(table.points[1]) == 3


def test_a_draft_that_comes_after_a_later_one_is_ignored() -> None:
    table = table_of("Ann", "Ben")
    throw(table)
    for number, mark in ((7, 1), (9, 2), (8, 3)):
        values = {"round": 1, "entry": entry(mark), "number": number}
        table.act(1, "draft", values, 0)
        table = restarted(table)
        assert table.now.drafts[1] == entry(min(mark, 2))
    with pytest.raises(RequestError, match="number"):
        table.act(1, "draft", {"round": 1, "entry": entry(), "number": -1}, 0)


def test_a_throw_without_a_roll_is_told() -> None:
    table = table_of("Ann")
    table.answers = {"throw 1": {}}
    table.act(0, "throw", {"round": 1}, 0)
    assert last(table, "failed") == {"message": "no roll"}


def test_while_the_host_is_away_others_throw() -> None:
    table = table_of("Ann", "Ben")
    with pytest.raises(RequestError, match="the host"):
        table.act(1, "throw", {"round": 1}, 0)
    table.present.remove(0)
    table.act(1, "throw", {"round": 1}, 0)
    table.act(0, "leave", {}, 0)
    assert table.host == 1
    enter(table, 1)
    answered(table, 0)
    assert table.phase is Phase.RESULTS


@cases(
    "given message",
    ({"name": "Ann"}, "another player"),
    ({"name": ""}, "1 to 20 characters"),
    ({"name": " x"}, "1 to 20 characters"),
    ({"name": "a\nb"}, "1 to 20 characters"),
    ({"name": 21 * "x"}, "1 to 20 characters"),
    ({"name": 5}, "1 to 20 characters"),
    ({"name": "Ben", "card": "abc"}, "a card"),
    ({"name": "Ben", "card": "xABC"}, "the symbols and points of all"),
)
def test_who_may_not_join(given: dict[str, Any], message: str) -> None:
    table = table_of("Ann")
    with pytest.raises(RequestError, match=message):
        table.join(given, "token", 0)
    assert len(table.seats) == 1


def test_a_table_has_so_many_seats_and_nobody_joins_a_game_that_has_begun() -> None:
    table = table_of(*map(str, range(MOST_SEATS)))
    with pytest.raises(RequestError, match="at most"):
        table.join({"name": "Zoe"}, "token", 0)
    table.act(3, "leave", {}, 0)
    assert table.join({"name": "Zoe"}, "token", 0) == MOST_SEATS
    throw(table)
    assert 3 not in table.players
    with pytest.raises(RequestError, match="one that has begun"):
        table.join({"name": "Yan"}, "token", 0)


@cases(
    "wrong",
    *(None, "text", [], {"points": 9}, {"outlines": float("nan")}, {"outlines": 9999 * "x"}),
    {"outlines": [[[[[[]]]]]]},
)
def test_an_entry_is_small_and_has_no_other_keys(wrong: Any) -> None:
    table = table_of("Ann", "Ben")
    throw(table)
    for action in ("draft", "enter", "turn"):
        with pytest.raises(RequestError, match="an object with outlines"):
            table.act(0, action, {"round": 1, "entry": wrong}, 0)


def test_what_comes_for_another_round_is_refused() -> None:
    table = table_of("Ann", "Ben")
    with pytest.raises(RequestError, match="round: expected 1"):
        table.act(0, "throw", {"round": 2}, 0)
    throw(table)
    for action in ("draft", "enter", "turn", "close"):
        with pytest.raises(RequestError, match="round: expected 1"):
            table.act(0, action, {"round": 2, "entry": entry()}, 0)
    for action in ("throw", "again", "paper"):
        with pytest.raises(RequestError, match="play by now"):
            table.act(0, action, {"round": 2}, 0)
    with pytest.raises(RequestError, match="one of again, "):
        table.act(0, "win", {}, 0)


def test_an_entry_that_the_rules_refuse_counts_nothing_and_is_not_shown() -> None:
    table = table_of("Ann", "Ben")
    throw(table)
    enter(table, 0, 1)
    enter(table, 1, 666)
    answered(table, 0, lambda ask: {"error": "no"} if "666" in str(ask) else {"points": 1})
    ann, ben = last(table, "results")["entries"]
    assert (ann["entry"], ben["entry"], ben["judged"]) == (entry(1), {}, {"error": "no"})
    assert table.points == [[1, 0]]


def test_the_log_stays_small() -> None:
    table = table_of("Ann", "Ben")
    throw(table)
    sizes = set()
    for mark in range(50):
        enter(table, 0, mark, action="draft")
        sizes.add(len(table.log.events))
    assert max(sizes) <= min(sizes) + 1


class Evening:
    """Four players who do what they like, phones that drop and come back, a server that ends."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.table = table_of("Ann", "Ben", "Cem", "Dee", seconds=self.random.choice([0, 60]))
        self.phones = [Phone(player) for player in range(4)]
        self.now, self.drops, self.restarts, self.games, self.mark = 0, 0, 0, 0, 1000
        self.looked = 0  # the last event that was checked
        self.sealed: dict[int, int] = {}  # whose mark it is

    def go_on(self) -> None:
        self.now += self.random.choice([1, 100, 5000, 20_000])
        player = self.random.randrange(4)
        action = self.random.choice(
            ["throw", "draft", "draft", "enter", "turn", "close", "paper", "again", "tick"]
        )
        self._drop_or_return(self.random.randrange(4))
        if action == "tick":
            self.table.tick(self.now)
            if self.random.random() < 0.5:
                answered(self.table, self.now)
        else:
            self._act(player, action)
        if self.random.random() < 0.05:
            self.table = restarted(self.table)
            self.restarts += 1
        self._look()

    def _drop_or_return(self, player: int) -> None:
        if player in self.table.present:
            self.drops += 1
            self.table.present.remove(player)
        else:
            self.table.present.add(player)
            self.phones[player].listen(self.table, self.random.choice([0, 1, 1 << 30]))

    def _act(self, player: int, action: str) -> None:
        table, before = self.table, self.table.log.last
        self.mark += 1
        number = table.round + (action == "throw")
        values = {
            "round": number,
            "entry": entry(f"mark {self.mark};"),
            "paper": self.mark % 2 == 0,
        }
        was_over = table.phase is Phase.OVER
        try:
            table.act(player, action, values, self.now)
        except RequestError:
            return
        assert table.log.last > before or action == "throw"
        self.games += was_over
        if action in {"draft", "enter", "turn"}:
            self.sealed[self.mark] = player

    def _look(self) -> None:
        """Nobody sees a mark of another before the results; who looks, misses nothing."""
        if self.table.phase in {Phase.RESULTS, Phase.OVER, Phase.LOBBY}:
            self.sealed.clear()
        for phone in self.phones:
            new = list(self.table.log.after(self.looked, phone.player))
            text = json.dumps([event.to_json() for event in new])
            others = [mark for mark, player in self.sealed.items() if player != phone.player]
            assert not [mark for mark in others if f"mark {mark};" in text]
            if phone.player in self.table.present:
                phone.listen(self.table)
        self.looked = self.table.log.last
        back = self.random.choice(self.phones)
        if back.player in self.table.present:
            fresh = Phone(back.player)
            fresh.listen(self.table)
            assert back.known == fresh.known


@cases("seed steps", (1, 400), slow(2, 3000), slow(3, 3000), slow(4, 3000))
def test_who_drops_and_comes_back_has_missed_nothing(seed: int, steps: int) -> None:
    evening = Evening(seed)
    for _ in range(steps):
        evening.go_on()
    assert evening.restarts > 5
    assert evening.table.log.last > steps / 4


def test_after_a_thousand_drops_and_returns_nothing_is_lost() -> None:
    evening = Evening(5)
    while evening.drops < 1000:
        evening.go_on()
    assert evening.games > 2
