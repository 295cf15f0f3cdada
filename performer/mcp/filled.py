"""Environment variables in settings: "${NAME}" stands for one, so that no key has to stand in a file."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from performer.errors import ServiceError
from performer.redaction import know

_VARIABLE: Final = re.compile(r"\$\{([^{}]*)\}")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,100}")
SECRET_NAME: Final = re.compile(r"auth|key|token|secret|cookie", re.IGNORECASE)
"""How a header is called, or a part of an address, that says who one is."""


def filled(values: Mapping[str, str], setting: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Put the variables in; whatever comes out of the environment is known to be secret from now on.

    Args:
        values: As they are set.
        setting: Where they stand, such as `mcp.weather.headers`.
        environ: The variables that there are.

    Raises:
        ServiceError: when one is missing; it names the setting and the variable, and never a value.
    """
    return {name: _filled(value, f"{setting}.{name}", environ) for name, value in values.items()}


def headers_filled(values: Mapping[str, str], setting: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Do the same with headers; a key that stands among them as it is stays secret too.

    Raises:
        ServiceError: as `filled`, and when a value cannot be sent in a header.
    """
    sent = filled(values, setting, environ)
    for name, value in sent.items():
        if SECRET_NAME.search(name):
            know(value)
        if not (name + value).isascii() or not (name + value).isprintable():
            raise ServiceError(f"{setting}.{name} has odd letters in it, which no header can carry.", retry=False)
    return sent


def variables(values: Iterable[str]) -> list[str]:
    """Name the variables that settings want."""
    return [name for value in values for name in _VARIABLE.findall(value) if _NAME.fullmatch(name)]


def _filled(value: str, setting: str, environ: Mapping[str, str]) -> str:
    def put_in(found: re.Match[str]) -> str:
        name = found[1]
        if not _NAME.fullmatch(name):
            raise ServiceError(f"{setting}: what stands in its ${{…}} is no name of a variable.", retry=False)
        if not environ.get(name):
            where = "set it in the terminal you start from"
            raise ServiceError(f"{setting} names {name}, and the environment has none; {where}.", retry=False)
        know(environ[name])
        return environ[name]

    return _VARIABLE.sub(put_in, value)
