"""A server of latest.json on this machine, which the product itself would not speak to."""

import json

import httpx2

from performer.core.clock import Clock, SystemClock, VirtualClock
from performer.core.download import TrustedOrigin
from performer.updates.newest import NewestVersion, fetch_newest


def find_loopback(address: str) -> TrustedOrigin:
    """Return an origin that is trusted though it is no public one."""
    port = httpx2.URL(address).port or 0
    return TrustedOrigin(
        who="it",
        scheme="http",
        hosts=frozenset({"127.0.0.1"}),
        port=port,
        folders=("/",),
        is_peer_fine=lambda address: address == "127.0.0.1",
    )


async def fetch_loopback(address: str, clock: Clock) -> NewestVersion:
    """Fetch in real time, for which a virtual clock waits."""
    if isinstance(clock, VirtualClock):
        with clock.held():
            return await fetch_newest(address, SystemClock(), find_loopback)
    return await fetch_newest(address, clock, find_loopback)


def latest(version: str, page: str = "https://example.org/new") -> bytes:
    return json.dumps({"version": version, "date": "2027-05-01", "page": page, "sha256": {}}).encode()
