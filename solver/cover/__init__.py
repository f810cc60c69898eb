"""Exact cover: one engine in plain Python, one on CP-SAT, and the status of an answer."""
