"""The child that speaks by pyttsx3: it finds a voice, or says which one was meant."""

from contextlib import AsyncExitStack

import pytest

from performer.core.errors import ServiceError
from performer.speech.voices.command import CommandVoice
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
