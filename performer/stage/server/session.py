"""The session of a control page: a cookie in place of the token, which so stays in no address, history or picture.

The cookie is derived from the token, so that it is void when that is renewed, and nothing has to be stored. Browsers
send cookies to every port of a machine: another local server that sees it cannot learn the token from it.
"""

import hashlib
import hmac
from typing import Final

from aiohttp import web

_USE: Final = b"the session of a control page"
_KEPT_S: Final = 30 * 24 * 3600


def open_session(request: web.Request, response: web.StreamResponse, token: str) -> None:
    """Set a cookie, which from now on stands for the control token that the page has shown."""
    response.set_cookie(
        _name_cookie(request),
        _derive(token),
        max_age=_KEPT_S,
        httponly=True,
        samesite="Lax",  # not Strict: the page is first opened by a file, and that is another site
        secure=request.headers.get("X-Forwarded-Proto") == "https",
    )


def has_session(request: web.Request, token: str) -> bool:
    """Whether a request comes from a page with the cookie of this token; never a POST, which any page can have sent."""
    given = request.cookies.get(_name_cookie(request), "").encode("utf-8", "replace")
    return request.method in {"GET", "HEAD"} and hmac.compare_digest(given, _derive(token).encode())


def _derive(token: str) -> str:
    return hmac.new(token.encode(), _USE, hashlib.sha256).hexdigest()


def _name_cookie(request: web.Request) -> str:
    """Name the cookie by the port: two performers on one machine must not sign each other's pages out."""
    port = request.host.rpartition(":")[2]
    return f"performer_{port if port.isdigit() else 'stage'}"
