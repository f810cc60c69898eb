"""The play of the solitaire, compiled: the field, what it is worth, choices, playouts, games."""
