"""Tilings: a region filled by the twelve pentominoes, each at most once."""
