"""How to play Knaster: a learned table of values, and the search that looks ahead with it."""
