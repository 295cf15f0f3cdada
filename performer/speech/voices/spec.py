"""What a user may write for a voice: `auto`, `espeak`, `command:PROGRAM…`, `http:URL` and so on."""

import os
import shlex
from dataclasses import dataclass

from performer.core.errors import ConfigError
from performer.core.redact.redact import mask_secrets
from performer.core.text import format_near_miss
from performer.speech.voices.address import make_speech_url

_KINDS = ("auto", "espeak", "silent", "pyttsx3", "say", "command", "http")
_EXPECTED = "Expected auto, espeak, silent, pyttsx3[:VOICE], say[:VOICE], command:PROGRAM… or http:URL"


@dataclass(frozen=True, kw_only=True)
class AutoVoiceSpec:
    """The best that this machine has."""


@dataclass(frozen=True, kw_only=True)
class EspeakSpec:
    """The program espeak-ng."""


@dataclass(frozen=True, kw_only=True)
class SilentSpec:
    """Nobody."""


@dataclass(frozen=True, kw_only=True)
class Pyttsx3Spec:
    """The system's voices by pyttsx3."""

    voice: str = ""
    """Part of a voice's name; empty takes one by language."""


@dataclass(frozen=True, kw_only=True)
class SaySpec:
    """The `say` of macOS."""

    voice: str = ""
    """A voice's name as `say -v ?` lists it; empty takes the system's."""


@dataclass(frozen=True, kw_only=True)
class CommandSpec:
    """Any program that reads a line and writes sound."""

    words: tuple[str, ...]
    """The program and its arguments; `{file}` in them stands for a file that it is to write."""


@dataclass(frozen=True, kw_only=True)
class HttpSpec:
    """An OpenAI-style speech server."""

    url: str
    """Whole, with the path that lines are posted to."""


VoiceSpec = AutoVoiceSpec | EspeakSpec | SilentSpec | Pyttsx3Spec | SaySpec | CommandSpec | HttpSpec


def parse_voice(text: str) -> VoiceSpec:
    """Read a spec.

    Raises:
        ConfigError: naming what was written and what was expected.
    """
    kind, _, rest = text.strip().partition(":")
    match kind, rest.strip():
        case "auto", "":
            return AutoVoiceSpec()
        case "espeak", "":
            return EspeakSpec()
        case "silent", "":
            return SilentSpec()
        case "pyttsx3", voice:
            return Pyttsx3Spec(voice=voice)
        case "say", voice:
            return SaySpec(voice=voice)
        case "command", command if command:
            return CommandSpec(words=_words(command))
        case (("http" | "https"), address) if address.startswith("//"):
            return HttpSpec(url=make_speech_url(text))
        case "http", url if url:
            return HttpSpec(url=make_speech_url(url))
    if kind in _KINDS:
        wrong = f"has '{mask_secrets(rest)}' where nothing belongs" if rest else f"has nothing after '{kind}:'"
        raise ConfigError(f"voice: '{mask_secrets(text)}' {wrong}. {_EXPECTED}.")
    raise ConfigError(f"voice: '{mask_secrets(text)}' is no voice. {_EXPECTED}. {format_near_miss(kind, _KINDS)}")


def _words(command: str) -> tuple[str, ...]:
    """Split as a shell would, with quotes; on Windows a backslash is a part of a path."""
    on_windows = os.name == "nt"
    try:
        words = shlex.split(command, posix=not on_windows)
    except ValueError as error:
        raise ConfigError(
            f"voice: 'command:{mask_secrets(command)}' cannot be read: {error}. Close every quote."
        ) from None
    return tuple(word.strip('"') if on_windows else word for word in words)
