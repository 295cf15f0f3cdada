"""Novelty: whether a line is new, or has been said before in nearly the same words."""
