"""The listener as a process, with a true recogniser behind it: what is said into a true microphone becomes words."""

import io
import subprocess
import sys
import wave
from array import array
from pathlib import Path

import anyio
import pytest

from bench.speed.wrong_words import count_wrong_words
from performer.core.files.home import CHECKOUT
from tests.ears import find_tiny, say, silence
from tests.pulse import PATIENCE_S, open_desk
from tests.sfx.microphone.listener import listening, play, plug_in_microphone, unplug_microphone
from tests.speakers import enrol_joe, make_speaker_model
from tests.speaking import at_level, mixed, noise, spoken

LINE = "I think we should go to the left and look for the key."


def write_wav(sound: "array[int]", file: Path, rate: int = 16_000) -> str:
    into = io.BytesIO()
    with wave.open(into, "wb") as opened:
        opened.setparams((1, 2, rate, 0, "NONE", ""))
        opened.writeframes(sound.tobytes())
    file.write_bytes(into.getvalue())
    return str(file)


def hear_wav(file: str, *options: str) -> str:
    """Return what is written about a WAV."""
    command = [sys.executable, "-m", "sfx.microphone", "--wav", file, "--recogniser", str(find_tiny()), *options]
    return subprocess.run(command, capture_output=True, check=True, cwd=CHECKOUT, text=True).stdout


@pytest.mark.slow
@pytest.mark.anyio
async def test_what_is_said_becomes_words_also_after_the_microphone_was_away() -> None:
    tiny = str(find_tiny())
    sound = 2 * (at_level(say(LINE), -24) + silence(1.0))  # on a busy machine the first may be lost in part
    async with open_desk("room") as desk:
        await plug_in_microphone(desk, "room")
        async with listening(desk.environment, "--recogniser", tiny, "--language", "en") as listener:
            await listener.told(lambda line: line.get("recogniser") == "whisper", "the recogniser")
            await play(desk, "room", sound)
            words = await listener.told(lambda line: "the key" in line.get("heard", ""), "words")
            await unplug_microphone(desk)
            await listener.hears("")
            await plug_in_microphone(desk, "room")
            await listener.hears("Headset")
            await play(desk, "room", sound)
            await listener.told(lambda line: "the key" in line.get("heard", ""), "words after it came back")
            assert listener.process.stdin is not None
            await listener.process.stdin.aclose()
            with anyio.fail_after(PATIENCE_S):
                await listener.process.wait()

    assert count_wrong_words(LINE, words["heard"]) <= 1
    assert set(words) == {"sent", "heard", "language", "confidence", "began", "ended", "work", "waited"}
    assert 1.0 < words["ended"] - words["began"] < 5.0
    assert words["sent"] > words["ended"]


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize("rate", [8_000, 192_000])
async def test_a_microphone_of_any_rate_is_understood(rate: int) -> None:
    tiny = str(find_tiny())
    async with open_desk() as desk:
        await desk.add_sink("room", rate=rate)
        await plug_in_microphone(desk, "room")
        assert f" {rate}Hz" in await desk._control("list", "short", "sources")
        async with listening(desk.environment, "--recogniser", tiny, "--language", "en") as listener:
            await listener.told(lambda line: line.get("recogniser") == "whisper", "the recogniser")
            await play(desk, "room", 2 * (at_level(say(LINE), -24) + silence(1.0)))
            words = await listener.told(lambda line: "the key" in line.get("heard", ""), "words")

    assert count_wrong_words(LINE, words["heard"]) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("rate", [8_000, 16_000, 192_000])
def test_the_words_of_a_wav_are_written_whatever_its_rate(rate: int, tmp_path: Path) -> None:
    sound = mixed(silence(2.0) + at_level(say(LINE), -20) + silence(1.0), noise(2.0, -62))
    if rate > 16_000:
        sound = array("h", [each for each in sound for _ in range(rate // 16_000)])
    told = hear_wav(write_wav(sound[:: max(1, 16_000 // rate)], tmp_path / "a.wav", rate))

    assert "the left" in told
    assert "the key" in told


@pytest.mark.slow
def test_only_the_enrolled_voice_gives_words_in_a_wav_of_two(tmp_path: Path) -> None:
    model, file = str(make_speaker_model()), str(enrol_joe(tmp_path / "voiceprint.json"))
    sound = silence(1.0) + at_level(say(LINE), -20) + silence(1.0) + at_level(spoken(LINE), -20) + silence(1.0)
    options = ("--language", "en", "--speaker", model, "--voiceprint", file)
    told = hear_wav(write_wav(sound, tmp_path / "a.wav"), *options)

    assert told.count('"heard"') == 1
    assert told.count('"stranger"') == 1
    assert told.index('"heard"') < told.index('"stranger"')


@pytest.mark.slow
def test_a_name_that_is_expected_is_found_before_a_wish(tmp_path: Path) -> None:
    file = write_wav(silence(1.0) + at_level(say("Owl, say that again."), -20) + silence(1.0), tmp_path / "a.wav")
    named = ("--language", "en", "--hint", "Hey Owl! Owl, look. Thanks, Owl.", "--name=Owl")

    assert '"heard":"I\'ll say that again."' in hear_wav(file, *named)
    assert '"heard":"Owl, say that again."' in hear_wav(file, *named, "--asking", "tell say")


@pytest.mark.slow
def test_music_and_a_room_give_no_words(tmp_path: Path) -> None:
    from tests.speaking import clicks, tones

    sound = noise(2.0, -50) + tones(4.0, -26) + clicks(3.0) + noise(2.0, -30)
    told = hear_wav(write_wav(sound, tmp_path / "a.wav"))

    assert '"recogniser":"whisper"' in told
    assert '"heard"' not in told


def test_without_a_recogniser_no_word_is_written(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sfx.microphone", "--wav", write_wav(say(LINE), tmp_path / "a.wav")]
    told = subprocess.run(command, capture_output=True, check=True, cwd=CHECKOUT, text=True).stdout

    assert "heard" not in told
    assert '"recogniser"' not in told
