"""The moods of the mascot."""

from typing import Final, Literal, get_args

Mood = Literal["neutral", "happy", "sad", "angry", "surprised", "thinking"]

MOODS: Final[tuple[Mood, ...]] = get_args(Mood)
