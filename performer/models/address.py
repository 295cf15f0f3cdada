"""The addresses of model servers, as a client can call them, from the forms in which people write them."""

import re
from ipaddress import IPv6Address
from urllib.parse import urlsplit

from performer.core.errors import ConfigError
from performer.core.redact.redact import mask_secrets

_PATHS = ("/chat/completions", "/completions", "/models")
_OLLAMA_PATHS = ("/api/chat", "/api/generate", "/api", "/v1")
"""Ends of addresses of an Ollama's parts, as they stand in examples for it; behind none of them stands another."""
_EXAMPLE = "Write http://127.0.0.1:8000/v1, for example"
_NO_LOGIN = (
    "model: the address of a server of OpenAI's kind holds no name and no password. "
    "Put the key into an environment variable, and that variable's name into model.key_variable."
)
_OPENAI = "api.openai.com"
_OPENAI_VARIABLE = "OPENAI_API_KEY"


def make_openai_url(text: str) -> str:
    """Build the base address of `host:port`, `http://host:port`, `…/v1` or `…/v1/chat/completions`.

    Raise ConfigError when it is no address, or holds what does not belong in one: a password, a question.
    """
    written = text.strip()
    url = written if "://" in written else f"http://{written}"
    if "@" in written:
        raise ConfigError(_NO_LOGIN)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ConfigError(f"model: '{mask_secrets(text)}' is no address of a server: {error}. {_EXAMPLE}.") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0 or re.search(r"\s", written):
        raise ConfigError(f"model: '{mask_secrets(text)}' is no address of a server. {_EXAMPLE}.")
    if parts.query or parts.fragment:
        raise ConfigError(
            f"model: '{mask_secrets(text)}' has more than an address in it, after '?' or '#'. {_EXAMPLE}."
        )
    path = _remove_end(parts.path, *_PATHS, *(_OLLAMA_PATHS if port == _PORT else ()))
    return f"{parts.scheme}://{parts.netloc}{path or '/v1'}"


def _remove_end(path: str, *ends: str) -> str:
    """Return a path without the slash and the known parts at its end, each of which may be there once."""
    path = path.rstrip("/")
    for end in ends:
        path = path.removesuffix(end)
    return path


def find_key_variable(url: str) -> str:
    """Return the environment variable that usually holds a server's key; empty for all but OpenAI's own.

    A key goes to no other server: the variable for another one stands in the settings.
    """
    return _OPENAI_VARIABLE if urlsplit(url).hostname == _OPENAI else ""


_PORT = 11434
_SCHEME_PORTS = {"http": 80, "https": 443}
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - read here, never bound to
_HOST = re.compile(r"[\w.-]+")
_USER = re.compile(r"//[^/]*@")


def make_ollama_url(host: str) -> str:
    """Build a client's URL of an OLLAMA_HOST value.

    Understands `host`, `host:port`, `:port`, a bare port, IPv6 with or without brackets, and URLs with a path. An
    address to listen on everywhere (`0.0.0.0`, `::`) becomes loopback. As in Ollama, a URL without a port means the
    scheme's own port, and anything else 11434. The path of one of its parts, such as `/v1` or `/api/chat`, is left out.
    Raise ConfigError when the port is no number from 1 to 65535, or it is no address at all.
    """
    written = host.strip().strip("'\"").strip()
    scheme, has_scheme, rest = written.rpartition("://")
    scheme = scheme.lower() or "http"
    if scheme not in _SCHEME_PORTS:
        raise ConfigError(
            f"'{mask_secrets(scheme)}' is no way to reach Ollama. Write http://host:port or https://host:port."
        )
    place, slash, path = rest.partition("/")
    if "@" in path:
        raise ConfigError("An address of Ollama has an @ behind a /. Write the / of a password as %2F.")
    user, at, where = place.rpartition("@")
    name, port = _split_port(where)
    default = _SCHEME_PORTS.get(scheme, _PORT) if has_scheme else _PORT
    number = _parse_port(port, where) if port else default
    name = _EVERYWHERE.get(name, name)
    if not _is_ipv6(name) and not _HOST.fullmatch(name):
        raise ConfigError(f"'{name}' is no name of a machine. Write host:port, such as 127.0.0.1:{_PORT}.")
    shown = f"[{name}]" if ":" in name else name
    return f"{scheme}://{user}{at}{shown}:{number}{_remove_end(f'{slash}{path}', *_PATHS, *_OLLAMA_PATHS)}"


def format_url(url: str) -> str:
    """Format a URL for people: without the name and password it may hold."""
    return _USER.sub("//", url)


def _split_port(where: str) -> tuple[str, str]:
    """Split into host and port; either may be empty."""
    if where.isdecimal():
        return "", where
    if _is_ipv6(where):
        return where, ""
    if where.startswith("["):
        name, _, port = where[1:].partition("]")
        return name, port.removeprefix(":")
    name, _, port = where.partition(":")
    return name, port


def _is_ipv6(where: str) -> bool:
    try:
        IPv6Address(where)
    except ValueError:
        return False
    return True


def _parse_port(port: str, written: str) -> int:
    if port.isdecimal() and 1 <= int(port) <= 65535:
        return int(port)
    raise ConfigError(f"'{port}' in '{written}' is no port. Write host:port, such as 127.0.0.1:{_PORT}.")
