"""Catalogues of cards: kept up to symmetry, listed, and checked by a second engine."""
