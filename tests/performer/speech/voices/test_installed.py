"""The installed voices: only whole ones count, the best of a language is preferred, and what is missing is said."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from performer.core.espeak import explain_missing_espeak
from performer.speech.voices.families import FAMILIES
from performer.speech.voices.installed import (
    AboutVoice,
    explain_absence,
    explain_missing_engine,
    find_preferred,
    list_installed_voices,
    read_about,
    spell_language,
)
from tests.performer.core.test_espeak import put_espeak


@pytest.fixture
def voices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the voices of this home, on a machine that has all that they need."""
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: True)
    put_espeak(tmp_path, monkeypatch)
    return tmp_path / "voices"


def install(folder: Path, name: str, language: str = "en-gb", family: str = "piper", **told: Any) -> Path:
    (folder / name).mkdir(parents=True)
    for each in FAMILIES[family].kept:
        (folder / name / each).write_text("{}")
    about = AboutVoice(name=name, family=family, language=language, **{"streams": "yes", **told})
    (folder / name / "about.json").write_text(about.model_dump_json())
    return folder / name


def test_only_whole_voices_are_listed(voices: Path) -> None:
    install(voices, "joe")
    install(voices, "amy", family="kokoro", speaker=3)
    (install(voices, "half") / "decoder.onnx").unlink()
    (install(voices, "odd") / "about.json").write_text('{"family": "unheard", "language": "de"}')
    (install(voices, "torn") / "about.json").write_text("{")
    install(voices / ".coming", "new")
    (voices / "notes.txt").write_text("")

    assert [each.name for each in list_installed_voices()] == ["amy", "joe"]


def test_without_a_folder_there_is_none(voices: Path) -> None:
    assert list_installed_voices() == ()
    assert read_about(voices / "joe") is None


def test_the_same_region_then_the_better_quality_is_preferred(voices: Path) -> None:
    install(voices, "american", "en-us", quality="high")
    install(voices, "rough", "en_GB", quality="x_low")
    install(voices, "fine", "en_GB", quality="medium")
    install(voices, "german", "de-de")

    assert [find_preferred(each) for each in ("en-gb", "en-us", "en-au", "de", "fr")] == [
        "fine",
        "american",
        "american",
        "german",
        "",
    ]


def test_one_whose_licence_forbids_streams_that_earn_money_must_be_chosen_by_name(voices: Path) -> None:
    install(voices, "forbidden", streams="no")

    assert find_preferred("en-gb") == ""


def test_without_what_it_needs_none_is_preferred_and_the_remedy_is_named(
    voices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(voices, "joe")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "onnxruntime" else True)

    assert find_preferred("en-gb") == ""
    assert explain_absence(voices / "joe").endswith("add voice")
    assert explain_missing_engine("kokoro") == ""


def test_without_espeak_no_voice_is_preferred_whose_phonemes_come_from_it(
    voices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(voices, "joe")
    monkeypatch.setenv("PATH", str(voices))

    assert find_preferred("en-gb") == ""
    assert {explain_missing_engine(family) for family in FAMILIES} == {explain_missing_espeak()}
    assert explain_absence(voices / "joe").startswith("espeak-ng is not installed; ")


def test_one_that_is_not_installed_says_how_it_is_got(voices: Path) -> None:
    assert explain_absence(voices / "joe").endswith("voice get joe")
    assert explain_absence(install(voices, "joe")) == ""


def test_a_speaker_that_a_voice_has_not_is_told(voices: Path) -> None:
    vctk = install(voices, "vctk", speakers=109)

    assert explain_absence(vctk, speaker=108) == ""
    assert explain_absence(vctk, speaker=109) == "the speakers of vctk are numbered from 0 to 108"


def test_a_voice_that_is_one_speaker_of_a_model_has_that_one(voices: Path) -> None:
    assert explain_absence(install(voices, "emma", family="kokoro", speaker=21), speaker=21) == ""


@pytest.mark.parametrize(
    ("written", "spelled"), [("en_GB", "en-gb"), ("cmn", "zh"), (" DE ", "de"), ("nb_NO", "no-no"), ("pt-br", "pt-br")]
)
def test_languages_are_spelled_in_one_way(written: str, spelled: str) -> None:
    assert spell_language(written) == spelled
