"""Speakable: whether one sentence of a model is something a performer would say, or leaks how it was asked for one."""

from performer.speakable.speakable import Speakable
from performer.speakable.told import Told
from performer.speakable.unspeakable import Label, Unspeakable

__all__ = ["Label", "Speakable", "Told", "Unspeakable"]
