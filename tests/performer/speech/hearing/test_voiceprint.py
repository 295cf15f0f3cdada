"""A voiceprint comes of several utterances of one voice, is kept without sound, and can be forgotten."""

import json
from pathlib import Path

import pytest

from performer.core.errors import ConfigError, ServiceError
from performer.speech.hearing.samples import HeardVoice
from performer.speech.hearing.voiceprint import Enrolment, check_voiceprint, compare, forget_voiceprint
from tests.systems import is_private

MINE, MINE_TOO, OTHER = (1.0, 0.0), (0.8, 0.6), (-0.6, 0.8)


def heard(vector: tuple[float, ...], seconds: float = 3.0) -> HeardVoice:
    return HeardVoice(vector=vector, seconds=seconds, began_s=5.0, ended_s=9.0)


def enrol() -> Enrolment:
    enrolment = Enrolment("speaker", 0.42)
    for vector in (MINE, MINE_TOO, MINE):
        assert not enrolment.is_whole
        assert enrolment.take(heard(vector)) is None
    return enrolment


def test_it_is_the_mean_of_the_utterances_and_of_length_one() -> None:
    enrolment = enrol()
    made = enrolment.make()

    assert enrolment.is_whole
    assert enrolment.taken_s == 9
    assert compare(made.vector, made.vector) == pytest.approx(1, abs=0.001)
    assert made.vector[0] / made.vector[1] == pytest.approx(2.8 / 0.6, rel=0.001)


def test_one_long_utterance_is_not_enough() -> None:
    enrolment = Enrolment("speaker", 0.42)
    enrolment.take(heard(MINE, 20.0))

    assert not enrolment.is_whole


def test_what_is_short_or_another_voice_is_left_out_and_told() -> None:
    enrolment = enrol()
    before = enrolment.make()

    assert "too short" in str(enrolment.take(heard(MINE, 0.6)))
    assert "another voice" in str(enrolment.take(heard(OTHER)))
    assert enrolment.make() == before


def test_numbers_alone_are_kept_for_the_owner_and_forgotten_when_that_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "voiceprint.json"
    with pytest.raises(ConfigError, match="ears enrol"):
        check_voiceprint(file, "speaker")
    with pytest.raises(ConfigError, match="No voice is known"):
        forget_voiceprint(file)
    enrol().make().write(file)

    check_voiceprint(file, "speaker")
    assert set(json.loads(file.read_text(encoding="utf-8"))) == {"model", "alike", "vector"}
    assert is_private(file)

    forget_voiceprint(file)
    assert not file.exists()


@pytest.mark.parametrize("kept", ["", "[]", '{"model": "older", "alike": 0.4, "vector": [1.0]}'])
def test_one_that_is_broken_or_of_another_model_is_none(kept: str, tmp_path: Path) -> None:
    file = tmp_path / "voiceprint.json"
    file.write_text(kept)

    with pytest.raises(ConfigError, match="not known yet"):
        check_voiceprint(file, "speaker")


def test_a_disk_that_refuses_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(ServiceError):
        enrol().make().write(tmp_path / "file" / "voiceprint.json")
