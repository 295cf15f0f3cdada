"""Voices by sherpa-onnx: Joe as a plain VITS voice, and what is wrong with a folder."""

import importlib.util
import itertools
import json
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.joe import LONG_BREATH, find_joe, pack_joe

find_joe()
if importlib.util.find_spec("sherpa_onnx") is None:
    missing("sherpa-onnx", "python3 run.py add voice")

from tts.model import UnfitVoiceError  # noqa: E402
from tts.sherpa import SherpaVoice  # noqa: E402

PHONEMES = "tˈuː hˈɪt pˈɔɪnts lˈɛft."


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return Joe as the sherpa project packs its voices."""
    folder = tmp_path_factory.mktemp("packed")
    pack_joe(folder)
    write_config(folder, family="vits", language="en-us")
    return folder


def write_config(folder: Path, **told: str) -> None:
    (folder / "voice.json").write_text(json.dumps(told), encoding="utf-8")


def test_a_sentence_comes_whole_with_estimated_ends(packed: Path) -> None:
    voice = SherpaVoice(packed)

    encoded = voice.encode(PHONEMES)
    ((pcm, is_last),) = encoded.stretches

    assert is_last
    assert (voice.rate, voice.language) == (22050, "en-us")
    assert len(encoded.ends) == len(PHONEMES) + 1
    assert all(before <= after for before, after in itertools.pairwise(encoded.ends))
    length_s = len(pcm) / 2 / voice.rate
    assert 0.7 * length_s < encoded.ends[-1] < length_s  # the silence at the end is no phoneme's
    assert 0.9 < length_s < 2.0


def test_the_silence_around_a_line_is_short(packed: Path) -> None:
    encoded = SherpaVoice(packed).encode(LONG_BREATH)

    ((pcm, _),) = encoded.stretches
    assert encoded.ends[0] < 0.1, "it makes more before this one"
    assert len(pcm) / 2 / 22050 - encoded.ends[-1] < 0.3


def test_a_slower_pace_takes_longer(packed: Path) -> None:
    voice = SherpaVoice(packed)

    assert voice.encode(PHONEMES, pace=2.0).ends[-1] > 1.3 * voice.encode(PHONEMES).ends[-1]


@pytest.mark.parametrize(
    ("told", "trouble"),
    [
        ({}, "names no family and no language"),
        ({"family": "parrot", "language": "en"}, "names the family 'parrot'; known are vits, kokoro, kitten, matcha"),
        ({"family": "kokoro", "language": "en"}, "lacks a file of a kokoro voice"),
        ({"family": "kitten", "language": "en"}, "lacks a file of a kitten voice"),
        ({"family": "matcha", "language": "en"}, "lacks a file of a matcha voice"),
    ],
)
def test_what_is_wrong_with_a_folder_is_told(tmp_path: Path, told: dict[str, str], trouble: str) -> None:
    write_config(tmp_path, **told)

    with pytest.raises(UnfitVoiceError, match=trouble):
        SherpaVoice(tmp_path)


def test_a_folder_without_a_configuration_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnfitVoiceError, match=r"voice\.json cannot be read"):
        SherpaVoice(tmp_path)
