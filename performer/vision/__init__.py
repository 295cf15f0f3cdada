"""Frames: pictures of what is going on, from a screen or from our own arcade."""
