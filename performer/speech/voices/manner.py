"""The manner in which a line is spoken: how fast, high and loud beside the voice's own way, and in which language."""

from collections.abc import Callable, Mapping
from typing import Final

from performer.core.made_late import compile_late
from performer.core.moods import Mood
from performer.core.values import dataclass

PACES: Final = (0.85, 1.2)
PITCHES: Final = (-0.08, 0.08)
VOLUMES: Final = (0.7, 1.0)
_PACE_STEP: Final = 0.05
_STEP: Final = 0.02
"""Nobody hears less, and an engine that waits for its line waits in the manner of the line before."""


@dataclass(frozen=True)
class Manner:
    """The manner in which a line is spoken; what is beyond a limit is brought to it."""

    pace: float = 1.0
    """How fast, beside the voice's own pace: 0.85 to 1.2."""
    pitch: float = 0.0
    """How much higher than the voice's own pitch, as a share of it: -0.08 to 0.08."""
    volume: float = 1.0
    """How loud, beside the voice's own loudness: 0.7 to 1."""
    language: str = ""
    """The language of the line, such as `de`, if it is another than the voice's own."""

    def __post_init__(self) -> None:
        for name, (least, most) in {"pace": PACES, "pitch": PITCHES, "volume": VOLUMES}.items():
            object.__setattr__(self, name, min(max(getattr(self, name), least), most))


PLAIN: Final = Manner()
_MOODS: Final[Mapping[Mood, Manner]] = {
    "neutral": PLAIN,
    "happy": Manner(1.05, 0.04),
    "sad": Manner(0.9, -0.04, 0.86),
    "angry": Manner(1.05, -0.02),
    "surprised": Manner(1.05, 0.06),
    "thinking": Manner(0.95, -0.02, 0.9),
}
_HYPED: Final = Manner(1.1, 0.04)
"""What is added to a mood at the height of hype."""


def find_manner(mood: Mood, hype: float, liveliness: float = 1.0) -> Manner:
    """Return the manner of a mood, with so much hype, from 0 to 1.

    Args:
        mood: What the performer feels.
        hype: How excited the moment is, from 0 to 1.
        liveliness: How much of it is heard, from 0, which is plain, to 1.
    """
    felt = _MOODS[mood]
    pace = (felt.pace - 1) + (_HYPED.pace - 1) * hype
    pitch = felt.pitch + _HYPED.pitch * hype
    softer = (1 - felt.volume) * (1 - hype)
    return Manner(
        1 + _round(pace * liveliness, _PACE_STEP),
        _round(pitch * liveliness, _STEP),
        1 - _round(softer * liveliness, _STEP),
    )


def _round(value: float, step: float) -> float:
    return round(round(value / step) * step, 2)


_OF_MARKS: Final = (0.0, 0.4, 0.6, 0.8)
"""The hype of so many exclamation marks."""
_OF_CAPITALS: Final = 0.4
_OF_DRAWN_OUT: Final = 0.2
_LOUD: Final = compile_late(r"\b[^\W\d_a-zà-öø-ÿ]{3,}\b")
_DRAWN_OUT: Final = compile_late(r"([^\W\d_])\1{2}")
_MANY_WORDS: Final = 2


def measure_hype(line: str) -> float:
    """Return how excited a line is as it is written, from 0 to 1: by exclamation marks, capitals, drawn-out words."""
    hype = _OF_MARKS[min(line.count("!") + line.count("！"), len(_OF_MARKS) - 1)]
    if len(_LOUD.findall(line)) >= _MANY_WORDS:
        hype += _OF_CAPITALS
    if _DRAWN_OUT.search(line):
        hype += _OF_DRAWN_OUT
    return min(hype, 1.0)


ChooseManner = Callable[[str], Manner]
"""Returns the manner of a line that is shown."""


def speak_plainly(_line: str) -> Manner:
    """Return the plain manner, whatever the line."""
    return PLAIN
