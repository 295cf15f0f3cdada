"""Pixel art: creatures and things out of an atlas of icons, found by words in many languages, coloured and dressed."""
