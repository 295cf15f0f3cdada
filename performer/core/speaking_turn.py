"""The floor: whoever has it may speak. While the streamer talks it is theirs, and nothing of ours begins."""

from typing import Final, Protocol

import anyio.lowlevel


class Floor(Protocol):
    """Whoever knows whether the streamer speaks."""

    @property
    def is_free(self) -> bool:
        """Whether a line may begin now."""
        ...

    async def wait_until_free(self) -> None:
        """Return when it is free, at once when it is; it may be taken again by the time the caller goes on."""
        ...


class AlwaysFree:
    """The floor of a show without a microphone."""

    is_free: Final = True

    async def wait_until_free(self) -> None:
        """Return at once."""
        await anyio.lowlevel.checkpoint()


ALWAYS_FREE: Final[Floor] = AlwaysFree()
"""Where nobody listens to the streamer, the floor is always free."""
