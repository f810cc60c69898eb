"""Printing cards: pages in exact millimetres, and the files that hold them."""
