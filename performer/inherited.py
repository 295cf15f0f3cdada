"""What the programs we start inherit of our environment: everything but secrets, which any of them could tell."""

import os
import re
import sys
from collections.abc import Collection, Mapping
from typing import Final

from performer.redaction import has_secret

_SECRET: Final = re.compile(
    r"(?:^|_)(?:(?:API|ACCESS|PRIVATE)?KEY|TOKEN|SECRET|PWD|CREDENTIAL)S?(?:_|$)|(?:KEY|TOKEN|SECRET|AUTH)S?$|PASS\w*$",
    re.IGNORECASE,
)
"""How variables are called that hold secrets: by a word of their name, or by its end (`OPENAIKEY`, `PGPASS`)."""
_NOTHING: Final[Mapping[str, str]] = {}
_KEPT: Final = frozenset({"PWD", "OLDPWD", "GIT_ASKPASS", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "SUDO_ASKPASS"})
"""The folders a shell is in and was in, and the programs that ask for a password."""


def inherited(
    more: Mapping[str, str] = _NOTHING, *, environ: Mapping[str, str] = os.environ, keep: Collection[str] = ()
) -> dict[str, str]:
    """Give the environment for a program that we start.

    What is called like a secret stays behind, what holds one that we know, and what has the shape of one.

    Args:
        more: Variables that it is to have besides.
        environ: The environment that we have.
        keep: Variables that it is to have all the same, for the streamer said so.
    """
    kept = {name: value for name, value in environ.items() if name in keep or not _is_secret(name, value)}
    return {**kept, **more}


def inherited_utf8() -> dict[str, str]:
    """Give the same for a program of ours: on a bare Linux, whose locale is no UTF-8, Qt would complain."""
    return inherited({"LC_ALL": "C.UTF-8"} if sys.platform == "linux" else _NOTHING)


def _is_secret(name: str, value: str) -> bool:
    return name not in _KEPT and (_SECRET.search(name) is not None or has_secret(value))
