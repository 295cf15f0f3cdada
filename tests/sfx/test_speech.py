import time

import pytest

from performer.core.audio import Sound
from performer.stage.protocol.messages import Ended, Hello, Hush, Soften, Started
from tests.chirp import check_whole, chirp, pauses_at
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.overlay.sounding import cut
from tests.pulse import SoundDesk, tone

pytestmark = pytest.mark.anyio


async def test_a_sentence_sounds_and_then_it_is_silent(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        await stage.speak("a", tone(0.5))
        ended = await stage.told(Ended, id="a")
        silent_from = await tape.quiet()

    assert tape.rms(end=silent_from) > 0.01
    assert tape.rms(begin=silent_from + 0.05) < 0.001
    assert (ended.heard_ms, ended.trouble) == (500, "")


@pytest.mark.slow
async def test_sentences_sound_in_order_and_never_together(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        for each, pcm in zip(("a", "b", "c"), cut(chirp(1.2), 3), strict=True):
            await stage.speak(each, pcm)
        await stage.told(Ended, id="c")
        await tape.quiet()

    reports = [(type(each), each.id) for each in stage.said if isinstance(each, (Started, Ended))]
    assert reports == [(kind, each) for each in ("a", "b", "c") for kind in (Started, Ended)]
    check_whole(tape, 1200)
    assert pauses_at(tape, 400)
    assert pauses_at(tape, 800)


@pytest.mark.slow
async def test_softened_speech_is_quieter_soon_and_as_loud_as_ever_after_a_hush(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    async with desk.record() as tape:
        began = await tape.loud(await stage.speak("a", tone(5)))
        await tape.sounded(0.3)
        await stage.send(Soften(share=0.3))
        asked = time.monotonic()
        await tape.sounded(0.8)
        soft_from = tape.last_above(0.2, asked + 0.5)
        await stage.send(Hush())
        await stage.speak("b", tone(0.5))
        await stage.told(Ended, id="b")
        silent = await tape.quiet()

    loud = tape.rms(began, asked)
    assert tape.rms(soft_from + 0.05, asked + 0.4) == pytest.approx(0.3 * loud, rel=0.2)
    assert soft_from - asked < 0.25
    assert tape.rms(silent - 0.1, silent) == pytest.approx(loud, rel=0.3)


async def test_hush_silences_at_once_and_forgets_the_queue(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        began = await stage.speak("a", tone(5))
        await stage.speak("b", tone(5))
        await tape.loud(began)
        await stage.send(Hush())
        first = await stage.told(Ended, id="a")
        second = await stage.told(Ended, id="b")
        await tape.quiet(for_s=0.5)

    assert 0 < first.heard_ms < 5_000
    assert second == Ended(id="b", heard_ms=0)
    assert Started(id="b") not in stage.said


async def test_after_a_hush_the_rest_of_a_sentence_is_dropped(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    async with desk.record() as tape:
        began = await stage.speak("a", tone(0.5), last=False)
        await tape.loud(began)
        await stage.send(Hush())
        await stage.told(Ended, id="a")
        await stage.speak("a", tone(0.5))
        await stage.speak("b", tone(0.2))
        await stage.told(Ended, id="b")

    assert [each.id for each in stage.said if isinstance(each, Started)] == ["a", "b"]


async def test_a_sentence_without_sound_passes(stage: FakeStage, player: Running) -> None:
    await stage.speak("empty", b"")

    assert await stage.told(Ended, id="empty") == Ended(id="empty", heard_ms=0)
    assert Started(id="empty") in stage.said


async def test_sound_that_cannot_be_is_refused_by_name(stage: FakeStage, player: Running) -> None:
    flaws = {
        "98 came": _sound("short", size=100),
        "4-byte frames": _sound("half a frame", channels=2, size=98),
        "rate 1 is not": _sound("slow", rate=1, size=98),
        "rate 1000000000000 is not": _sound("fast", rate=10**12, size=98),
        "channels 0 is not": _sound("no channel", channels=0, size=98),
    }
    for words, sound in flaws.items():
        await stage.send(sound, bytes(98))
        assert words in (await stage.told(Ended, id=sound.id)).trouble
    await stage.send(_sound("50 MB", size=50_000_000), bytes(50_000_000))
    assert "more than" in (await stage.told(Ended, id="50 MB")).trouble
    await stage.speak("good", tone(0.05))

    assert (await stage.told(Ended, id="good")).trouble == ""


async def test_nonsense_is_said_once_and_survived(stage: FakeStage, player: Running) -> None:
    nonsense: list[str | bytes] = [b"unannounced", "", "[]", "[" * 100_000, '{"op":"tea"}', '{"op":["sound"]}']
    nonsense += ['{"op":"sound"}', '{"op":"put","element":5}', '{"op":"snapshot","elements":["x"],"now_ms":1}']
    nonsense += ['{"op":"sound","id":7,"turn":1,"rate":"x","channels":null,"bytes":{},"envelope":5}', b"more"]
    nonsense += ['{"op":"clip","id":[],"name":null,"src":3,"volume":"loud"}', '{"op":"hello","client":"page"}']
    await stage.send(*nonsense, *nonsense)
    await stage.speak("good", tone(0.05))

    assert (await stage.told(Ended, id="good")).trouble == ""
    assert player.process.returncode is None
    assert player.errors.count("was not understood") == 1
    assert player.errors.count("cannot be played") == 1
    assert "Traceback" not in player.errors


async def test_an_announcement_without_sound_is_ended_by_the_next(stage: FakeStage, player: Running) -> None:
    await stage.send(Sound(id="lost", turn=1, rate=22_050, channels=1, bytes=2))
    await stage.speak("good", tone(0.05))

    assert "no bytes followed" in (await stage.told(Ended, id="lost")).trouble
    assert (await stage.told(Ended, id="good")).trouble == ""


async def test_a_flood_of_sentences_is_bounded(stage: FakeStage, player: Running) -> None:
    await stage.speak("0", tone(60, rate=8_000), rate=8_000)  # it sounds on until all have been sent
    for number in range(1, 80):
        await stage.speak(str(number), tone(1, rate=8_000), rate=8_000)
    refused = await stage.told(Ended, id="79")
    await stage.send(Hush())
    await stage.told(Ended, id="63")

    assert "too much waits" in refused.trouble
    assert len([each for each in stage.said if isinstance(each, Ended) and each.trouble]) == 80 - 64
    assert Hello(client="sfx", sounds=True, why="main") in stage.said


def _sound(name: str, *, rate: int = 22_050, channels: int = 1, size: int) -> Sound:
    return Sound(id=name, turn=1, rate=rate, channels=channels, bytes=size)
