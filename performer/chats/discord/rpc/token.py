"""The token of a discord-io: made once, kept in a file for its owner alone, and brought by its brain."""

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from performer.errors import ServiceError
from performer.private import write_private
from performer.redaction import know
from performer.server_key import ServerKey

IO_TOKEN_FILE: Final = "discord-io.token"  # noqa: S105  a name, not the token
"""Of the file, in PERFORMER_HOME."""
VARIABLE: Final = "PERFORMER_IO_TOKEN"
"""The environment variable that goes before the file."""
SHORTEST: Final = 16
"""Characters of a token; nobody shall find it by trying."""
_FORM: Final = re.compile(r"[!-~]{16,512}")


def own_token(file: Path, environ: Mapping[str, str] = os.environ) -> str:
    """Give the token that a discord-io wants: of the environment, of the file, or a new one that is kept there.

    Raises:
        ServiceError: when it is too short or cannot be sent, or the file can be neither read nor written.
    """
    token = environ.get(VARIABLE, "").strip()
    where = VARIABLE if token else str(file)
    token = token or _kept(file) or _made(file)
    know(token)
    if not _FORM.fullmatch(token):
        sentence = f"The token in {where} has fewer than {SHORTEST} characters, blanks or odd letters"
        raise ServiceError(f"{sentence}: delete it, and a good one is made.", retry=False)
    return token


def brains_key(file: Path, variable: str = VARIABLE, environ: Mapping[str, str] = os.environ) -> ServerKey:
    """Give the token that a brain brings: of the environment, or of the file, where a discord-io shares its home."""
    if not environ.get(variable, "").strip():
        try:
            token = _kept(file)
        except ServiceError as error:
            return ServerKey(variable=variable, trouble=str(error))
        if token:
            know(token)
            return ServerKey(variable=str(file), secret=token)
    return ServerKey.named(variable, "discord.io_token_variable")


def _kept(file: Path) -> str:
    try:
        token = file.read_text(encoding="utf-8", errors="replace").strip()
        file.chmod(0o600)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ServiceError(f"Cannot read '{file}': {error.strerror}. Make it yours again.", retry=False) from error
    return token


def _made(file: Path) -> str:
    token = secrets.token_urlsafe(24)
    write_private(file, token + "\n")
    return token
