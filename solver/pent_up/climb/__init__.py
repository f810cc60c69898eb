"""Climb: the highest level that a legal game reaches, and that there is no higher one."""
