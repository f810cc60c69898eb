"""Games at the keyboard: what all of them share; each game adds its rules, its words, its view."""
