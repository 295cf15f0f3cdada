"""Presets: servers of tools that are known by name, so that a key is all that has to be added."""
