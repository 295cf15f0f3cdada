"""A floor of the tests' own, for whoever waits for one."""

import anyio


class OpenFloor:
    """A floor that a test takes and frees."""

    def __init__(self) -> None:
        self.is_free = True
        self.asked = 0
        self._freed = anyio.Event()

    def take(self) -> None:
        self.is_free = False
        self._freed = anyio.Event()

    def free(self) -> None:
        self.is_free = True
        self._freed.set()

    async def wait_until_free(self) -> None:
        self.asked += 1
        while not self.is_free:
            await self._freed.wait()
