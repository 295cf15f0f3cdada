"""discord.py's client as we use it: its requests with their limits, and its gateway; what arrives we read ourselves.

Each client has its own addresses: none of discord.py's globals is changed.
"""

from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from discord.http import HTTPClient, Route

from performer.chats.discord.bot import flight
from performer.chats.discord.bot.breaker import Breakers
from performer.chats.discord.bot.dialect import as_discord_writes
from performer.chats.discord.bot.limit import LONGEST_S, Limit
from performer.chats.discord.settings import DiscordSettings
from performer.clock import Clock

_SERVER: Final = 500
"""From here on Discord itself has trouble, and may have done a thing all the same."""

Parsers = dict[str, Callable[[Any], None]]


class Rest(HTTPClient):
    """Asks Discord's REST API, at an address of its own, and rests when Discord refuses again and again."""

    def __init__(self, loop: Any, *, base: str, clock: Clock, breakers: Breakers, trace: aiohttp.TraceConfig) -> None:
        super().__init__(loop, http_trace=trace, max_ratelimit_timeout=LONGEST_S)
        self._base = base.rstrip("/")
        self._is_closed = False
        self._clock = clock
        self._breakers = breakers
        self._global_until_s = 0.0
        """When the limit of all requests together is over, by the clock."""

    def get_ratelimit(self, key: str) -> Limit:
        """Give the limit of a route, new when there is none yet."""
        limit = self._buckets.get(key)
        if not isinstance(limit, Limit):
            self._buckets[key] = limit = Limit(self._clock)
            self._try_clear_expired_ratelimits()
        return limit

    async def request(self, route: Route, **sent: Any) -> Any:
        """Ask as discord.py does."""
        self._breakers.check()
        await self._outlast_global_limit()
        route.url = self._base + route.url.removeprefix(Route.BASE)
        try:
            return await super().request(route, middlewares=(as_discord_writes,), **sent)
        except RuntimeError:
            if self._is_closed:  # that is how a closed session says so
                raise aiohttp.ClientConnectionError from None
            raise

    def globally_limited(self, for_s: float) -> None:
        """Take in that Discord wants no request at all for so long."""
        self._global_until_s = max(self._global_until_s, self._clock.now() + for_s)

    async def _outlast_global_limit(self) -> None:
        """Wait until it is over.

        discord.py has everybody wait for the request that met it, for ever where that one is cancelled.

        Raises:
            RateLimited: when it would take too long.
        """
        while (left_s := self._global_until_s - self._clock.now()) > 0:
            if left_s > LONGEST_S:
                raise discord.RateLimited(left_s)
            await self._clock.sleep(left_s)
        self._global_over.set()

    async def close(self) -> None:
        """Ask nothing any more."""
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
        """Ask, once more when the connection broke: what is sent has a nonce, or may be done twice.

        Args:
            method: Such as GET.
            path: With the names of its parameters in braces.
            body: Sent as JSON.
            params: The query.
            form: The parts of a multipart body instead.
            parameters: For the path.
        """
        sent: dict[str, Any] = {"params": dict(params)} if params else {}
        if form is not None:
            sent["form"] = form
        elif body is not None:
            sent["json"] = body
        try:
            return await self.request(Route(method, path, **parameters), **sent)
        except aiohttp.ClientConnectorError:
            raise
        except (aiohttp.ClientConnectionError, ConnectionError):
            return await self.request(Route(method, path, **parameters), **sent)


class BotClient(discord.Client):
    """Logs in and holds the connection; events go to our own parsers.

    Args:
        clock: Whose seconds count.
        settings: Say where Discord is.
        intents: What is wanted of it.
        breakers: Are told each answer.
        parsers: Read events, by their names; what they do not name is passed over.
        before_identify: Awaited before each IDENTIFY.
        troubled: Told, once, when the breakers open.
    """

    def __init__(
        self,
        clock: Clock,
        settings: DiscordSettings,
        *,
        intents: discord.Intents,
        breakers: Breakers,
        parsers: Parsers,
        before_identify: Callable[[], Awaitable[None]],
        troubled: Callable[[str], None],
    ) -> None:
        self._base = settings.api_url
        self._clock = clock
        self._breakers = breakers
        self._before_identify = before_identify
        self._troubled = troubled
        super().__init__(
            intents=intents,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self._connection.parsers = parsers

    def _get_state(self, **options: Any) -> Any:
        """Put our own requests in place of discord.py's, before anything else gets hold of them."""
        self.http: Rest = Rest(
            self.loop, base=self._base, clock=self._clock, breakers=self._breakers, trace=self._trace()
        )
        return super()._get_state(**options)

    def _trace(self) -> aiohttp.TraceConfig:
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(_sent)
        trace.on_request_end.append(self._answered)
        return trace

    async def _answered(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, told: aiohttp.TraceRequestEndParams
    ) -> None:
        if told.response.status < _SERVER:
            flight.answered()
        self.http.globally_limited(_global_limit_s(told.response))
        why = self._breakers.answered(told.response.status, told.response.headers)
        if why:
            self._troubled(why)

    async def before_identify_hook(self, _shard_id: int | None, **_told: bool) -> None:  # type: ignore[override]  # called so
        """Keep to the budget; discord.py's own pause is left out, because the link makes its pauses itself."""
        await self._before_identify()


async def _sent(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, _told: aiohttp.TraceRequestStartParams
) -> None:
    flight.sent()


def _global_limit_s(response: aiohttp.ClientResponse) -> float:
    """Read for how long nothing at all is to be asked, in seconds; 0 when that is not said."""
    is_global = response.headers.get("X-RateLimit-Global", "").lower() == "true"
    try:
        return float(response.headers.get("Retry-After", 0)) if is_global else 0.0
    except ValueError:
        return 0.0


def intents_for(settings: DiscordSettings) -> discord.Intents:
    """Ask for as little as will do: no members, no presences."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.guild_messages = True
    intents.dm_messages = settings.direct_messages
    intents.message_content = True
    return intents
