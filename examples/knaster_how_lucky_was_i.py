"""Knaster, how lucky was I: tell the luck of the rolls from the skill of the moves."""

# %% Read the record of a game from a file of JSON; without one, a program plays a game
import sys
from pathlib import Path
from random import Random

from penta import knaster

if len(sys.argv) > 1:
    record = knaster.Record.parse(Path(sys.argv[1]).read_text(encoding="utf-8"))
else:
    record = knaster.play_game(["greedy"], knaster.default_line_values(), Random(1))

# %% What the referee says of it
print(knaster.referee(record))

# %% The luck of the rolls, the skill of the moves, and the moves that lost most
for player in knaster.review(record, plies=1).run().players:
    print(f"expected at the start {player.start:6.1f}")
    print(f"luck of the rolls     {player.luck:+6.1f}")
    print(f"skill of the moves    {player.skill:+6.1f}")
    print(f"score                 {player.score:6.1f}")
    for reviewed in player.worst_moves():
        print(f"turn {reviewed.number}, roll {reviewed.turn.roll}: {reviewed.loss:.2f} lost")
