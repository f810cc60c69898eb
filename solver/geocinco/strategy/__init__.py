"""Programs that play Geocinco, and their games against each other."""
