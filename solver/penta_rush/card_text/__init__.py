"""How a card is read from the texts that people have: tables, pictures of words, emoji, letters."""
