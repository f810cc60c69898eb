"""Playing Pent-Up: a good move, the players to beat, matches against them."""
