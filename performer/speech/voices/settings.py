"""The settings of the voice."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from performer.core.errors import ConfigError
from performer.speech.voices.spec import parse_voice

PLAIN_WORDS_PER_MIN = 175
"""What a speech server is taken to speak by itself."""


class CommandVoiceSettings(BaseModel):
    """What a program gives that speaks for us (`command:…`)."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

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


class HttpVoiceSettings(BaseModel):
    """What a speech server is asked for (`http:URL`)."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

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


class VoiceSettings(BaseModel):
    """Who speaks, and how."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    engine: str = "auto"
    """Who speaks: auto, espeak, silent, pyttsx3[:VOICE], say[:VOICE], command:PROGRAM… or http:URL."""
    fallback: list[str] = ["auto", "espeak", "silent"]
    """Who takes over, in this order, when the engine fails."""
    language: str = "en-gb"
    """The language as espeak-ng names it, e.g. en-gb, de, ja; pyttsx3 takes the first voice of that language."""
    words_per_min: int = Field(default=PLAIN_WORDS_PER_MIN, ge=80, le=450)
    """How fast it speaks, in words a minute; a program of your own (command:) has its own way of saying that."""
    volume: float = Field(default=1.0, ge=0, le=1)
    """How loud it speaks beside the other sounds, from 0 to 1."""
    first_sample_s: float = Field(default=8.0, gt=0, le=120)
    """Seconds from a sentence to its first sound; what takes longer is ended, and the next engine speaks."""
    stall_s: float = Field(default=4.0, gt=0, le=120)
    """Seconds that a sentence may halt in its middle before it is ended."""
    command: CommandVoiceSettings = CommandVoiceSettings()
    http: HttpVoiceSettings = HttpVoiceSettings()

    @field_validator("engine", "fallback")
    @classmethod
    def _are_voices(cls, written: str | list[str]) -> str | list[str]:
        for text in [written] if isinstance(written, str) else written:
            try:
                parse_voice(text)
            except ConfigError as error:
                raise ValueError(str(error)) from None
        return written
