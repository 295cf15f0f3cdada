"""The gate before a model's server: one request at a time, and of those that wait the highest cue's goes first.

A server that is asked twice at once answers both at half the speed, or loads the model a second time.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import field
from ipaddress import ip_address
from typing import Final, TypeVar
from urllib.parse import urlsplit

import anyio

from performer.core.cues import Rank, find_rank
from performer.core.values import dataclass
from performer.models.model import StepRequest

BELOW_THE_SHOW: Final = max(Rank) + 1
"""The rank of a request without a cue, such as for a picture's description."""
YIELDING: Final = BELOW_THE_SHOW + 1
"""The rank of a request that gives way: of a sub-agent."""
NOBODY: Final = min(Rank) - 1
"""Higher than any rank: a request that yields to it yields to none."""

T = TypeVar("T")


class RequestPreempted(Exception):
    """Raised when a request was cut off, for one of a higher rank wants its server; it may be asked again."""


@dataclass(order=True)
class _Request:
    rank: int
    number: int
    """The place among equal ranks: the request that came first goes first."""
    give_way: Callable[[int], None] = field(compare=False)
    """Told the rank of a higher request that comes."""
    may_pass: anyio.Event = field(default_factory=anyio.Event, compare=False)


def rank_request(request: StepRequest) -> int:
    """Return the rank of a request; the lowest number goes first."""
    if request.yields:
        return YIELDING
    return find_rank(request.cue) if request.cue else BELOW_THE_SHOW


class RequestGate:
    """The gate before one endpoint, perhaps beside another one, before a model of the same server."""

    def __init__(self, beside: "RequestGate | None" = None) -> None:
        self.loading: anyio.Lock = beside.loading if beside else anyio.Lock()
        """Held while a model is loaded there: one at a time, and a model that is loaded is asked meanwhile."""
        self.asked_last: dict[str, object] = beside.asked_last if beside else {}
        """The last to ask a model, by its name: its server knows how that one's requests begin, and nobody else's."""
        self._inside: _Request | None = None
        self._came = 0
        self._waiting: list[_Request] = []

    @property
    def is_free(self) -> bool:
        """Whether no request is inside."""
        return self._inside is None

    async def let(self, request: StepRequest, ask: Callable[[], Awaitable[T]], *, yields_to: int = NOBODY) -> T:
        """Ask when it is the turn of this request.

        End the asking and raise RequestPreempted when a request of a higher rank comes meanwhile, and this one yields
        to all of them or to that rank: `yields_to` is the lowest rank to which it does.
        """
        scope = anyio.CancelScope()

        def give_way(rank: int) -> None:
            if request.yields or rank <= yields_to:
                scope.cancel()

        async with self.passed(rank_request(request), give_way):
            with scope:
                return await ask()
        raise RequestPreempted("The show wants the server.")

    @asynccontextmanager
    async def passed(
        self, rank: int = BELOW_THE_SHOW, give_way: Callable[[int], None] = lambda _rank: None
    ) -> AsyncIterator[None]:
        """Wait for this rank's turn, and hold the gate for the block; a higher rank that comes asks it to give way.

        It is held for one request, never for a whole turn: a tool that asks the same endpoint would wait for ever.
        """
        self._came += 1
        mine = _Request(rank=rank, number=self._came, give_way=give_way)
        if self._inside is None:
            self._inside = mine
        else:
            await self._wait(mine, self._inside)
        try:
            yield
        finally:
            self._leave()

    async def _wait(self, mine: _Request, inside: _Request) -> None:
        self._waiting.append(mine)
        if mine.rank < inside.rank:
            inside.give_way(mine.rank)
        try:
            await mine.may_pass.wait()
        except anyio.get_cancelled_exc_class():
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:  # cancelled after it was let in: the next one's turn
                self._leave()
            raise

    def _leave(self) -> None:
        self._inside = min(self._waiting, default=None)
        if self._inside is not None:
            self._waiting.remove(self._inside)
            self._inside.may_pass.set()


class RequestGates:
    """One gate for each address, however it is written."""

    def __init__(self) -> None:
        self._gates: dict[tuple[str, int | None], RequestGate] = {}

    def at(self, url: str) -> RequestGate:
        """Return the gate of a server, which all that ask the same host and port share."""
        place = urlsplit(url)
        port = place.port or _SCHEME_PORTS.get(place.scheme)
        return self._gates.setdefault((_normalize_host(place.hostname or ""), port), RequestGate())

    def beside(self, url: str) -> RequestGate:
        """Make another gate at a server, for a small model that is asked while the lead still answers."""
        return RequestGate(self.at(url))


_SCHEME_PORTS = {"http": 80, "https": 443}


def _normalize_host(host: str) -> str:
    """Return a host in one spelling, this machine as `localhost`."""
    name = host.lower().rstrip(".")
    try:
        address = ip_address(name)
    except ValueError:
        return name
    return "localhost" if address.is_loopback or address.is_unspecified else str(address)
