"""Sprites: pixel creatures and things, drawn by code from a few words and a seed; no service, no stored picture."""

from performer.sprites.last import LastSprites
from performer.sprites.tools import sprite_tools

__all__ = ["LastSprites", "sprite_tools"]
