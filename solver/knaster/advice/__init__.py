"""Advice for a roll, as a person asks for it: `knaster advise`."""
