"""Geocinco: towers on a board of pentagons."""
