"""Named tables written into the file: tools, servers of tools, and prototypes."""

import tomllib
from pathlib import Path

import pytest

from performer.config import toml_text as config_text
from performer.config.file import ConfigFile
from performer.core.errors import ConfigError

WEATHER = '[mcp.weather]\nurl = "https://weather.example/mcp"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def changed(file: Path, key: str, value: object) -> str:
    ConfigFile(file, environ={}).set(key, value)
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "given", "section", "line"),
    [
        ('tools."discord.send".rate', "3/min", '[tools."discord.send"]', 'rate = "3/min"'),
        ("tools.play_sfx.confirm", "owner", "[tools.play_sfx]", 'confirm = "owner"'),
        ("tools.play_sfx.cache", "true", "[tools.play_sfx]", "cache = true"),
        ("tools.play_sfx.clamp.volume", "[0, 0.5]", "[tools.play_sfx.clamp]", "volume = [0, 0.5]"),
        ("mcp.time", '{ command = "uvx", args = ["x"] }', "[mcp.time]", 'command = "uvx"\nargs = ["x"]'),
        ("mcp.time", {"command": "uvx", "env": {"A": "b"}}, "[mcp.time]", 'command = "uvx"\nenv = {A = "b"}'),
        ("prototypes.librarian.rules.recall.rate", "1/min", "[prototypes.librarian.rules.recall]", 'rate = "1/min"'),
    ],
)
def test_what_has_no_table_yet_gets_one_and_the_first_file_keeps_its_words(
    file: Path, key: str, given: object, section: str, line: str
) -> None:
    before = config_text.format_commented_file().splitlines()

    text = changed(file, key, given)

    assert f"{section}\n" in text
    assert line in text
    assert [each for each in before if each not in text.splitlines()] == []


def test_a_new_table_goes_to_the_end_where_it_comes_between_no_table_and_its_comment(file: Path) -> None:
    before = "[tools]\noffered = 5\n\n# where it is\n[stage]\nport = 1\n"
    file.write_text(before, encoding="utf-8")

    text = changed(file, "tools.discord.send.rate", "3/min")

    assert text == f'{before}\n[tools."discord.send"]\nrate = "3/min"\n'


@pytest.mark.parametrize("header", ['[tools."discord.send"]   # careful', "[ tools . 'discord.send' ]"])
def test_a_second_value_goes_into_the_same_table_and_comments_stay(file: Path, header: str) -> None:
    before = f'{header}\n# mine\nrate = "3/min"  # few\n'
    file.write_text(f"{before}\n# where it is\n[stage]\nport = 1\n", encoding="utf-8")

    text = changed(file, "tools.discord.send.confirm", "owner")

    assert text == f'{before}confirm = "owner"\n\n# where it is\n[stage]\nport = 1\n'


@pytest.mark.parametrize("key", ["mcp.weather", "mcp.weather.url"])
def test_what_was_set_in_a_table_can_be_taken_out(file: Path, key: str) -> None:
    file.write_text(f"# mine\n{WEATHER}[stage]\nport = 1  # mine too\n", encoding="utf-8")

    change = ConfigFile(file, environ={}).unset(key)

    assert "url" not in file.read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8").count("# mine") == 2
    assert bool(change.remark) == (key != "mcp.weather")


def test_a_table_that_is_there_is_not_overwritten_as_a_whole(file: Path) -> None:
    file.write_text(WEATHER, encoding="utf-8")

    with pytest.raises(ConfigError, match=r"'mcp.weather' is in .* already. Set one of its keys"):
        changed(file, "mcp.weather", {"command": "x"})


def test_variables_of_a_server_are_set_one_by_one_and_stay_texts(file: Path) -> None:
    file.write_text('[mcp.time]\ncommand = "uvx"\nenv = { TZ = "UTC" }\n', encoding="utf-8")

    text = changed(file, "mcp.time.env.PORT", "3000")

    assert tomllib.loads(text)["mcp"]["time"]["env"] == {"TZ": "UTC", "PORT": "3000"}
