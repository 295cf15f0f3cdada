"""What can be set, where each value is from, and how a change is written."""

from performer.config.config import Config, Layer, Loaded, Tree, check, keys, load, read, sounds_secret, value_of

__all__ = ["Config", "Layer", "Loaded", "Tree", "check", "keys", "load", "read", "sounds_secret", "value_of"]
