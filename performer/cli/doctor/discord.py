"""The check of Discord: is the token taken, are the intents granted, and may the bot do what is wanted in its channels.

Where another machine holds the link, its `discord-io` is asked: is it there, does it take the token, is it linked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx2

from performer.chats.discord.bot.credential import BOT_TOKEN_FILE, Credential, read_credential
from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.rpc.handshake import IO_TOKEN_FILE, load_brain_key
from performer.chats.discord.settings import DiscordSettings
from performer.cli.doctor.discord_api import FORBIDDEN, OK, UNAUTHORISED, WITHIN_S, DiscordApi, open_api
from performer.cli.doctor.discord_permissions import DiscordChannelCheck, quote_name
from performer.cli.doctor.home import RunningShow
from performer.cli.doctor.memory import ReadOnlyKeyValueStore
from performer.cli.doctor.report import CheckNotes
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.models.address import is_loopback

_COPY: Final = "Copy the token from discord-io.token of that machine: {variable}=… in the terminal you start from."
_START: Final = "Start `python3 run.py discord-io` there; is a firewall or a tunnel in between?"


class DiscordIoCheck:
    """The check that asks a `discord-io` for its health; the place of the performer there stays free."""

    def __init__(
        self, settings: DiscordSettings, home: Home, environ: Mapping[str, str], *, show_is_on: bool = False
    ) -> None:
        self._settings = settings
        self._key = load_brain_key(home.data / IO_TOKEN_FILE, settings.io_token_variable, environ)
        self._show_is_on = show_is_on

    async def look(self, notes: CheckNotes) -> None:
        """Ask the `discord-io` for its health, with the token."""
        if self._key.trouble or not self._key.secret:
            notes.fail("io", f"no token for {self._settings.io}: {self._key.trouble}", self._remedy)
            return
        at = self._settings.io.replace("ws", "http", 1).rstrip("/")
        async with httpx2.AsyncClient(timeout=WITHIN_S, trust_env=not is_loopback(at)) as client:
            try:
                answer = await client.get(f"{at}/health", headers=self._key.headers)
            except (httpx2.HTTPError, httpx2.InvalidURL) as error:
                notes.fail("io", f"{self._settings.io} cannot be reached ({type(error).__name__})", _START)
                return
        self._judge(notes, answer)

    @property
    def _remedy(self) -> str:
        return _COPY.format(variable=self._settings.io_token_variable)

    def _judge(self, notes: CheckNotes, answer: httpx2.Response) -> None:
        health = _parse_health(answer)
        if answer.status_code == UNAUTHORISED:
            notes.fail("io", f"{self._settings.io} refuses the token", self._remedy)
        elif answer.status_code == FORBIDDEN:
            remedy = "Start it with --public-host NAME:PORT, as this address has them."
            notes.fail("io", f"discord-io does not go by the name in {self._settings.io}", remedy)
        elif health is None:
            remedy = "Is discord.io the address that discord-io has told?"
            notes.fail("io", f"{self._settings.io} answers {answer.status_code}, as no discord-io does", remedy)
        else:
            self._note_health(notes, health)
            notes.skip("channels", "not looked at from here: the bot's token is on that machine")

    def _note_health(self, notes: CheckNotes, health: Mapping[str, Any]) -> None:
        notes.ok("io", f"{self._settings.io} is there and takes the token")
        if health["link"] == "up":
            notes.ok("link", f"it is linked to Discord. {health.get('reason', '')}")
        else:
            notes.fail("link", f"it is not linked: {health.get('reason', '')}", "Run the doctor on that machine.")
        if (brain := health.get("brain")) and not self._show_is_on:
            notes.warn("brain", f"it serves '{brain}' now, and one at a time", "End that one before you start here.")


def _parse_health(answer: httpx2.Response) -> Mapping[str, Any] | None:
    """Parse what a discord-io says of itself; None when the answer is no such thing."""
    try:
        health = answer.json()
    except ValueError:
        return None
    return health if answer.status_code == OK and isinstance(health, dict) and "link" in health else None


_PORTAL: Final = "https://discord.com/developers/applications"
_RENEW: Final = f"Make a new token under Bot at {_PORTAL}, and enter it: python3 run.py discord token"
_GRANT: Final = f"Switch Message Content Intent on under Bot, Privileged Gateway Intents, at {_PORTAL}."
_NAME_YOURSELF: Final = "Right click yourself, Copy User ID, and: python3 run.py config set discord.owners '[\"ID\"]'"
_MESSAGE_CONTENT: Final = (1 << 18) | (1 << 19)
"""The application's flags: granted to one of many servers, and to one of few."""


@dataclass(frozen=True)
class DiscordCheck:
    """The check that asks Discord by the bot's token, over REST alone: Discord counts nothing, and sees no session."""

    _settings: DiscordSettings
    _home: Home
    _environ: Mapping[str, str]
    _running: RunningShow | None = None

    async def look(self, notes: CheckNotes) -> None:
        """Look at all that a show needs at Discord."""
        if not self._settings.enabled:
            notes.skip("link", "off, as configured (discord.enabled)")
            return
        if self._running and (reason := self._running.down.get("discord")):
            notes.fail("show", f"the show that is on has no link: {reason}")
        if self._settings.io:
            check = DiscordIoCheck(self._settings, self._home, self._environ, show_is_on=self._running is not None)
            await check.look(notes)
        else:
            await self._look_as_bot(notes)
        self._note_approvers(notes)

    async def _look_as_bot(self, notes: CheckNotes) -> None:
        file = self._home.config_file.with_name(BOT_TOKEN_FILE)
        found = read_credential(self._settings.token_variable, file, self._environ)
        if found.note:
            notes.warn("token", found.note)
        if found.trouble:
            notes.fail("token", found.trouble)
            return
        async with open_api(self._settings.api_url, found.token) as api:
            try:
                me = await self._check_token(notes, api, found)
            except ServiceError as error:
                notes.fail("token", str(error))
                return
            if me:
                await self._look_around(notes, api, me)

    async def _check_token(self, notes: CheckNotes, api: DiscordApi, found: Credential) -> str:
        """Return the bot's number; empty when the token is refused."""
        answer = await api.get("/users/@me")
        if answer.status == UNAUTHORISED:
            notes.fail("token", f"Discord refuses it{f': {found.doubt}' if found.doubt else ''}", _RENEW)
            return ""
        if answer.status != OK:
            raise ServiceError(f"Discord answers {answer.status}")
        notes.ok("token", f"taken; the bot is called {quote_name(answer.fields.get('username'))}")
        return str(answer.fields.get("id"))

    async def _look_around(self, notes: CheckNotes, api: DiscordApi, me: str) -> None:
        monitored = MonitoredChannels(self._settings, ReadOnlyKeyValueStore(self._home.memory_file))
        await monitored.load()
        application = (await api.get("/applications/@me")).fields
        self._check_application(notes, application, reads_all=bool(monitored.channels))
        places = DiscordChannelCheck(self._settings, api, me, monitored.channels)
        await places.look(notes, application=str(application.get("id", me)))

    def _check_application(self, notes: CheckNotes, application: Mapping[str, Any], *, reads_all: bool) -> None:
        flags = application.get("flags")
        if isinstance(flags, int) and flags & _MESSAGE_CONTENT:
            notes.ok("intents", "message content is granted")
        else:
            note = notes.fail if reads_all else notes.warn
            found = "message content is not granted: only mentions, replies to it and direct messages can be read"
            note("intents", found, _GRANT)
        if application.get("interactions_endpoint_url"):
            found = "the application has an Interactions Endpoint URL: no command and no button reaches the bot"
            notes.fail("commands", found, f"Empty it under General Information at {_PORTAL}.")
        if application.get("bot_public"):
            found = "anybody may take the bot to a server of their own, and have it answer there"
            remedy = f"Set Install Link to None under Installation, then switch Public Bot off under Bot, at {_PORTAL}."
            notes.warn("public", found, remedy)

    def _note_approvers(self, notes: CheckNotes) -> None:
        """Note how many may approve calls; whether they exist Discord does not tell by a number alone."""
        owners, roles = len(self._settings.owners), len(self._settings.approver_roles)
        if owners or roles:
            found = f"{_format_count(owners, 'owner')} and {_format_count(roles, 'role')} may approve calls"
            notes.ok("approvers", found)
        elif self._settings.stage_channel:
            found = "the owner of the stage channel's server may approve calls there: discord.owners names nobody"
            notes.ok("approvers", found)
        else:
            found = "nobody may approve calls at Discord: discord.owners names nobody, and there is no stage channel"
            notes.warn("approvers", found, _NAME_YOURSELF)


def _format_count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
