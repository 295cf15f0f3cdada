"""Whether a server still answers, which is asked now and then, and at once when there is doubt."""

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import anyio

from performer.core.clock import Clock
from performer.core.errors import ServiceError

PROGRAM_S: Final = 60.0
"""Between two questions to a program: its pipes tell when it ends, and so this only finds one that hangs."""
HERE_S: Final = 1.0
"""To an address on this machine: nothing else tells when that one ends, and a question is some milliseconds' work."""
FAR_S: Final = 15.0
"""To any other address: a stranger's machine is not to be asked all the time."""
_ANSWERS_S: Final = 5.0
"""Within which it answers, if it is not to count as hung."""


class Pingable(Protocol):
    """A server that can be asked whether it is there."""

    @property
    def pulse_s(self) -> float:
        """The time between two pings, in seconds."""
        ...

    async def answer(self) -> None:
        """Wait until the server has answered, if only that it does not know what it was asked.

        Raises:
            ServiceError: when what came is no answer of its own.
        """
        ...

    def give_up(self) -> None:
        """Mark the server as hopeless."""
        ...


class PingLoop:
    """Pings one server, now and then and when there is doubt.

    While a call is under way it is not asked, and its silence does not count: many a server does one thing at a time,
    and the call has a deadline of its own. When one has passed its deadline, there is doubt.
    """

    def __init__(self, clock: Clock, *, is_busy: Callable[[], bool], lose: Callable[[str], None]) -> None:
        self._clock = clock
        self._is_busy = is_busy
        self._lose = lose
        self._doubted = anyio.Event()

    def doubt(self) -> None:
        """Start a ping at once, whatever else the server does."""
        self._doubted.set()

    async def feel(self, server: Pingable) -> None:
        """Run pings on and on, until cancelled."""
        while True:
            with self._clock.move_on_after(server.pulse_s):
                await self._doubted.wait()
            is_doubted, self._doubted = self._doubted.is_set(), anyio.Event()
            if is_doubted or not self._is_busy():
                await self.is_answered(server, server.answer, is_doubted=is_doubted)

    async def is_answered(
        self, server: Pingable, ask: Callable[[], Awaitable[None]], *, is_doubted: bool = False
    ) -> bool:
        """Whether the server answers a question in time; if not, it is lost, unless it may be busy."""
        with self._clock.move_on_after(_ANSWERS_S) as limit:
            try:
                await ask()
            except ServiceError as error:
                self._lose(str(error))
        if limit.cancelled_caught and (is_doubted or not self._is_busy()):
            server.give_up()
            self._lose("it hangs")
        return not limit.cancelled_caught
