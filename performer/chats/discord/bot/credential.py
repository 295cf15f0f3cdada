"""The bot's token: in an environment variable, or in a file for its owner alone; and nowhere else."""

import os
import re
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Final

from performer.core.command_line import COMMAND
from performer.core.files.atomic import write_atomically
from performer.core.own_text import own
from performer.core.platform import find_others, keep_to_owner
from performer.core.redact.redact import add_secret
from performer.core.values import dataclass

BOT_TOKEN_FILE: Final = "discord.token"  # noqa: S105  a name, not the token
"""The name of the token's file, beside config.toml."""
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2,}")
_BOT: Final = re.compile(r"Bot(\s+|$)")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_SENDABLE: Final = re.compile(r"[!-~]+")
_MOST_BYTES: Final = 1000
_COMMAND: Final = own("`{start} discord token`", start=COMMAND)
ENTER: Final = own("enter the new one with {command}", command=_COMMAND)
TOKEN_REFUSED: Final = own(
    "Discord refuses the bot's token: reset it in the Developer Portal (Bot), and {enter}", enter=ENTER
)
_WHERE: Final = own("the Developer Portal gives it under Bot, Reset Token")


@dataclass(frozen=True, kw_only=True)
class Credential:
    """A token, or why there is none."""

    token: str = field(default="", repr=False)
    trouble: str = ""
    """What is wrong, and what to do, for the streamer; empty when there is a token."""
    doubt: str = ""
    """Why it does not look like a token of Discord's; it may be good for another server all the same."""
    note: str = ""
    """What was mended on the way, for the log."""


def read_credential(variable: str, file: Path, environ: Mapping[str, str] = os.environ) -> Credential:
    """Return the token, and hide it in all output of the process from then on.

    The file is read when the environment variable is not set; one that others may read is made its owner's alone.
    """
    named = environ.get(variable, "").strip()
    if named:
        return _check(named, variable)
    try:
        note = _make_private(file)
        with file.open("rb") as opened:
            written = opened.read(_MOST_BYTES).decode().strip()
    except FileNotFoundError:
        trouble = own(
            "there is no token for Discord, neither in {variable} nor in {file}: put it there with {command}",
            variable=variable,
            file=file,
            command=_COMMAND,
        )
        return Credential(trouble=trouble)
    except (OSError, UnicodeDecodeError) as error:
        cannot = own("the token's file {file} cannot be read ({error})", file=file, error=type(error).__name__)
        return Credential(trouble=own("{cannot}: write it anew", cannot=cannot))
    found = _check(written, str(file))
    return replace(found, note=note)


def read_pasted(text: str) -> Credential:
    """Return the token in what a person has pasted, and hide it in all output of the process from then on."""
    return _check(text, "your input")


def keep_token(token: str, file: Path) -> Credential:
    """Write a token into its file (0600), unless it is none."""
    found = read_pasted(token)
    if not found.trouble:
        write_atomically(file, f"{found.token}\n".encode())
    return found


def _make_private(file: Path) -> str:
    """Make a file that others may read its owner's alone, and return a note of that."""
    if not find_others(file):
        return ""
    keep_to_owner(file)
    return f"Others on this machine could read {file}; now it is yours alone. If they may have, reset the token."


def _check(written: str, where: str) -> Credential:
    """Return the token in what a person has written: the word Bot before it and quotes around it do no harm."""
    token = written.strip("\"' \t\r\n")
    token = _BOT.sub("", token)
    if token:
        add_secret(token)
    if not token:
        return Credential(trouble=own("the token in {where} is empty: {find}", where=where, find=_WHERE))
    if not _SENDABLE.fullmatch(token):
        odd = own(
            "the token in {where} has blanks or odd letters in it: copy it again, {find}", where=where, find=_WHERE
        )
        return Credential(trouble=odd)
    doubt = _find_doubt(token)
    told = own("what {where} holds {doubt}: {find}", where=where, doubt=doubt, find=_WHERE)
    return Credential(token=token, doubt=told if doubt else "")


def _find_doubt(token: str) -> str:
    if token.isdecimal():
        return own("looks like a number of Discord's and no token")
    if _SECRET.fullmatch(token):
        return own("looks like the client secret and no token")
    return "" if _SHAPE.fullmatch(token) else own("does not look like a token, which has three parts with dots")
