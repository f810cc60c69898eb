"""How programs play Pent-Up: suggested moves, the simple players to beat, matches."""
