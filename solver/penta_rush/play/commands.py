"""`penta rush play`: the game at the keyboard, and the file that it is saved in."""

from collections.abc import Sequence

import click

from solver import penta_rush
from solver.console.number_types import WholeNumber
from solver.console.options import examples, json_option, parse_with, players_option, seed_option
from solver.console.play.game_table import (
    STDIN_IS_TYPED,
    GameTable,
    check_not_typed,
    check_stdin,
    game_file_options,
    read_game,
)
from solver.penta_rush.options import (
    WholeText,
    card_option,
    named_cards,
    points_for,
    points_option,
    tell_notes,
)

_DEFAULT_NAME = "Player"
_FIXED_BY_RESUME = ("kind", "players", "named", "seed", "timer_s", "save")


def _named_cards(names: Sequence[str]) -> Sequence[penta_rush.NamedCard]:
    """Return the cards of these *names*; what the players type is none of them."""
    if "-" in names:
        raise click.UsageError(STDIN_IS_TYPED)
    return named_cards(names)


@click.command(
    epilog=examples(
        "penta rush play --seed 1",
        "penta rush play --game puzzle --player Ann --player Ben --timer 30",
        "penta rush play --player Al --card spring --player Bo --card summer --seed 3",
        "penta rush play --game solitaire --card orchard --save alone.json",
    )
)
@click.option(
    "--game",
    "kind",
    type=click.Choice([kind.value for kind in penta_rush.GameKind], case_sensitive=False),
    default=penta_rush.GameKind.STANDARD.value,
    show_default=True,
    help="The game to play.",
)
@players_option()
@card_option(
    "Play on this card: a file, a sample's name or a card id; or give one for each player, in the "
    "order of the players.",
    default=(penta_rush.DEFAULT_CARD,),
    multiple=True,
    type=WholeText(),
    callback=parse_with(_named_cards),
)
@seed_option("Throw the same dice again for the same S.", drawn=True)
@click.option(
    "--timer",
    "timer_s",
    type=WholeNumber(1, penta_rush.MAX_TIMER_S),
    metavar="S",
    help="Play with a sand timer of S seconds.",
)
@points_option
@game_file_options("round")
@json_option
@click.pass_context
def play(
    context: click.Context,
    *,
    kind: str,
    players: tuple[str, ...],
    named: Sequence[penta_rush.NamedCard],
    seed: int,
    timer_s: int | None,
    points: penta_rush.Points | None,
    save: str | None,
    resume: str | None,
    as_json: bool,
) -> None:
    """Play Penta-Rush in the terminal, alone or with others.

    Choose the standard game, the puzzle variant or the solitaire. PENTA_LETTERS=1 shows letters
    instead of forms in colour. Type an outline as its cells, c4
    c5 d5 e5 e6; 'help' or '?' lists what else you can type. 'undo' takes back your last outline or
    cross, until 'done' ends your turn; 'hint' says what would be good to do. After every round you
    see what was possible, and after twelve rounds of the puzzle variant or the solitaire the best
    plan in hindsight.

    Several players take turns at the keyboard; a new one begins each round. They play on one card,
    or each on a card of his own, if --card is given once for each: --player Ann --card spring
    --player Ben --card summer. With --timer, the first
    player may type 'turn' instead of 'done', which turns the sand timer and earns its point; those
    who follow have S seconds each. If the first does not, the next may, but not the last. A single
    player has the seconds in every round, without a point. The solitaire has no timer.

    'penta rush total' or 'penta rush puzzle referee' judges a finished FILE. 'quit', 'q', 'exit' or
    the end of input leaves the game with exit code 0, Ctrl-C with 130; the current round is lost.
    --json prints at the end what FILE would hold; everything else then goes to stderr. If FILE
    cannot be written any more, the game is printed as well.
    """
    check_stdin(context)
    if resume is None:
        session = penta_rush.new_session(
            penta_rush.GameKind(kind),
            named,
            players=players or (_DEFAULT_NAME,),
            seed=seed,
            timer_s=timer_s,
        )
    else:
        check_not_typed(context, _FIXED_BY_RESUME)
        session = read_game(penta_rush.Session.parse, resume)
        tell_notes(*session.cards)
        named = penta_rush.cards_in("game", resume, session.cards)
    points = points_for(points, *named)
    session = session.with_points(points)
    table = GameTable(save, resume, as_json=as_json)
    titles = [] if resume else [title for title, _ in named]
    game = penta_rush.game_at_keyboard(session, table.console, points, table.save, titles)
    with table.opened(game):
        game.play()
