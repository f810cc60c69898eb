"""One table, many phones: a log of what happens, sealed entries, one throw and one sand for all."""
