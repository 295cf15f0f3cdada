"""`performer ears` as commands: the list, and what is told of a model that is not to be had so."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from performer.cli.main import cli
from performer.core.errors import ConfigError, ServiceError
from tests.performer.speech.hearing.test_models import make_whole
from tests.sfx.microphone.test_main_words import write_wav
from tests.speakers import install_speaker_model, read_aloud


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["ears", *words], catch_exceptions=False)


def test_the_list_tells_sizes_licences_and_what_is_there(home: Path) -> None:
    (home / "ears").mkdir()
    make_whole(home / "ears", "base")

    lines = run("list").stdout.splitlines()

    assert lines == [
        "tiny      78 MB  0.14 s  7.6 %  MIT",
        "base     148 MB  0.28 s  5.0 %  MIT, installed",
        "small    486 MB  1.1 s   3.4 %  MIT",
        "speaker   29 MB                 CC-BY-4.0, tells your voice from others",
        "s: how long one core works for 3 s of speech. %: the words that come out wrong, of English books read aloud.",
    ]


def test_one_that_is_there_is_said_to_be_and_can_be_removed(home: Path) -> None:
    (home / "ears").mkdir()
    folder = make_whole(home / "ears", "base")

    assert "config set mic.recognition base" in run("get", "base").stdout
    assert run("remove", "base").stdout == "base is removed.\n"
    assert not folder.exists()


def test_the_one_that_is_chosen_is_not_removed(home: Path) -> None:
    (home / "ears").mkdir()
    folder = make_whole(home / "ears", "tiny")
    (home / "config.toml").write_text('[mic]\nrecognition = "tiny"\n', encoding="utf-8")

    with pytest.raises(ConfigError, match=r"'tiny' is in use by mic\.recognition"):
        run("remove", "tiny")
    assert folder.is_dir()


def test_a_folder_that_does_not_hold_it_is_told(home: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        run("get", "tiny", "--from", str(home))


def test_without_a_name_the_files_say_which_model_they_are(home: Path) -> None:
    (home / "ears").mkdir()
    folder = make_whole(home, "tiny")
    for source in (folder, folder / "config.json"):
        with pytest.raises(ConfigError, match=r"tiny[/\\]model\.bin' is not the right file: its SHA-256"):
            run("get", "--from", str(source))
    (folder / "config.json").write_bytes(b"{}")
    remedy = re.escape(f"config set mic.recognition {folder}")
    with pytest.raises(ConfigError, match=f"none of these models: tiny, .*{remedy}"):
        run("get", "--from", str(folder))
    with pytest.raises(ConfigError, match="Write the NAME of a model, or --from FOLDER"):
        run("get")


@pytest.mark.slow
def test_a_voice_is_learnt_from_what_is_read_aloud_and_forgotten(home: Path) -> None:
    install_speaker_model(home / "ears")
    wav = write_wav(read_aloud(joe=True), home / "me.wav")

    told = run("enrol", "--wav", wav).stdout

    assert told.count("good. Now:") == 2
    assert "config set mic.only_me true" in told
    assert sorted(each.name for each in home.iterdir()) == ["ears", "me.wav", "voiceprint.json"]
    assert run("forget-me").stdout == "Nothing is kept of your voice.\n"
    assert not (home / "voiceprint.json").exists()


def test_too_little_of_a_voice_leaves_nothing_behind(home: Path) -> None:
    install_speaker_model(home / "ears")
    wav = write_wav(read_aloud(joe=True)[: 16_000 * 5], home / "me.wav")

    with pytest.raises(ServiceError, match="are too little"):
        run("enrol", "--wav", wav)
    assert not (home / "voiceprint.json").exists()


def test_a_voice_is_not_learnt_without_its_model() -> None:
    with pytest.raises(ConfigError, match="ears get speaker"):
        run("enrol")
