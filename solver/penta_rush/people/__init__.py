"""How people do on a card: players who meet each placement with some chance, not all of them."""
