"""What is said about a wrong key or value, and what is never repeated."""

from pathlib import Path

import pytest

from performer.config.layers import load
from performer.core.errors import ConfigError

LONG_TABLES = "".join(f"[mcp.'a b{at}']\nurl = 'http://localhost:1'\n" for at in range(900))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


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
        (
            "[frames]\nmasks = [[0, 0, 2, 1]]",
            "expected a list of [left, top, width, height], each number from 0 to 1, and maybe a name.",
        ),
        ("[frames]\nmasks = [0.7, 0.8, 0.3, 0.2]", "expected a list of [left, top, width, height]"),
        ('[model]\nname = "http://x"', "Expected a model's name, such as qwen3-vl:8b, and no address."),
        (
            '[mcp.zoo]\nurl = "x"',
            "Config 'mcp.zoo.url' ({file}) has value 'x'. Expected an address that begins with http",
        ),
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
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    assert sentence.format(file=file) in str(error.value)


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
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    assert "hunter2" not in str(error.value)


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
    file.write_text(written, encoding="utf-8")

    with pytest.raises(ConfigError) as caught:
        load(file, environ=environ)

    expected = "Expected 'auto', 'native', 'soft', 'constrained' or 'talk'. Did you mean 'soft'?"
    assert str(caught.value) == f"Config {said.replace('FILE', str(file))}. {expected}"


def test_a_key_in_the_place_of_its_name_is_not_repeated(file: Path) -> None:
    file.write_text('model.key_variable = "sk-my-secret"', encoding="utf-8")

    with pytest.raises(ConfigError, match="such as VLLM_KEY, and never the key itself") as caught:
        load(file, environ={})

    assert "sk-my" not in str(caught.value)


@pytest.mark.parametrize("text", ["".join(f"a{at} = 1\n" for at in range(9000)), LONG_TABLES])
def test_a_file_of_something_else_is_told_by_its_first_keys(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    *told, last = str(error.value).splitlines()
    assert (len(told), last) == (20, "More is wrong: mend these first.")


def test_a_long_value_is_told_by_its_beginning(file: Path) -> None:
    file.write_text(f"[stage]\nport = '{'9' * 5000}'", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"has value '9+…\. Unable to parse input string as an integer") as error:
        load(file, environ={})

    assert len(str(error.value)) < 500
