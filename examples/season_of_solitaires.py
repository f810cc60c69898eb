"""A season of solitaires: compare how a simple program scores on several cards."""

# %% The cards of the season
import sys
from statistics import fmean

import penta

games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
cards = {name: penta.sample_card(name) for name in ("meadow", "orchard", "harbour")}

# %% The same number of games on each card; one seed, so that a season can be played again
scores = {}
for name, card in cards.items():
    search = penta.puzzle.simulate(
        card, games=games, level=penta.puzzle.Level.GREEDY, hindsight=False, jobs=1, title=name
    )
    scores[name] = search.run().scores

# %% The table of the season, the best card first
print("card     mean  least  most")
for name in sorted(scores, key=lambda name: -fmean(scores[name])):
    mean, least, most = fmean(scores[name]), min(scores[name]), max(scores[name])
    print(f"{name:8}{mean:5.1f}{least:7}{most:6}")
