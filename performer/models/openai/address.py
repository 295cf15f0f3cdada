"""Where a server of OpenAI's kind listens: from what people write to the address that paths are added to."""

import re
from urllib.parse import urlsplit

from performer.errors import ConfigError
from performer.masked import masked

_PATHS = ("/chat/completions", "/completions", "/models")
_EXAMPLE = "Write http://127.0.0.1:8000/v1, for example"
_NO_LOGIN = (
    "model: the address of a server of OpenAI's kind holds no name and no password. "
    "Put the key into an environment variable, and that variable's name into model.key_variable."
)
_OPENAI = "api.openai.com"
_OPENAI_VARIABLE = "OPENAI_API_KEY"


def openai_url(text: str) -> str:
    """Make the base address of `host:port`, `http://host:port`, `…/v1` or `…/v1/chat/completions`.

    Raises:
        ConfigError: when it is no address, or holds what does not belong in one: a password, a question.
    """
    written = text.strip()
    url = written if "://" in written else f"http://{written}"
    if "@" in written:
        raise ConfigError(_NO_LOGIN)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ConfigError(f"model: '{masked(text)}' is no address of a server: {error}. {_EXAMPLE}.") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0 or re.search(r"\s", written):
        raise ConfigError(f"model: '{masked(text)}' is no address of a server. {_EXAMPLE}.")
    if parts.query or parts.fragment:
        raise ConfigError(f"model: '{masked(text)}' has more than an address in it, after '?' or '#'. {_EXAMPLE}.")
    path = parts.path.rstrip("/")
    for known in _PATHS:
        path = path.removesuffix(known)
    return f"{parts.scheme}://{parts.netloc}{path or '/v1'}"


def usual_variable(url: str) -> str:
    """Name the environment variable that usually holds a server's key; empty for all but OpenAI's own.

    A key goes to whom it belongs: whoever else wants one is named beside it in the settings.
    """
    return _OPENAI_VARIABLE if urlsplit(url).hostname == _OPENAI else ""
