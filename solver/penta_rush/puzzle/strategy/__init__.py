"""Strong play of the solitaire: policies, simulated games, and advice on a roll."""
