"""The configuration: which source wins, and what is said about a wrong key or value."""

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
from performer.models.settings import ModelSettings, list_lead_settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_without_anything_the_defaults_hold(file: Path) -> None:
    loaded = load(file, environ={})

    assert loaded.config == Config()
    assert loaded.config.stage.host == "127.0.0.1"
    assert loaded.origin("stage", "port") == "default"


def test_options_win_over_environment_over_file(file: Path) -> None:
    file.write_text("[stage]\nport = 1001\nemote_s = 2\n[frames]\nrate_hz = 2\n")
    environ = {"PERFORMER_STAGE__PORT": "1002", "PERFORMER_FRAMES__RATE_HZ": "3"}

    loaded = load(file, environ=environ, options={"stage": {"port": 1003}})

    assert (loaded.config.stage.port, loaded.config.frames.rate_hz, loaded.config.stage.emote_s) == (1003, 3.0, 2.0)
    assert loaded.origin("stage", "port") == "options"
    assert loaded.origin("frames", "rate_hz") == "environment"
    assert loaded.origin("stage", "emote_s") == str(file)


def test_ollama_host_moves_the_default_and_the_file_wins_over_it(file: Path) -> None:
    environ = {"OLLAMA_HOST": "0.0.0.0:11500"}
    assert load(file, environ=environ).config.model.url == "http://127.0.0.1:11500"

    file.write_text('[model]\nurl = "http://10.0.0.2:11434"\n')
    assert load(file, environ=environ).config.model.url == "http://10.0.0.2:11434"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[stage]\nprot = 1",
            "Config 'stage.prot' ({file}) has value 1. There is no such key. Did you mean 'stage.port'",
        ),
        ('[stage]\nport = "many"', "Config 'stage.port' ({file}) has value 'many'. Input should be a valid integer"),
        ("[stage]\nport = 70000", "Config 'stage.port' ({file}) has value 70000. Input should be less than"),
        (
            '[frames]\nsource = "scren"',
            "Config 'frames.source' ({file}) has value 'scren'. frames: 'scren' is no source",
        ),
        ("[frames]\nmasks = [[0, 0, 2, 1]]", "expected a list of [left, top, width, height], each number from 0 to 1."),
        ("[frames]\nmasks = [0.7, 0.8, 0.3, 0.2]", "expected a list of [left, top, width, height]"),
        ("[stgae]\nport = 1", "There is no such key. Did you mean 'stage'"),
        ('[guard]\nlevel = "famly"', "Expected 'family', 'standard' or 'loose'. Did you mean 'family'?"),
        ('[guard.actions]\nslur = "drop"', "There is no such key. Did you mean 'guard.actions.slurs'?"),
        ('[guard.actions]\nself-harm = "hold"', "There is no such key. Did you mean 'guard.actions.self_harm'?"),
        (
            '[guard.actions]\nown = "hodl"',
            "Expected 'level', 'pass', 'mask', 'drop', 'replace' or 'hold'. Did you mean 'hold'?",
        ),
        (
            '[guard]\nactions = { private = "pass" }',
            "Config 'guard.actions.private' ({file}) has value 'pass'. Expected 'level', 'mask',",
        ),
        ("stage = 3", "Config 'stage' ({file}) has value 3."),
        ("[stage\nport=1", "{file} is no TOML: Expected ']'"),
        (
            '[tools]\n[tools.say]\nrate = "3/min"\n[tools.say]\nconfirm = true',
            "{file} has the table [tools.say] twice, the second time in line 4. Put what stands below that line into",
        ),
        ("[stage]\n[stage]", "{file} has the table [stage] twice, the second time in line 2."),
        (
            '[[models]]\nspec = "ollama"\n[[models]]\nspec = "ollama:b"\nmod = "x"',
            "Config 'models.mod' of entry 2 ({file}) has value 'x'. There is no such key. Did you mean 'models.mode'",
        ),
        (
            '[[models]]\nspec = "olama:b"',
            "'models.spec' of entry 1 ({file}) has value 'olama:b'. model: 'olama:b' is no",
        ),
        ('[[models]]\nspec = "understudy"', "Expected ollama[:NAME[@URL]] or openai:NAME@URL"),
        ('[[models]]\nmode = "soft"', "Config 'models.spec' of entry 1 ({file}) is missing. Who may lead: ollama"),
        ('[[models]]\nspec = "ollama"\nunderstudy = "never"', "It is set once for all, in [model]."),
        ('[models]\nspec = "ollama"', "Expected a list: [one, another], or tables, each under a line"),
        ('models = ["ollama"]', "Config 'models' of entry 1 ({file}) has value 'ollama'. Expected a table"),
    ],
)
def test_what_is_wrong_in_the_file_is_said_with_place_value_and_remedy(file: Path, text: str, sentence: str) -> None:
    file.write_text(text)

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    assert sentence.format(file=file) in str(error.value)


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
    file.write_text(f'{LISTED}mode = "native"\n')

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
    file.write_text(LISTED)

    loaded = load(file, environ=environ, options=options)

    assert (loaded.config.models, loaded.origin("models")) == ((), origin)


def test_a_list_is_read_from_the_environment_as_json(file: Path) -> None:
    environ = {"PERFORMER_MODELS": '[{"spec": "ollama:a"}, {"spec": "ollama:b@pc2", "think": true}]'}

    loaded = load(file, environ=environ)

    assert [each.spec for each in loaded.config.models] == ["ollama:a", "ollama:b@pc2"]
    assert loaded.origin("models") == "environment"


def test_a_copy_of_a_list_still_falls_back(file: Path) -> None:
    file.write_text(LISTED)
    config = load(file, environ={}).config

    copy = Config(**config.model_dump())

    assert list_lead_settings(copy.model, copy.models) == list_lead_settings(config.model, config.models)


def test_a_list_is_shown_as_it_was_written_and_without_passwords(file: Path) -> None:
    file.write_text('[[models]]\nspec = "ollama:a@http://me:hunter2@pc2"\nmode = "soft"\n')
    loaded = load(file, environ={})

    assert json.loads(config_text.format_json(loaded.config))["models"] == [
        {"spec": "ollama:a@http://pc2", "mode": "soft"}
    ]
    assert '[{"spec": "ollama:a@http://pc2", "mode": "soft"}]' in config_text.format_table(loaded)


def test_an_unknown_variable_is_said_with_the_nearest(file: Path) -> None:
    with pytest.raises(ConfigError, match=r"'PERFORMER_STAGE__PROT' has value '1' and is no setting. Did you mean"):
        load(file, environ={"PERFORMER_STAGE__PROT": "1"})


def test_the_home_is_no_setting(file: Path) -> None:
    assert load(file, environ={"PERFORMER_HOME": "/x"}).config == Config()


def test_what_sounds_like_a_secret_is_not_repeated(file: Path) -> None:
    with pytest.raises(ConfigError) as error:
        load(file, environ={"PERFORMER_DISCORD__TOKEN": "hunter2"})

    assert "hunter2" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        '[voice]\nengine = "http://me:hunter2@host:8880/v1"',
        '[voice]\nengine = "http://me:hunter2/x@host:8880/v1"',
        '[voice]\nengine = "http:me:hunter2@host"',
        '[voice]\nengine = "http://host/v1?api_key=hunter2"',
        '[voice]\nengine = "htp://me:hunter2@host"',
        '[voice]\nengine = "espeak:http://me:hunter2@host"',
        '[voice]\nengine = "command:curl http://me:hunter2@host \'open"',
        '[voice]\nfallback = ["espeak", "http://me:hunter2@host/v1"]',
        '[voice]\nfallback = "http://me:hunter2@host/v1"',
        '[voice.http]\nkey_variable = "sk-hunter2"',
        '[model]\nurl = "http://me:hunter2@host:99999999"',
        '[model]\nurl = "http://me:x/hunter2@host:1"',
        '[model]\nurl = "me:hunter2@host:99999999"',
        '[model]\nspec = "olama:x@http://me:hunter2@host"',
        '[[models]]\nspec = "olama:x@http://me:hunter2@host"',
        '[[models]]\nspec = "ollama:x"\nkey = "hunter2"',
        '[[models]]\nurl = "http://me:hunter2@host"',
        '[frames]\nsource = "http://me:hunter2@host"',
        '[voice]\nspeaker = "http://me:hunter2@host/v1"',
        'voice = "http://me:hunter2@host/v1"',
        'discord = { token = "hunter2" }',
    ],
)
def test_a_password_in_a_wrong_value_is_not_repeated(file: Path, text: str) -> None:
    file.write_text(text)

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    assert "hunter2" not in str(error.value)


def test_a_file_that_is_no_text_is_said(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(ConfigError, match="cannot be read"):
        load(file, environ={})


def test_the_first_file_is_toml_that_changes_nothing_and_is_never_overwritten(tmp_path: Path) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    config_text.write_first(home)

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


def test_the_home_moves_configuration_and_data_together() -> None:
    home = Home.find({"PERFORMER_HOME": "/tmp/somewhere"})

    assert home.config_file == Path("/tmp/somewhere/config.toml")
    assert home.stage_file == Path("/tmp/somewhere/run/stage.json")
    assert Home.find({}).config_file.name == "config.toml"


@pytest.mark.parametrize(
    ("written", "environ", "said"),
    [
        ('model.mode = "softly"', {}, "'model.mode' (FILE) has value 'softly'"),
        ("", {"PERFORMER_MODEL__MODE": "softly"}, "'model.mode' (environment) has value 'softly'"),
        ('[[models]]\nspec = "ollama:a"\nmode = "softly"', {}, "'models.mode' of entry 1 (FILE) has value 'softly'"),
    ],
)
def test_a_wrong_mode_is_said_once_with_its_place_and_all_that_there_are(
    file: Path, written: str, environ: dict[str, str], said: str
) -> None:
    file.write_text(written)

    with pytest.raises(ConfigError) as caught:
        load(file, environ=environ)

    expected = "Expected 'auto', 'native', 'soft', 'constrained' or 'talk'. Did you mean 'soft'?"
    assert str(caught.value) == f"Config {said.replace('FILE', str(file))}. {expected}"


def test_a_key_in_the_place_of_its_name_is_not_repeated(file: Path) -> None:
    file.write_text('model.key_variable = "sk-my-secret"')

    with pytest.raises(ConfigError, match="such as VLLM_KEY, and never the key itself") as caught:
        load(file, environ={})

    assert "sk-my" not in str(caught.value)


def test_a_list_of_one_letter_less_is_named(file: Path) -> None:
    file.write_text('[model]\nname = "a"\n[[model]]\nspec = "ollama:b"\n')

    with pytest.raises(ConfigError, match=r"Did you mean \[\[models\]\]"):
        load(file, environ={})
