"""Figures: how each kind of element looks, as pictures at places that may change with the time."""

from dataclasses import dataclass
from typing import Final, Protocol

from overlay.blit import Blit
from overlay.motion import NEVER
from overlay.pictures import Pictures
from overlay.scale import Scale
from performer.messages import Theme

PARTICLES, AVATAR, EMOTE, CARD, BUBBLE, CAPTION, TOAST = range(7)
"""The layers, from the lowest up."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What figures are made with."""

    theme: Theme
    scale: Scale
    pictures: Pictures


class Figure(Protocol):
    """What is seen of an element at rest; it knows nothing of coming and going."""

    layer: int
    origin: tuple[float, float]
    """The device pixel that stays where it is while the figure grows."""
    height: float
    """In device pixels."""

    def blits(self, now_ms: float) -> tuple[Blit, ...]:
        """Tell what there is to see now."""

    def next_ms(self, now_ms: float) -> float:
        """Tell when it looks different next; at or before now means in every frame."""


STILL: Final = NEVER
"""What a figure that never changes answers for its next instant."""
