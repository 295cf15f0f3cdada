"""The doorman of the bridge's HTTP server: our name, no strange page, and the agents' token; else nothing is read."""

import hmac
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from performer.entrance.hosts import Hosts
from performer.entrance.strangers import Strangers

_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class Doorman:
    """Stands before an app.

    Args:
        app: What is served to whoever may come in.
        hosts: Our names.
        token: Gives the token that is good now; with none nobody comes in.
        strangers: Keeps those waiting that bring no right token.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts, token: Callable[[], Awaitable[str]], strangers: Strangers) -> None:
        self._app = app
        self._hosts = hosts
        self._token = token
        self._strangers = strangers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on what is fit, and refuse the rest: 403 to strange names and pages, 401 to who has no token."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = await self._refusal(scope)
        await (refusal or self._app)(scope, receive, send)

    async def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        if not self._is_ours(headers):
            return PlainTextResponse("This server is for programs of this machine.\n", 403, _HEADERS)
        if not _is_right(_bearers(headers), await self._token()):
            await self._strangers.turn_away()
            more = {**_HEADERS, "WWW-Authenticate": "Bearer"}
            return PlainTextResponse("Send 'Authorization: Bearer' with the agents' token.\n", 401, more)
        return None

    def _is_ours(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        hosts = _values(headers, b"host")
        return len(hosts) == 1 and self._hosts.knows(hosts[0]) and self._hosts.welcomes(_values(headers, b"origin"))


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for each, value in headers if each.lower() == name]


def _bearers(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    parted = [value.partition(" ") for value in _values(headers, b"authorization")]
    return [token.strip() for scheme, _, token in parted if scheme.lower() == "bearer"]


def _is_right(given: list[str], token: str) -> bool:
    return len(given) == 1 and bool(token) and hmac.compare_digest(given[0].encode(), token.encode())
