"""Whisper tiny: it understands a true voice in a short window, and what it says of silence is not believed."""

import math
from array import array
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ears import find_tiny, say, silence
from tests.speaking import at_level, hum, mixed, noise, tones

if TYPE_CHECKING:
    from asr.recognition import Recognised
    from asr.whisper import WhisperRecogniser

LINE = "I think we should go to the left and look for the key."
ASKING = ("be", "please", "wake", "can", "keep")


@pytest.fixture(scope="module")
def whisper() -> "WhisperRecogniser":
    return load()


def load(hint: str = "", language: str = "en", *names: str) -> "WhisperRecogniser":
    folder = find_tiny()
    from asr.recognition import RecogniserOptions
    from asr.whisper import WhisperRecogniser

    return WhisperRecogniser(folder, RecogniserOptions(language=language, hint=hint, names=names, asking=ASKING))


def recognise(whisper: "WhisperRecogniser", sound: "array[int]") -> "Recognised":
    import numpy as np

    return whisper.recognise(np.frombuffer(sound, np.int16).astype(np.float32) / np.float32(32768))


def test_a_sentence_is_understood_word_by_word(whisper: "WhisperRecogniser") -> None:
    found = recognise(whisper, say(LINE))

    assert found.text == LINE
    assert found.language == "en"
    assert math.exp(found.log_probability) > 0.8
    assert found.no_speech < 0.2


def test_so_is_one_that_is_clipped_or_lies_beside_a_game(whisper: "WhisperRecogniser") -> None:
    voice = at_level(say(LINE), -20)
    clipped = array("h", [max(-32768, min(32767, 8 * each)) for each in say(LINE)])
    game = mixed(tones(4.0, -35), noise(4.0, -38, fan=0.8))

    assert recognise(whisper, clipped).text == LINE
    heard = recognise(whisper, mixed(voice, game[: len(voice)])).text
    assert len(set(LINE.split()) - set(heard.split())) <= 1


@pytest.mark.slow
def test_twelve_seconds_are_understood_to_their_end(whisper: "WhisperRecogniser") -> None:
    parts = [LINE, "The old woman sells maps for five pieces of silver.", "Turn the lights off and wait."] * 2
    sound = array("h")
    for part in parts[:5]:
        sound += say(part) + silence(0.3)

    assert recognise(whisper, sound).text.endswith("silver.")


@pytest.mark.parametrize("what", ["silence", "a room", "a hum", "music"])
def test_what_it_makes_of_no_speech_is_not_believed(whisper: "WhisperRecogniser", what: str) -> None:
    from asr.inventions import InventionFilter, UtteranceFacts

    sound = {
        "silence": silence(2.0),
        "a room": noise(2.0, -40),
        "a hum": hum(2.0, -24),
        "music": tones(3.0, -24),
    }[what]
    found = recognise(whisper, sound)

    assert InventionFilter().find_fault(found, UtteranceFacts(seconds=len(sound) / 16_000, speech=0.4))


@pytest.mark.slow
def test_a_hint_has_it_understand_a_name_and_is_not_repeated_out_of_silence() -> None:
    whisper = load(hint="Hey Luna! Luna, look. Thanks, Luna.")

    heard = recognise(whisper, silence(0.3) + say("Do you see that, Luna?"))
    assert "Luna" in heard.text
    assert "Luna" not in recognise(load(), silence(0.3) + say("Do you see that, Luna?")).text
    assert "Luna" not in recognise(whisper, noise(2.0, -40)).text


def test_a_window_in_which_it_loses_its_way_is_not_the_last(whisper: "WhisperRecogniser") -> None:
    read, windows = whisper._read, []

    def lost_once(features: object, window: int, hint: str = "") -> object:
        windows.append(window)
        reading = read(features, window, hint)  # type: ignore[arg-type]  # handed through
        twice = replace(reading.found, text=" ".join(repeat(reading.found.text, 2)))
        return reading if len(windows) > 1 else replace(reading, found=twice)

    whisper._read = lost_once  # type: ignore[method-assign,assignment]  # the first answer is that of a model that lost its way
    try:
        found = recognise(whisper, say(LINE))
    finally:
        whisper._read = read  # type: ignore[method-assign]  # as it was

    assert windows == [1000, 3000]
    assert found.text == LINE


def test_a_folder_without_a_model_and_a_language_it_does_not_know_are_named(tmp_path: Path) -> None:
    find_tiny()
    from asr.recognition import RecogniserOptions, UnfitRecogniserError
    from asr.whisper import WhisperRecogniser

    (tmp_path / "model.bin").write_bytes(b"no model")
    with pytest.raises(UnfitRecogniserError, match="no Whisper model"):
        WhisperRecogniser(tmp_path, RecogniserOptions())
    with pytest.raises(UnfitRecogniserError, match="language 'de'"):
        load(language="de")


@pytest.mark.slow
def test_a_name_is_found_where_the_model_wrote_what_people_say_more_often() -> None:
    hint = "Hey Owl! Owl, look. Thanks, Owl."
    plain, calling = load(hint), load(hint, "en", "Owl")
    calls = ["Owl, be quiet.", "Owl, please continue.", "Owl, wake up.", "Owl, can you read that sign for me?"]
    others = [
        "I'll be right back.",
        "I'll take the left path this time.",
        "We have to find the key somewhere.",
        "Keep going, keep going.",
    ]

    assert not any("Owl" in recognise(plain, say(each)).text for each in calls)
    assert [recognise(calling, say(each)).text for each in calls] == calls
    assert not any("Owl" in recognise(calling, say(each)).text for each in others)


def test_no_name_is_found_where_nobody_speaks() -> None:
    assert "Owl" not in recognise(load("Hey Owl! Owl, look.", "en", "Owl"), silence(2.0)).text
