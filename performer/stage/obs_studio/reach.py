"""Where an OBS can load the stage from: an address of this machine alone leads an OBS on another one to itself."""

import socket
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from typing import Final

import anyio
import anyio.to_thread

from performer.core.http_security.origin import bracket_host
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.stage.obs_studio.settings import ObsSettings
from performer.stage.settings import StageSettings

_ANYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  compared with, not bound to
_WITHIN_S: Final = 2.0


@dataclass(frozen=True, kw_only=True)
class StageReach:
    """Where the stage is reached from the machine of an OBS."""

    origin: str = ""
    """Scheme, host and port; empty: the stage's own address will do, for OBS runs on this machine."""
    trouble: str = ""
    """Why OBS cannot reach it at all, with the remedy."""


@dataclass(frozen=True, kw_only=True)
class Route:
    """The way from this machine to another."""

    own: str
    """The address of this machine that the other one sees."""
    other: str

    @property
    def is_here(self) -> bool:
        """Whether the other one is this machine."""
        return self.own == self.other or ip_address(self.other.partition("%")[0]).is_loopback


def find_route(host: str, port: int) -> Route | None:
    """Return the way to a host; None where there is none."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as asked:
            asked.connect(address)  # of this kind it only chooses the way
            return Route(own=str(asked.getsockname()[0]), other=str(address[0]))
    except (OSError, UnicodeError):
        return None


async def find_reach(
    obs: ObsSettings, stage: StageSettings, port: int, route_to: Callable[[str, int], Route | None] = find_route
) -> StageReach:
    """Return where an OBS reaches the stage, which listens on a port; no packet is sent but the question for a name."""
    route = None
    with anyio.move_on_after(_WITHIN_S):  # the answer to a name may take long
        route = await anyio.to_thread.run_sync(partial(route_to, obs.host, obs.port), abandon_on_cancel=True)
    if route is not None and route.is_here:
        return StageReach()
    if stage.public_host:
        return StageReach(origin=f"https://{stage.public_host}")
    if not stage.is_exposed:
        return StageReach(
            trouble=own(
                "OBS is set to run at {host}, on another machine, and the stage is served on this machine alone. Set"
                " stage.host to 0.0.0.0 and begin the show again: then it is told an address that leads here. What is"
                " sent there is not encrypted. Should OBS run here, set obs.host to 127.0.0.1.",
                host=obs.host,
            )
        )
    if stage.host not in _ANYWHERE:
        return StageReach(origin=f"http://{bracket_host(stage.host)}:{port}")
    if route is None:
        return StageReach(
            trouble=own("Nobody knows the way to {host}: look at obs.host, or at the network.", host=obs.host)
        )
    return StageReach(origin=f"http://{bracket_host(route.own)}:{port}")
