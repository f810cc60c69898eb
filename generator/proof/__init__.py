"""Proofs of what no card of a size can reach: by counting, by exhaustive search, by CP-SAT."""
