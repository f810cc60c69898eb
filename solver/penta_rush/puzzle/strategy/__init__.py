"""Strong play of the solitaire: policies, simulated games, advice."""
