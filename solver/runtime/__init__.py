"""How code runs: compiled, in parallel, interrupted."""
