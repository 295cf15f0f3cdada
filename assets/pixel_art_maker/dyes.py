"""Dyes: which colours of an icon are shades of its main colour, and of the next one, so that they can be named anew."""

import colorsys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pixel_art_maker.pixels import SIDE, Colour

_LINE: Final = 84
"""What a pixel of an eye or a line has less than, of any colour."""
_GREY: Final = 0.2
"""Below this saturation a colour has no hue."""
_BESIDE: Final = 0.09
"""How far apart hues are that are shades of one colour."""
_MOST: Final = 2
"""Colours that can be named."""


def dyes(icon: Sequence[Colour | None]) -> Iterator[Mapping[Colour, float]]:
    """Yield the shades of the main colour and of the next one, and how much lighter than their mean each is."""
    left = Counter(colour for colour in icon if colour and max(colour) >= _LINE)
    # What is at the edge is the body's, though its belly may be larger.
    for at in range(SIDE, len(icon) - SIDE):
        if (colour := icon[at]) in left and any(icon[to] is None for to in (at - 1, at + 1, at - SIDE, at + SIDE)):
            left[colour] += 3  # type: ignore[index]  # none that is None is in it
    for _ in range(_MOST):
        if left:
            main = max(left, key=lambda colour: _share(left, colour))
            shades = {colour: left.pop(colour) for colour in list(left) if _is_shade(colour, main)}
            mean = sum(_light(colour) * count for colour, count in shades.items()) / sum(shades.values())
            yield {colour: min(max(_light(colour) / mean, 0.45), 1.5) for colour in shades}


def _share(left: Mapping[Colour, int], main: Colour) -> float:
    """Return how much is of a colour; white is no colour where there is another."""
    count = sum(count for colour, count in left.items() if _is_shade(colour, main))
    return count * (0.6 if _hue(main) is None else 1)


def _is_shade(one: Colour, other: Colour) -> bool:
    first, second = _hue(one), _hue(other)
    if first is None or second is None:
        return first is second
    return min(abs(first - second), 1 - abs(first - second)) < _BESIDE


def _hue(colour: Colour) -> float | None:
    hue, grey, _ = colorsys.rgb_to_hsv(*(value / 255 for value in colour))
    return hue if grey >= _GREY else None


def _light(colour: Colour) -> float:
    return (0.35 * colour[0] + 0.5 * colour[1] + 0.15 * colour[2]) / 255 + 0.05
