"""Novelty: whether a line is new, or has been said before in nearly the same words."""

from performer.novelty.novelty import Novelty
from performer.novelty.repeat import Manner, Repeat, find_repeat

__all__ = ["Manner", "Novelty", "Repeat", "find_repeat"]
