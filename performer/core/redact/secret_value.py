"""The key to somebody's server: in an environment variable, in a header, and nowhere else."""

import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from performer.core.redact.redact import add_secret

_log = logging.getLogger(__name__)

_SENDABLE = re.compile(r"[!-~]*")
"""What a header can carry."""
_NAME = re.compile(r"[A-Z][A-Z0-9]{0,15}(_+[A-Z0-9]{1,16})*_*")
"""What certainly is a variable's name and no key that was put in its place."""
MASK = "***"


@dataclass(frozen=True, kw_only=True)
class ServerKey:
    """A key, or why there is none."""

    variable: str = ""
    """The environment variable that holds it; empty for a server that wants none."""
    secret: str = field(default="", repr=False)
    trouble: str = ""
    """What is wrong with it, for the streamer; empty when it can be sent, or none is wanted."""

    @classmethod
    def named(cls, variable: str, setting: str) -> "ServerKey":
        """Take the key from an environment variable.

        Args:
            variable: Its name; empty for no key.
            setting: The setting in which the name stands, for the streamer.
        """
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
        """Give what goes with every request."""
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def hide_in(self, said: bytes, *, most: int) -> bytes:
        """Hide the key in the beginning of a body, and leave out the part of one at which it was cut off.

        Args:
            said: The beginning, perhaps longer than wanted.
            most: How many bytes of it are wanted.
        """
        secret = self.secret.encode()
        if not secret:
            return said[:most]
        hidden = said.replace(secret, MASK.encode())
        return hidden if len(said) < most else hidden[: max(len(hidden) - len(secret), 0)][:most]

    def hidden(self, text: str) -> str:
        """Keep the key to ourselves, should a server repeat it."""
        return text.replace(self.secret, MASK) if self.secret else text
