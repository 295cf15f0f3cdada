"""The settings of a server of tools: one table `[mcp.NAME]` each."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from performer.secret_shapes import secrets_in

_Word = Annotated[str, Field(min_length=1, max_length=2000)]
_VARIABLE: Final = re.compile(r"\$\{\w+\}")
_LOGINS: Final = frozenset({"authorization", "proxy-authorization", "cookie", "x-api-key"})
"""Headers that say who one is."""


class McpSettings(BaseModel):
    """A server of tools that speaks the Model Context Protocol: a program that is started, or an address."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    enabled: bool = True
    """false: it is left alone."""
    preset: str = Field(default="", max_length=60)
    """A server that is known here, such as "pixellab": its own settings need not be written."""
    command: str = Field(default="", max_length=1000)
    """The program to start; it speaks by its standard input and output."""
    args: tuple[_Word, ...] = ()
    """What it is started with."""
    env: dict[str, _Word] = {}
    """Its environment, beside the few variables that every program gets; "${NAME}" stands for one of yours."""
    cwd: str = Field(default="", max_length=1000)
    """The folder it runs in."""
    url: str = Field(default="", max_length=2000)
    """Its address instead, where it is there already: streamable HTTP; "${NAME}" stands for a variable here too."""
    headers: dict[str, _Word] = {}
    """What is sent with every request; "${NAME}" stands for an environment variable: keys belong there, not here."""
    timeout_s: float = Field(default=30.0, gt=0, le=360)
    """How long a call of its tools may take, in seconds."""
    start_s: float = Field(default=30.0, gt=0, le=300)
    """How long it may take to start and to list its tools, in seconds."""
    tools: tuple[_Word, ...] = ()
    """Its tools that are used, by their own names; a name may end with *. Empty: all."""
    trusted: bool = False
    """true: new and changed tools of it need no yes to what they are; each call may need one all the same."""

    @field_validator("env", "headers")
    @classmethod
    def _name_what_is_secret(cls, values: dict[str, str]) -> dict[str, str]:
        name = next(_with_secret(values), "")
        if name:
            raise ValueError(
                f"{name} looks like a key. Put it into an environment variable, and write "
                f'{name} = "${{NAME}}" with the name of that here'
            )
        return values

    @model_validator(mode="after")
    def _is_in_one_place(self) -> "McpSettings":
        ways = [bool(self.command), bool(self.url)]
        if sum(ways) > 1 or not (any(ways) or self.preset):
            raise ValueError("Expected exactly one of command, url and preset")
        return self


def _with_secret(values: Mapping[str, str]) -> Iterator[str]:
    """Find the names under which a secret itself is written, and not the variable that holds it."""
    for name, value in values.items():
        written = _VARIABLE.sub("", value)
        is_login = name.lower() in _LOGINS and written == value
        if is_login or any(secrets_in(f"{name}={written}")):
            yield name
