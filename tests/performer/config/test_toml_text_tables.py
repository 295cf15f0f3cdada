"""Named tables as text: shown without secrets, and explained by examples."""

import json
import textwrap
from pathlib import Path

import pytest

from performer.config import toml_text as config_text
from performer.config.layers import load
from performer.config.toml_text import EXAMPLES
from performer.tools.settings import find_rule

WEATHER = '[mcp.weather]\nurl = "https://weather.example/mcp"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_what_a_server_is_given_is_shown_only_where_it_names_a_variable(file: Path) -> None:
    file.write_text(
        f'{WEATHER}headers = {{ Authorization = "Bearer ${{WEATHER}}", X-Odd = "hunter2" }}\n', encoding="utf-8"
    )
    loaded = load(file, environ={})

    shown = json.loads(config_text.format_json(loaded.config))["mcp"]["weather"]["headers"]
    table = config_text.format_table(loaded)

    assert shown == {"Authorization": "Bearer ${WEATHER}", "X-Odd": "***"}
    assert "Bearer ${WEATHER}" in table
    assert "hunter2" not in table


def test_what_a_table_says_is_shown_with_its_place_and_what_it_leaves_out_is_not(file: Path) -> None:
    file.write_text('[tools."discord.send"]\nrate = "3/min"\n', encoding="utf-8")
    loaded = load(file, environ={"PERFORMER_MCP": json.dumps({"time": {"command": "uvx"}})})

    rows = {name: rest for name, *rest in map(str.split, config_text.format_table(loaded).splitlines())}
    said = json.loads(config_text.format_json(loaded.config))["tools"]["discord.send"]

    assert rows['tools."discord.send".rate'] == ['"3/min"', str(file)]
    assert rows["mcp.time.command"] == ['"uvx"', "environment"]
    assert rows["mcp.time.start_s"][1] == "default"
    assert 'tools."discord.send".confirm' not in rows
    assert said == {"rate": "3/min"}


def test_the_examples_of_the_first_file_are_right_as_they_stand(file: Path) -> None:
    text = config_text.format_commented_file()
    for example in EXAMPLES.values():
        shown = textwrap.indent(example, "#   ")
        assert shown in text
        text = text.replace(shown, example)
    file.write_text(text, encoding="utf-8")

    config = load(file, environ={}).config

    assert (config.mcp["time"].command, config.prototypes["librarian"].mix) == ("uvx", ("researcher",))
    assert find_rule("discord.send", config.tools.rules).confirm == "owner"
