"""The link: logged in once, and connected again and again, for as long as Discord lets us."""

import logging
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
import anyio
import discord
import yarl
from discord.gateway import ReconnectWebSocket

from performer.backoff import delays_s
from performer.chats.discord.bot import normal
from performer.chats.discord.bot.breaker import Breakers, Held
from performer.chats.discord.bot.budget import IdentifyBudget
from performer.chats.discord.bot.client import BotClient, Parsers, intents_for
from performer.chats.discord.bot.credential import ENTER, TOKEN_REFUSED, credential
from performer.chats.discord.bot.gateway import GatewaySocket, gateway_at
from performer.chats.discord.bot.pace import Pace
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import Me
from performer.clock import Clock

_log = logging.getLogger(__name__)

_NETWORK: Final = (aiohttp.ClientError, OSError, discord.HTTPException, discord.RateLimited, Held)
_UNREADABLE: Final = (ValueError, KeyError, TypeError, AttributeError, zlib.error)
"""What discord.py raises when it cannot read what the gateway sends."""
_REFUSED: Final = {
    4004: TOKEN_REFUSED,
    4010: "Discord refuses the connection (4010, invalid shard): update Stream Performer",
    4011: "Discord refuses the connection (4011, sharding required): the bot is on too many servers for this",
    4012: "Discord refuses the connection (4012, invalid API version): update Stream Performer",
    4013: "Discord refuses the connection (4013, invalid intents): update Stream Performer",
    4014: "Discord refuses the connection (4014, intents that are off): switch them on in the Developer Portal",
}
_CONTENT_IS_OFF: Final = 4014
CONTENT_IS_OFF: Final = (
    "Message Content Intent is off in the Developer Portal (Bot): only mentions, replies to the bot and direct "
    "messages can be read"
)


class Refused(Exception):
    """Discord does not let us in, and trying again would not help; the text says why and what to do."""


class _Lost(Exception):
    """The connection is gone; the text says why."""


class _Degraded(_Lost):
    """It will come up again with less."""


class _Unreadable(_Lost):
    """What came over it cannot be read, and perhaps would come again."""


@dataclass
class _Session:
    """What is needed to go on where a connection broke."""

    id: str | None = None
    sequence: int | None = None
    gateway: yarl.URL | None = None


class Link:
    """Keeps a connection up. One after the other: it has no two at a time.

    Args:
        clock: Whose seconds count.
        settings: Say where Discord is and what is wanted of it.
        token_file: Holds the token where the environment does not.
        budget: Counts IDENTIFYs.
        pace: How fast it tries again.
        told: Told whether the link is up, and why not.
        troubled: Told, once, when Discord has refused too much for anything more to be asked for a while.
    """

    def __init__(
        self,
        clock: Clock,
        settings: DiscordSettings,
        token_file: Path,
        budget: IdentifyBudget,
        pace: Pace,
        told: Callable[[bool, str], None],
        troubled: Callable[[str], None],
    ) -> None:
        self._clock = clock
        self._settings = settings
        self._token_file = token_file
        self._budget = budget
        self._pace = pace
        self._told = told
        self._troubled = troubled
        self._deliver: Callable[[], None] = _nothing
        self._intents = intents_for(settings)
        self._socket = gateway_at(settings.gateway_url)
        self._breakers = Breakers(clock)
        self._session = _Session()
        self._up_since: float | None = None
        self._came_up = False
        self._has_failed = False
        """Whether a try has come to nothing since it was up."""
        self._was_identified = False
        self._unreadable = 0
        """Times that what came could not be read, since a session was begun."""

    async def run(
        self, parsers: Parsers, deliver: Callable[[], None], logged_in: Callable[[BotClient, Me], None]
    ) -> None:
        """Log in and stay connected until cancelled.

        Args:
            parsers: Read events.
            deliver: Called after each, to tell what came of it.
            logged_in: Told once requests can be made.

        Raises:
            Refused: when Discord does not let us in.
        """
        self._deliver = deliver
        for pause_s in self._pauses():
            client = self._client(parsers)
            try:
                async with _closed_for_certain(client):
                    logged_in(client, await self._logged_in(client))
                    await self._stay(client)
            except _Lost as lost:
                self._told(False, f"{lost}; it is tried again.")
                await self._clock.sleep(pause_s)

    def ready(self) -> None:
        """Take in READY or RESUMED: the connection is up."""
        self._up_since = self._clock.now()
        self._came_up = True
        self._has_failed = False

    def _client(self, parsers: Parsers) -> BotClient:
        return BotClient(
            self._clock,
            self._settings,
            intents=self._intents,
            breakers=self._breakers,
            parsers=parsers,
            before_identify=self._before_identify,
            troubled=self._troubled,
        )

    async def _logged_in(self, client: BotClient) -> Me:
        found = credential(self._settings.token_variable, self._token_file)
        if found.note:
            _log.warning("%s", found.note)
        if found.trouble:
            raise Refused(f"{found.trouble[:1].upper()}{found.trouble[1:]}.")
        try:
            with self._clock.move_on_after(self._pace.reach_within_s):
                return await _introduced(client, found.token)
        except discord.LoginFailure:
            doubt = f"Discord refuses the bot's token, and {found.doubt}; {ENTER}" if found.doubt else ""
            raise Refused(f"{doubt or _REFUSED[4004]}.") from None
        except _NETWORK as error:
            raise _Lost(_why(error)) from None
        except _UNREADABLE:
            raise _Lost("what answers there is no Discord, so discord.api_url may be wrong") from None
        raise _Lost(f"Discord did not answer within {self._pace.reach_within_s:g} s")

    async def _stay(self, client: BotClient) -> None:
        """Connect again and again."""
        pauses = self._pauses()
        while True:
            await self._within_budget()
            self._up_since = None
            try:
                await self._connected(client)
            except _Lost as lost:
                _log.info("The link to Discord is gone for now: %s.", lost)
                self._take(lost)
            if self._up_since is not None and self._clock.now() - self._up_since >= self._pace.lasting_s:
                pauses = self._pauses()
            await self._clock.sleep(next(pauses))

    def _take(self, lost: _Lost) -> None:
        """Tell of a try that came to nothing, but for the first while the session is kept: the next mostly succeeds.

        A connection that was up will mostly be back, too, before anybody needs it.
        """
        if isinstance(lost, _Unreadable):
            self._unreadable += 1
        if self._unreadable > 1:
            self._unreadable, self._session = 0, _Session()
        if self._up_since is None and not isinstance(lost, _Degraded):
            is_first, self._has_failed = not self._has_failed, True
            if not is_first or self._session.id is None:
                self._told(False, f"{lost}; it is tried again.")

    async def _within_budget(self) -> None:
        """Wait, before a new session, until one more IDENTIFY is allowed."""
        if self._session.id is not None:
            return
        while (wait_s := await self._budget.wait_s()) > 0:
            minutes = max(1, round(wait_s / 60))
            self._told(False, f"Discord was asked for a new session too often; it goes on in {minutes} minutes")
            self._up_since = None
            await self._clock.sleep(wait_s)
        if self._up_since is not None:
            self._told(False, "Discord has ended the session, and a new one is begun.")  # what happens now is not heard
        if self._was_identified:
            await self._clock.sleep(self._clock.chance.uniform(*self._pace.before_identify_s))

    async def _before_identify(self) -> None:
        self._was_identified = True
        self._unreadable = 0
        await self._budget.spend()

    async def _connected(self, client: BotClient) -> None:
        """Hold one connection from its beginning to its end.

        Raises:
            _Lost: always, unless it is refused.
            Refused: when trying again would not help.
        """
        try:
            with self._as_losses():
                socket = await self._reached(client)
            while True:
                with self._as_losses():
                    await socket.poll_event()
                self._tell()
        finally:
            with anyio.CancelScope(shield=True):
                await self._hang_up()

    @contextmanager
    def _as_losses(self) -> Iterator[None]:
        """Tell of what discord.py and the network raise as a loss."""
        try:
            yield
        except ReconnectWebSocket:
            raise _Lost("the gateway asked for a new connection, or hung up") from None
        except discord.ConnectionClosed as closed:
            raise self._judged(closed.code) from None
        except _NETWORK as error:
            raise _Lost(_why(error)) from None
        except _UNREADABLE as error:
            raise _Unreadable(f"the gateway sent what cannot be read ({type(error).__name__})") from None

    def _tell(self) -> None:
        """Tell what came of an event, where nobody takes a hearer's mistake for one of the gateway's."""
        if self._came_up:
            self._came_up = False
            self._told(True, "" if self._intents.message_content else CONTENT_IS_OFF)
        self._deliver()

    async def _reached(self, client: BotClient) -> GatewaySocket:
        session = self._session
        with self._clock.move_on_after(self._pace.reach_within_s):
            return await self._socket.reach(
                client, gateway=session.gateway, session=session.id, sequence=session.sequence
            )
        raise _Lost(f"the gateway did not greet within {self._pace.reach_within_s:g} s")

    async def _hang_up(self) -> None:
        """Let go of the socket, and remember where it was; 4000 keeps the session for a RESUME."""
        if not self._socket.opened:
            self._session.gateway = None  # it cannot be reached: another one may know the session too
        for socket in tuple(self._socket.opened):
            self._session = _Session(id=socket.session_id, sequence=socket.sequence, gateway=socket.gateway)
            with self._clock.move_on_after(1.0):
                await socket.hang_up(4000)

    def _judged(self, code: int) -> Exception:
        """Tell from a close code whether to try again, perhaps with less."""
        if code == _CONTENT_IS_OFF and self._intents.message_content:
            self._intents.message_content = False
            _log.warning("%s.", CONTENT_IS_OFF)
            return _Degraded("the intents were too many")
        return Refused(f"{_REFUSED[code]}.") if code in _REFUSED else _Lost(f"the gateway hung up ({code})")

    def _pauses(self) -> Iterator[float]:
        for delay_s in delays_s(self._pace.first_s, self._pace.longest_s):
            yield delay_s * self._clock.chance.uniform(0.5, 1.0)


@asynccontextmanager
async def _closed_for_certain(client: BotClient) -> AsyncIterator[None]:
    """Close a client at the end, also when we are cancelled."""
    async with client:
        try:
            yield
        finally:
            with anyio.CancelScope(shield=True):
                await client.close()


async def _introduced(client: BotClient, token: str) -> Me:
    """Log in, and tell who we are."""
    user = await client.http.static_login(token)
    application_id = user["id"]
    try:
        application = await client.http.application_info()
        application_id = application["id"]
        if application.get("interactions_endpoint_url"):
            _log.warning("The application has an Interactions Endpoint URL: remove it, or no command reaches the bot.")
    except discord.HTTPException as error:
        _log.info("Discord does not tell of the application (%s).", error.status)
    return normal.me(user, str(application_id))


def _why(error: Exception) -> str:
    """Say what is wrong with the network, without addresses that may hold secrets."""
    match error:
        case Held():
            return str(error)
        case discord.HTTPException():
            return f"Discord answers with HTTP {error.status}"
        case _:
            return f"Discord cannot be reached ({type(error).__name__}), or the network is down"


def _nothing() -> None:
    """Deliver nothing: nobody has asked yet."""
