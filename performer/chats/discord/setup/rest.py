"""Discord's REST API for the doctor and the setup, which begin no session."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx2

from performer.core.errors import ServiceError
from performer.core.loopback import is_loopback
from performer.core.own_text import own
from performer.core.values import dataclass

OK: Final = 200
UNAUTHORISED: Final = 401
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
_TOO_MANY: Final = 429
WITHIN_S: Final = 10.0


def read_object(value: object) -> dict[str, Any]:
    """Return a JSON value as an object; an empty one for what is none."""
    return value if isinstance(value, dict) else {}


def read_objects(value: object) -> list[dict[str, Any]]:
    """Return a JSON value as a list of objects, without its other members."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


@dataclass(frozen=True, kw_only=True)
class DiscordApiAnswer:
    """An answer of Discord."""

    status: int
    """200, 401, 403 or 404."""
    said: Any = None
    """The JSON of the answer."""

    @property
    def fields(self) -> dict[str, Any]:
        """Return the answer as an object."""
        return read_object(self.said)


@dataclass(frozen=True)
class DiscordApi:
    """The API, asked as a bot; open one with `open_api`."""

    _client: httpx2.AsyncClient
    _base: str

    async def get(self, path: str) -> DiscordApiAnswer:
        """Send a GET request, and return the answer; a ServiceError when Discord cannot be reached or has trouble."""
        return await self._ask("GET", path)

    async def post(self, path: str, fields: Mapping[str, Any]) -> DiscordApiAnswer:
        """Send a POST request with a JSON object, as `get` does."""
        return await self._ask("POST", path, fields)

    async def _ask(self, method: str, path: str, fields: Mapping[str, Any] | None = None) -> DiscordApiAnswer:
        try:
            answer = await self._client.request(method, self._base + path, json=fields)
        except httpx2.HTTPError as error:
            raise ServiceError(
                own("Discord cannot be reached ({name}): is the network up?", name=type(error).__name__)
            ) from None
        if answer.status_code == _TOO_MANY:
            raise ServiceError(own("Discord asks for patience (429): try again in a few minutes"))
        if answer.status_code not in {OK, UNAUTHORISED, FORBIDDEN, NOT_FOUND}:
            raise ServiceError(own("Discord answers {status_code}", status_code=answer.status_code))
        try:
            return DiscordApiAnswer(status=answer.status_code, said=answer.json())
        except ValueError:
            if answer.status_code == OK:
                raise ServiceError(own("Discord answers with what is no JSON")) from None
            return DiscordApiAnswer(status=answer.status_code)


@asynccontextmanager
async def open_api(base: str, token: str) -> AsyncIterator[DiscordApi]:
    """Open the API at an address with a token that can stand in a header."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (stream-performer, 0.1)"}
    base = base.rstrip("/")
    async with httpx2.AsyncClient(
        timeout=WITHIN_S, follow_redirects=False, trust_env=not is_loopback(base), headers=headers
    ) as client:
        yield DiscordApi(client, base)
