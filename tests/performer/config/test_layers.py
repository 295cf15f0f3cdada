"""The layers of the configuration: which source wins, and which sources cannot be read."""

from pathlib import Path

import pytest

from performer.config.config import Config
from performer.config.layers import load
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.models.settings import ModelSettings, list_lead_settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_without_anything_the_defaults_hold(file: Path) -> None:
    loaded = load(file, environ={})

    assert loaded.config == Config()
    assert loaded.config.stage.host == "127.0.0.1"
    assert loaded.find_origin("stage", "port") == "default"


def test_options_win_over_environment_over_file(file: Path) -> None:
    file.write_text("[stage]\nport = 1001\nemote_s = 2\n[frames]\nrate_hz = 2\n", encoding="utf-8")
    environ = {"PERFORMER_STAGE__PORT": "1002", "PERFORMER_FRAMES__RATE_HZ": "3"}

    loaded = load(file, environ=environ, options={"stage": {"port": 1003}})

    assert (loaded.config.stage.port, loaded.config.frames.rate_hz, loaded.config.stage.emote_s) == (1003, 3.0, 2.0)
    assert loaded.find_origin("stage", "port") == "options"
    assert loaded.find_origin("frames", "rate_hz") == "environment"
    assert loaded.find_origin("stage", "emote_s") == str(file)


def test_ollama_host_moves_the_default_and_the_file_wins_over_it(file: Path) -> None:
    environ = {"OLLAMA_HOST": "0.0.0.0:11500"}
    assert load(file, environ=environ).config.model.url == "http://127.0.0.1:11500"

    file.write_text('[model]\nurl = "http://10.0.0.2:11434"\n', encoding="utf-8")
    assert load(file, environ=environ).config.model.url == "http://10.0.0.2:11434"


LISTED = """
[model]
mode = "soft"
key_variable = "ONE"
[[models]]
spec = "ollama:a"
[[models]]
spec = "openai:b@http://pc2:8000/v1"
"""


def test_what_an_entry_leaves_out_is_as_in_model_but_for_the_key_of_another_server(file: Path) -> None:
    file.write_text(f'{LISTED}mode = "native"\n', encoding="utf-8")

    config = load(file, environ={}).config
    first, second = list_lead_settings(config.model, config.models)

    assert (first.spec, first.mode, first.key_variable) == ("ollama:a", "soft", "")
    assert (second.spec, second.mode) == ("openai:b@http://pc2:8000/v1", "native")


def test_without_a_list_the_one_model_leads() -> None:
    assert list_lead_settings(ModelSettings(name="llava"), ()) == (ModelSettings(name="llava"),)


@pytest.mark.parametrize(
    ("environ", "options", "origin"),
    [
        ({}, {"model": {"spec": "understudy"}}, "options"),
        ({"PERFORMER_MODEL__SPEC": "understudy"}, {}, "environment"),
    ],
)
def test_one_model_that_is_asked_for_wins_over_the_list_in_the_file(
    file: Path, environ: dict[str, str], options: dict[str, object], origin: str
) -> None:
    file.write_text(LISTED, encoding="utf-8")

    loaded = load(file, environ=environ, options=options)

    assert (loaded.config.models, loaded.find_origin("models")) == ((), origin)


def test_a_list_is_read_from_the_environment_as_json(file: Path) -> None:
    environ = {"PERFORMER_MODELS": '[{"spec": "ollama:a"}, {"spec": "ollama:b@pc2", "think": true}]'}

    loaded = load(file, environ=environ)

    assert [each.spec for each in loaded.config.models] == ["ollama:a", "ollama:b@pc2"]
    assert loaded.find_origin("models") == "environment"


def test_a_copy_of_a_list_still_falls_back(file: Path) -> None:
    file.write_text(LISTED, encoding="utf-8")
    config = load(file, environ={}).config

    copy = Config(**config.model_dump())

    assert list_lead_settings(copy.model, copy.models) == list_lead_settings(config.model, config.models)


def test_an_unknown_variable_is_said_with_the_nearest(file: Path) -> None:
    with pytest.raises(ConfigError, match=r"'PERFORMER_STAGE__PROT' has value '1' and is no setting. Did you mean"):
        load(file, environ={"PERFORMER_STAGE__PROT": "1"})


def test_the_home_is_no_setting(file: Path) -> None:
    assert load(file, environ={"PERFORMER_HOME": "/x"}).config == Config()


def test_a_file_beyond_all_measure_is_not_read(file: Path) -> None:
    file.write_text("# a\n" * 300_000, encoding="utf-8")

    with pytest.raises(ConfigError, match="cannot be read: it is larger than 1 MB"):
        load(file, environ={})


def test_a_file_that_is_no_text_is_said(file: Path) -> None:
    file.write_bytes("[stage]".encode("utf-16"))

    with pytest.raises(ConfigError, match="cannot be read: it is UTF-16: save it as UTF-8"):
        load(file, environ={})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * 5000 + "]" * 5000, "it is nested more than 50 deep"),
        (f"[{'.'.join(['a'] * 5000)}]", "it is nested more than 50 deep in line 1"),
        (f"[stage]\n{'.'.join(['a'] * 50_000)} = 1", "it is nested more than 50 deep in line 2"),
        (f"[stage]\nport = {'9' * 5000}", "a number in line 2 is larger than any may be"),
        (f"[stage]\nport = 0x{'f' * 5000}", "a number in line 2 is larger than any may be"),
    ],
)
def test_a_file_that_takes_a_reader_apart_is_said(file: Path, text: str, said: str) -> None:
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError, match=f"is no TOML: {said}"):
        load(file, environ={})


def test_a_folder_in_place_of_the_file_and_a_variable_that_is_nested_too_deep_are_said(file: Path) -> None:
    file.mkdir()
    with pytest.raises(ConfigError, match="cannot be read: it is a folder"):
        load(file, environ={})

    with pytest.raises(ConfigError, match="The environment cannot be read"):
        load(file / "none.toml", environ={"PERFORMER_MCP": "[" * 100_000 + "]" * 100_000})


def test_the_home_moves_configuration_and_data_together(tmp_path: Path) -> None:
    home = Home.find({"PERFORMER_HOME": str(tmp_path)})

    assert home.config_file == tmp_path / "config.toml"
    assert home.stage_file == tmp_path / "run" / "stage.json"
    assert Home.find({}).config_file.name == "config.toml"


def test_a_list_of_one_letter_less_is_named(file: Path) -> None:
    file.write_text('[model]\nname = "a"\n[[model]]\nspec = "ollama:b"\n', encoding="utf-8")

    with pytest.raises(ConfigError, match=r"Did you mean \[\[models\]\]"):
        load(file, environ={})


def test_a_list_that_stands_beside_one_named_model_is_not_dropped(file: Path) -> None:
    environ = {"PERFORMER_MODEL__SPEC": "ollama:c", "PERFORMER_MODELS": '[{"spec": "ollama:a"}]'}

    assert [each.spec for each in load(file, environ=environ).config.models] == ["ollama:a"]


def test_the_mark_of_a_program_that_a_show_has_started_is_no_setting(file: Path) -> None:
    assert load(file, environ={"PERFORMER_CHILD_OF": "1bd0.40"}).config == load(file, environ={}).config
