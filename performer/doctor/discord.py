"""The check of Discord: is the token taken, are the intents granted, and may the bot do what is wanted in its channels.

Where another machine holds the link, its `discord-io` is asked: is it there, does it take the token, is it linked.
"""

from collections.abc import Mapping
from typing import Any, Final

import httpx2

from performer.chats.discord.bot.credential import BOT_TOKEN_FILE, read_credential
from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.rpc.handshake import IO_TOKEN_FILE, load_brain_key
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.setup.bot_check import check_application, check_token
from performer.chats.discord.setup.channel_check import DiscordChannelCheck
from performer.chats.discord.setup.rest import FORBIDDEN, OK, UNAUTHORISED, WITHIN_S, DiscordApi, open_api
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.loopback import is_loopback
from performer.core.own_text import own
from performer.doctor.home import ReadOnlyKeyValueStore
from performer.doctor.report import CheckNotes, Examined

_COPY: Final = "Copy the token from discord-io.token of that machine: {variable}=… in the terminal you start from."
_START: Final = own("Start `{start} discord-io` there; is a firewall or a tunnel in between?", start=COMMAND)


async def _check_io(examined: Examined, notes: CheckNotes) -> None:
    """Check a `discord-io` by its health; the place of the performer there stays free."""
    settings = examined.config.discord
    key = load_brain_key(examined.home.data / IO_TOKEN_FILE, settings.io_token_variable, examined.environ)
    remedy = _COPY.format(variable=settings.io_token_variable)
    if key.trouble or not key.secret:
        notes.fail("io", own("no token for {io}: {trouble}", io=settings.io, trouble=key.trouble), remedy)
        return
    at = settings.io.replace("ws", "http", 1).rstrip("/")
    async with httpx2.AsyncClient(timeout=WITHIN_S, trust_env=not is_loopback(at)) as client:
        try:
            answer = await client.get(f"{at}/health", headers=key.headers)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            notes.fail("io", own("{io} cannot be reached ({name})", io=settings.io, name=type(error).__name__), _START)
            return
    health = _parse_health(answer)
    if answer.status_code == UNAUTHORISED:
        notes.fail("io", own("{io} refuses the token", io=settings.io), remedy)
    elif answer.status_code == FORBIDDEN:
        remedy = own("Start it with --public-host NAME:PORT, as this address has them.")
        notes.fail("io", own("discord-io does not go by the name in {io}", io=settings.io), remedy)
    elif health is None:
        remedy = own("Is discord.io the address that discord-io has told?")
        notes.fail(
            "io",
            own("{io} answers {status_code}, as no discord-io does", io=settings.io, status_code=answer.status_code),
            remedy,
        )
    else:
        notes.ok("io", own("{io} is there and takes the token", io=settings.io))
        _note_health(notes, health, show_is_on=examined.running is not None)
        notes.skip("channels", own("not looked at from here: the bot's token is on that machine"))


def _note_health(notes: CheckNotes, health: Mapping[str, Any], *, show_is_on: bool) -> None:
    if health["link"] == "up":
        notes.ok("link", own("it is linked to Discord. {reason}", reason=health.get("reason", "")))
    else:
        notes.fail(
            "link",
            own("it is not linked: {reason}", reason=health.get("reason", "")),
            own("Run the doctor on that machine."),
        )
    brains = health.get("brains")
    if isinstance(brains, list) and brains and not show_is_on:
        named = ", ".join(f"'{brain}'" for brain in brains)
        notes.warn(
            "brain",
            own("it serves {named} now, and each hears everything", named=named),
            own("Two shows answer the same lines twice: end that one, or give each channels of its own."),
        )


def _parse_health(answer: httpx2.Response) -> Mapping[str, Any] | None:
    """Parse what a discord-io says of itself; None when the answer is no such thing."""
    try:
        health = answer.json()
    except ValueError:
        return None
    return health if answer.status_code == OK and isinstance(health, dict) and "link" in health else None


_NAME_YOURSELF: Final = own(
    "Right click yourself, Copy User ID, and: {start} config set discord.owners '[\"ID\"]'", start=COMMAND
)


async def check_discord(examined: Examined, notes: CheckNotes) -> None:
    """Check all that a show needs at Discord, over REST alone: Discord counts nothing, and sees no session."""
    settings = examined.config.discord
    if not settings.enabled:
        notes.skip("link", own("off, as configured (discord.enabled)"))
        return
    if examined.running and (reason := examined.running.down.get("discord")):
        notes.fail("show", own("the show that is on has no link: {reason}", reason=reason))
    await (_check_io if settings.io else _look_as_bot)(examined, notes)
    _note_approvers(settings, notes)


async def _look_as_bot(examined: Examined, notes: CheckNotes) -> None:
    settings = examined.config.discord
    file = examined.home.config_file.with_name(BOT_TOKEN_FILE)
    found = read_credential(settings.token_variable, file, examined.environ)
    if found.note:
        notes.warn("token", found.note)
    if found.trouble:
        notes.fail("token", found.trouble)
        return
    async with open_api(settings.api_url, found.token) as api:
        try:
            me = await check_token(notes, api, found)
        except ServiceError as error:
            notes.fail("token", str(error))
            return
        if me:
            await _look_around(examined, notes, api, me)


async def _look_around(examined: Examined, notes: CheckNotes, api: DiscordApi, me: str) -> None:
    settings = examined.config.discord
    monitored = MonitoredChannels(settings, ReadOnlyKeyValueStore(examined.home.memory_file))
    await monitored.load()
    application = (await api.get("/applications/@me")).fields
    check_application(notes, application, reads_all=bool(monitored.channels))
    places = DiscordChannelCheck(settings, api, me, monitored.channels)
    await places.look(notes, application=str(application.get("id", me)))


_OWNERS: Final = {0: own("no owners"), 1: own("1 owner")}
_ROLES: Final = {0: own("no roles"), 1: own("1 role")}


def _note_approvers(settings: DiscordSettings, notes: CheckNotes) -> None:
    """Note how many may approve calls; whether they exist Discord does not tell by a number alone."""
    owners, roles = len(settings.owners), len(settings.approver_roles)
    if owners or roles:
        notes.ok(
            "approvers",
            own(
                "{owners} and {roles} may approve calls",
                owners=_OWNERS.get(owners) or own("{owners} owners", owners=owners),
                roles=_ROLES.get(roles) or own("{roles} roles", roles=roles),
            ),
        )
    elif settings.stage_channel:
        found = "the owner of the stage channel's server may approve calls there: discord.owners names nobody"
        notes.ok("approvers", found)
    else:
        found = "nobody may approve calls at Discord: discord.owners names nobody, and there is no stage channel"
        notes.warn("approvers", found, _NAME_YOURSELF)
