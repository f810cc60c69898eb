"""The solitaire as compiled code: states, their estimated values, moves, playouts and games."""
