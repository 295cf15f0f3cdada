"""A Piper voice: what is made stretch by stretch is the whole, and each phoneme's end is known."""

import itertools
import json
import shutil
import statistics
from pathlib import Path

import pytest

from tests.joe import LONG_BREATH, find_joe

find_joe()

import numpy as np  # noqa: E402  not before it is known to be there

from tests.tts.poison import write_other_decoder  # noqa: E402
from tts.model import UnfitVoiceError  # noqa: E402
from tts.piper import DECODER, ENCODER, PiperVoice, VoiceConfig  # noqa: E402

PHONEMES = "tˈuː hˈɪt pˈɔɪnts lˈɛft, ænd nˈoʊbɑːdi lˈʊks æt ðə pˈoʊʃən ɑːn ðə tˈeɪbəl."


@pytest.fixture(scope="module")
def voice(joe: Path) -> PiperVoice:
    return PiperVoice(joe)


def test_its_sound_is_as_long_as_its_phonemes(voice: PiperVoice) -> None:
    encoded = voice.encode(PHONEMES)

    stretches = list(encoded.stretches)

    assert len(encoded.ends) == len(PHONEMES) + 1
    assert all(before <= after for before, after in itertools.pairwise(encoded.ends))
    seconds = sum(len(pcm) for pcm, _ in stretches) / 2 / voice.config.rate
    assert 3.0 < encoded.ends[-1] <= seconds < encoded.ends[-1] + 0.2
    assert [is_last for _, is_last in stretches] == [False] * (len(stretches) - 1) + [True]


def test_the_silence_that_a_voice_makes_before_a_line_is_not_played(voice: PiperVoice) -> None:
    encoded = voice.encode(LONG_BREATH)

    pcm = np.frombuffer(b"".join(pcm for pcm, _ in encoded.stretches), "<i2").astype(float)
    first_s = np.flatnonzero(np.abs(pcm) > 0.02 * np.abs(pcm).max())[0] / voice.config.rate
    assert encoded.ends[0] < 0.07, "it makes some 0.6 s before this one"
    assert first_s == pytest.approx(encoded.ends[0], abs=0.05), "its phonemes are moved with the sound"


@pytest.mark.parametrize("phonemes", [PHONEMES, "wˈɛl...", "ʃˈʌʃ!", "nˈaʊ"])
def test_the_silence_after_a_line_is_short(voice: PiperVoice, phonemes: str) -> None:
    encoded = voice.encode(phonemes)

    seconds = sum(len(pcm) for pcm, _ in encoded.stretches) / 2 / voice.config.rate
    assert 0.0 <= seconds - encoded.ends[len(phonemes.rstrip(".!"))] < 0.17
    assert encoded.ends[-1] <= seconds


def test_a_part_of_the_frames_sounds_as_it_does_in_the_whole(voice: PiperVoice) -> None:
    frames = np.random.default_rng(1).normal(size=(1, 192, 250)).astype(np.float32)
    whole = np.frombuffer(b"".join(pcm for pcm, _ in voice.decode(frames)), "<i2").astype(int)

    part = np.frombuffer(b"".join(pcm for pcm, _ in voice.decode(frames, begin=50, end=200)), "<i2")

    assert np.abs(part - whole[50 * 256 : 200 * 256]).max() <= 1, "no more than rounding"


def test_the_first_stretch_is_short_and_the_later_ones_are_longer(voice: PiperVoice) -> None:
    first, second, third, *_ = (len(pcm) / 2 / voice.config.rate for pcm, _ in voice.encode(PHONEMES).stretches)

    assert (first, second, third) == pytest.approx((0.279, 0.557, 1.115), abs=0.001)


def test_stretches_have_no_seams(voice: PiperVoice, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = np.random.default_rng(1).normal(size=(1, 192, 250)).astype(np.float32)
    parted = b"".join(pcm for pcm, _ in voice.decode(frames))
    monkeypatch.setattr("tts.piper._FIRST", 250)

    ((whole, _),) = voice.decode(frames)

    differences = np.frombuffer(parted, "<i2").astype(int) - np.frombuffer(whole, "<i2")
    assert np.abs(differences).max() <= 1, "no more than rounding"


MIDDLE = [pytest.param(pace, marks=pytest.mark.slow) for pace in (0.85, 1.2)]


@pytest.mark.parametrize("pace", [0.7, *MIDDLE, 1.5])
def test_a_pace_is_kept(voice: PiperVoice, pace: float) -> None:
    def measure_s(wanted: float) -> float:
        return statistics.median(voice.encode(PHONEMES, pace=wanted).ends[-1] for _ in range(7))

    assert measure_s(pace) / measure_s(1.0) == pytest.approx(pace, rel=0.1)


def test_what_the_voice_has_not_learnt_is_left_out(voice: PiperVoice) -> None:
    encoded = voice.encode("wˈɛl日")

    assert encoded.ends[-1] == encoded.ends[-2]


@pytest.mark.parametrize("file", [ENCODER, DECODER])
@pytest.mark.parametrize("damage", [b"", b"no model", None])
def test_a_damaged_part_is_named(joe: Path, tmp_path: Path, file: str, damage: bytes | None) -> None:
    folder = Path(shutil.copytree(joe, tmp_path / "joe"))
    data = (folder / file).read_bytes()
    (folder / file).write_bytes(data[: len(data) // 2] if damage is None else damage)

    with pytest.raises(UnfitVoiceError, match=f"{file} cannot be loaded"):
        PiperVoice(folder)


def test_parts_that_do_not_belong_together_are_told(joe: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(joe, tmp_path / "joe"))
    shutil.copy(folder / ENCODER, folder / DECODER)

    with pytest.raises(UnfitVoiceError, match="do not belong together"):
        PiperVoice(folder)


def test_a_decoder_for_frames_of_another_size_is_told(joe: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(joe, tmp_path / "joe"))
    write_other_decoder(folder / DECODER)

    with pytest.raises(UnfitVoiceError, match="do not belong together"):
        PiperVoice(folder)


@pytest.mark.parametrize(
    ("told", "trouble"),
    [
        (None, r"voice\.json cannot be read: No such file"),
        ("{", "is no configuration of a Piper voice"),
        ("[]", "is no configuration of a Piper voice"),
        (json.dumps({"audio": {"sample_rate": "many"}}), "is no configuration of a Piper voice"),
    ],
)
def test_a_damaged_configuration_is_told(tmp_path: Path, told: str | None, trouble: str) -> None:
    if told is not None:
        (tmp_path / "voice.json").write_text(told)

    with pytest.raises(UnfitVoiceError, match=trouble):
        VoiceConfig.read(tmp_path / "voice.json")
