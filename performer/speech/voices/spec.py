"""The voices that a user may write: `auto`, `espeak`, `command:PROGRAM…`, `http:URL` and so on."""

import os
import re
import shlex
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from performer.core.errors import ConfigError
from performer.core.redact.redact import mask_secrets
from performer.core.text import format_near_miss

_EXPECTED = "Expected auto, espeak, silent, pyttsx3[:VOICE], say[:VOICE], command:PROGRAM… or http:URL"


class VoiceKind(StrEnum):
    """The kinds of voices, as they are written."""

    AUTO = "auto"
    """The best that this machine has."""
    ESPEAK = "espeak"
    SILENT = "silent"
    """No voice at all."""
    PYTTSX3 = "pyttsx3"
    """The system's voices."""
    SAY = "say"
    """The program of macOS."""
    COMMAND = "command"
    """Any program that reads a line and writes sound."""
    HTTP = "http"
    """An OpenAI-style speech server."""


@dataclass(frozen=True, kw_only=True)
class VoiceSpec:
    """A voice that a user wrote."""

    kind: VoiceKind
    voice: str = ""
    """Part of a pyttsx3 voice's name, or a name of `say -v ?`; empty takes one by language, or the system's."""
    words: tuple[str, ...] = ()
    """The program of a command and its arguments; `{file}` in them stands for a file that it is to write."""
    url: str = ""
    """A server's address, whole, with the path that lines are posted to."""


def parse_voice(text: str) -> VoiceSpec:
    """Parse a spec.

    Raises:
        ConfigError: naming what was written and what was expected.
    """
    kind, _, rest = text.strip().partition(":")
    match kind, rest.strip():
        case "auto" | "espeak" | "silent", "":
            return VoiceSpec(kind=VoiceKind(kind))
        case "pyttsx3" | "say", voice:
            return VoiceSpec(kind=VoiceKind(kind), voice=voice)
        case "command", command if command:
            return VoiceSpec(kind=VoiceKind.COMMAND, words=_split_command(command))
        case "http" | "https", address if address.startswith("//"):
            return VoiceSpec(kind=VoiceKind.HTTP, url=make_speech_url(text))
        case "http", url if url:
            return VoiceSpec(kind=VoiceKind.HTTP, url=make_speech_url(url))
    if kind in set(VoiceKind):
        wrong = f"has '{mask_secrets(rest)}' where nothing belongs" if rest else f"has nothing after '{kind}:'"
        raise ConfigError(f"voice: '{mask_secrets(text)}' {wrong}. {_EXPECTED}.")
    near = format_near_miss(kind, [each.value for each in VoiceKind])
    raise ConfigError(f"voice: '{mask_secrets(text)}' is no voice. {_EXPECTED}. {near}")


def _split_command(command: str) -> tuple[str, ...]:
    """Split as a shell would, with quotes; on Windows a backslash is a part of a path."""
    on_windows = os.name == "nt"
    try:
        words = shlex.split(command, posix=not on_windows)
    except ValueError as error:
        unread = f"voice: 'command:{mask_secrets(command)}' cannot be read: {error}. Close every quote."
        raise ConfigError(unread) from None
    return tuple(word.strip('"') if on_windows else word for word in words)


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
        unfit = f"voice: '{mask_secrets(text)}' is no address of a speech server: {error}. {_EXAMPLE}."
        # What urlsplit complains of may be a part of the password.
        raise ConfigError(_NO_LOGIN if "@" in written else unfit) from None
    if parts.username is not None or parts.password is not None:
        raise ConfigError(_NO_LOGIN)
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0 or re.search(r"\s", written):
        raise ConfigError(f"voice: '{mask_secrets(text)}' is no address of a speech server. {_EXAMPLE}.")
    if parts.query or parts.fragment:
        more = f"voice: '{mask_secrets(text)}' has more than an address in it, after '?' or '#'. {_EXAMPLE}."
        raise ConfigError(more)
    path = parts.path.rstrip("/").removesuffix(_PATH) or "/v1"
    return f"{parts.scheme}://{parts.netloc}{path}{_PATH}"


def format_address(url: str) -> str:
    """Format the address of a speech server for people: host and port."""
    return urlsplit(url).netloc


def is_loopback(url: str) -> bool:
    """Whether a URL stays on this machine, where no proxy has any business."""
    return _LOOPBACK.search(url) is not None
