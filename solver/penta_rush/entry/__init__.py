"""A card typed in: row by row at the keyboard, or all of it in a pipe."""
