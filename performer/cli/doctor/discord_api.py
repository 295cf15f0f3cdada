"""Discord's REST API for the doctor: it only reads there, and begins no session."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx2

from performer.core.errors import ServiceError
from performer.models.address import is_loopback

OK: Final = 200
UNAUTHORISED: Final = 401
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
_TOO_MANY: Final = 429
_WITHIN_S: Final = 10.0


@dataclass(frozen=True, kw_only=True)
class DiscordApiAnswer:
    """What was answered: 200, 401, 403 or 404."""

    status: int
    said: Any = None
    """The JSON of it."""

    @property
    def fields(self) -> dict[str, Any]:
        """Give it as an object; what is none is an empty one."""
        return self.said if isinstance(self.said, dict) else {}

    @property
    def items(self) -> list[dict[str, Any]]:
        """Give it as a list of objects."""
        return [each for each in self.said if isinstance(each, dict)] if isinstance(self.said, list) else []


class DiscordApi:
    """Asks as a bot; open one with `opened_api`."""

    def __init__(self, client: httpx2.AsyncClient, base: str) -> None:
        self._client = client
        self._base = base

    async def get(self, path: str) -> DiscordApiAnswer:
        """Ask for something.

        Raises:
            ServiceError: when Discord cannot be reached or has trouble.
        """
        try:
            answer = await self._client.get(self._base + path)
        except httpx2.HTTPError as error:
            raise ServiceError(f"Discord cannot be reached ({type(error).__name__}): is the network up?") from None
        if answer.status_code == _TOO_MANY:
            raise ServiceError("Discord asks for patience (429): try again in a few minutes")
        if answer.status_code not in {OK, UNAUTHORISED, FORBIDDEN, NOT_FOUND}:
            raise ServiceError(f"Discord answers {answer.status_code}")
        try:
            return DiscordApiAnswer(status=answer.status_code, said=answer.json())
        except ValueError:
            if answer.status_code == OK:
                raise ServiceError("Discord answers with what is no JSON") from None
            return DiscordApiAnswer(status=answer.status_code)


@asynccontextmanager
async def open_api(base: str, token: str) -> AsyncIterator[DiscordApi]:
    """Give the API at an address, asked by a token that can stand in a header."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (stream-performer, 0.1)"}
    base = base.rstrip("/")
    async with httpx2.AsyncClient(
        timeout=_WITHIN_S, follow_redirects=False, trust_env=not is_loopback(base), headers=headers
    ) as client:
        yield DiscordApi(client, base)
