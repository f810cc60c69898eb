"""`penta knaster play`: Knaster in the terminal, alone, with others, and against programs."""
