"""Cards to print and cut out, in exact millimetres."""
