"""Topics: what may not be said though no word in it is bad, by phrases in a dozen languages."""

from performer.guard.topics.bait import bait
from performer.guard.topics.finder import TopicFinder, compile_all

__all__ = ["TopicFinder", "bait", "compile_all"]
