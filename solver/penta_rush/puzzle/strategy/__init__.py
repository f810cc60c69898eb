"""Strong play of the solitaire: programs, simulated games, and advice on a roll."""
