"""Discord: is the token taken, and are the intents granted that a chat needs."""

import re
from collections.abc import Mapping
from typing import Any, Final

import httpx2

from performer.clock import Clock
from performer.doctor.report import Notes
from performer.errors import ServiceError
from performer.models.address import is_loopback
from performer.redaction import know

API: Final = "https://discord.com/api/v10"
VARIABLE: Final = "DISCORD_TOKEN"
_PORTAL: Final = "https://discord.com/developers/applications"
_RENEW: Final = f"Make a new token under Bot at {_PORTAL}, and put it into {VARIABLE}."
_GRANT: Final = f"Switch it on under Bot, Privileged Gateway Intents, at {_PORTAL}."
_WITHIN_S: Final = 10.0
_TOKEN: Final = re.compile(r"[\w.-]+", re.ASCII)
_OK, _UNAUTHORISED, _TOO_MANY = 200, 401, 429
_MESSAGE_CONTENT: Final = (1 << 18) | (1 << 19)
"""The application's flags: granted to one of many servers, and to one of few."""


class DiscordCheck:
    """Asks Discord two questions by the token of the environment, which is shown nowhere."""

    def __init__(self, clock: Clock, environ: Mapping[str, str], api: str = API) -> None:
        self._clock = clock
        self._token = environ.get(VARIABLE, "").strip()
        know(self._token)
        self._api = api.rstrip("/")

    async def look(self, notes: Notes) -> None:
        """Ask who the token is, and what its application may read."""
        if not self._token:
            notes.skip("token", f"{VARIABLE} is not set")
            return
        if not _TOKEN.fullmatch(self._token):
            notes.fail("token", f"{VARIABLE} holds what cannot be a token", _RENEW)
            return
        async with self._client() as client:
            try:
                await self._ask(notes, client)
            except httpx2.HTTPError as error:
                found = f"Discord cannot be reached: {type(error).__name__}"
                notes.fail("token", found, "Is this machine on the internet?")

    def _client(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            timeout=_WITHIN_S,
            follow_redirects=False,
            trust_env=not is_loopback(self._api),
            headers={"Authorization": f"Bot {self._token}", "User-Agent": "DiscordBot (stream-performer, 0.1)"},
        )

    async def _ask(self, notes: Notes, client: httpx2.AsyncClient) -> None:
        answer = await client.get(f"{self._api}/users/@me")
        if answer.status_code == _UNAUTHORISED:
            notes.fail("token", "Discord refuses it", _RENEW)
            return
        notes.ok("token", f"taken; the bot is called {_name(_fields(answer).get('username'))}")
        flags = _fields(await client.get(f"{self._api}/applications/@me")).get("flags")
        if isinstance(flags, int) and flags & _MESSAGE_CONTENT:
            notes.ok("intents", "message content is granted")
        else:
            notes.fail("intents", "message content is not granted: chat lines would arrive empty", _GRANT)


def _fields(answer: httpx2.Response) -> dict[str, Any]:
    if answer.status_code == _TOO_MANY:
        raise ServiceError("Discord asks for patience (429): try again in a few minutes")
    if answer.status_code != _OK:
        raise ServiceError(f"Discord answers {answer.status_code}")
    try:
        fields = answer.json()
    except ValueError:
        raise ServiceError("Discord answers with what is no JSON") from None
    return fields if isinstance(fields, dict) else {}


def _name(value: object) -> str:
    return f"'{''.join(each for each in str(value)[:32] if each.isprintable())}'"
