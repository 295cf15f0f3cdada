"""What can be set, where each value is from, and how a change is written."""

from performer.config.config import Config
from performer.config.keys import keys, sounds_secret, value_of
from performer.config.layers import Layer, Loaded, Tree, check, load, read

__all__ = ["Config", "Layer", "Loaded", "Tree", "check", "keys", "load", "read", "sounds_secret", "value_of"]
