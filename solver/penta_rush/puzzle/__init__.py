"""The puzzle variant of Penta-Rush and its solitaire: one card, twelve rounds, nothing erased."""
