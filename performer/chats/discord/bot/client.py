"""discord.py's client as it is used here: its requests with their limits, its gateway, and its log lines.

What arrives is read by ourselves. Each client has its own addresses: none of discord.py's globals is changed.
"""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import Any, Final

import aiohttp
import anyio
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

from performer.chats.discord.bot.gateway_socket import GatewaySocket
from performer.chats.discord.bot.rate_limits import LONGEST_S, CircuitBreakers, RouteLimit
from performer.chats.discord.settings import DiscordSettings
from performer.core.clock import Clock
from performer.core.recent_dict import RecentDict
from performer.core.values import dataclass

_JSON: Final = "application/json"
_REFUSED: Final = 400
_TOO_MANY: Final = 429
_SERVER: Final = 500
"""From here on Discord itself has trouble, and may have done a thing all the same."""
_ERRORS: Final = {403: discord.Forbidden, 404: discord.NotFound}
_TRIES: Final = 5
PAUSES_S: Final = (1.0, 2.0, 4.0, 8.0)
"""Before a request is sent again that met trouble at Discord, but for chance."""
_SECONDS: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")
_MOST_LIMITS: Final = 256
SLOWED: Final = frozenset({20016, 20028})
"""Discord's numbers for a channel that takes messages one by one: by its slow mode, or because there were too many."""
_LOGGERS: Final = ("discord.client", "discord.gateway", "discord.http", "discord.state")
_TOKEN: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?]+")

_NOISE: Final = ("voice will NOT be supported", "Can't keep up, ")
"""Warnings about voice, which is not used, and about being behind, which are often wrong."""


Connect = Callable[[], Awaitable[aiohttp.ClientWebSocketResponse]]
Reach = Callable[[Connect], Awaitable[GatewaySocket]]
"""Makes a socket for discord.py, when it is time for one."""


@dataclass
class RequestState:
    """The state of the requests of one call."""

    is_out: bool = False
    """Whether a request was sent and is not answered, so that nobody knows what has come of it."""
    tries_again: bool = False
    """Whether a request that meets trouble at Discord itself is sent again after a pause."""


CURRENT: ContextVar[RequestState | None] = ContextVar("request", default=None)


class _LevelFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is logged, at most as information, and without the tokens of interactions."""
        record.msg, record.args = _TOKEN.sub(r"\1***", record.getMessage()), ()
        if record.levelno <= logging.WARNING and any(each in record.msg for each in _NOISE):
            return False
        if record.levelno == logging.WARNING:
            record.levelno, record.levelname = logging.INFO, "INFO"
        return True


@contextmanager
def silence_library() -> Iterator[None]:
    """Log discord.py's warnings as information, and nothing below: that would hold whole requests."""
    side_remark = _LevelFilter()
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    for logger in loggers:
        logger.addFilter(side_remark)
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(side_remark)


class Slowed(discord.HTTPException):
    """A channel takes the next message later; discord.py would keep it, and all behind it, for as long."""

    def __init__(self, response: aiohttp.ClientResponse, told: dict[str, Any]) -> None:
        super().__init__(response, told)
        self.again_in_s = float(told["retry_after"])


class ServerTrouble(discord.DiscordServerError):
    """Discord itself has trouble: HTTP 500 and above, with the seconds after which it wants to be asked again, or 0.

    discord.py would send some of these again by itself, by a clock of its own, and others never.
    """

    def __init__(self, response: aiohttp.ClientResponse, said: str) -> None:
        super().__init__(response, said)
        self.again_in_s = read_retry_after_s(response.headers)


def read_retry_after_s(headers: Mapping[str, str]) -> float:
    """Return the seconds of a Retry-After header; 0 without one, or where it is a date."""
    told = headers.get("Retry-After", "").strip()
    return float(told) if _SECONDS.fullmatch(told) else 0.0


class RestClient(HTTPClient):
    """Asks Discord's REST API, at an address of its own, and rests when Discord refuses again and again.

    `reach` makes the gateway's sockets, and `troubled` is told, once, when the breakers open.
    """

    def __init__(
        self,
        clock: Clock,
        settings: DiscordSettings,
        breakers: CircuitBreakers,
        *,
        reach: Reach,
        troubled: Callable[[str], None],
    ) -> None:
        super().__init__(asyncio.get_running_loop(), max_ratelimit_timeout=LONGEST_S)
        self._base = settings.api_url.rstrip("/")
        self._gateway = yarl.URL(settings.gateway_url)
        self._clock = clock
        self._breakers = breakers
        self._reach = reach
        self._troubled = troubled
        self._limits: RecentDict[str, RouteLimit] = RecentDict(_MOST_LIMITS)
        self._is_closed = False
        self._global_until_s = 0.0
        """When the limit of all requests together is over, by the clock."""

    def get_ratelimit(self, key: str) -> RouteLimit:
        """Return the limit of a route; discord.py keeps it too, once it knows which routes share it."""
        known = super().get_ratelimit(key)
        if isinstance(known, RouteLimit):
            return known
        if key not in self._limits:
            self._limits[key] = RouteLimit(self._clock)
        return self._limits[key]

    async def ws_connect(self, url: str, *, compress: int = 0) -> Any:
        """Return a socket to the gateway, for discord.py, at the address that is set instead of Discord's own."""
        asked = yarl.URL(url).update_query(compress="zlib-stream")
        is_first = asked.origin() == DiscordWebSocket.DEFAULT_GATEWAY.origin()
        where = self._gateway.with_query(asked.query) if is_first else asked
        connect = super().ws_connect
        return await self._reach(lambda: connect(str(where), compress=compress))

    async def request(self, route: Route, **sent: Any) -> Any:
        """Send a request as discord.py does."""
        self._breakers.check()
        route.url = self._base + route.url.removeprefix(Route.BASE)
        try:
            answer = await super().request(route, middlewares=(self._exchange,), **sent)
        except RuntimeError:
            if self._is_closed:  # that is how a closed session says so
                raise aiohttp.ClientConnectionError from None
            raise
        return json.loads(answer) if answer and isinstance(answer, str) else answer

    async def _exchange(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        """Send a request, and again where a limit has it wait; JSON is read whatever else its header says."""
        response = await self._send_in_time(request, send)
        for _ in range(_TRIES):
            if response.status != _TOO_MANY or response.content_type != _JSON:
                break
            await self._wait_out(response)
            response = await self._send_in_time(request, send)
        if response.status >= _SERVER:
            raise ServerTrouble(response, await response.text(errors="replace"))
        # discord.py reads JSON only where the header says nothing beside it.
        is_odd = response.content_type == _JSON and response.headers[aiohttp.hdrs.CONTENT_TYPE] != _JSON
        if is_odd and response.status >= _REFUSED:
            raise _ERRORS.get(response.status, discord.HTTPException)(response, await response.json())
        return response

    async def _send_in_time(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        while (left_s := self._global_until_s - self._clock.now()) > 0:
            if left_s > LONGEST_S:
                raise discord.RateLimited(left_s)
            await self._clock.sleep(left_s)
        state = CURRENT.get()
        if state is not None:
            state.is_out = True
        response = await send(request)
        if response.status < _SERVER and state is not None:
            state.is_out = False
        why = self._breakers.count_answer(response.status, response.headers)
        if why:
            self._troubled(why)
        return response

    async def _wait_out(self, response: aiohttp.ClientResponse) -> None:
        """Wait as long as a 429 says; one without JSON is a ban, which discord.py knows by its page.

        discord.py has everybody wait for the request that met the limit of all, for ever where that one is cancelled.
        """
        told = await response.json()
        again_in_s = float(told["retry_after"])
        if told.get("code") in SLOWED:
            raise Slowed(response, told)
        if told.get("global"):
            self._global_until_s = max(self._global_until_s, self._clock.now() + again_in_s)
        elif again_in_s > LONGEST_S:
            raise discord.RateLimited(again_in_s)
        else:
            await self._clock.sleep(again_in_s)

    async def close(self) -> None:
        """Close the session; nothing is asked any more."""
        self._is_closed = True
        await super().close()

    async def ask(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
        form: list[dict[str, Any]] | None = None,
        **parameters: str,
    ) -> Any:
        """Send a request and return its answer; once more when the connection broke, and as often as the call may wait.

        What is sent has a nonce, or may be done twice. `path` has the names of its parameters in braces; `form` has the
        parts of a multipart body, which replaces a JSON body.
        """
        given = {"params": params, "form": form, "json": body if form is None else None}
        sent = {name: value for name, value in given.items() if value is not None}
        state = CURRENT.get()
        pauses_s = iter(PAUSES_S if state is not None and state.tries_again else ())
        has_broken = False
        while True:
            try:
                return await self.request(Route(method, path, **parameters), **sent)
            except aiohttp.ClientConnectorError:
                raise
            except (ServerTrouble, aiohttp.ClientConnectionError, ConnectionError) as error:
                # One that was kept open may just have been closed over there: that is no trouble of Discord's.
                is_first_break = not has_broken and not isinstance(error, ServerTrouble)
                has_broken = has_broken or is_first_break
                pause_s = 0.0 if is_first_break else next(pauses_s, None)
                if pause_s is None:
                    raise
                told_s = error.again_in_s if isinstance(error, ServerTrouble) else 0.0
                await self._clock.sleep(max(pause_s * (0.75 + self._clock.chance.random() / 2), told_s))


class BotClient(discord.Client):
    """Keeps a session at the gateway; `before_identify` is awaited before each IDENTIFY."""

    def __init__(
        self, rest: RestClient, intents: discord.Intents, before_identify: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(intents=intents, heartbeat_timeout=inf, guild_ready_timeout=0.0)
        self.http = rest
        self._before_identify = before_identify

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002  called so
        """Count an IDENTIFY; discord.py's own pause is left out, because the link makes its pauses itself."""
        await self._before_identify()

    async def hang_up(self) -> None:
        """End the session's heartbeats; Discord keeps it."""
        if self.ws is not None:
            await self.ws.close()

    async def close(self) -> None:
        """Close everything, also where whoever asks is cancelled."""
        with anyio.CancelScope(shield=True):
            await super().close()
