"""The annealing of a card, compiled: after every step each roll's best score is exact."""
