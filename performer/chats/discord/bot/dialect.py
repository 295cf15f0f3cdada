"""Dialect: what a server that is not Discord's own writes around its answers becomes what discord.py reads."""

from typing import Final

from aiohttp import ClientHandlerType, ClientRequest, ClientResponse, hdrs
from multidict import CIMultiDict, CIMultiDictProxy

_JSON: Final = "application/json"
_TOO_MANY: Final = 429


async def as_discord_writes(request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
    """Have JSON taken for JSON whatever else its header says, and its 429 for a limit: a ban comes as a page."""
    response = await handler(request)
    if response.content_type == _JSON:
        headers = CIMultiDict(response.headers)
        headers[hdrs.CONTENT_TYPE] = _JSON
        if response.status == _TOO_MANY:
            headers.setdefault(hdrs.VIA, "1.1 none")
        response._cache["headers"] = CIMultiDictProxy(headers)  # noqa: SLF001  there is no other way to change them
    return response
