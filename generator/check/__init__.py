"""A card judged: told as text, as JSON, as a page and as pictures."""
