"""Somebody who looks at a topic until they have seen so much."""

from typing import Any

import anyio


class Looker:
    """A page that looks at one topic from the begin on, until it was told so many values."""

    def __init__(self, until: int) -> None:
        self.told: list[Any] = []
        self.has_seen = anyio.Event()
        self._until = until

    async def wait_for(self, _topic: str) -> None:
        if self.has_seen.is_set():
            await anyio.sleep_forever()

    def is_watched(self, _topic: str) -> bool:
        return not self.has_seen.is_set()

    def tell(self, _topic: str, value: Any) -> None:
        self.told.append(value)
        if len(self.told) >= self._until:
            self.has_seen.set()
