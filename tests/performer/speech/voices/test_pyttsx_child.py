"""The child that speaks by pyttsx3: it finds a voice, or says which one was meant."""

from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from performer.core.errors import ServiceError
from performer.speech.voices.command import CommandVoice
from performer.speech.voices.pyttsx_child import _find_voice_id, _read_voices
from performer.speech.voices.settings import VoiceSettings
from tests.performer.speech.voices.every_engine import (
    pyttsx3,
    spoken,
)

pytestmark = pytest.mark.anyio


async def test_pyttsx3_offers_the_near_miss(stack: AsyncExitStack) -> None:
    await pyttsx3(stack)

    with pytest.raises(ServiceError, match=r"no voice is called 'Sctland'\. Did you mean"):
        await spoken(CommandVoice.pyttsx3(VoiceSettings(), "Sctland"))


def voice(name: str, *languages: str | bytes) -> Any:
    return SimpleNamespace(id=f"HKLM/{name}", name=name, languages=languages)


SAPI = [voice("David", "en-US"), voice("Hazel", "en-GB"), voice("Hedda", "de-DE"), voice("Old", b"fr")]


@pytest.mark.parametrize(
    ("language", "found"),
    [("en-gb", "Hazel"), ("en-us", "David"), ("en-au", "David"), ("de", "Hedda"), ("fr-be", "Old"), ("ja", "")],
)
def test_a_voice_of_the_country_is_found_else_one_of_the_language(language: str, found: str) -> None:
    assert _find_voice_id(SAPI, "", language) == (f"HKLM/{found}" if found else "")


def test_a_voice_is_found_by_part_of_its_name_whatever_the_language() -> None:
    assert _find_voice_id(SAPI, "hed", "en-gb") == "HKLM/Hedda"


def test_voices_that_pyttsx3_cannot_read_leave_the_systems_own() -> None:
    class Engine:
        def getProperty(self, name: str) -> Any:  # noqa: N802  pyttsx3's name
            raise ValueError(f"{name}: invalid literal for int() with base 16: '409;9'")

    assert _read_voices(Engine()) == []
    assert _find_voice_id([], "", "de") == ""
