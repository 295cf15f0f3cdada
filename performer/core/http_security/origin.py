"""The check of Host and Origin, by which a local server keeps other sites' web pages out."""

import ipaddress
from collections.abc import Mapping, Sequence
from typing import Final

from aiohttp import web

_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")


class AllowedHosts:
    """The names of one server: that of the address on which it listens, and of a TLS proxy in front of it.

    The `public_host` of the proxy holds its port if that is not 443; empty for no proxy. When the server is asked for
    under another name, `hint` is the setting for the streamer to look at.
    """

    def __init__(self, host: str, public_host: str, *, hint: str) -> None:
        self.port = 0
        """The server's port, set once it is known."""
        self._names = {*_NAMES, bracket_host(host).lower()}
        self._is_open = host in {"0.0.0.0", "::"}  # noqa: S104  compared with, not bound to
        self._public_host = public_host.lower()
        self._hint = hint

    def check(self, request: web.Request) -> None:
        """Raise for a request that names another server, or comes from another site's page (403), or is odd (400)."""
        if not request.raw_path.startswith("/") or not request.path.isprintable() or not _is_ascii(request.headers):
            raise web.HTTPBadRequest(text="Ask for a path, in ASCII.\n")
        host = request.headers.get("Host", "")
        if not self.knows(host):
            raise web.HTTPForbidden(text=f"This server is not {host!a:.99}: see {self._hint}.\n")
        origins = request.headers.getall("Origin", [])
        if not self.is_allowed_origin(origins):
            raise web.HTTPForbidden(text=f"Pages of {origins[0]!a:.99} have no business here.\n")

    def knows(self, host: str) -> bool:
        """Whether a `Host` is one of the server's names."""
        return self._is_ours(host) or self._is_public("https", host)

    def is_allowed_origin(self, origins: Sequence[str]) -> bool:
        """Whether a request with these `Origin`s comes from no page, or from one of this server."""
        return not origins or (len(origins) == 1 and self._is_our_origin(origins[0]))

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


def bracket_host(host: str) -> str:
    """Return a host as it stands in a URL: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def _is_ascii(headers: Mapping[str, str]) -> bool:
    # Not the cookies: they belong to other servers on this machine, and nobody here reads them.
    return all(value.isascii() for name, value in headers.items() if name.lower() != "cookie")


def _is_address(name: str) -> bool:
    # An open server has no name that we could know; but a rebinding attack needs a name, so any address is safe.
    inside = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        return bracket_host(str(ipaddress.ip_address(inside))) == name
    except ValueError:
        return False
