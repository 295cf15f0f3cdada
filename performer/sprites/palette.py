"""Palettes: few colours that go together. Shadows lean to blue and shine to yellow, as under a real sun."""

import colorsys
from dataclasses import dataclass
from random import Random
from typing import Final

Colour = tuple[int, int, int]

HUES: Final[dict[str, tuple[float, float, float]]] = {
    "red": (0.99, 0.74, 0.86),
    "orange": (0.07, 0.78, 0.95),
    "yellow": (0.14, 0.70, 0.97),
    "gold": (0.12, 0.72, 0.93),
    "lime": (0.23, 0.62, 0.86),
    "green": (0.36, 0.58, 0.72),
    "teal": (0.47, 0.62, 0.72),
    "cyan": (0.51, 0.52, 0.90),
    "blue": (0.59, 0.66, 0.90),
    "navy": (0.63, 0.62, 0.55),
    "purple": (0.76, 0.52, 0.80),
    "pink": (0.92, 0.42, 0.97),
    "brown": (0.07, 0.56, 0.62),
    "white": (0.62, 0.05, 0.96),
    "silver": (0.60, 0.10, 0.80),
    "grey": (0.62, 0.08, 0.62),
    "black": (0.68, 0.24, 0.34),
    "cream": (0.11, 0.22, 0.97),
}
"""Hue, saturation and value of the middle tone, 0 to 1."""
_BODIES: Final = (
    "red",
    "orange",
    "yellow",
    "lime",
    "green",
    "teal",
    "cyan",
    "blue",
    "purple",
    "pink",
    "brown",
    "white",
)
_TRIMS: Final = ("cream", "yellow", "orange", "pink", "cyan", "lime", "purple", "white")
_BONES: Final = ("cream", "gold", "silver", "white")
_CLOTHS: Final = ("red", "purple", "blue", "green", "navy")
_WHITE: Final[Colour] = (255, 255, 255)
_BLACK: Final[Colour] = (34, 28, 48)
_LINE: Final[Colour] = (0, 0, 0)
"""Around what is white."""
_BLUSH: Final[Colour] = (242, 120, 130)
_COOL: Final = 0.68
_WARM: Final = 0.13
_STEPS: Final = ((0.10, 1.12, 0.68), (0.0, 1.0, 1.0), (0.07, 0.80, 1.14), (0.12, 0.45, 1.26), (0.18, 1.1, 0.36))
"""Shadow, base, light, shine and outline: how far towards blue or yellow, and what saturation and value are times."""


@dataclass(frozen=True, kw_only=True)
class Palette:
    """The names of a palette's three ramps."""

    body: str
    trim: str
    bone: str
    cloth: str
    metal: str

    @property
    def colours(self) -> tuple[Colour, ...]:
        """All inks, in the order of the plate's."""
        ramps = (colour for name in (self.body, self.trim, self.bone) for colour in _ramp(name))
        worn = (colour for name in (self.cloth, self.metal) for colour in _ramp(name))
        return (*ramps, _WHITE, _BLACK, _BLUSH, _LINE, _LINE, *worn)


def palette(
    chance: Random, *, body: str = "", trim: str = "", bone: str = "", cloth: str = "", metal: str = "silver"
) -> Palette:
    """Choose what is not named: a trim that stands out from the body."""
    body = body or chance.choice(_BODIES)
    return Palette(
        body=body,
        trim=trim or chance.choice([name for name in _TRIMS if _differs(name, body)]),
        bone=bone or chance.choice([name for name in _BONES if name != body]),
        cloth=cloth or chance.choice([name for name in _CLOTHS if _differs(name, body)]),
        metal=metal,
    )


def _differs(one: str, other: str) -> bool:
    (hue, grey, value), (hue2, grey2, value2) = HUES[one], HUES[other]
    apart = abs(hue - hue2)
    return min(apart, 1 - apart) > 0.1 or abs(grey - grey2) > 0.3 or abs(value - value2) > 0.3


def _ramp(name: str) -> tuple[Colour, ...]:
    return tuple(_step(name, *step) for step in _STEPS)


def _step(name: str, lean: float, saturation: float, value: float) -> Colour:
    hue, grey, bright = HUES[name]
    towards = _COOL if value < 1 else _WARM
    way = (towards - hue + 0.5) % 1 - 0.5
    hue = (hue + way * lean) % 1
    grey = min(grey * saturation + (0.06 if value < 1 else 0), 1)
    red, green, blue = colorsys.hsv_to_rgb(hue, grey, min(bright * value, 1))
    return round(red * 255), round(green * 255), round(blue * 255)
