"""Judge my card: see whether it is fair, and which rolls are worth least."""

# %% Read the card: a file, a sample's name or a card id
import sys

import penta

name = sys.argv[1] if len(sys.argv) > 1 else "meadow"
named = penta.read_card(name)

# %% The verdict, with all its reasons
report = penta.check([named]).run()
print(report)

# %% The five rolls that are worth least
optima = penta.roll_table(named.value).optima
worst = sorted(optima, key=lambda roll: (optima[roll], roll))[:5]
print("Worth least:", ", ".join(f"{roll} {optima[roll]}" for roll in worst))

# %% The best packing of the worst of them; a notebook draws it, a script saves it
solution = penta.solve(named.value, worst[0], title=named.title)
solution.save("worst.svg")
print(solution)
