"""The gates that are compared: the product's, and what a simple program would do in its place."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from performer.vision.changes.frozen import FrozenDetector, PictureWorth
from performer.vision.changes.motion import measure_difference
from performer.vision.changes.salience import SalienceMeter
from performer.vision.frame import Frame

Signals = list[float]
"""How much each look is worth, in the order of the looks."""


@dataclass(frozen=True, kw_only=True)
class LookGate:
    """A gate before a vision model: from which signal on a look costs a request."""

    name: str
    measure: Callable[[Iterable[Frame]], Signals]
    thresholds: tuple[float, ...]
    """The points of its curve; the product's own, or the best known, is `chosen`."""
    chosen: float


_FROZEN_S: Final = 60.0
"""The default of `frames.frozen_s`."""


def measure_salience(frames: Iterable[Frame]) -> Signals:
    """Return the product's importance of each look; nothing of a black or a frozen picture, as in the watcher."""
    meter, health = SalienceMeter(), FrozenDetector(frozen_s=_FROZEN_S)
    signals = []
    for frame in frames:
        importance = meter.judge(frame).importance
        signals.append(importance if health.judge(frame) is PictureWorth.FINE else 0.0)
    return signals


def measure_any_difference(frames: Iterable[Frame]) -> Signals:
    """Return 1 for each look whose picture is not the very same as the one before."""
    digests = [frame.digest for frame in frames]
    return [0.0 if digest == before else 1.0 for before, digest in zip(["", *digests], digests, strict=False)]


def measure_mean_difference(frames: Iterable[Frame]) -> Signals:
    """Return the mean difference of 32x18 cells of grey from the look before, 0 to 255."""
    greys = [frame.luma for frame in frames]
    return [measure_difference(before, grey) for before, grey in zip([greys[0], *greys], greys, strict=False)]


def measure_nothing(frames: Iterable[Frame]) -> Signals:
    """Return 1 for each look: no gate at all."""
    return [1.0 for _ in frames]


GATES: Final = (
    LookGate(name="ours", measure=measure_salience, thresholds=(0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5), chosen=0.1),
    LookGate(name="mean difference", measure=measure_mean_difference, thresholds=(1, 2, 3, 4, 5, 6, 8, 12), chosen=5),
    LookGate(name="any difference", measure=measure_any_difference, thresholds=(1,), chosen=1),
    LookGate(name="no gate", measure=measure_nothing, thresholds=(1,), chosen=1),
)
"""The product's first; 0.1 is the importance from which its watcher cues a turn."""
