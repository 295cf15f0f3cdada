"""The speaking turn: while the streamer talks, no line of the performer begins."""

from typing import Final, Protocol

import anyio.lowlevel


class Floor(Protocol):
    """The right to speak, which the streamer has while the streamer talks."""

    @property
    def is_free(self) -> bool:
        """Whether a line may begin now."""
        ...

    async def wait_until_free(self) -> None:
        """Wait until a line may begin; the streamer may talk again by the time the caller goes on."""
        ...


class _AlwaysFree:
    is_free: Final = True

    async def wait_until_free(self) -> None:
        await anyio.lowlevel.checkpoint()


ALWAYS_FREE: Final[Floor] = _AlwaysFree()
"""The floor of a show without a microphone."""
