import math
from array import array

import pytest

from performer.stage.protocol.messages import Clip, Ended, Hush, Started
from tests.fakes.stage import FakeStage
from tests.levels import steady_level
from tests.overlay.client.running import Running
from tests.pulse import TAPE_RATE, SoundDesk, tone, wav

pytestmark = pytest.mark.anyio

BEEP = "/sounds/beep.wav"


@pytest.mark.slow
async def test_a_clip_sounds_and_reports(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        await stage.send(Clip(id="c", name="beep", src=BEEP))
        await stage.told(Started, id="c")
        ended = await stage.told(Ended, id="c")
        silent_from = await tape.quiet()

    assert tape.rms(end=silent_from) > 0.01
    assert (ended.heard_ms, ended.trouble) == (400, "")


@pytest.mark.slow
async def test_a_clip_sounds_over_speech(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        spoke = await stage.speak("a", tone(1.0, hz=440))
        await tape.loud(spoke)
        await stage.send(Clip(id="c", name="beep", src=BEEP))
        await stage.told(Ended, id="c")
        await stage.told(Ended, id="a")
        await tape.quiet()

    order = [(type(each), each.id) for each in stage.said if isinstance(each, (Started, Ended))]
    assert order == [(Started, "a"), (Started, "c"), (Ended, "c"), (Ended, "a")]
    assert any(_strength(part, 440) > 0.05 and _strength(part, 1000) > 0.05 for part in _parts(tape.samples()))


@pytest.mark.slow
async def test_a_clip_that_begins_beside_speech_is_as_soft_as_speech_wants_it(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    stage.sounds["again.wav"] = stage.sounds["beep.wav"]
    async with desk.record() as tape:
        await stage.send(Clip(id="alone", name="beep", src=BEEP))
        await stage.told(Ended, id="alone")
        begin = await tape.quiet()
        alone = _steady_strength(tape.samples(), 1000)
        spoke = await stage.speak("a", tone(2.0, hz=440), duck=0.25)
        await tape.loud(spoke + 0.5)  # nothing moves any more
        await stage.send(Clip(id="beside", name="again", src="/sounds/again.wav"))
        await stage.told(Ended, id="beside")
        beside = _steady_strength(tape.samples(begin), 1000)

    assert beside == pytest.approx(alone / 4, rel=0.2)


@pytest.mark.slow
async def test_one_clip_may_sound_over_itself(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    for each in ("c1", "c2", "c3"):
        await stage.send(Clip(id=each, name="beep", src=BEEP))
    for each in ("c1", "c2", "c3"):
        assert (await stage.told(Ended, id=each)).trouble == ""

    assert stage.fetched == [BEEP]


@pytest.mark.slow
async def test_volume_makes_a_clip_softer_or_louder(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    levels = []
    for volume in (1.0, 0.25, 2.0):
        async with desk.record() as tape:
            await stage.send(Clip(id=str(volume), name="beep", src=BEEP, volume=volume))
            await stage.told(Ended, id=str(volume))
            await tape.quiet()
            levels.append(steady_level(tape, 1000))

    assert levels[1:] == pytest.approx([levels[0] / 4, levels[0] * 2], rel=0.1)


async def test_hush_silences_clips(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    stage.sounds["long.wav"] = wav(tone(20, rate=48_000), rate=48_000)
    async with desk.record() as tape:
        await stage.send(Clip(id="c", name="long", src="/sounds/long.wav"), Clip(id="d", name="beep", src=BEEP))
        await tape.loud()
        await stage.send(Hush())
        await stage.told(Ended, id="c")
        await stage.told(Ended, id="d")
        await tape.quiet(for_s=0.5)


async def test_other_kinds_of_files_sound_too(
    stage: FakeStage, player: Running, short_sounds: dict[str, bytes]
) -> None:
    stage.sounds.update(short_sounds)
    for kind in short_sounds:
        await stage.send(Clip(id=kind, name="blip", src=f"/sounds/{kind}"))
        ended = await stage.told(Ended, id=kind)

        assert ended.trouble == ""
        assert ended.heard_ms == pytest.approx(200, abs=40)


async def test_a_clip_that_cannot_be_had_is_reported(stage: FakeStage, player: Running) -> None:
    stage.sounds.update({"garbage.wav": b"RIFF" + b"garbage" * 100, "empty.wav": b"", "huge.wav": bytes(9_000_000)})
    flaws = {
        "/sounds/nothing.wav": "answered 404",
        "/sounds/garbage.wav": "cannot be decoded",
        "/sounds/empty.wav": "cannot be decoded",
        "/sounds/huge.wav": "8000000 bytes",
        "http://127.0.0.1:1/airhorn.wav": "is not a path",
        "../../etc/passwd": "is not a path",
    }
    for src, words in flaws.items():
        await stage.send(Clip(id=src, name="bad", src=src))
        assert words in (await stage.told(Ended, id=src)).trouble
    await stage.send(Clip(id="good", name="beep", src=BEEP))

    assert (await stage.told(Ended, id="good")).trouble == ""


async def test_too_many_clips_at_once_are_refused(stage: FakeStage, player: Running) -> None:
    await stage.send(*(Clip(id=str(each), name="beep", src=BEEP) for each in range(20)))
    for each in range(20):
        await stage.told(Ended, id=str(each))

    assert len([each for each in stage.said if isinstance(each, Started)]) == 16


def _parts(samples: "array[int]", seconds: float = 0.05) -> list["array[int]"]:
    size = int(seconds * TAPE_RATE)
    return [samples[start : start + size] for start in range(0, len(samples) - size, size)]


def _strength(samples: "array[int]", hz: float) -> float:
    """Return the amplitude, of 1, of one frequency (a single Fourier coefficient)."""
    turn = 2 * math.pi * hz / TAPE_RATE
    real = sum(each * math.cos(turn * place) for place, each in enumerate(samples))
    imaginary = sum(each * math.sin(turn * place) for place, each in enumerate(samples))
    return 2 * math.hypot(real, imaginary) / len(samples) / 32768


def _steady_strength(samples: "array[int]", hz: float) -> float:
    """Return the amplitude of a frequency in the midst of it: where sounds begin and end, all frequencies are found."""
    return sorted(_strength(part, hz) for part in _parts(samples))[-4]
