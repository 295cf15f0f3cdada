"""The configuration as text: a first file, a table and JSON, without secrets."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from performer.config import toml_text as config_text
from performer.config.config import Config
from performer.config.layers import load
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from tests.systems import is_private


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_a_list_is_shown_as_it_was_written_and_without_passwords(file: Path) -> None:
    file.write_text('[[models]]\nspec = "ollama:a@http://me:hunter2@pc2"\nmode = "soft"\n', encoding="utf-8")
    loaded = load(file, environ={})

    assert json.loads(config_text.format_json(loaded.config))["models"] == [
        {"spec": "ollama:a@http://pc2", "mode": "soft"}
    ]
    assert '[{"spec": "ollama:a@http://pc2", "mode": "soft"}]' in config_text.format_table(loaded)


def test_the_first_file_is_toml_that_changes_nothing_and_is_never_overwritten(tmp_path: Path) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    config_text.write_first(home)

    assert is_private(home.config_file)
    written = home.config_file.read_text(encoding="utf-8")
    tomllib.loads(written)
    assert load(home.config_file, environ={}).config == Config()
    assert load_uncommented(written, tmp_path) == Config()
    with pytest.raises(ConfigError, match="is there already"):
        config_text.write_first(home)


def load_uncommented(written: str, folder: Path) -> Config:
    """Take the # off every setting, as a user would: the defaults that the file shows must be the defaults."""
    file = folder / "all.toml"
    file.write_text(re.sub(r"^#(\w+ = )", r"\1", written, flags=re.MULTILINE), encoding="utf-8")
    return load(file, environ={}).config


def test_every_setting_is_explained() -> None:
    assert "# None" not in config_text.format_commented_file()


def test_the_json_holds_every_value(file: Path) -> None:
    assert json.loads(config_text.format_json(load(file, environ={}).config))["stage"]["host"] == "127.0.0.1"


def test_a_password_in_an_address_is_shown_nowhere(file: Path) -> None:
    loaded = load(file, environ={"OLLAMA_HOST": "http://me:hunter2@pc:11434"})

    assert loaded.config.model.url == "http://me:hunter2@pc:11434"
    assert "hunter2" not in config_text.format_json(loaded.config)
    assert "http://pc:11434" in config_text.format_table(loaded)
    assert "hunter2" not in config_text.format_table(loaded)
