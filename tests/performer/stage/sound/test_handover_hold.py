"""A line that is held, over the true wire: the client is hushed, keeps its clips, and says the rest when it goes on."""

from array import array
from collections.abc import AsyncGenerator

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceReady, SpeechEnded, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import EventStream, EventSubscription
from performer.speech.output.speaker import Speaker
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Utterance
from performer.stage.protocol.messages import Ended, Hush, Started
from tests.performer.stage.sound.lines import RATE, piece_of
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio


class Rising:
    """A voice whose every sample tells its place, for two seconds."""

    name = "rising"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        yield Utterance(pcm=array("h", range(2 * RATE)).tobytes(), rate=RATE, last=True)


async def stated(reader: EventSubscription, kind: type) -> object:
    with anyio.fail_after(10):
        async for published in reader:
            if isinstance(published.event, kind):
                return published.event
    raise AssertionError(kind)


async def test_a_held_line_goes_on_at_the_client_where_it_fell_silent(
    virtual_house: Standing, virtual_clock: VirtualClock
) -> None:
    stream = EventStream(virtual_clock)
    facts = stream.whole("test", SpeechStarted, SpeechHeld, SpeechResumed, SpeechEnded)
    speaker = Speaker(virtual_clock, stream, Rising(), virtual_house.desk)
    async with virtual_house.sounding() as peer, anyio.create_task_group() as tasks:
        await tasks.start(speaker.run)
        stream.publish(SentenceReady(turn=1, text="A line of two seconds."))
        whole, _ = await piece_of(peer)
        await peer.say(Started(id=whole.id))
        await stated(facts, SpeechStarted)
        await virtual_clock.advance(1.5)

        await speaker.hold()
        assert await peer.hear() == Hush(speech_only=True)
        await peer.say(Ended(id=whole.id, heard_ms=1480))
        assert await stated(facts, SpeechHeld) == SpeechHeld(turn=1, sentence="s1", heard_s=1.5)

        await virtual_clock.advance(1)
        await speaker.resume()
        rest, pcm = await piece_of(peer)
        assert rest.id != whole.id
        began_s = array("h", pcm)[0] / RATE
        assert 1.1 <= began_s <= 1.5
        await peer.say(Started(id=rest.id))
        resumed = await stated(facts, SpeechResumed)
        assert isinstance(resumed, SpeechResumed)
        assert resumed.from_s == pytest.approx(began_s, abs=0.001)
        await peer.say(Ended(id=rest.id, heard_ms=len(pcm) * 1000 // (2 * RATE)))
        ended = await stated(facts, SpeechEnded)
        assert isinstance(ended, SpeechEnded)
        assert (ended.heard_s, ended.heard, ended.cut) == (2.0, "A line of two seconds.", False)
        tasks.cancel_scope.cancel()


async def test_the_next_line_is_on_its_way_as_soon_as_the_last_one_ends(
    virtual_house: Standing, virtual_clock: VirtualClock
) -> None:
    stream = EventStream(virtual_clock)
    speaker = Speaker(virtual_clock, stream, Rising(), virtual_house.desk)
    async with virtual_house.sounding() as peer, anyio.create_task_group() as tasks:
        await tasks.start(speaker.run)
        for text in ("One.", "Two.", "Three."):
            stream.publish(SentenceReady(turn=1, text=text))
        ids = []
        for _ in range(3):
            sound, _ = await piece_of(peer)
            ids.append(sound.id)
            await peer.say(Started(id=sound.id))
            await peer.say(Ended(id=sound.id, heard_ms=2000))

        assert ids == ["s1", "s2", "s3"]
        tasks.cancel_scope.cancel()
