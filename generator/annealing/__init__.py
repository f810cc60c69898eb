"""Simulated annealing: flat cards, and sets of cards, by a population of replicas."""
