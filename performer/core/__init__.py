"""Untrusted text: somebody else's words on their way to a model, and the type of text that a model may read."""
