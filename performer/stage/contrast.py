"""The contrast of colours, as WCAG 2 defines it, and which colour can be read on a box that lets the game through."""

from typing import Final

from performer.stage.protocol.theme import CaptionStyle

LEAST_CONTRAST: Final = 4.5
_BEHIND: Final = ("#000000", "#808080", "#FFFFFF")
"""What a picture behind a box may be."""
_ACCENTS: Final = ("#FFC94A", "#2E4BD8")
"""Colours of a word, for dark boxes and for light ones."""

_Rgb = tuple[float, float, float]


def measure_contrast(colour: str, fill: str) -> float:
    """Return the least contrast of a colour on a fill, whatever picture is behind both; colours as in a theme."""
    grounds = [_lay_over(_parse(behind)[:3], fill) for behind in _BEHIND]
    return min(_compare(_lay_over(ground, colour), ground) for ground in grounds)


def choose_word_colour(style: CaptionStyle) -> str:
    """Return the colour of the word that is heard: the style's if it can be read on the box, else one that can.

    A theme of somebody's own may have another fill and no word for it.
    """
    for colour in (style.word, *_ACCENTS):
        if measure_contrast(colour, style.fill) >= LEAST_CONTRAST:
            return colour
    return style.text


def _parse(colour: str) -> tuple[float, float, float, float]:
    """Parse #RRGGBB or #RRGGBBAA into parts from 0 to 1."""
    red, green, blue, *alpha = (int(colour[at : at + 2], 16) / 255 for at in range(1, len(colour), 2))
    return red, green, blue, alpha[0] if alpha else 1.0


def _lay_over(below: _Rgb, colour: str) -> _Rgb:
    *above, alpha = _parse(colour)
    red, green, blue = (one * (1 - alpha) + other * alpha for one, other in zip(below, above, strict=True))
    return red, green, blue


def _compare(one: _Rgb, other: _Rgb) -> float:
    dark, light = sorted((_measure_luminance(one), _measure_luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _measure_luminance(colour: _Rgb) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
