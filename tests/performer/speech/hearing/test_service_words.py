"""The streamer's words on the event stream: a true voice, a true microphone, a true recogniser, and the service."""

from functools import partial
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.events.speech import StreamerHeard
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.speech.hearing.service import HearingService
from performer.speech.hearing.settings import MicSettings
from tests.ears import find_tiny, say, silence
from tests.performer.speech.hearing.test_service import Silence, give_way
from tests.pulse import PATIENCE_S, open_desk
from tests.sfx.microphone.listener import play, plug_in_microphone
from tests.speaking import at_level

pytestmark = pytest.mark.anyio

LINE = "There is somebody behind that door."


@pytest.mark.slow
async def test_what_the_streamer_says_is_published_with_when_it_was_said(
    clock: SystemClock, events: EventStream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_tiny()
    async with open_desk("room") as desk:
        await plug_in_microphone(desk, "room")
        for name, value in desk.address.items():
            monkeypatch.setenv(name, value)
        settings = MicSettings(enabled=True, device="Headset", recognition="tiny", language="en")
        hearing = HearingService(clock, events, settings, Home(config=tmp_path, data=tmp_path))
        with events.whole("test", StreamerHeard) as news:
            async with anyio.create_task_group() as tasks:
                await tasks.start(partial(hearing.run, speaker=Silence(), give_way=give_way))
                with anyio.fail_after(PATIENCE_S):
                    while "whisper" not in hearing.role().plays:  # noqa: ASYNC110  the role is asked, and tells nobody
                        await anyio.sleep(0.05)
                    before_s = clock.now()
                    await play(desk, "room", 2 * (at_level(say(LINE), -24) + silence(1.0)))
                    assert await news.wait()
                heard, role = news.taken()[0].event, hearing.role()
                tasks.cancel_scope.cancel()

    assert isinstance(heard, StreamerHeard)
    assert "door" in heard.text
    assert heard.language == "en"
    assert 0.5 < heard.confidence <= 1
    assert before_s < heard.began_s < heard.ended_s < clock.now()
    assert role.plays == "Headset, silero, whisper"
    assert role.state == "works"
