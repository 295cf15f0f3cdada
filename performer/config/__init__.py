"""What can be set, where each value is from, and how a change is written."""

from performer.config.config import Config
from performer.config.keys import keys, sounds_secret, value_of
from performer.config.layers import Layer, Loaded, Tree, check, load, read
from performer.config.mentions import mentions

__all__ = [
    "Config",
    "Layer",
    "Loaded",
    "Tree",
    "check",
    "keys",
    "load",
    "mentions",
    "read",
    "sounds_secret",
    "value_of",
]
