"""The door: who may ask for what. Host and Origin keep strange web pages out, tokens keep strange programs out."""

import ipaddress
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from performer.stage.tokens import Role, Tokens

_CSP: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the custom CSS of an OBS browser source arrives as a <style> element
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": _CSP,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")

RoleHandler = Callable[[web.Request, Role], Awaitable[web.StreamResponse]]


class Door:
    """Checks every request; `port` is set once it is known."""

    def __init__(self, tokens: Tokens, host: str) -> None:
        self.port = 0
        self._tokens = tokens
        self._names = {*_NAMES, bracketed(host)}
        self._is_open = host in {"0.0.0.0", "::"}  # noqa: S104  compared with, not bound to

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse (403) what is not addressed to us or comes from another site's page."""
        if not self._is_ours(request.host):
            raise web.HTTPForbidden(text=f"This server is not '{request.host}'.\n")
        origin = request.headers.get("Origin")
        if origin is not None and not self._is_our_origin(origin):
            raise web.HTTPForbidden(text=f"Pages of '{origin}' have no business here.\n")
        return await handler(request)

    def opens_to(self, *roles: Role) -> Callable[[RoleHandler], Handler]:
        """Make a handler that refuses (403) whoever brings no token of these roles, in `?token=` or in the path."""

        def guarded(handler: RoleHandler) -> Handler:
            async def handle(request: web.Request) -> web.StreamResponse:
                token = request.match_info.get("token") or request.query.get("token", "")
                role = self._tokens.role(token)
                if role not in roles:
                    raise web.HTTPForbidden(text="A token is missing or wrong: copy the whole address again.\n")
                return await handler(request, role)

            return handle

        return guarded

    def _is_our_origin(self, origin: str) -> bool:
        return origin.startswith("http://") and self._is_ours(origin.removeprefix("http://"))

    def _is_ours(self, host: str) -> bool:
        name, colon, port = host.rpartition(":")
        if not colon or name.endswith(":"):  # `localhost` or `[::1]` alone stands for port 80
            name, port = host, "80"
        return port == str(self.port) and (name in self._names or (self._is_open and _is_address(name)))


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Put our headers on a response; also on refusals."""
    response.headers.update(_HEADERS)


def bracketed(host: str) -> str:
    """Write an IPv6 address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _is_address(name: str) -> bool:
    """An open server has no name that we could know; but a rebinding attack needs a name, so any address is safe."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
