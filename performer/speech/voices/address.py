"""Where a speech server listens: from what people write to the address that lines are posted to."""

import re
from urllib.parse import urlsplit

from performer.core.errors import ConfigError
from performer.core.redact.redact import mask_secrets

_PATH = "/audio/speech"
_LOOPBACK = re.compile(r"//(localhost|127(\.\d{1,3}){3}|\[::1\])(:|/|$)", re.IGNORECASE)
_EXAMPLE = "Write http://127.0.0.1:8880/v1, for example"
_NO_LOGIN = (
    "voice: an address of a speech server holds no name and no password. "
    "Put the key into an environment variable, and that variable's name into voice.http.key_variable."
)


def make_speech_url(text: str) -> str:
    """Make the whole address of `host:port`, `http://host:port`, `…/v1` or `…/v1/audio/speech`.

    Raises:
        ConfigError: when it is no address, or holds what does not belong in one: a password, a question.
    """
    written = text.strip()
    url = written if "://" in written else f"http://{written}"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        if "@" in written:  # what it complains of may be a part of the password
            raise ConfigError(_NO_LOGIN) from None
        raise ConfigError(
            f"voice: '{mask_secrets(text)}' is no address of a speech server: {error}. {_EXAMPLE}."
        ) from None
    if parts.username is not None or parts.password is not None:
        raise ConfigError(_NO_LOGIN)
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0 or re.search(r"\s", written):
        raise ConfigError(f"voice: '{mask_secrets(text)}' is no address of a speech server. {_EXAMPLE}.")
    if parts.query or parts.fragment:
        raise ConfigError(
            f"voice: '{mask_secrets(text)}' has more than an address in it, after '?' or '#'. {_EXAMPLE}."
        )
    path = parts.path.rstrip("/").removesuffix(_PATH) or "/v1"
    return f"{parts.scheme}://{parts.netloc}{path}{_PATH}"


def format_address(url: str) -> str:
    """Write the address of a speech server for people: host and port."""
    return urlsplit(url).netloc


def is_loopback(url: str) -> bool:
    """Tell whether a URL stays on this machine, where no proxy has any business."""
    return _LOOPBACK.search(url) is not None
