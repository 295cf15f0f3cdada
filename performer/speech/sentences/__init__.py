"""Sentences: cut out of a text while it streams in; one goes out once its end is certain."""
