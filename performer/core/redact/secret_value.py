"""The key to a server, which stands in an environment variable and in a header, and nowhere else."""

import logging
import os
import re
from collections.abc import Mapping
from dataclasses import field

from performer.core.redact.redact import MASK, add_secret
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

_SENDABLE = re.compile(r"[!-~]*")
"""The texts that a header can hold."""
_NAME = re.compile(r"[A-Z][A-Z0-9]{0,15}(_+[A-Z0-9]{1,16})*_*")
"""A text that certainly is a variable's name, not a key that was written in its place."""


@dataclass(frozen=True, kw_only=True)
class ServerKey:
    """A key, or the reason why there is none."""

    variable: str = ""
    """The environment variable that holds the key; empty for a server that wants none."""
    secret: str = field(default="", repr=False)
    trouble: str = ""
    """The trouble with the key, for the streamer; empty when the key can be sent, or none is wanted."""

    @classmethod
    def named(cls, variable: str, setting: str) -> "ServerKey":
        """Read the key from the environment variable that a setting names, and register it; without a name no key."""
        secret = os.environ.get(variable, "").strip() if variable else ""
        if variable and not secret and not _NAME.fullmatch(variable):
            nameless = f"the environment has no variable of the name in {setting}; a name belongs there, never the key"
            return cls(trouble=nameless)
        if variable and not secret:
            where = "set it in the terminal you start from"
            return cls(variable=variable, trouble=f"{setting} names {variable}, and the environment has none; {where}")
        if not _SENDABLE.fullmatch(secret):
            odd = f"the key in {variable}, which {setting} names, has blanks or odd letters in it; mend it"
            return cls(variable=variable, trouble=odd)
        if secret and (why := add_secret(secret)):
            _log.info("The key in %s: %s; it is hidden in what its own server says.", variable, why)
        return cls(variable=variable, secret=secret)

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of every request."""
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def hide_in(self, said: bytes, *, most: int) -> bytes:
        """Return the first `most` bytes of a body without the key, nor a part of it at which `said` was cut off."""
        secret = self.secret.encode()
        if not secret:
            return said[:most]
        hidden = said.replace(secret, MASK.encode())
        return hidden if len(said) < most else hidden[: max(len(hidden) - len(secret), 0)][:most]

    def hidden(self, text: str) -> str:
        """Return a server's text without the key, should the server repeat it."""
        return text.replace(self.secret, MASK) if self.secret else text
