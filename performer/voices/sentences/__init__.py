"""Sentences: cut out of a text while it streams in; one goes out once its end is certain."""

from performer.voices.sentences.cutter import LONGEST, SentenceCutter

__all__ = ["LONGEST", "SentenceCutter"]
