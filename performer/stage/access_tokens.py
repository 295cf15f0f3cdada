"""Tokens: unguessable words, one for each thing that a client may do; made once and kept."""

import hmac
import json
import logging
import re
import secrets
from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, get_args

from performer.core.errors import ServiceError
from performer.core.files.atomic import write_private
from performer.core.redact.redact import add_secret

_log = logging.getLogger(__name__)

Role = Literal["renderer", "sound", "window", "control", "cue", "agent"]
"""renderer sees the stage; sound sees it, sounds and reports; window sees also what only the streamer may see; control
gives orders; cue drops reasons to act into the letterbox; agent uses the tools that are offered to other programs."""

ROLES: Final[tuple[Role, ...]] = get_args(Role)
LOOKERS: Final[tuple[Role, ...]] = ("renderer", "sound", "window")
"""Who sees the stage."""
_FORM: Final = re.compile(r"[\w-]{24,}", re.ASCII)
"""It stands in addresses and in a page as it is."""


@dataclass(frozen=True, kw_only=True)
class AccessTokens:
    """One token a role; they stay out of every print."""

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
        """Make new ones."""
        return cls(**_make_token(ROLES))

    @classmethod
    def kept(cls, path: Path) -> "AccessTokens":
        """Read the tokens from a file, or make them and keep them there.

        A damaged file is moved aside to `NAME.damaged` and said in the log: the addresses that were given out are void.

        Raises:
            ServiceError: when the file can be neither read nor written.
        """
        try:
            tokens = cls._read(path)
        except FileNotFoundError:
            tokens = _format_tokens(cls.new(), path)
        except ValueError as error:
            aside = path.with_name(path.name + ".damaged")
            path.replace(aside)
            _log.warning(
                "File '%s' is damaged (%s) and is now '%s'. There are new tokens: copy the addresses into OBS again.",
                *(path, error, aside.name),
            )
            tokens = _format_tokens(cls.new(), path)
        except OSError as error:
            raise ServiceError(f"Cannot read '{path}': {error.strerror}. Make it yours again.", retry=False) from error
        return tokens

    def renewed(self, roles: Collection[Role], path: Path) -> "AccessTokens":
        """Give these roles new tokens, which are kept in the file before this returns.

        Raises:
            ServiceError: when the file cannot be written; then the old ones stay good.
        """
        return _format_tokens(replace(self, **_make_token(roles)), path)

    def role(self, token: str) -> Role | None:
        """Tell whose token this is; takes the same time for a near miss as for a wide one."""
        given = token.encode("utf-8", "replace")
        found: Role | None = None
        for role in ROLES:
            if hmac.compare_digest(given, getattr(self, role).encode()):
                found = role
        return found

    @classmethod
    def _read(cls, path: Path) -> "AccessTokens":
        kept = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(kept, dict) or not kept:
            raise ValueError("no JSON object")
        found: dict[str, str] = {role: token for role in ROLES if isinstance(token := kept.get(role), str)}
        if any(role in kept and role not in found for role in ROLES) or not all(map(_FORM.fullmatch, found.values())):
            raise ValueError("a token is missing, too short, or not of letters and digits")
        if len(set(found.values())) < len(found):
            raise ValueError("two roles share a token")
        tokens = cls(**(_make_token(ROLES) | found))
        path.chmod(0o600)
        if len(found) < len(ROLES):  # kept by a version that had fewer roles: what was given out stays good
            _format_tokens(tokens, path)
        return tokens


def _make_token(roles: Collection[Role]) -> dict[str, str]:
    return {role: secrets.token_urlsafe(24) for role in roles}


def _format_tokens(tokens: AccessTokens, path: Path) -> AccessTokens:
    write_private(path, json.dumps(asdict(tokens), indent=2) + "\n")
    return tokens
