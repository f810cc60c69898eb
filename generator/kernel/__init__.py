"""The search for a flat card, compiled: one step after another, each card's optima exact."""
