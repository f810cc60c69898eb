"""Cells and the shapes they make: polyominoes, their turns and flips, bit sets of cells."""
