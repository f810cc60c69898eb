"""Tilings: a region filled with the twelve pentominoes, each at most once."""
