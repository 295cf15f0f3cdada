"""The voice without a sound: captions come and go at a speaker's pace, and nothing is heard."""

from collections.abc import AsyncGenerator

from performer.voices.voice import Utterance


class SilentVoice:
    """Says everything in paced silence."""

    name = "silent"

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:  # noqa: ARG002  the port's signature
        """Make no sound."""
        nothing: tuple[Utterance, ...] = ()
        for piece in nothing:
            yield piece
