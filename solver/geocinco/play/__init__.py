"""`penta geo play`: Geocinco in the terminal, people and programs."""
