"""One sound on a real device: its end, its seams, and a piece that comes late."""

import pytest

from performer.stage.protocol.messages import Ended
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.pulse import SoundDesk, Tape, tone

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
    whole = tone(0.9)
    third = len(whole) // 6 * 2
    async with desk.record() as tape:
        await stage.speak("a", whole[:third], last=False)
        await stage.speak("a", whole[third : 2 * third], last=False)
        await stage.speak("a", whole[2 * third :])
        ended = await stage.told(Ended, id="a")
        await tape.quiet()

    assert not _pauses_at(tape, 300)
    assert not _pauses_at(tape, 600)
    assert ended.heard_ms == 900


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


def _pauses_at(tape: Tape, sounded_ms: float) -> bool:
    """Tell whether there is silence after so much sound. Holes elsewhere are the doing of a busy machine."""
    so_far = 0.0
    ends = []
    for begin, end in tape.bursts_ms():
        so_far += end - begin
        ends.append(so_far)
    return any(abs(end - sounded_ms) < 12 for end in ends[:-1])
