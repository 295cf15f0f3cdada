"""The streamer's voice is told from another by a model of sherpa-onnx's kind, and what is unfit is named."""

import json
from array import array
from pathlib import Path

import pytest

from tests.asr.test_main import recognising
from tests.ears import find_tiny, say
from tests.speakers import ALIKE, enrol_joe, make_speaker_model
from tests.speaking import spoken

OTHER_LINE = "There is somebody behind that door, so be careful."


def compare(sound: "array[int]", file: Path) -> tuple[float, bool]:
    import numpy as np

    from asr.speaker import KnownSpeaker, SpeakerModel

    speaker = KnownSpeaker(SpeakerModel(make_speaker_model()), file)
    likeness = speaker.compare(np.array(sound, np.float32) / np.float32(32768))
    return likeness, speaker.is_me(likeness)


@pytest.mark.slow
def test_the_enrolled_voice_is_known_by_words_it_has_never_said_and_another_is_not(tmp_path: Path) -> None:
    make_speaker_model()
    file = enrol_joe(tmp_path / "voiceprint.json")

    joe, is_joe = compare(say(OTHER_LINE), file)
    espeak, is_espeak = compare(spoken(OTHER_LINE), file)

    assert is_joe
    assert not is_espeak
    assert joe > ALIKE + 0.1
    assert espeak < ALIKE - 0.1


@pytest.mark.slow
def test_a_sound_that_is_hardly_one_is_compared_too(tmp_path: Path) -> None:
    make_speaker_model()
    likeness, _ = compare(array("h", [1, 2, 3]), enrol_joe(tmp_path / "voiceprint.json"))

    assert -1 <= likeness <= 1


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        ("", "is no voiceprint"),
        ('{"vector": [1, 2]}', "is no voiceprint"),
        ('{"vector": [1], "alike": 0}', "another model"),
    ],
)
def test_a_voiceprint_that_is_broken_or_of_another_model_is_named(kept: str, why: str, tmp_path: Path) -> None:
    model = make_speaker_model()
    from asr.recognition import UnfitRecogniserError
    from asr.speaker import KnownSpeaker, SpeakerModel

    file = tmp_path / "voiceprint.json"
    file.write_text(kept)

    with pytest.raises(UnfitRecogniserError, match=why):
        KnownSpeaker(SpeakerModel(model), file)


@pytest.mark.parametrize("content", [None, b"no model"])
def test_a_folder_without_a_model_is_named(content: bytes | None, tmp_path: Path) -> None:
    make_speaker_model()
    from asr.recognition import UnfitRecogniserError
    from asr.speaker import SpeakerModel

    if content:
        (tmp_path / "speaker.onnx").write_bytes(content)

    with pytest.raises(UnfitRecogniserError, match="no model that tells speakers apart"):
        SpeakerModel(tmp_path)


@pytest.mark.slow
def test_the_process_recognises_the_words_of_the_known_voice_alone(tmp_path: Path) -> None:
    model, file = str(make_speaker_model()), str(enrol_joe(tmp_path / "voiceprint.json"))
    with recognising(find_tiny(), "--language", "en", "--speaker", model, "--voiceprint", file) as asked:
        ready = asked.read()
        asked.ask(1, say(OTHER_LINE).tobytes())
        asked.ask(2, spoken(OTHER_LINE).tobytes())
        mine, others = asked.read(), asked.read()

    assert ready == {"ready": True, "kind": "whisper"}
    assert "behind that door" in mine["text"]
    assert mine["likeness"] > ALIKE
    assert (others["text"], others["why"]) == ("", "another speaker")
    assert others["likeness"] < ALIKE


def test_the_process_measures_voices_when_it_is_asked_for_nothing_else() -> None:
    with recognising(Path("--speaker"), str(make_speaker_model())) as asked:
        ready = asked.read()
        asked.ask(1, say(OTHER_LINE).tobytes())
        answer = asked.read()

    assert ready == {"ready": True, "kind": "voiceprints"}
    assert answer["text"] == ""
    assert sum(each * each for each in answer["voiceprint"]) == pytest.approx(1, abs=0.01)
    assert "pcm" not in json.dumps(answer)
