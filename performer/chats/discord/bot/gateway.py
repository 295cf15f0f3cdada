"""The gateway's socket: discord.py's, at an address of its own, and quick to see that nobody is there any more."""

import json
import logging
from contextlib import suppress
from math import inf, isinf
from typing import Any, ClassVar, Self

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket

_log = logging.getLogger(__name__)

_READY, _RESUMED = '"READY"', '"RESUMED"'


class GatewaySocket(DiscordWebSocket):
    """A connection that hangs up when a heartbeat was not answered before the next one, as Discord asks for."""

    opened: ClassVar[set["GatewaySocket"]]
    """Those that were not let go of yet."""

    def __init__(self, *told: Any, **named: Any) -> None:
        super().__init__(*told, **named)
        self._has_beaten = False
        """Whether it has beaten since it said who it is: before, some gateways answer no heartbeat."""
        self.opened.add(self)

    async def received_message(self, msg: Any, /) -> None:
        """Read a message; what discord.py counts on and a server has left out is put in."""
        text = self._decompressor.decompress(msg) if isinstance(msg, bytes) else msg
        if text is not None:
            await super().received_message(_completed(text, str(self.gateway)))

    async def send_heartbeat(self, data: Any) -> None:
        """Beat, or hang up when the last one was not answered."""
        beats = self._keep_alive
        if beats is None:
            return
        if self._has_beaten and isinf(beats.latency):
            _log.info("Discord's gateway answers no heartbeat; connecting again.")
            await self.close(4000)
            return
        self._has_beaten = True
        beats.latency = inf
        await super().send_heartbeat(data)

    def let_go(self) -> None:
        """End its heartbeats, and take no notice of it any more."""
        if self._keep_alive is not None:
            self._keep_alive.stop()
            self._keep_alive = None
        self.opened.discard(self)

    async def hang_up(self, code: int) -> None:
        """Close it; one that is gone already is left alone."""
        self.let_go()
        with suppress(aiohttp.ClientError, ConnectionError):
            await self.close(code)

    @classmethod
    async def reach(
        cls, client: discord.Client, *, gateway: yarl.URL | None, session: str | None, sequence: int | None
    ) -> Self:
        """Connect and say who we are, or go on with a session."""
        return await cls.from_client(
            client, gateway=gateway, session=session, sequence=sequence, resume=session is not None
        )


def _completed(text: str, gateway: str) -> str:
    """Put in where a session goes on, and what RESUMED tells."""
    if _READY not in text and _RESUMED not in text:
        return text
    told = json.loads(text)
    if told.get("t") == "READY" and isinstance(told.get("d"), dict):
        told["d"]["resume_gateway_url"] = told["d"].get("resume_gateway_url") or gateway
    if told.get("t") == "RESUMED":
        told["d"] = told.get("d") or {}
    return json.dumps(told)


def gateway_at(url: str) -> type[GatewaySocket]:
    """Make the kind of socket that goes to this address first."""
    return type("GatewaySocket", (GatewaySocket,), {"DEFAULT_GATEWAY": yarl.URL(url), "opened": set()})
