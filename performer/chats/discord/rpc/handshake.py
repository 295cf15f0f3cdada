"""The handshake: what a brain says of itself in the headers of its request, and the token that it must bring.

A brain that names a session may come back to it after its connection was cut: its calls are known then, and it gets
what it missed.
"""

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from aiohttp import web

from performer.core.errors import ServiceError
from performer.core.files.atomic import write_private
from performer.core.redact.redact import add_secret
from performer.core.redact.secret_value import ServerKey
from performer.core.text import make_printable

IO_TOKEN_FILE: Final = "discord-io.token"  # noqa: S105  a name, not the token
"""The name of the token's file, in PERFORMER_HOME."""
VARIABLE: Final = "PERFORMER_IO_TOKEN"
"""The environment variable that goes before the file."""
SHORTEST: Final = 16
"""Characters of a token; nobody shall find it by trying."""
_FORM: Final = re.compile(r"[!-~]{16,512}")


def load_own_token(file: Path, environ: Mapping[str, str] = os.environ) -> str:
    """Return the token that a discord-io wants: of the environment, of the file, or a new one that is kept there.

    A ServiceError says that it is too short or cannot be sent, or that the file can be neither read nor written.
    """
    token = environ.get(VARIABLE, "").strip()
    where = VARIABLE if token else str(file)
    token = token or _read_kept_token(file)
    if not token:
        token = secrets.token_urlsafe(24)
        write_private(file, token + "\n")
    add_secret(token)
    if not _FORM.fullmatch(token):
        sentence = f"The token in {where} has fewer than {SHORTEST} characters, blanks or odd letters"
        raise ServiceError(f"{sentence}: delete it, and a good one is made.", retry=False)
    return token


def load_brain_key(file: Path, variable: str = VARIABLE, environ: Mapping[str, str] = os.environ) -> ServerKey:
    """Return the token that a brain brings: of the environment, or of the file, where a discord-io shares its home."""
    if not environ.get(variable, "").strip():
        try:
            token = _read_kept_token(file)
        except ServiceError as error:
            return ServerKey(variable=variable, trouble=str(error))
        if token:
            add_secret(token)
            return ServerKey(variable=str(file), secret=token)
    return ServerKey.named(variable, "discord.io_token_variable")


def _read_kept_token(file: Path) -> str:
    try:
        token = file.read_text(encoding="utf-8", errors="replace").strip()
        file.chmod(0o600)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ServiceError(f"Cannot read '{file}': {error.strerror}. Make it yours again.", retry=False) from error
    return token


SESSION: Final = "Performer-Session"
"""The header that names a session: 8 to 64 letters, digits, `-` and `_`, made up anew by each start of a brain."""
BRAIN: Final = "Performer-Brain"
"""The header that holds the brain's name, for whoever is refused because of it; percent-encoded."""
SEEN: Final = "Performer-Seen"
"""The header that holds the id of the last event that was taken in."""
MOST_NAME: Final = 64
_SESSION: Final = re.compile(r"[\w-]{8,64}", re.ASCII)
_SEEN: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class BrainHello:
    """The headers by which a brain introduces itself; all of them may be left out."""

    session: str
    is_named: bool
    """Whether it named its session itself."""
    name: str
    seen: int | None
    """None: the brain wants what happens from now on."""

    @classmethod
    def of(cls, request: web.Request) -> "BrainHello":
        """Return the hello in the headers of a request; odd headers are refused (400)."""
        session, seen = request.headers.get(SESSION), request.headers.get(SEEN)
        if session is not None and not _SESSION.fullmatch(session):
            raise web.HTTPBadRequest(text=f"{SESSION} has 8 to 64 letters, digits, - and _.\n")
        if seen is not None and not _SEEN.fullmatch(seen):
            raise web.HTTPBadRequest(text=f"{SEEN} is the id of an event.\n")
        name = make_printable(unquote(request.headers.get(BRAIN, "")))[:MOST_NAME].strip()
        return cls(
            session=session or secrets.token_urlsafe(12),
            is_named=session is not None,
            name=name or f"the one at {request.remote}",
            seen=None if seen is None else int(seen),
        )


def format_header(name: str) -> str:
    """Return a brain's name as a header holds it."""
    return quote(name[:MOST_NAME])
