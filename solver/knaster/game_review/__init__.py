"""Reviews: what the rolls of a game gave, what its moves lost, and what it could have made."""
