import pytest

from performer.messages import Ended
from tests.fakes.stage import FakeStage
from tests.pulse import SoundDesk, tone
from tests.sfx.running import Running


@pytest.mark.anyio
async def test_a_sentence_sounds_and_then_it_is_silent(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        await stage.speak("a", tone(0.5))
        ended = await stage.told(Ended, id="a")
        silent_from = await tape.quiet()

    assert tape.rms(end=silent_from) > 0.01
    assert tape.rms(begin=silent_from + 0.05) < 0.001
    assert (ended.heard_ms, ended.trouble) == (500, "")
