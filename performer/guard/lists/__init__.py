"""The block lists that ship, encoded: neither the repository nor a search in it shows a slur."""

from performer.guard.lists.bundled import allowed, clean, word_lists, words
from performer.guard.lists.finder import BundledFinder

__all__ = ["BundledFinder", "allowed", "clean", "word_lists", "words"]
