"""Catalogues of cards: one row for each card up to symmetry, checked by a second engine."""
