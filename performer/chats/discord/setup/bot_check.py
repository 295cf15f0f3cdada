"""The check of a bot at Discord: is its token taken, and is its application set as the performer needs it."""

from collections.abc import Mapping
from typing import Any, Final

from performer.chats.discord.bot.credential import Credential
from performer.chats.discord.setup.channel_check import quote_name
from performer.chats.discord.setup.rest import OK, UNAUTHORISED, DiscordApi
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.finding_notes import FindingNotes
from performer.core.own_text import join_own, own

PORTAL: Final = "https://discord.com/developers/applications"
_RENEW: Final = f"Make a new token under Bot at {PORTAL}, and enter it: {COMMAND} discord token"
_GRANT: Final = own(
    "Switch Message Content Intent on under Bot, Privileged Gateway Intents, at {portal}.", portal=PORTAL
)
_MESSAGE_CONTENT: Final = (1 << 18) | (1 << 19)
"""The application's flags: granted to one of many servers, and to one of few."""


async def check_token(notes: FindingNotes, api: DiscordApi, found: Credential, *, renew: str = _RENEW) -> str:
    """Return the bot's number; empty when the token is refused, with the remedy `renew`."""
    answer = await api.get("/users/@me")
    if answer.status == UNAUTHORISED:
        notes.fail("token", join_own(": ", (own("Discord refuses it"), found.doubt)), renew)
        return ""
    if answer.status != OK:
        raise ServiceError(own("Discord answers {status}", status=answer.status))
    notes.ok("token", own("taken; the bot is called {name}", name=quote_name(answer.fields.get("username"))))
    return str(answer.fields.get("id"))


def check_application(notes: FindingNotes, application: Mapping[str, Any], *, reads_all: bool) -> None:
    """Check how the application is set at the portal; with `reads_all` it must be granted to read every line."""
    flags = application.get("flags")
    if isinstance(flags, int) and flags & _MESSAGE_CONTENT:
        notes.ok("intents", own("message content is granted"))
    else:
        note = notes.fail if reads_all else notes.warn
        found = "message content is not granted: only mentions, replies to it and direct messages can be read"
        note("intents", found, _GRANT)
    if application.get("interactions_endpoint_url"):
        found = "the application has an Interactions Endpoint URL: no command and no button reaches the bot"
        notes.fail("commands", found, own("Empty it under General Information at {portal}.", portal=PORTAL))
    if application.get("bot_public"):
        found = "anybody may take the bot to a server of their own, and have it answer there"
        remedy = own(
            "Set Install Link to None under Installation, then switch Public Bot off under Bot, at {portal}.",
            portal=PORTAL,
        )
        notes.warn("public", found, remedy)
