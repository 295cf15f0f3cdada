"""The connection to the gateway: logged in once, and connected again and again, for as long as Discord lets us."""

import logging
import math
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import aiohttp
import anyio
import discord
from discord.gateway import DiscordWebSocket

from performer.chats.discord.bot import parse
from performer.chats.discord.bot.client import BotClient, Connect, RestClient
from performer.chats.discord.bot.credential import ENTER, TOKEN_REFUSED, read_credential
from performer.chats.discord.bot.gateway_socket import UNREADABLE, Frame, GatewaySocket
from performer.chats.discord.bot.rate_limits import CircuitBreakers, IdentifyBudget, RequestsPaused
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import Me
from performer.core.clock import Clock
from performer.core.own_text import capitalize_first, own
from performer.core.process.backoff import generate_delays_s
from performer.core.values import dataclass

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class ReconnectPauses:
    """Pauses before a lost link is tried again, in seconds; only a test is in more of a hurry.

    The first try after a connection that has lasted is made at once. Each pause is shortened a little by chance, so
    that not all come at once.
    """

    first_s: float = 0.2
    """Before the second try in a row, or after a connection that did not last; each further one is twice as long."""
    longest_s: float = 15.0
    """With twice `reach_within_s` less than the minute that discord.py takes to connect."""
    lasting_s: float = 3.0
    """A connection that was up for so long was no failure, whatever ended it."""
    between_identifies_s: tuple[float, float] = (5.0, 6.0)
    """Between the beginnings of two sessions: Discord takes one in five seconds."""
    reach_within_s: float = 20.0
    """For logging in, and for a socket to be greeted."""


_NETWORK: Final = (aiohttp.ClientError, OSError, discord.HTTPException, discord.RateLimited, RequestsPaused)
_ASKED: Final = own("the gateway asked for a new connection")
_GOES_ON_AT_ONCE: Final = 10054
"""The errno of an OSError after which discord.py goes on at once; after others it pauses, up to 17 minutes."""
_REFUSED: Final = {
    4004: TOKEN_REFUSED,
    4010: own("Discord refuses the connection (4010, invalid shard): update Stream Performer"),
    4011: own("Discord refuses the connection (4011, sharding required): the bot is on too many servers for this"),
    4012: own("Discord refuses the connection (4012, invalid API version): update Stream Performer"),
    4013: own("Discord refuses the connection (4013, invalid intents): update Stream Performer"),
    4014: own("Discord refuses the connection (4014, intents that are off): switch them on in the Developer Portal"),
}
_CONTENT_IS_OFF: Final = 4014
CONTENT_IS_OFF: Final = own(
    "Message Content Intent is off in the Developer Portal (Bot): only mentions, replies to the bot and direct "
    "messages can be read"
)


class LoginRefused(Exception):
    """Discord does not let us in, and trying again would not help; the text says why and what to do."""


class _Lost(Exception):
    """The session is over, or was never begun; the text says why."""

    def __init__(self, why: str, then: str = own("it is tried again")) -> None:
        super().__init__(own("{why}; {then}.", why=why, then=then))


class _Degraded(_Lost):
    """The session was refused, and the next one asks for less."""


@dataclass(eq=False)
class Gateway:
    """Keeps one connection up; it never has two at a time."""

    _clock: Clock
    _settings: DiscordSettings
    _token_file: Path
    """Holds the token where the environment does not."""
    _budget: IdentifyBudget
    _pace: ReconnectPauses
    _read: Callable[[str, Any], None]
    """Reads events, by their names."""
    _told: Callable[[bool, str], None]
    """Told whether the link is up, and why not."""
    _troubled: Callable[[str], None]
    """Told, once, when Discord has refused too much for anything more to be asked for a while."""

    def __post_init__(self) -> None:
        self._intents = discord.Intents(
            guilds=True, guild_messages=True, dm_messages=self._settings.direct_messages, message_content=True
        )
        self._breakers = CircuitBreakers(self._clock)
        self._socket: GatewaySocket | None = None
        self._pauses = self._generate_pauses_s()
        self._up_since: float | None = None
        self._has_session = False
        self._has_tried = False
        """Whether a connection was tried since `connect`."""
        self._has_failed = False
        """Whether a try has failed since the link was up."""
        self._identified_s = -math.inf
        """When a session was begun last, an instant of the clock."""
        self._why: str = _ASKED
        """Why the last try failed."""
        self._unreadable = 0
        """How often a frame could not be read, since `connect`."""

    async def run(self, logged_in: Callable[[RestClient, Me], None]) -> None:
        """Log in, call `logged_in`, and stay connected until cancelled, or until Discord refuses us (LoginRefused)."""
        while True:
            rest = RestClient(self._clock, self._settings, self._breakers, reach=self._reach, troubled=self._troubled)
            client = BotClient(rest, self._intents, self._before_identify)
            try:
                async with client:
                    logged_in(rest, await self._log_in(rest))
                    while True:
                        await self._wait_for_budget()
                        await self._hold_session(client)
                        await self._pause()
            except _Lost as lost:
                self._told(False, str(lost))
            await self._pause()

    async def _log_in(self, rest: RestClient) -> Me:
        found = read_credential(self._settings.token_variable, self._token_file)
        if found.note:
            _log.warning("%s", found.note)
        if found.trouble:
            raise LoginRefused(own("{trouble}.", trouble=capitalize_first(found.trouble)))
        try:
            with self._clock.move_on_after(self._pace.reach_within_s):
                return await _log_in(rest, found.token)
        except discord.LoginFailure:
            refused = own("Discord refuses the bot's token, and {doubt}; {enter}", doubt=found.doubt, enter=ENTER)
            raise LoginRefused(own("{why}.", why=refused if found.doubt else _REFUSED[4004])) from None
        except _NETWORK as error:
            raise _Lost(_describe_network_error(error)) from None
        except UNREADABLE:
            raise _Lost(own("what answers there is no Discord, so discord.api_url may be wrong")) from None
        raise _Lost(own("Discord did not answer within {s:g} s", s=self._pace.reach_within_s))

    async def _wait_for_budget(self) -> None:
        """Wait, before a new session, until one more IDENTIFY is allowed."""
        while (wait_s := await self._budget.find_wait_s()) > 0:
            minutes = max(1, round(wait_s / 60))
            too_often = own("Discord was asked for a new session too often; it goes on in {min} minutes", min=minutes)
            self._told(False, too_often)
            await self._clock.sleep(wait_s)
        next_s = self._identified_s + self._clock.chance.uniform(*self._pace.between_identifies_s)
        if next_s > self._clock.now():
            await self._clock.sleep(next_s - self._clock.now())

    async def _before_identify(self) -> None:
        self._identified_s = self._clock.now()
        await self._budget.spend()

    async def _hold_session(self, client: BotClient) -> None:
        """Hold a session from its beginning to its end; discord.py goes on with it where a connection breaks."""
        self._has_session = self._has_tried = self._has_failed = False
        self._unreadable = 0
        try:
            await client.connect()
        except _Lost as lost:
            _log.info("The session at Discord is over: %s", lost)
            if not isinstance(lost, _Degraded):
                self._told(False, str(lost))
        finally:
            with anyio.CancelScope(shield=True):
                await client.hang_up()
                if self._socket is not None:
                    await self._socket.close()

    async def _reach(self, connect: Connect) -> GatewaySocket:
        """Connect for discord.py, which tries again at once, at an OSError, where there is a session to go on with."""
        if self._has_tried:
            if not self._has_session:
                raise _Lost(own("Discord has ended the session"), own("a new one is begun"))
            # Only a second failure is news: after a first one the next try mostly succeeds before anybody needs it.
            if self._up_since is None and self._has_failed:
                self._told(False, own("{why}; it is tried again.", why=self._why))
            self._has_failed = self._up_since is None
            await self._pause()
        self._has_tried, self._up_since, self._why = True, None, _ASKED
        within_s = self._pace.reach_within_s
        try:
            with self._clock.move_on_after(within_s):
                self._socket = GatewaySocket(await connect(), self._read, self._hear, self._note_end, within_s)
                return self._socket
            self._why = own("the gateway did not answer within {s:g} s", s=within_s)
        except _NETWORK as error:
            self._why = _describe_network_error(error)
        if not self._has_session:
            raise _Lost(self._why)
        raise OSError(_GOES_ON_AT_ONCE, self._why)

    def _hear(self, frame: Frame) -> None:
        """Note whether there is a session, and that the link is up."""
        match frame:
            case {"op": DiscordWebSocket.INVALIDATE_SESSION}:
                self._has_session = self._has_session and frame.get("d") is True
            case {"op": DiscordWebSocket.DISPATCH, "t": "READY" | "RESUMED"}:
                self._has_session, self._up_since = True, self._clock.now()
                self._told(True, "" if self._intents.message_content else CONTENT_IS_OFF)

    def _note_end(self, code: int | None, error: Exception | None) -> None:
        """Note that a connection is gone: discord.py makes the next one, unless this raises _Lost or LoginRefused."""
        match error:
            case None:
                self._why = self._judge(code)
            case TimeoutError():
                self._why = own("the gateway says nothing any more")
            case _:
                self._unreadable += 1
                self._why = own("the gateway sent what cannot be read ({error})", error=type(error).__name__)
        if not self._has_session or self._unreadable > 1:
            raise _Lost(self._why)

    def _judge(self, code: int | None) -> str:
        """Return what a close code means, or raise that it may do with less, or that trying again would not help."""
        if code == _CONTENT_IS_OFF and self._intents.message_content:
            self._intents.message_content = False
            _log.warning("%s.", CONTENT_IS_OFF)
            raise _Degraded(own("the intents were too many"))
        if code in _REFUSED:
            raise LoginRefused(own("{why}.", why=_REFUSED[code]))
        return own("the gateway hung up ({code})", code=code)

    async def _pause(self) -> None:
        """Wait before the next try, longer each time until a connection lasts; after one that did there is no wait."""
        if self._up_since is not None and self._clock.now() - self._up_since >= self._pace.lasting_s:
            self._pauses = self._generate_pauses_s()
        pause_s = next(self._pauses)
        if pause_s:
            await self._clock.sleep(pause_s * self._clock.chance.uniform(0.5, 1.0))

    def _generate_pauses_s(self) -> Iterator[float]:
        return chain((0.0,), generate_delays_s(self._pace.first_s, self._pace.longest_s))


async def _log_in(rest: RestClient, token: str) -> Me:
    """Log in, and return the bot's account."""
    user = await rest.static_login(token)
    application_id = user["id"]
    try:
        application = await rest.application_info()
        application_id = application["id"]
        if application.get("interactions_endpoint_url"):
            _log.warning("The application has an Interactions Endpoint URL: remove it, or no command reaches the bot.")
    except discord.HTTPException as error:
        _log.info("Discord does not tell of the application (%s).", error.status)
    return parse.parse_own_user(user, str(application_id))


def _describe_network_error(error: Exception) -> str:
    """Return what is wrong with the network, without addresses that may hold secrets."""
    match error:
        case RequestsPaused():
            return str(error)
        case discord.HTTPException():
            return own("Discord answers with HTTP {status}", status=error.status)
        case _:
            return own("Discord cannot be reached ({error}), or the network is down", error=type(error).__name__)
