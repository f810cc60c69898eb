"""Playing Pent-Up: suggested moves, the simple players to beat, matches against them."""
