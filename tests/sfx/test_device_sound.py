"""One sound on a real device: its end, its seams, and a piece that comes late."""

import pytest

from performer.stage.protocol.messages import Ended
from tests.chirp import check_whole, chirp, pauses_at
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.overlay.sounding import cut
from tests.pulse import SoundDesk, tone

pytestmark = pytest.mark.anyio


async def test_the_end_is_reported_after_the_last_sample(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        await stage.speak("a", tone(0.3, volume=0.3) + tone(0.008, volume=0.9))
        ended = await stage.told(Ended, id="a")
        await tape.quiet()

    assert stage.said_at[stage.said.index(ended)] > (tape.last_loud() or 0.0)
    assert max(tape.samples()) > 0.6 * 32768


@pytest.mark.slow
async def test_pieces_of_a_sentence_follow_without_a_gap(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    tapes = []
    for name in ("a", "b", "c", "d"):
        async with desk.record() as tape:
            for piece, pcm in enumerate(cut(chirp(0.9), 3)):
                await stage.speak(name, pcm, last=piece == 2)
            ended = await stage.told(Ended, id=name)
            await tape.quiet()
        tapes.append(tape)

        assert ended.heard_ms == 900
        check_whole(tape, 900)
    for seam_ms in (300, 600):
        assert not all(pauses_at(tape, seam_ms) for tape in tapes)  # a busy machine pauses there now and then


@pytest.mark.slow
async def test_a_late_piece_still_belongs_to_its_sentence(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        await stage.speak("a", tone(0.2), last=False)
        await tape.quiet(await tape.loud())
        await stage.speak("b", tone(0.2))
        await stage.speak("a", tone(0.2))
        await stage.told(Ended, id="b")

    ended = [each for each in stage.said if isinstance(each, Ended)]
    assert [(each.id, each.heard_ms) for each in ended] == [("a", 400), ("b", 200)]
