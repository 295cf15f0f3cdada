"""Dialect: what a server that is not Discord's own writes around its answers becomes what discord.py reads."""

from typing import Final

from aiohttp import ClientHandlerType, ClientRequest, ClientResponse, hdrs
from multidict import CIMultiDict, CIMultiDictProxy

_JSON: Final = "application/json"
_TOO_MANY: Final = 429
_REFUSED: Final = 400
SLOWED: Final = frozenset({20016, 20028})
"""Discord's numbers for a channel that takes messages one by one: by its slow mode, or because there were too many."""


async def as_discord_writes(request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
    """Have JSON taken for JSON whatever else its header says, and its 429 for a limit: a ban comes as a page.

    A channel that is slowed says so at once: discord.py would keep the message, and all behind it, for as long.
    """
    response = await handler(request)
    if response.content_type == _JSON:
        headers = CIMultiDict(response.headers)
        headers[hdrs.CONTENT_TYPE] = _JSON
        if response.status == _TOO_MANY:
            headers.setdefault(hdrs.VIA, "1.1 none")
            if again_in_s := await _slowed_for_s(response):
                response.status, headers[hdrs.RETRY_AFTER] = _REFUSED, again_in_s
        response._cache["headers"] = CIMultiDictProxy(headers)  # noqa: SLF001  there is no other way to change them
    return response


async def _slowed_for_s(response: ClientResponse) -> str:
    """Give the seconds that a slowed channel names, which the header rounds; empty: it is another limit."""
    try:
        told = await response.json()
        return str(told["retry_after"]) if told["code"] in SLOWED else ""
    except (ValueError, KeyError, TypeError):
        return ""
