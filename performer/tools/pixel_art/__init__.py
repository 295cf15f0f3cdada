"""Pixel art: creatures and things out of an atlas of icons, found by words in many languages, coloured and dressed."""

from performer.tools.pixel_art.last import LastSprites
from performer.tools.pixel_art.tools import sprite_tools

__all__ = ["LastSprites", "sprite_tools"]
