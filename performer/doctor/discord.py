"""Discord: is the token taken, are the intents granted, and may the bot do in its channels what is wanted there."""

from collections.abc import Mapping
from typing import Any, Final

from performer.chats.discord.bot.credential import BOT_TOKEN_FILE, Credential, credential
from performer.chats.discord.monitored import Monitored
from performer.chats.discord.settings import DiscordSettings
from performer.doctor.discord_api import OK, UNAUTHORISED, DiscordApi, opened_api
from performer.doctor.discord_io import DiscordIoCheck
from performer.doctor.discord_places import DiscordPlaces, named
from performer.doctor.memory import KeptInFile
from performer.doctor.report import Notes
from performer.doctor.running import Running
from performer.errors import ServiceError
from performer.home import Home

_PORTAL: Final = "https://discord.com/developers/applications"
_RENEW: Final = f"Make a new token under Bot at {_PORTAL}, and enter it: python3 run.py discord token"
_GRANT: Final = f"Switch Message Content Intent on under Bot, Privileged Gateway Intents, at {_PORTAL}."
_NAME_YOURSELF: Final = "Right click yourself, Copy User ID, and: python3 run.py config set discord.owners '[\"ID\"]'"
_MESSAGE_CONTENT: Final = (1 << 18) | (1 << 19)
"""The application's flags: granted to one of many servers, and to one of few."""


class DiscordCheck:
    """Asks Discord by the bot's token, over REST alone: nothing that Discord counts, and no second session."""

    def __init__(
        self, settings: DiscordSettings, home: Home, environ: Mapping[str, str], running: Running | None = None
    ) -> None:
        self._settings = settings
        self._home = home
        self._environ = environ
        self._running = running

    async def look(self, notes: Notes) -> None:
        """Look at all that a show needs there."""
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
        self._people(notes)

    async def _look_as_bot(self, notes: Notes) -> None:
        file = self._home.config_file.with_name(BOT_TOKEN_FILE)
        found = credential(self._settings.token_variable, file, self._environ)
        if found.note:
            notes.warn("token", found.note)
        if found.trouble:
            notes.fail("token", found.trouble)
            return
        async with opened_api(self._settings.api_url, found.token) as api:
            try:
                me = await self._token(notes, api, found)
            except ServiceError as error:
                notes.fail("token", str(error))
                return
            if me:
                await self._look_around(notes, api, me)

    async def _token(self, notes: Notes, api: DiscordApi, found: Credential) -> str:
        """Give the bot's number; empty when the token is refused."""
        answer = await api.get("/users/@me")
        if answer.status == UNAUTHORISED:
            notes.fail("token", f"Discord refuses it{f': {found.doubt}' if found.doubt else ''}", _RENEW)
            return ""
        if answer.status != OK:
            raise ServiceError(f"Discord answers {answer.status}")
        notes.ok("token", f"taken; the bot is called {named(answer.fields.get('username'))}")
        return str(answer.fields.get("id"))

    async def _look_around(self, notes: Notes, api: DiscordApi, me: str) -> None:
        monitored = Monitored(self._settings, KeptInFile(self._home.memory_file))
        await monitored.load()
        application = (await api.get("/applications/@me")).fields
        self._application(notes, application, reads_all=bool(monitored.channels))
        places = DiscordPlaces(self._settings, api, me, monitored.channels)
        await places.look(notes, application=str(application.get("id", me)))

    def _application(self, notes: Notes, application: Mapping[str, Any], *, reads_all: bool) -> None:
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

    def _people(self, notes: Notes) -> None:
        """Tell who may approve calls; whether those are there is nothing that Discord tells of a number alone."""
        owners, roles = len(self._settings.owners), len(self._settings.approver_roles)
        if owners or roles:
            notes.ok("approvers", f"{_count(owners, 'owner')} and {_count(roles, 'role')} may approve calls")
        elif self._settings.stage_channel:
            found = "the owner of the stage channel's server may approve calls there: discord.owners names nobody"
            notes.ok("approvers", found)
        else:
            found = "nobody may approve calls at Discord: discord.owners names nobody, and there is no stage channel"
            notes.warn("approvers", found, _NAME_YOURSELF)


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
