"""Finds words of lists, whatever they are dressed in."""

from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder

__all__ = ["WordFinder", "WordList"]
