"""The headers that every answer carries: what its page may do, and that nobody may guess, keep or pass on anything."""

from typing import Final

from aiohttp import web

CSP: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",  # the custom CSS of an OBS browser source arrives as a <style> element
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",  # text becomes no code at all, and markup only as plain.js lets it
    "trusted-types": "default",
}
HEADERS: Final = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in CSP.items()),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Server": "Stream Performer",
}


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Put them on a response; also on refusals."""
    response.headers.update(HEADERS)
