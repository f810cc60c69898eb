"""Fairness: what a card or a set of cards offers its players, measured exactly and judged."""
