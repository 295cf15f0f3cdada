"""The mouthpiece: whoever makes sound audible, as the speaker sees it."""

from collections.abc import AsyncIterator, Callable
from typing import Protocol

from performer.messages import Sound


class Heard(Protocol):
    """What became of a sentence."""

    @property
    def heard_s(self) -> float:
        """How much of it sounded, in seconds, as whoever played it counted."""
        ...


class Mouthpiece(Protocol):
    """A stage client that sounds, seen through the stage server."""

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> Heard:
        """Return when the sentence has ended; `on_started` is called at its first sample, if it has one.

        Pieces are sent on as they come; the last is marked so, or the iterator ends. They are not read any further
        once the sentence is over, and closing them is the caller's. Cancelling it silences the sentence.
        """
        ...

    def wake(self) -> None:
        """Say that speech is likely soon: a sound device may take a while to be ready."""
        ...

    async def hush(self, *, speech_only: bool = False) -> None:
        """Stop every sound at once, or only speech; a `play` that waits returns with what was heard.

        Whoever sounds has been told before anything is awaited.
        """
        ...
