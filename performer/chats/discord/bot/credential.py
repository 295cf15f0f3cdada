"""The bot's token: in an environment variable, or in a file for its owner alone; and nowhere else."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from performer.redaction import know
from performer.whole_file import write_whole

NAME: Final = "discord.token"
"""Of the file, beside config.toml."""
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2,}")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_SENDABLE: Final = re.compile(r"[!-~]+")
_MOST_BYTES: Final = 1000
_OTHERS: Final = 0o077
_WHERE: Final = "the Developer Portal gives it under Bot, Reset Token"


@dataclass(frozen=True, kw_only=True)
class Credential:
    """A token, or why there is none."""

    token: str = field(default="", repr=False)
    trouble: str = ""
    """What is wrong, and what to do, for the streamer; empty when there is a token."""
    note: str = ""
    """What was mended on the way, for the log."""


def credential(variable: str, file: Path, environ: Mapping[str, str] = os.environ) -> Credential:
    """Read the token, and have the whole process hide it from then on.

    Args:
        variable: The environment variable that goes first.
        file: Read when there is no such variable; one that others may read is made its owner's alone.
        environ: Where the variable is.
    """
    named = environ.get(variable, "").strip()
    if named:
        return _checked(named, variable)
    try:
        note = _kept_private(file)
        written = _content(file)
    except FileNotFoundError:
        put = "put it there with `python3 run.py discord token`"
        return Credential(trouble=f"there is no token for Discord, neither in {variable} nor in {file}: {put}")
    except (OSError, UnicodeDecodeError) as error:
        return Credential(trouble=f"the token's file {file} cannot be read ({type(error).__name__}): write it anew")
    found = _checked(written, str(file))
    return Credential(token=found.token, trouble=found.trouble, note=note)


def keep_token(token: str, file: Path) -> str:
    """Write a token into its file (0600); give why that is not done, or nothing.

    Raises:
        OSError: when it cannot be written.
    """
    found = _checked(token, "what was entered")
    if not found.trouble:
        write_whole(file, f"{found.token}\n".encode())
    return found.trouble


def _kept_private(file: Path) -> str:
    """Keep others from a file that let them read it; tell so."""
    if os.name != "posix" or not file.stat().st_mode & _OTHERS:
        return ""
    file.chmod(0o600)
    return f"Others on this machine could read {file}; now it is yours alone. If they may have, reset the token."


def _content(file: Path) -> str:
    with file.open("rb") as opened:
        return opened.read(_MOST_BYTES).decode().strip()


def _checked(written: str, where: str) -> Credential:
    """Take a token out of what a person has written: the word Bot before it and quotes around it do no harm."""
    token = written.strip("\"' \t\r\n").removeprefix("Bot ").strip()
    if token:
        know(token)
    if not token:
        return Credential(trouble=f"the token in {where} is empty: {_WHERE}")
    if not _SENDABLE.fullmatch(token):
        return Credential(trouble=f"the token in {where} has blanks or odd letters in it: copy it again, {_WHERE}")
    if token.isdecimal():
        return Credential(trouble=f"what {where} holds is a number of Discord's and no token: {_WHERE}")
    if _SECRET.fullmatch(token):
        return Credential(trouble=f"what {where} holds looks like the client secret and is no token: {_WHERE}")
    if not _SHAPE.fullmatch(token):
        return Credential(trouble=f"what {where} holds is no token, which has three parts with dots: {_WHERE}")
    return Credential(token=token)
