"""The settings of the voice, and the voices that a user may write: `auto`, `espeak`, `command:PROGRAM…` and so on."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from performer.core.errors import ConfigError
from performer.core.process.command_words import split_command
from performer.core.redact.redact import mask_secrets
from performer.core.settings import Settings
from performer.core.text import format_near_miss
from performer.core.values import dataclass

_EXPECTED = "Expected auto, neural:NAME, espeak, silent, pyttsx3[:VOICE], say[:VOICE], command:PROGRAM… or http:URL"

_NEURAL = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9_.-]{0,63})(:(?P<speaker>[0-9]{1,4}))?")


class VoiceKind(StrEnum):
    """The kinds of voices, as they are written."""

    AUTO = "auto"
    """The best that this machine has."""
    NEURAL = "neural"
    """A voice like a person's, which was downloaded."""
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
    """Part of a pyttsx3 voice's name, or a name of `say -v ?`; empty takes one by language, or the system's. Of a
    neural voice its whole name."""
    speaker: int = 0
    """Which of a neural voice's many speakers."""
    words: tuple[str, ...] = ()
    """The program of a command and its arguments; `{file}` in them stands for a file that it is to write."""
    url: str = ""
    """A server's address, whole, with the path that lines are posted to."""


def parse_voice(text: str) -> VoiceSpec:
    """Parse a spec, or raise a ConfigError that names what was written and what was expected."""
    kind, _, rest = text.strip().partition(":")
    match kind, rest.strip():
        case "auto" | "espeak" | "silent", "":
            return VoiceSpec(kind=VoiceKind(kind))
        case "pyttsx3" | "say", voice:
            return VoiceSpec(kind=VoiceKind(kind), voice=voice)
        case "neural", name if found := _NEURAL.fullmatch(name):
            return VoiceSpec(kind=VoiceKind.NEURAL, voice=found["name"], speaker=int(found["speaker"] or 0))
        case "neural", name if name:
            raise ConfigError(
                f"voice: '{mask_secrets(text)}' names no voice: letters, digits, '-', '_', '.'. {_EXPECTED}."
            )
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
    try:
        return split_command(command)
    except ValueError as error:
        unread = f"voice: 'command:{mask_secrets(command)}' cannot be read: {error}. Close every quote."
        raise ConfigError(unread) from None


_PATH = "/audio/speech"
_EXAMPLE = "Write http://127.0.0.1:8880/v1, for example"
_NO_LOGIN = (
    "voice: an address of a speech server holds no name and no password. "
    "Put the key into an environment variable, and that variable's name into voice.http.key_variable."
)


def make_speech_url(text: str) -> str:
    """Make the whole address of `host:port`, `http://host:port`, `…/v1` or `…/v1/audio/speech`.

    Raises ConfigError when it is no address, or holds what does not belong in one: a password, a question.
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


PLAIN_WORDS_PER_MIN = 175
"""What a speech server is taken to speak by itself."""


class CommandVoiceSettings(Settings):
    """What a program gives that speaks for us (`command:…`)."""

    raw_rate: int = Field(default=0, ge=0, le=48_000)
    """Samples a second of raw 16-bit PCM, at least 8000; 0 for a program that gives WAV, which says so itself."""
    raw_channels: int = Field(default=1, ge=1, le=2)
    """Channels of raw PCM."""
    key_variables: tuple[Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")], ...] = ()
    """Names of environment variables with keys that the program needs; it gets no other that sounds like a secret's."""

    @field_validator("raw_rate")
    @classmethod
    def _can_be_played(cls, rate: int) -> int:
        if 0 < rate < 8_000:
            raise ValueError("expected 0 for WAV, or 8000 to 48000")
        return rate


class HttpVoiceSettings(Settings):
    """What a speech server is asked for (`http:URL`)."""

    model: str = "tts-1"
    """The model's name as the server knows it."""
    voice: str = "alloy"
    """The voice's name as the server knows it."""
    format: Literal["pcm", "wav"] = "pcm"
    """What it is asked to send; pcm begins sooner with most servers."""
    rate: int = Field(default=24_000, ge=8_000, le=48_000)
    """Samples a second of its pcm; 24000 with most servers."""
    key_variable: str = Field(default="", pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$")
    """Name of the environment variable that holds the server's API key; empty sends none."""
    connect_s: float = Field(default=2.0, gt=0, le=30)
    """Seconds that connecting may take."""


_Word = Annotated[str, Field(max_length=200)]
_Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[a-z0-9]+)*$")]


class PronunciationSettings(Settings):
    """How words and pictures are spoken; what is shown stays as it is."""

    emoji: Literal["name", "silent", "sound"] = "silent"
    """What is spoken of an emoji or emote: its name, or nothing; sound leaves it to the emote's own sound."""
    words: dict[_Word, _Word] = Field(default={})
    """Words and names, and how each is said: Siobhan = "shi vawn"; empty is not at all. Whole words, in any case."""

    @field_validator("words")
    @classmethod
    def _are_words(cls, words: dict[str, str]) -> dict[str, str]:
        stripped = {word.strip(): said.strip() for word, said in words.items()}
        for word, said in stripped.items():
            if not any(map(str.isalnum, word)):
                raise ValueError(f"'{word}' is no word")
            if unfit := sorted(set(said) & set("<>[]{}|\\*_`~#@")):
                raise ValueError(f"'{said}' has '{unfit[0]}' in it, which no voice says")
        return stripped


_Voices = str | list[str] | dict[str, str]


def _list_voices(written: _Voices) -> Iterable[str]:
    """Return the voices of a setting, which is one, a list of them, or has them by name."""
    match written:
        case str():
            return [written]
        case list():
            return written
        case _:
            return written.values()


class VoiceSettings(Settings):
    """Who speaks, and how."""

    engine: str = "auto"
    """Who speaks: auto, neural:NAME[:N], espeak, silent, pyttsx3[:VOICE], say[:VOICE], command:PROGRAM… or http:URL."""
    fallback: list[str] = Field(default=["auto", "espeak", "silent"])
    """Who takes over, in this order, when the engine fails."""
    language: str = "en-gb"
    """The language as espeak-ng names it, e.g. en-gb, de, ja; pyttsx3 takes the first voice of that language."""
    switch_language: bool = True
    """Whether a sentence that is surely in another language is spoken in it, by voices that can: espeak, Kokoro."""
    languages: dict[_Language, str] = Field(default={})
    """Other voices for such sentences, by language: de = "neural:de_DE-thorsten-medium". Each needs its own memory."""
    words_per_min: int = Field(default=PLAIN_WORDS_PER_MIN, ge=80, le=450)
    """How fast it speaks, in words a minute; a program of your own (command:) has its own way of saying that."""
    loudness_lufs: float = Field(default=-16.0, ge=-40, le=-10)
    """How loud every voice is made, in LUFS of one loudspeaker; a meter of a stereo recording shows 3 more."""
    volume: float = Field(default=1.0, ge=0, le=1)
    """How loud it speaks beside the other sounds, from 0 to 1 of that."""
    first_sample_s: float = Field(default=8.0, gt=0, le=120)
    """Seconds from a sentence to its first sound; what takes longer is ended, and the next engine speaks."""
    stall_s: float = Field(default=4.0, gt=0, le=120)
    """Seconds that a sentence may halt in its middle before it is ended."""
    liveliness: float = Field(default=1.0, ge=0, le=1)
    """How much of mood and hype is heard in pace, pitch and volume, as far as the voice can: 0 is plain."""
    pronunciation: PronunciationSettings = PronunciationSettings()
    command: CommandVoiceSettings = CommandVoiceSettings()
    http: HttpVoiceSettings = HttpVoiceSettings()

    @field_validator("engine", "fallback", "languages")
    @classmethod
    def _are_voices(cls, written: _Voices) -> _Voices:
        for text in _list_voices(written):
            try:
                parse_voice(text)
            except ConfigError as error:
                raise ValueError(str(error)) from None
        return written
