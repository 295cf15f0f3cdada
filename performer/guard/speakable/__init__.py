"""Speakable: whether one sentence of a model is something a performer would say, or leaks how it was asked for one."""
