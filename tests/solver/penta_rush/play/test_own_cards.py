"""Games in which each player has a card of their own, as with the white border."""

import json
from pathlib import Path
from typing import Any

import pytest

from solver.errors import GameError
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.game import PuzzleGame
from solver.penta_rush.typed import parse_puzzle_game
from tests.solver.penta_rush.play.conversation import next_roll
from tests.support import Patch, Run, cases, refusal

ANN, BEN = Card(("ABCAC", "BCABB", "CCABA")), Card(("CCABA", "ABACB", "BCACB"))
TWO = ("--card", str(ANN), "--player", "Ann", "--card", str(BEN), "--player", "Ben")


def _value() -> dict[str, Any]:
    value: dict[str, Any] = json.loads(
        str(Session(GameKind.STANDARD, (ANN, BEN), ("Ann", "Ben"), 3))
    )
    return value


def _right_lines(kind: GameKind) -> str:
    """Return what Ann and Ben type to outline the first placement that matches the first roll."""
    lines, roll = "", next_roll(Session(kind, (ANN, BEN), ("Ann", "Ben"), 3))
    for card in (ANN, BEN):
        placement = MatchingPlacements(RollProblem(card, roll, default_points()))[0]
        lines += f"\n{names_of(sorted(placement.cells))}\ndone\n"
    return lines


def test_each_player_plays_on_their_own_card_to_the_end(typed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = _right_lines(GameKind.STANDARD)
    args = ("rush", "play", *TWO, "--seed", "3", "--save", str(file))
    code, out, err = typed(*args, stdin=lines)
    assert (code, err) == (0, "")
    assert out.startswith("Penta-Rush: Ann on a 3x5 card, Ben on a 3x5 card, seed 3\n")
    assert "wrong symbols" not in out
    first, second = out.index("What was possible for Ann"), out.index("What was possible for Ben")
    for card, shown in ((ANN, out[first:second]), (BEN, out[second:])):
        assert " ".join(card.lines[0]) in shown
    saved = json.loads(file.read_text())
    assert saved["cards"] == [str(ANN), str(BEN)]
    assert "card" not in saved
    code, out, err = typed("rush", "play", "--resume", str(file), stdin="\ndone\ndone\n" * 8)
    assert (code, err) == (0, "")
    assert out.startswith("Penta-Rush: Ann, Ben, each on a card of their own, seed 3, after 1")
    game = json.loads(file.read_text())
    assert [player["rounds"][0]["card"] for player in game["players"]] == [str(ANN), str(BEN)]
    assert typed("rush", "total", str(file))[0] == 0


def test_the_puzzle_variant_is_judged_and_advised_on_the_card_of_each_player(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    lines = _right_lines(GameKind.PUZZLE)
    args = ("rush", "play", "--game", "puzzle", *TWO, "--seed", "3", "--save", str(file))
    assert typed(*args, stdin=lines)[0] == 0
    saved = Session.parse(file.read_text())
    assert [state.card for state in saved.states] == [ANN, BEN]
    assert all(entry.circled for entry in saved.puzzle_game.players[1].rounds)
    assert typed("rush", "puzzle", "referee", str(file))[0] == 0
    advise = ("rush", "puzzle", "advise", str(file), "--playouts", "0", "--player")
    shown = {name: typed(*advise, name)[1] for name in ("Ann", "Ben")}
    for name, card in (("Ann", ANN), ("Ben", BEN)):
        assert " ".join(card.lines[2]) in shown[name]
    game = parse_puzzle_game(file.read_text())
    assert game.cards == (ANN, BEN)
    text = str(game)
    assert PuzzleGame.parse(text) == game
    assert json.loads(text)["players"]["Ben"]["card"] == str(BEN)


@cases(
    "args message",
    (TWO[:6], "expected one card for one player, found 2"),
    ((*TWO, "--player", "Cy"), "expected one card for all players, or 3, one for each, found 2"),
    (
        (*TWO, "--player", "Cy", "--card", "4x2:ABABABAB"),
        "expected on all cards the symbols of the first, A, B, C, found A, B on card 3",
    ),
    (("--card", "-", "--card", "-"), "the players type on standard input"),
)
def test_cards_that_do_not_suit_the_players_or_the_dice_are_refused(
    typed: Run, args: tuple[str, ...], message: str
) -> None:
    assert message in refusal(typed, "rush", "play", *args)


@cases(
    "change message",
    ({"card": str(ANN)}, "game: expected"),
    ({"cards": []}, "game, cards: expected a card for each player, found none"),
    ({"cards": 5}, "game, cards: expected a list of cards, found 5"),
    ({"cards": [str(ANN), 5]}, "game, player 2, card: expected a string, found 5"),
    ({"cards": [str(ANN)] * 3}, "expected one card for all players, or 2, one for each, found"),
    ({"cards": [str(ANN), "2x3:DEFDEF"]}, "expected on all cards the symbols of the first"),
    ({"players": []}, "expected one card for all players, or 0, one for each, found 2"),
)
def test_a_saved_game_with_other_cards_is_an_error(change: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Session.parse(json.dumps(_value() | change))


def test_a_sheet_on_the_card_of_another_player_is_an_error() -> None:
    value = _value()
    roll = next_roll(Session(GameKind.STANDARD, (ANN, BEN), ("Ann", "Ben"), 3))
    sheets = [{"card": str(card), "roll": str(roll), "outlines": []} for card in (ANN, BEN)]
    assert Session.parse(json.dumps(value | {"rounds": [sheets]})).next_round == 2
    with pytest.raises(GameError, match=f"round 1: expected the card {ANN}, found {BEN}"):
        Session.parse(json.dumps(value | {"rounds": [sheets[::-1]]}))


def test_a_game_of_the_puzzle_variant_has_one_card_or_one_of_each_player() -> None:
    players = {"Ann": {"card": str(ANN), "rounds": []}, "Ben": {"rounds": []}}
    with pytest.raises(GameError, match="game, Ben: expected a key 'card', found none"):
        PuzzleGame.parse(json.dumps({"players": players}))
    with pytest.raises(GameError, match="game: expected"):
        PuzzleGame.parse(json.dumps({"card": str(ANN), "players": players}))
    alone = PuzzleGame.parse(json.dumps({"players": {"Ann": players["Ann"]}}))
    assert alone.cards == (ANN,)


def test_a_word_is_one_symbol_on_all_cards(typed: Run, tmp_path: Path) -> None:
    texts = ("sun moon star\nstar sun moon", "star,moon,sun\nmoon,star,zoo\nsun,zoo,sun")
    files = [tmp_path / f"{number}.txt" for number in (1, 2)]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    args = [word for file in files for word in ("--card", str(file), "--player", file.stem)]
    assert "found moon, star, sun, zoo on card 2" in typed("rush", "play", *args)[2]
    files[1].write_text(texts[1].replace("zoo", "sun"))
    out = typed(
        "rush", "play", *args, "--seed", "3", "--json", stdin="\n\ndone\ndone\n\ndone\ndone\n"
    )
    saved = json.loads(out[1])
    assert saved["legend"] == {"A": "moon", "B": "star", "C": "sun"}
    assert saved["cards"] == ["2x3:CABBCA", "3x3:BACABCCCC"]
    assert str(Session.parse(json.dumps(saved))) == out[1]


def test_a_card_of_the_environment_may_have_blanks_in_its_name(
    typed: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    (tmp_path / "my card.txt").write_text("A B C A\nC B A C\n")
    monkeypatch.setenv("PENTA_CARD", str(tmp_path / "my card.txt"))
    code, out, _ = typed("rush", "play", "--seed", "1", stdin="done\ndone\n")
    assert code == 0
    assert " 1 A B C A\n" in out
