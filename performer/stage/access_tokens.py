"""The access tokens: unguessable words, one for each role of a client, made once and stored."""

import hmac
import json
import logging
import re
import secrets
from collections.abc import Collection
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Final, Literal, get_args

from performer.core.errors import ServiceError
from performer.core.files.atomic import write_private
from performer.core.files.user_file import parse_json
from performer.core.own_text import own
from performer.core.platform import keep_to_owner
from performer.core.redact.redact import add_secret
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

Role = Literal["renderer", "sound", "window", "control", "cue", "agent"]
"""renderer sees the stage; sound sees it, sounds and reports; window sees also what only the streamer may see; control
gives orders; cue posts reasons to act; agent uses the tools that are offered to other programs."""

ROLES: Final[tuple[Role, ...]] = get_args(Role)
LOOKERS: Final[tuple[Role, ...]] = ("renderer", "sound", "window")
"""The roles that see the stage."""
_FORM: Final = re.compile(r"[\w-]{24,}", re.ASCII)
"""A token stands unescaped in addresses and in a page."""


@dataclass(frozen=True, kw_only=True)
class AccessTokens:
    """One token for each role; `repr` hides them."""

    renderer: str = field(repr=False)
    sound: str = field(repr=False)
    window: str = field(repr=False)
    control: str = field(repr=False)
    cue: str = field(repr=False)
    agent: str = field(repr=False)

    def __post_init__(self) -> None:
        for role in ROLES:
            add_secret(getattr(self, role))

    @classmethod
    def new(cls) -> "AccessTokens":
        """Make new tokens."""
        return cls(**_make_tokens(ROLES))

    @classmethod
    def kept(cls, path: Path) -> "AccessTokens":
        """Read the tokens from a file, or make them and write them there.

        A damaged file is renamed to `NAME.damaged`, and the log says so: the addresses that were given out are void.

        Raises:
            ServiceError: when the file can be neither read nor written.
        """
        try:
            return cls._read(path)
        except FileNotFoundError:
            pass
        except ValueError as error:
            aside = path.with_name(path.name + ".damaged")
            path.replace(aside)
            _log.warning(
                "File '%s' is damaged (%s) and is now '%s'. There are new tokens: copy the addresses into OBS again.",
                *(path, error, aside.name),
            )
        except OSError as error:
            raise ServiceError(
                own("Cannot read '{path}': {strerror}. Make it yours again.", path=path, strerror=error.strerror),
                retry=False,
            ) from error
        return _write_tokens(cls.new(), path)

    def renewed(self, roles: Collection[Role], path: Path) -> "AccessTokens":
        """Return tokens with new ones for these roles, after they were written to the file.

        Raises:
            ServiceError: when the file cannot be written; then the old tokens stay valid.
        """
        return _write_tokens(replace(self, **_make_tokens(roles)), path)

    def role(self, token: str) -> Role | None:
        """Return the role of a token, in the same time for a near miss as for a wide one; None for a wrong token."""
        given = token.encode("utf-8", "replace")
        found: Role | None = None
        for role in ROLES:
            if hmac.compare_digest(given, getattr(self, role).encode()):
                found = role
        return found

    @classmethod
    def _read(cls, path: Path) -> "AccessTokens":
        kept = parse_json(path.read_text(encoding="utf-8"))
        if not isinstance(kept, dict) or not kept:
            raise ValueError("no JSON object")
        found: dict[str, str] = {role: token for role in ROLES if isinstance(token := kept.get(role), str)}
        if any(role in kept and role not in found for role in ROLES) or not all(map(_FORM.fullmatch, found.values())):
            raise ValueError("a token is missing, too short, or not of letters and digits")
        if len(set(found.values())) < len(found):
            raise ValueError("two roles share a token")
        tokens = cls(**(_make_tokens(ROLES) | found))
        keep_to_owner(path)
        if len(found) < len(ROLES):  # written by a version that had fewer roles: tokens that were given out stay valid
            _write_tokens(tokens, path)
        return tokens


def _make_tokens(roles: Collection[Role]) -> dict[str, str]:
    return {role: secrets.token_urlsafe(24) for role in roles}


def _write_tokens(tokens: AccessTokens, path: Path) -> AccessTokens:
    write_private(path, json.dumps(asdict(tokens), indent=2) + "\n")
    return tokens
