"""The kinds of sound that the library takes are played by the real player; Ogg and FLAC are among the clips' tests."""

import pytest

from performer.stage.protocol.messages import Clip, Ended
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.performer.stage.library.soundfiles import mp3, sox


@pytest.mark.anyio
@pytest.mark.slow
async def test_mp3_and_what_music_programs_write_as_wav_is_played(stage: FakeStage, player: Running) -> None:
    files = {
        "tone.mp3": mp3(),
        "24 bits.wav": sox("wav", "-b", "24"),
        "fractions.wav": sox("wav", "-b", "32", "-e", "float"),
    }
    stage.sounds.update(files)
    for name in files:
        await stage.send(Clip(id=name, name=name, src=f"/sounds/{name}"))
        ended = await stage.told(Ended, id=name)

        assert (name, ended.trouble) == (name, "")
        assert ended.heard_ms == pytest.approx(500, abs=60), name
