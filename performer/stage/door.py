"""The door: who may ask for what. Host and Origin keep strange web pages out, tokens keep strange programs out."""

import ipaddress
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from performer.stage.strangers import Strangers
from performer.stage.tokens import ROLES, Role, Tokens
from performer.stage.turnstile import Visitor

_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")

RoleHandler = Callable[[web.Request, Role], Awaitable[web.StreamResponse]]


class Door:
    """Checks every request.

    Args:
        tokens: Which are good now.
        host: What the stage listens on.
        public_host: The name of a TLS proxy in front of it, with its port if that is not 443; empty for none.
        strangers: Who keeps those waiting that bring no right token.
    """

    def __init__(self, tokens: Tokens, host: str, public_host: str, strangers: Strangers) -> None:
        self.port = 0
        """Set once it is known."""
        self.tokens = tokens
        """Replaced when they are renewed."""
        self._names = {*_NAMES, bracketed(host).lower()}
        self._is_open = host in {"0.0.0.0", "::"}  # noqa: S104  compared with, not bound to
        self._public_host = public_host.lower()
        self._strangers = strangers

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what is not addressed to us or comes from another site's page (403), and what is odd (400, 413)."""
        if not request.raw_path.startswith("/") or not request.path.isprintable() or not _is_ascii(request.headers):
            raise web.HTTPBadRequest(text="Ask for a path, in ASCII.\n")
        host = request.headers.get("Host", "")
        if not (self._is_ours(host) or self._is_public("https", host)):
            raise web.HTTPForbidden(text=f"This server is not {host!a:.99}: see stage.host and stage.public_host.\n")
        origins = request.headers.getall("Origin", [])
        if origins and not (len(origins) == 1 and self._is_our_origin(origins[0])):
            raise web.HTTPForbidden(text=f"Pages of {origins[0]!a:.99} have no business here.\n")
        if request.content_length or "Transfer-Encoding" in request.headers:
            raise web.HTTPRequestEntityTooLarge(0, text="Nothing here takes a body.\n")
        return await handler(request)

    def opens_to(self, *roles: Role) -> Callable[[RoleHandler], Handler]:
        """Make a handler that refuses (403) whoever brings no token of these roles, in `?token=` or in the path."""

        def guarded(handler: RoleHandler) -> Handler:
            async def handle(request: web.Request) -> web.StreamResponse:
                role = self.tokens.role(_token(request))
                if role is None:
                    await self._strangers.turn_away()
                if role not in roles:
                    raise web.HTTPForbidden(text="A token is missing or wrong: copy the whole address again.\n")
                _let_in(request)
                return await handler(request, role)

            return handle

        return guarded

    def still_opens(self, request: web.Request, role: Role) -> bool:
        """Tell whether whoever was let in with this role would be now: tokens may be renewed at any time."""
        return self.tokens.role(_token(request)) == role

    def opens_to_all(self, handler: Callable[[web.Request, Role | None], Awaitable[web.StreamResponse]]) -> Handler:
        """Make a handler for which no token is needed; whoever brings one must bring a right one (else 403)."""
        with_token = self.opens_to(*ROLES)(handler)

        async def handle(request: web.Request) -> web.StreamResponse:
            return await (with_token(request) if _token(request) else handler(request, None))

        return handle

    def _is_our_origin(self, origin: str) -> bool:
        scheme, _, host = origin.partition("://")
        return (scheme == "http" and self._is_ours(host)) or self._is_public(scheme, host)

    def _is_public(self, scheme: str, host: str) -> bool:
        return bool(self._public_host) and (scheme, host.lower()) == ("https", self._public_host)

    def _is_ours(self, host: str) -> bool:
        name, colon, port = host.lower().rpartition(":")
        if not colon or name.endswith(":"):  # `localhost` or `[::1]` alone stands for port 80
            name, port = host.lower(), "80"
        return port == str(self.port) and (name in self._names or (self._is_open and _is_address(name)))


def bracketed(host: str) -> str:
    """Write an IPv6 address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _is_ascii(headers: Mapping[str, str]) -> bool:
    """Leave out the cookies: they are of whatever else runs on this machine, and nobody here reads them."""
    return all(value.isascii() for name, value in headers.items() if name.lower() != "cookie")


def _token(request: web.Request) -> str:
    return request.match_info.get("token") or request.query.get("token", "")


def _let_in(request: web.Request) -> None:
    if isinstance(request.protocol, Visitor):
        request.protocol.is_stranger = False


def _is_address(name: str) -> bool:
    """An open server has no name that we could know; but a rebinding attack needs a name, so any address is safe."""
    inside = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        return bracketed(str(ipaddress.ip_address(inside))) == name
    except ValueError:
        return False
