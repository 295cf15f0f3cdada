"""What may be written for a voice, and what is said about the rest."""

import pytest

from performer.core.errors import ConfigError
from performer.speech.voices.settings import VoiceKind, VoiceSpec, parse_voice

SERVER = VoiceSpec(kind=VoiceKind.HTTP, url="http://127.0.0.1:8880/v1/audio/speech")


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("auto", VoiceSpec(kind=VoiceKind.AUTO)),
        ("espeak", VoiceSpec(kind=VoiceKind.ESPEAK)),
        ("silent", VoiceSpec(kind=VoiceKind.SILENT)),
        ("neural:joe", VoiceSpec(kind=VoiceKind.NEURAL, voice="joe")),
        ("neural:vctk:12", VoiceSpec(kind=VoiceKind.NEURAL, voice="vctk", speaker=12)),
        ("pyttsx3", VoiceSpec(kind=VoiceKind.PYTTSX3)),
        ("pyttsx3:Zira", VoiceSpec(kind=VoiceKind.PYTTSX3, voice="Zira")),
        ("say", VoiceSpec(kind=VoiceKind.SAY)),
        ("say:Daniel", VoiceSpec(kind=VoiceKind.SAY, voice="Daniel")),
        (
            "command:piper --model 'my voice.onnx'",
            VoiceSpec(kind=VoiceKind.COMMAND, words=("piper", "--model", "my voice.onnx")),
        ),
        ("http:127.0.0.1:8880", SERVER),
        ("http://127.0.0.1:8880/v1", SERVER),
        ("http:http://127.0.0.1:8880/v1/audio/speech/", SERVER),
        ("https://example.com/api", VoiceSpec(kind=VoiceKind.HTTP, url="https://example.com/api/audio/speech")),
    ],
)
def test_each_voice_can_be_written(text: str, spec: VoiceSpec) -> None:
    assert parse_voice(text) == spec


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("espaek", "'espaek' is no voice.*Did you mean 'espeak'"),
        ("", "'' is no voice"),
        ("espeak:loud", "has 'loud' where nothing belongs"),
        ("neural", "has nothing after 'neural:'"),
        ("neural:../../etc", "'neural:../../etc' names no voice"),
        ("command:", "has nothing after 'command:'"),
        ("http:", "has nothing after 'http:'"),
        ("command:piper 'open", "Close every quote"),
        ("http:ftp://example.com", "is no address of a speech server"),
        ("http://example.com:port", "is no address of a speech server"),
        ("http:some where", "is no address of a speech server"),
        ("http://example.com/?key=1", "more than an address in it"),
    ],
)
def test_what_is_no_voice_is_said(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_voice(text)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(ConfigError, match=r"voice\.http\.key_variable") as error:
        parse_voice("http://me:secret@example.com/v1")

    assert "secret" not in str(error.value)
