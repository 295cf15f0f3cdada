"""What a voice is given of a line, and in which manner; what is shown stays as it is."""

from collections.abc import AsyncGenerator

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceReady, SpeechEnded, SpeechStarted
from performer.core.events.stream import EventStream
from performer.speech.output.pronunciation.pronunciation import Pronunciation
from performer.speech.output.speaker import Speaker
from performer.speech.voices.manner import PLAIN, Manner, find_manner, measure_hype
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance
from tests.performer.speech.output.stage_sound import Loudspeaker, piece

pytestmark = pytest.mark.anyio


class Noting:
    """A voice that notes what it is given."""

    name = "noting"

    def __init__(self) -> None:
        self.given: list[tuple[str, Manner]] = []

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        self.given.append((text, manner))
        yield piece(1, last=True)


async def test_the_voice_gets_other_words_than_are_shown(virtual_clock: VirtualClock) -> None:
    stream, voice, shown = EventStream(virtual_clock), Noting(), "gg wp, we won 3-2! 🎉"
    speaker = Speaker(
        virtual_clock,
        stream,
        voice,
        Loudspeaker(virtual_clock),
        pronounce=Pronunciation(VoiceSettings()).speak,
        choose_manner=lambda line: find_manner("happy", measure_hype(line)),
    )
    texts = []
    with stream.whole("test", SpeechStarted, SpeechEnded) as reader:
        async with anyio.create_task_group() as tasks:
            await tasks.start(speaker.run)
            stream.publish(SentenceReady(turn=1, text=shown))
            await virtual_clock.advance(5)
            stream.close()
        texts = [getattr(each.event, "text", "") async for each in reader]

    assert voice.given == [("G G, well played, we won three two!", find_manner("happy", 0.4))]
    assert texts == [shown, shown]
