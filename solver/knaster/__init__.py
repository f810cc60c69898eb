"""Knaster: the sheet, the referee, advice for a roll, and programs that play."""
