"""Somebody who can keep quiet, and remembers for which reasons."""

from collections.abc import Callable

import anyio

PATIENCE_S = 60.0


class Asked:
    """The reasons that hold now, by name."""

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}
        self._changed = anyio.Event()

    async def pause(self, by: str, reason: str) -> None:
        self.reasons[by] = reason
        self._tell()

    def resume(self, by: str) -> None:
        self.reasons.pop(by, None)
        self._tell()

    async def wait_for_end(self) -> None:
        self._changed = anyio.Event()
        await self._changed.wait()

    async def until(self, is_so: Callable[[dict[str, str]], bool]) -> None:
        with anyio.fail_after(PATIENCE_S):
            while not is_so(self.reasons):
                self._changed = anyio.Event()
                await self._changed.wait()

    def _tell(self) -> None:
        self._changed.set()
