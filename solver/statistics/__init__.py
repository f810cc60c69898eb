"""Statistics that the standard library does not have."""
