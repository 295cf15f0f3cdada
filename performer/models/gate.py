"""The gate before a model's server: one request at a time, and of those that wait the highest cue's goes first.

A server that is asked twice at once answers both at half the speed, or loads the model a second time.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import anyio

from performer.cues import Rank, rank
from performer.models.model import Model, OnText, Step, StepRequest

BELOW_THE_SHOW: Final = max(Rank) + 1
"""The rank of a request without a cue: of a sub-agent, or for a picture's description."""


@dataclass(order=True)
class _Waiting:
    rank: int
    number: int
    """Of equal ranks the one that came first goes first."""
    may_pass: anyio.Event = field(default_factory=anyio.Event, compare=False)


class Gate:
    """Stands before one endpoint, whoever asks it.

    Args:
        loading: That of another gate, before a model whose server's memory this one's shares.
    """

    def __init__(self, loading: anyio.Lock | None = None) -> None:
        self.loading = loading or anyio.Lock()
        """Held while a model is loaded there: one at a time, and whoever is loaded already is asked meanwhile."""
        self._is_taken = False
        self._came = 0
        self._waiting: list[_Waiting] = []

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def passed(self, rank: int = BELOW_THE_SHOW) -> AsyncIterator[None]:
        """Hold the gate for the block, from when it is this rank's turn on; who is cancelled while waiting has left.

        It is held for one request, never for a whole turn: a tool that asks the same endpoint would wait for ever.
        """
        await self._enter(rank)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, rank: int) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        self._came += 1
        mine = _Waiting(rank=rank, number=self._came)
        self._waiting.append(mine)
        try:
            await mine.may_pass.wait()
        except anyio.get_cancelled_exc_class():
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:  # cancelled after it was let in: the next one's turn
                self._leave()
            raise

    def _leave(self) -> None:
        if not self._waiting:
            self._is_taken = False
            return
        first = min(self._waiting)
        self._waiting.remove(first)
        first.may_pass.set()


class Gates:
    """One gate for each address, however it is written."""

    def __init__(self) -> None:
        self._gates: dict[tuple[str, int | None], Gate] = {}

    def at(self, url: str) -> Gate:
        """Find the gate of a server: what asks the same host and port shares it."""
        place = urlsplit(url)
        port = place.port or _SCHEME_PORTS.get(place.scheme)
        return self._gates.setdefault((_machine(place.hostname or ""), port), Gate())

    def beside(self, url: str) -> Gate:
        """Make another gate at a server, for a small model that is asked while the lead still answers."""
        return Gate(self.at(url).loading)


_SCHEME_PORTS = {"http": 80, "https": 443}


def _machine(host: str) -> str:
    """Write a host in one way, this machine as `localhost`."""
    name = host.lower().rstrip(".")
    try:
        address = ip_address(name)
    except ValueError:
        return name
    return "localhost" if address.is_loopback or address.is_unspecified else str(address)


class Gated:
    """A model behind a gate.

    Args:
        model: Whom it asks; what asks the same endpoint shares the gate.
        gate: The endpoint's.
    """

    def __init__(self, model: Model, gate: Gate) -> None:
        self._model = model
        self._gate = gate

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model.name

    @property
    def sees(self) -> bool:
        """Tell whether the model takes pictures."""
        return self._model.sees

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, when it is the turn of this request's cue."""
        async with self._gate.passed(rank(request.cue) if request.cue else BELOW_THE_SHOW):
            return await self._model.step(request, on_text)
