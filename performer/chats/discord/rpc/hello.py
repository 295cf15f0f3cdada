"""Hello: what a brain says of itself when it comes, in the headers of its request. All of it may be left out.

Who names a session may come back to it after its line was cut: its calls are known then, and it gets what it missed.
"""

import re
import secrets
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from aiohttp import web

from performer.printable import printable

SESSION: Final = "Performer-Session"
"""The header that names a session: 8 to 64 letters, digits, `-` and `_`, made up anew by each start of a brain."""
BRAIN: Final = "Performer-Brain"
"""The header that tells the brain's name, for whoever is refused because of it; percent-encoded."""
SEEN: Final = "Performer-Seen"
"""The header that tells the id of the last event that was taken in."""
MOST_NAME: Final = 64
_SESSION: Final = re.compile(r"[\w-]{8,64}", re.ASCII)
_SEEN: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Hello:
    """What was said."""

    session: str
    is_named: bool
    """Whether it named its session itself."""
    name: str
    seen: int | None
    """None: it wants what happens from now on."""

    @classmethod
    def of(cls, request: web.Request) -> "Hello":
        """Read it from a request; what is odd is refused (400)."""
        session, seen = request.headers.get(SESSION), request.headers.get(SEEN)
        if session is not None and not _SESSION.fullmatch(session):
            raise web.HTTPBadRequest(text=f"{SESSION} has 8 to 64 letters, digits, - and _.\n")
        if seen is not None and not _SEEN.fullmatch(seen):
            raise web.HTTPBadRequest(text=f"{SEEN} is the id of an event.\n")
        name = printable(unquote(request.headers.get(BRAIN, "")))[:MOST_NAME].strip()
        return cls(
            session=session or secrets.token_urlsafe(12),
            is_named=session is not None,
            name=name or f"the one at {request.remote}",
            seen=None if seen is None else int(seen),
        )


def as_header(name: str) -> str:
    """Write a brain's name as a header holds it."""
    return quote(name[:MOST_NAME])
