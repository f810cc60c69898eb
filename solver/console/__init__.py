"""The terminal: what it shows, progress, and what the commands of all games share."""
