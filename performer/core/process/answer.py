"""The answer of a program that is asked something and ends."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import anyio

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.platform import NO_WINDOW
from performer.core.process.child import make_utf8_environment

_WITHIN_S: Final = 10.0


async def ask_program(command: Sequence[str], folder: Path | None = None) -> list[str]:
    """Run a program in a folder, without our secrets, and return the lines that it wrote.

    Raises:
        ServiceError: when it cannot be started, fails, or has not ended after 10 s; with its last words.
    """
    name = Path(command[0]).name
    try:
        with anyio.fail_after(_WITHIN_S):
            done = await anyio.run_process(
                command, env=make_utf8_environment(), cwd=folder, check=False, creationflags=NO_WINDOW
            )
    except TimeoutError:
        raise ServiceError(own("{name} did not answer within {limit_s:g} s", name=name, limit_s=_WITHIN_S)) from None
    except OSError as error:
        raise ServiceError(own("{name} cannot be started: {error}", name=name, error=error)) from None
    if done.returncode:
        words = " ".join(done.stderr.decode(errors="replace").splitlines()[-1:])
        raise ServiceError(own("{name} failed: {words}", name=name, words=words or "without a word"))
    return done.stdout.decode(errors="replace").splitlines()
