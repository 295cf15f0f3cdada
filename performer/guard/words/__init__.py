"""Finds words of lists, whatever they are dressed in."""
