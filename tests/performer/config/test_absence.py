"""A setting that names a voice or a model: a name that nobody knows is refused, one to be downloaded is told."""

import importlib.util
from pathlib import Path

import pytest

from performer.config.file import ConfigFile
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.speech.voices.families import CONFIG


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path


def set_value(home: Path, key: str, value: object) -> str:
    return ConfigFile(home / "config.toml", environ={}).set(key, value).describe()


@pytest.mark.parametrize(
    ("key", "value", "near"),
    [
        ("mic.recognition", "bse", "Did you mean 'base'?"),
        ("mic.recognition", "speaker", "neither a model that understands speech nor a folder"),
        ("mic.recognition", "/no/such/folder", "neither a model that understands speech nor a folder"),
        (
            "voice.engine",
            "neural:cori-mediun",
            f"Did you mean 'cori-medium' or 'cori'? The names: {COMMAND} voice list",
        ),
        ("voice.engine", "neural:qqqq", f"There is no voice 'qqqq'. The names: {COMMAND} voice list"),
        ("voice.fallback", ["neural:qqqq", "espeak"], "There is no voice 'qqqq'"),
        ("voice.languages.de", "neural:qqqq", "There is no voice 'qqqq'"),
    ],
)
def test_a_name_that_nobody_knows_is_refused_with_the_nearest(home: Path, key: str, value: object, near: str) -> None:
    with pytest.raises(ConfigError) as refused:
        set_value(home, key, value)

    assert near in str(refused.value)
    assert not (home / "config.toml").exists()


@pytest.mark.parametrize(
    ("key", "value", "remedy"),
    [
        ("mic.only_me", "true", f"The model 'speaker' is not there. Get it (29 MB): {COMMAND} ears get speaker"),
        ("mic.recognition", "base", f"The model 'base' is not there. Get it (148 MB): {COMMAND} ears get base"),
        ("voice.engine", "neural:cori-medium", "The voice 'cori-medium' cannot speak yet: "),
        ("voice.languages.de", "neural:thorsten-medium", "The voice 'thorsten-medium' cannot speak yet: "),
    ],
)
def test_what_can_be_had_and_is_not_there_is_set_and_told(home: Path, key: str, value: str, remedy: str) -> None:
    told = set_value(home, key, value)

    assert told.startswith(f"{key} is saved in {home / 'config.toml'}. ")
    assert remedy in told
    assert value in (home / "config.toml").read_text(encoding="utf-8")


def test_a_voice_that_is_installed_and_a_models_folder_are_set_without_a_word(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: find("json") if "." not in name else find(name))
    (home / "voices" / "bob").mkdir(parents=True)
    (home / "voices" / "bob" / CONFIG).write_text("{}")
    (home / "model").mkdir()

    assert set_value(home, "voice.engine", "neural:bob").endswith("config.toml.")
    assert set_value(home, "mic.recognition", str(home / "model")).endswith("config.toml.")
    assert set_value(home, "mic.recognition", "off").endswith("config.toml.")
