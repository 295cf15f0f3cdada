"""Finds words of lists, whatever they are dressed in."""

from performer.guard.words.finder import WordFinder
from performer.guard.words.lexicon import WordList

__all__ = ["WordFinder", "WordList"]
