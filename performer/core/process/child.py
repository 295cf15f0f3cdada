"""Child processes: the environment that they get, which is ours without secrets, and how they are ended."""

import os
import re
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import Process

from performer.core.process.process_groups import GROUPS
from performer.core.redact.redact import count_known_secrets, has_secret


def is_wayland(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether this is a Wayland session, where a screen grab is empty and other programs' windows are unknown."""
    return bool(environ.get("WAYLAND_DISPLAY")) or environ.get("XDG_SESSION_TYPE") == "wayland"


_SECRET: Final = re.compile(
    r"(?:^|_)(?:(?:API|ACCESS|PRIVATE)?KEY|TOKEN|SECRET|PWD|CREDENTIAL)S?(?:_|$)|(?:KEY|TOKEN|SECRET|AUTH)S?$|PASS\w*$",
    re.IGNORECASE,
)
"""Names of variables that hold secrets: by a word of the name, or by its end (`OPENAIKEY`, `PGPASS`)."""
_NOTHING: Final[Mapping[str, str]] = {}
_KEPT: Final = frozenset({"PWD", "OLDPWD", "GIT_ASKPASS", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "SUDO_ASKPASS"})
"""Names that only look so: the folders of a shell, and the programs that ask for a password."""


def make_environment(
    more: Mapping[str, str] = _NOTHING, *, environ: Mapping[str, str] = os.environ, keep: Collection[str] = ()
) -> dict[str, str]:
    """Return the environment for a child process, without variables whose name or value is that of a secret.

    The variables `more` are added, and those in `keep` are passed on in any case, as the streamer wants.
    """
    known = count_known_secrets()
    kept = {name: value for name, value in environ.items() if name in keep or not _is_secret(name, value, known)}
    return {**kept, **more}


def make_utf8_environment() -> dict[str, str]:
    """Return the environment for a Qt program of ours, which complains where the locale of a Linux is no UTF-8."""
    return make_environment({"LC_ALL": "C.UTF-8"} if sys.platform == "linux" else _NOTHING)


@lru_cache(maxsize=512)
def _is_secret(name: str, value: str, known: int) -> bool:  # noqa: ARG001  what is found depends on the secrets known
    return name not in _KEPT and (_SECRET.search(name) is not None or has_secret(value))


async def open_piped(
    command: Sequence[str],
    environment: Mapping[str, str],
    folder: Path | None = None,
    *,
    stdout: int = subprocess.PIPE,
    most_memory: int = 0,
    keeps_children: bool = True,
) -> Process:
    """Start a program, without a shell, whose input and outputs are pipes of ours, if `stdout` is nothing else.

    It leads a group of its own, which can be killed whole, and which ends with us, however we end. Ctrl+C in the
    terminal is ours to handle. Whoever starts it ends it, by `kill_process` or `close_process`. On Windows each of its
    processes gets at most so many bytes of memory; elsewhere it can be limited once it runs.

    With `keeps_children` off, what it starts in sessions of their own is not ours and stays: a browser of the
    streamer's, say.
    """
    mark = GROUPS.make_mark()
    process = await anyio.open_process(
        command,
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**environment, **(mark if keeps_children else _NOTHING)},
        creationflags=GROUPS.creation_flags,
        start_new_session=sys.platform != "win32",
    )
    try:
        GROUPS.add(process.pid, mark, most_memory=most_memory, keeps_children=keeps_children)
    except OSError:
        await kill_process(process)
        raise
    return process


def start_piped(
    command: Sequence[str],
    environment: Mapping[str, str],
    folder: Path | None = None,
    *,
    stderr: int = subprocess.PIPE,
    most_memory: int = 0,
) -> "subprocess.Popen[bytes]":
    """Start a program as `open_piped` does, from a thread that may wait; its end is told to `forget_piped`."""
    mark = GROUPS.make_mark()
    process = subprocess.Popen(  # noqa: S603  whoever calls knows the words
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        cwd=folder,
        env={**environment, **mark},
        creationflags=GROUPS.creation_flags,
        start_new_session=sys.platform != "win32",
    )
    try:
        GROUPS.add(process.pid, mark, most_memory=most_memory)
    except OSError:
        with process:  # closes its pipes and waits
            process.kill()
        raise
    return process


def forget_piped(process: "subprocess.Popen[bytes]") -> None:
    """Forget a program of `start_piped` that has ended."""
    GROUPS.remove(process.pid)


_FAREWELL_S: Final = 1.0


async def kill_process(process: Process, *, with_strays: bool = False) -> None:
    """Kill a process that leads a group, with its children, and close its pipes, even when the caller is cancelled.

    With strays, what it has started in sessions of their own ends too, where such can be known.
    """
    _kill(process)
    with anyio.CancelScope(shield=True):
        if with_strays:
            await anyio.to_thread.run_sync(GROUPS.end_strays, process.pid)
        GROUPS.remove(process.pid)
        with anyio.move_on_after(_FAREWELL_S):
            await process.aclose()


async def close_process(process: Process) -> None:
    """Close the standard input of a process, at which it should end, and kill it when it does not.

    It has ended then, even when the caller is cancelled.
    """
    assert process.stdin is not None
    with anyio.CancelScope(shield=True):
        with suppress(anyio.BrokenResourceError):
            await process.stdin.aclose()
        with anyio.move_on_after(_FAREWELL_S):
            await process.wait()
        if process.returncode is None:
            _kill(process)
        GROUPS.remove(process.pid)
        await process.aclose()


def _kill(process: Process) -> None:
    if not GROUPS.kill(process.pid):
        with suppress(ProcessLookupError, PermissionError):
            process.kill()
