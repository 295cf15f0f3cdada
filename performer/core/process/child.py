"""The end of a process of ours: of one that leads a group of its own, and of one that ends with its standard input.

The desktop session this process runs in.

What the programs we start inherit of our environment: everything but secrets, which any of them could tell.
"""

import os
import re
import signal
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Final

import anyio
from anyio.abc import Process

from performer.core.redact.redact import has_secret


def is_wayland(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether this is a Wayland session, where grabbing shows nothing and other programs' windows are unknown."""
    return bool(environ.get("WAYLAND_DISPLAY")) or environ.get("XDG_SESSION_TYPE") == "wayland"


_SECRET: Final = re.compile(
    r"(?:^|_)(?:(?:API|ACCESS|PRIVATE)?KEY|TOKEN|SECRET|PWD|CREDENTIAL)S?(?:_|$)|(?:KEY|TOKEN|SECRET|AUTH)S?$|PASS\w*$",
    re.IGNORECASE,
)
"""How variables are called that hold secrets: by a word of their name, or by its end (`OPENAIKEY`, `PGPASS`)."""
_NOTHING: Final[Mapping[str, str]] = {}
_KEPT: Final = frozenset({"PWD", "OLDPWD", "GIT_ASKPASS", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "SUDO_ASKPASS"})
"""The folders a shell is in and was in, and the programs that ask for a password."""


def make_environment(
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


def make_utf8_environment() -> dict[str, str]:
    """Give the same for a program of ours: on a bare Linux, whose locale is no UTF-8, Qt would complain."""
    return make_environment({"LC_ALL": "C.UTF-8"} if sys.platform == "linux" else _NOTHING)


def _is_secret(name: str, value: str) -> bool:
    return name not in _KEPT and (_SECRET.search(name) is not None or has_secret(value))


_FAREWELL_S: Final = 1.0


async def kill_process(process: Process) -> None:
    """Kill what still runs, its children too, and let go of it; cancelling does not hinder it."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with anyio.CancelScope(shield=True), anyio.move_on_after(_FAREWELL_S):
        await process.aclose()


async def close_process(process: Process) -> None:
    """Close its standard input, at which it ends by itself, and kill what does not take the hint."""
    assert process.stdin is not None
    with suppress(anyio.BrokenResourceError):
        await process.stdin.aclose()
    with anyio.move_on_after(_FAREWELL_S):
        await process.wait()
    if process.returncode is None:
        process.kill()
    await process.aclose()
