"""What the programs we start inherit of our environment: everything but secrets, which any of them could tell."""

import os
import re
import sys
from collections.abc import Collection
from typing import Final

from performer.redaction import redacted

_SECRET: Final = re.compile(
    r"(?:^|_)(?:(?:API|ACCESS|PRIVATE)?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PWD|CREDENTIALS?)S?(?:_|$)",
    re.IGNORECASE,
)
"""How variables are called that hold secrets."""
_KEPT: Final = frozenset({"PWD", "OLDPWD"})
"""The folders a shell is in and was in."""


def inherited(*, keep: Collection[str] = (), **more: str) -> dict[str, str]:
    """Give the environment for a program that we start.

    What is called like a secret stays behind, what holds one that we know, and what has the shape of one.

    Args:
        keep: Variables that it is to have all the same, for the streamer said so.
        more: Variables that it is to have besides.
    """
    kept = {name: value for name, value in os.environ.items() if name in keep or not _is_secret(name, value)}
    return {**kept, **more}


def inherited_utf8(**more: str) -> dict[str, str]:
    """Give the same for a program of ours: on a bare Linux, whose locale is no UTF-8, Qt would complain."""
    return inherited(**more, LC_ALL="C.UTF-8") if sys.platform == "linux" else inherited(**more)


def _is_secret(name: str, value: str) -> bool:
    return name not in _KEPT and (_SECRET.search(name) is not None or redacted(value) != value)
