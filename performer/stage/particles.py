"""Particles: how many fly, for how long, and from where; never more than a window can draw without effort."""

from typing import Final, Literal

from performer.messages import Emote, Particles, Shape
from performer.stage.stage import Stage
from performer.stage.state import MOST_PARTICLES

Intensity = Literal["low", "medium", "high"]

COUNT: Final[dict[Intensity, int]] = {"low": 16, "medium": 36, "high": 72}
SHORTEST_S: Final = 2.0
LONGEST_S: Final = 6.0
_CENTRE: Final = (0.5, 0.4)


def burst(stage: Stage, shape: Shape, intensity: Intensity, duration_s: float) -> Particles:
    """Make a burst that begins now, around the newest emote or else in the middle of the stage.

    It takes what the bursts on stage have left of the budget, if that is half of what is wished for; if not, it is
    made as large as wished for, and the oldest have to go for it once it is shown.
    """
    elements = stage.snapshot().elements
    left = MOST_PARTICLES - sum(each.count for each in elements if isinstance(each, Particles))
    wished = COUNT[intensity]
    emotes = [each for each in elements if isinstance(each, Emote)]
    x, y = (emotes[-1].x, emotes[-1].y) if emotes else _CENTRE
    born_ms = stage.now_ms()
    return Particles(
        id=stage.next_id("particles"),
        alt=shape,
        born_ms=born_ms,
        until_ms=born_ms + int(duration_s * 1000),
        shape=shape,
        count=left if wished / 2 <= left < wished else wished,
        x=x,
        y=y,
        seed=stage.chance.getrandbits(32),
    )
