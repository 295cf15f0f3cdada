"""Leases: which agent has what for itself, and who waits for it."""

import math
from dataclasses import field
from typing import Final

import anyio

from performer.core.clock import Clock
from performer.core.values import dataclass

_MOST_WAITING: Final = 8
_MOST_NOTES: Final = 3


@dataclass(frozen=True, kw_only=True)
class Claim:
    """The thing that a call needs for itself."""

    resource: str
    hold_s: float = 0.0
    """How long its agent keeps it after the call."""
    wait_s: float = 0.0
    """How long it waits for it."""


@dataclass
class Lease:
    """A thing that an agent has for itself."""

    holder: str
    tool: str
    """What it took it for."""
    since_s: float
    running: int = 0
    """The holder's calls that need it now."""
    until_s: float = math.inf
    """When it runs out, while none of them does."""
    asked_s: float = math.inf
    """Since when somebody else wants it; from then on it is not kept any longer."""
    notes: dict[str, str] = field(default_factory=dict)
    """What its holder is to be told, by who asked."""


class Leases:
    """The leases of all things: one agent has each at a time, in the order of asking, and may take it again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._leases: dict[str, Lease] = {}
        self._queues: dict[str, list[anyio.Event]] = {}

    def find_blocking_lease(self, resource: str, agent: str) -> Lease | None:
        """Return the lease that keeps an agent from a thing now; None where the agent may take it."""
        return None if self._may_take(resource, agent) else self._leases.get(resource)

    async def take(self, claim: Claim, agent: str, tool: str) -> bool:
        """Wait for a thing and take it; False: it did not become free in time. What was taken is to be released."""
        if not self._may_take(claim.resource, agent) and not await self._wait_for_turn(claim):
            return False
        self._take(claim.resource, agent, tool)
        return True

    def release(self, claim: Claim, agent: str) -> None:
        """Release a thing after a call; its holder keeps it for a while, unless somebody has wanted it so long."""
        lease = self._leases[claim.resource]
        assert lease.holder == agent
        lease.running -= 1
        if not lease.running:
            lease.until_s = min(self._clock.now(), lease.asked_s) + claim.hold_s
        self._look(claim.resource)

    def leave(self, agent: str) -> None:
        """Release all that an agent has, now that it is over."""
        for resource, lease in list(self._leases.items()):
            if lease.holder == agent:
                lease.until_s = min(lease.until_s, self._clock.now())
                self._look(resource)

    def tell(self, resource: str, asker: str, note: str) -> None:
        """Add a note for the holder of a thing about who wants it."""
        lease = self._leases[resource]
        lease.asked_s = min(lease.asked_s, self._clock.now())
        if asker in lease.notes or len(lease.notes) < _MOST_NOTES:
            lease.notes[asker] = note

    def notes(self, agent: str) -> list[str]:
        """Return and remove the notes for an agent about all that it has; what has run out meanwhile needs no note."""
        told: list[str] = []
        for lease in self._leases.values():
            if lease.holder == agent and self._get_left_s(lease) > 0:
                told += lease.notes.values()
                lease.notes.clear()
        return told

    def waiting(self, resource: str) -> int:
        """Return how many wait for a thing."""
        return len(self._queues.get(resource, ()))

    def _may_take(self, resource: str, agent: str) -> bool:
        lease = self._leases.get(resource)
        if lease is not None and self._get_left_s(lease) > 0:
            return lease.holder == agent
        return not self._queues.get(resource)

    def _take(self, resource: str, agent: str, tool: str) -> None:
        lease = self._leases.get(resource)
        if lease is None or lease.holder != agent or self._get_left_s(lease) <= 0:
            lease = self._leases[resource] = Lease(holder=agent, tool=tool, since_s=self._clock.now())
        lease.running += 1

    def _get_left_s(self, lease: Lease) -> float:
        return math.inf if lease.running else lease.until_s - self._clock.now()

    async def _wait_for_turn(self, claim: Claim) -> bool:
        queue = self._queues.setdefault(claim.resource, [])
        if claim.wait_s <= 0 or len(queue) >= _MOST_WAITING:
            return False
        mine, until_s = anyio.Event(), self._clock.now() + claim.wait_s
        queue.append(mine)
        try:
            while True:
                lease = self._leases.get(claim.resource)
                is_first, left_s = queue[0] is mine, self._get_left_s(lease) if lease else 0.0
                if is_first and left_s <= 0:
                    return True
                if self._clock.now() >= until_s:
                    return False
                place = queue.index(mine)
                mine = queue[place] = anyio.Event()
                with self._clock.move_on_after(min(until_s - self._clock.now(), left_s if is_first else math.inf)):
                    await mine.wait()
        finally:
            queue.remove(mine)
            self._look(claim.resource)

    def _look(self, resource: str) -> None:
        """Wake whoever is next, and forget what nobody has or wants."""
        queue, lease = self._queues.get(resource, []), self._leases.get(resource)
        if queue:
            queue[0].set()
            return
        self._queues.pop(resource, None)
        if lease is not None and self._get_left_s(lease) <= 0:
            del self._leases[resource]
