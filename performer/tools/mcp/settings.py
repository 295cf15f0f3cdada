"""The settings of a server of tools, one table `[mcp.NAME]` each, and the environment variables in them.

"${NAME}" stands for a variable, so that no key has to stand in a file.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from pydantic import Field, field_validator, model_validator

from performer.core.errors import ServiceError
from performer.core.redact.redact import add_secret
from performer.core.redact.secret_patterns import find_secrets
from performer.core.settings import Settings

_ANY_VARIABLE: Final = re.compile(r"\$\{([^{}]*)\}")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,100}")
SECRET_NAME: Final = re.compile(r"auth|key|token|secret|cookie", re.IGNORECASE)
"""How a header is called, or a part of an address, that says who one is."""


def fill_variables(values: Mapping[str, str], setting: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the values of a `setting`, such as `mcp.weather.env`, with their variables, which are secret from now on.

    Raises:
        ServiceError: when one is missing; it names the setting and the variable, and never a value.
    """
    return {name: _fill(value, f"{setting}.{name}", environ) for name, value in values.items()}


def fill_header_variables(values: Mapping[str, str], setting: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Return headers with their variables filled in; a key that stands among them as it is becomes secret too.

    Raises:
        ServiceError: as `fill_variables`, and when a value cannot be sent in a header.
    """
    sent = fill_variables(values, setting, environ)
    for name, value in sent.items():
        if SECRET_NAME.search(name):
            add_secret(value)
        if not (name + value).isascii() or not (name + value).isprintable():
            raise ServiceError(f"{setting}.{name} has odd letters in it, which no header can carry.", retry=False)
    return sent


def list_variables(values: Iterable[str]) -> list[str]:
    """Return the names of the variables in settings."""
    return [name for value in values for name in _ANY_VARIABLE.findall(value) if _NAME.fullmatch(name)]


def _fill(value: str, setting: str, environ: Mapping[str, str]) -> str:
    def put_in(found: re.Match[str]) -> str:
        name = found[1]
        if not _NAME.fullmatch(name):
            raise ServiceError(f"{setting}: what stands in its ${{…}} is no name of a variable.", retry=False)
        if not environ.get(name):
            where = "set it in the terminal you start from"
            raise ServiceError(f"{setting} names {name}, and the environment has none; {where}.", retry=False)
        add_secret(environ[name])
        return environ[name]

    return _ANY_VARIABLE.sub(put_in, value)


_Word = Annotated[str, Field(min_length=1, max_length=2000)]
_WORD_VARIABLE: Final = re.compile(r"\$\{\w+\}")
_LOGINS: Final = frozenset({"authorization", "proxy-authorization", "cookie", "x-api-key"})
"""Headers that say who one is."""


class McpSettings(Settings):
    """A server of tools that speaks the Model Context Protocol: a program that is started, or an address."""

    enabled: bool = True
    """false: it is left alone."""
    preset: str = Field(default="", max_length=60)
    """A server that is known here, such as "pixellab": its own settings need not be written."""
    command: str = Field(default="", max_length=1000)
    """The program to start; it speaks by its standard input and output."""
    args: tuple[_Word, ...] = ()
    """What it is started with."""
    env: dict[str, _Word] = Field(default={})
    """The program's environment, beside the few variables that each program gets; "${NAME}" stands for one of yours."""
    cwd: str = Field(default="", max_length=1000)
    """The folder it runs in."""
    url: str = Field(default="", max_length=2000)
    """The server's address instead, where it runs already: streamable HTTP; "${NAME}" is a variable here too."""
    headers: dict[str, _Word] = Field(default={})
    """What is sent with every request; "${NAME}" stands for an environment variable: keys belong there, not here."""
    timeout_s: float | None = Field(default=None, gt=0, le=360)
    """How long a call of its tools may take, in seconds; it counts before `tools.timeout_s` and `tools.long_s`, which
    hold without it. A turn waits for no call longer than `tools.timeout_s`, and is told later of one that goes on."""
    message_mb: int = Field(default=32, ge=1, le=256)
    """How large a message of its may be, in megabytes; a call whose answer is larger fails, and the server stays."""
    start_s: float = Field(default=30.0, gt=0, le=300)
    """How long it may take to start and to list its tools, in seconds."""
    tools: tuple[_Word, ...] = ()
    """The server's tools that are used, by their own names; a name may end with *. Empty: all."""
    private_data: bool = False
    """true: a server on another machine may be told private data, such as an address or a phone number; else calls with
    such in them are refused. One on this machine may be told it anyway, and none is told a key or a password."""
    trusted: bool = False
    """true: new and changed tools of it need no yes to what they are; each call may need one all the same."""

    @field_validator("env", "headers")
    @classmethod
    def _name_what_is_secret(cls, values: dict[str, str]) -> dict[str, str]:
        for name, value in values.items():
            written = _WORD_VARIABLE.sub("", value)  # what is there beside the variable that holds it
            is_login = name.lower() in _LOGINS and written == value
            if is_login or any(find_secrets(f"{name}={written}")):
                how = f'write {name} = "${{NAME}}" with the name of that here'
                raise ValueError(f"{name} looks like a key. Put it into an environment variable, and {how}")
        return values

    @field_validator("url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        if url and not _WORD_VARIABLE.search(url) and not url.lower().startswith(("http://", "https://")):
            raise ValueError("Expected an address that begins with http:// or https://")
        return url

    @model_validator(mode="after")
    def _is_in_one_place(self) -> "McpSettings":
        ways = [bool(self.command), bool(self.url)]
        if sum(ways) > 1 or not (any(ways) or self.preset):
            raise ValueError("Expected exactly one of command, url and preset")
        return self
