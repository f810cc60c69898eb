"""The records of a catalogue: the flattest cards of each size, number of symbols and least mean."""
