"""Tables by names of the streamer's own: rules of tools, servers of tools, and prototypes."""

import json
import re
import textwrap
import tomllib
from pathlib import Path

import pytest

from performer.config import toml_text as config_text
from performer.config.file import ConfigFile
from performer.config.keys import format_key, split_key
from performer.config.layers import load
from performer.config.toml_text import EXAMPLES
from performer.core.errors import ConfigError
from performer.tools.rates import RateLimit
from performer.tools.settings import find_rule

WEATHER = '[mcp.weather]\nurl = "https://weather.example/mcp"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def changed(file: Path, key: str, value: object) -> str:
    ConfigFile(file, environ={}).set(key, value)
    return file.read_text()


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("stage.port", ("stage", "port")),
        ('tools."discord.send".rate', ("tools", "discord.send", "rate")),
        ("tools.'mcp.weather.*'.rate", ("tools", "mcp.weather.*", "rate")),
        ("tools.discord.send.rate", ("tools", "discord.send", "rate")),
        ("tools.mcp.weather.*.clamp.days", ("tools", "mcp.weather.*", "clamp", "days")),
        ("tools.discord.send", ("tools", "discord.send")),
        ("tools.play_sfx.calls_per_min", ("tools", "play_sfx", "calls_per_min")),
        ("mcp.weather.env.TZ", ("mcp", "weather", "env", "TZ")),
    ],
)
def test_a_name_with_dots_is_one_name_in_quotes_or_as_a_shell_leaves_it(written: str, key: tuple[str, ...]) -> None:
    assert split_key(written) == key
    assert split_key(format_key(key)) == key


@pytest.mark.parametrize("written", ["", ".", "stage..port", 'tools."x', "a = 1\nb"])
def test_what_is_no_key_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(ConfigError, match=r"names no setting. Write section.name"):
        split_key(written)


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
    file.write_text(before)

    text = changed(file, "tools.discord.send.rate", "3/min")

    assert text == f'{before}\n[tools."discord.send"]\nrate = "3/min"\n'


@pytest.mark.parametrize("header", ['[tools."discord.send"]   # careful', "[ tools . 'discord.send' ]"])
def test_a_second_value_goes_into_the_same_table_and_comments_stay(file: Path, header: str) -> None:
    before = f'{header}\n# mine\nrate = "3/min"  # few\n'
    file.write_text(f"{before}\n# where it is\n[stage]\nport = 1\n")

    text = changed(file, "tools.discord.send.confirm", "owner")

    assert text == f'{before}confirm = "owner"\n\n# where it is\n[stage]\nport = 1\n'


@pytest.mark.parametrize("key", ["mcp.weather", "mcp.weather.url"])
def test_what_was_set_in_a_table_can_be_taken_out(file: Path, key: str) -> None:
    file.write_text(f"# mine\n{WEATHER}[stage]\nport = 1  # mine too\n")

    change = ConfigFile(file, environ={}).unset(key)

    assert "url" not in file.read_text()
    assert file.read_text().count("# mine") == 2
    assert bool(change.remark) == (key != "mcp.weather")


def test_a_table_that_is_there_is_not_overwritten_as_a_whole(file: Path) -> None:
    file.write_text(WEATHER)

    with pytest.raises(ConfigError, match=r"'mcp.weather' is in .* already. Set one of its keys"):
        changed(file, "mcp.weather", {"command": "x"})


def test_variables_of_a_server_are_set_one_by_one_and_stay_texts(file: Path) -> None:
    file.write_text('[mcp.time]\ncommand = "uvx"\nenv = { TZ = "UTC" }\n')

    text = changed(file, "mcp.time.env.PORT", "3000")

    assert tomllib.loads(text)["mcp"]["time"]["env"] == {"TZ": "UTC", "PORT": "3000"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tools.play_sfy]\ndeny = true", "Config 'tools.play_sfy' ({file}): There is no such tool. Did you mean 'pl"),
        ('[tools."discord.sned"]\ndeny = true', "'tools.\"discord.sned\"' ({file}): There is no such tool. Did you me"),
        ('[tools."discrod.*"]\ndeny = true', "There is no such tool. Did you mean"),
        ("[tools.discord.send]\ndeny = true", 'A name with dots in it stands in quotes: [tools."discord.send"].'),
        ("[tools.mcp.a.b]\ndeny = true", 'A name with dots in it stands in quotes: [tools."mcp.a.b"].'),
        ("[tools]\ntimeout = 3", "'tools.timeout' ({file}) has value 3. There is no such key. Did you mean 'tools.t"),
        ("[tools.play_sfx]\nrat = 3", "'tools.play_sfx.rat' ({file}) has value 3. There is no such key. Did you mean"),
        ("[tools.play_sfx]\ncalls_per_min = 4", 'There is no such key. Write rate = "4/min".'),
        ('[tools.play_sfx]\nrate = "often"', "has value 'often'. A rate is written like 3/min"),
        (
            '[tools.play_sfx]\ncache = "maybe"',
            "Config 'tools.play_sfx.cache' ({file}) has value 'maybe'. Input should be a valid boolean or ",
        ),
        ('[tools]\nfirst = ["play_sfy"]', "Config 'tools.first' ({file}) has value 'play_sfy'. There is no such tool."),
        ('[tools]\nconfirm = ["mcp.a.b"]', "There is no server [mcp.a]. There is none at all."),
        (f'{WEATHER}[tools."mcp.wether.x"]', "There is no server [mcp.wether]. Did you mean 'weather'?"),
        (f"{WEATHER}command = 'x'", "Config 'mcp.weather' ({file}) has value {{'url': 'https://weather.example/mcp',"),
        (f"{WEATHER}command = 'x'", "Expected exactly one of command, url and preset."),
        ("[mcp.weather]\nenabled = false", "Expected exactly one of command, url and preset."),
        (f"{WEATHER}uri = 'x'", "Config 'mcp.weather.uri' ({file}) has value 'x'. There is no such key. Did you mean"),
        ('[mcp."Big Weather"]\nurl = "x"', "'mcp.\"Big Weather\"' ({file}): Expected a name of a-z, 0-9, _ and -"),
        ('[prototypes.a]\nmix = ["a"]', "It would be mixed of itself: a of a. It is written in {file}."),
        ('[prototypes.a]\nmix = ["reseacher"]', "has value 'reseacher'. There is no such prototype. Did you mean 'r"),
        ('[prototypes.a]\ntools = ["recal"]', "has value 'recal'. There is no such tool. Did you mean 'recall'"),
        ('[prototypes.a.rules.recal]', "'prototypes.a.rules.recal' ({file}): There is no such tool. Did you"),
        ('[prototypes.a.rules.recall]\nrat = 1', "Did you mean 'prototypes.a.rules.recall.rate'"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_table_is_said_with_place_value_and_remedy(file: Path, text: str, sentence: str) -> None:
    file.write_text(text)

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    assert sentence.format(file=file) in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        '[tools."*"]\ndeny = true',
        '[tools."discord.*"]\ndeny = true',
        '[tools."mcp.*"]\nconfirm = "owner"',
        f'{WEATHER}[tools."mcp.wea*"]\nconfirm = "owner"',
        f'{WEATHER}[tools."mcp.weather.forecast"]\nconfirm = "owner"',
        '[mcp.sprites]\npreset = "pixellab"\nenv = { A = "b" }',
        '[prototypes."chat reader"]\nsteps = 2',
        '[prototypes.a]\nmix = ["researcher"]\n[prototypes.b]\nmix = ["a", "chat reader"]',
    ],
)
def test_names_that_may_turn_out_to_be_something_are_taken(file: Path, text: str) -> None:
    file.write_text(text)

    load(file, environ={})


@pytest.mark.parametrize(
    "line",
    [
        'headers = { Authorization = "hunter2" }',
        'headers = { X-API-Key = "hunter2" }',
        'headers = { Authorization = "Bearer hunter2hunter2hunter2" }',
        'env = { SOME_API_KEY = "hunter2hunter2hunter2" }',
        f'env = {{ ANY = "{"gh" + "p_"}{"hunter2" * 6}" }}',
    ],
)
def test_a_key_itself_is_refused_with_the_remedy_and_not_repeated(file: Path, line: str) -> None:
    file.write_text(f"{WEATHER}{line}\n")

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    assert re.search(
        r'looks like a key. Put it into an environment variable, and write [\w-]+ = "\$\{NAME\}"', str(error.value)
    )
    assert "hunter2" not in str(error.value)


@pytest.mark.parametrize(
    "text", ['env = "hunter2"', 'env = { A = 3, B = "hunter2" }', "command = 'x'\nenv = { B = 'hunter2' }"]
)
def test_what_a_server_is_given_is_not_repeated_when_something_is_wrong_with_it(file: Path, text: str) -> None:
    file.write_text(f"{WEATHER}{text}\n")

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    assert "hunter2" not in str(error.value)


def test_what_a_server_is_given_is_shown_only_where_it_names_a_variable(file: Path) -> None:
    file.write_text(f'{WEATHER}headers = {{ Authorization = "Bearer ${{WEATHER}}", X-Odd = "hunter2" }}\n')
    loaded = load(file, environ={})

    shown = json.loads(config_text.format_json(loaded.config))["mcp"]["weather"]["headers"]
    table = config_text.format_table(loaded)

    assert shown == {"Authorization": "Bearer ${WEATHER}", "X-Odd": "***"}
    assert "Bearer ${WEATHER}" in table
    assert "hunter2" not in table


def test_what_a_table_says_is_shown_with_its_place_and_what_it_leaves_out_is_not(file: Path) -> None:
    file.write_text('[tools."discord.send"]\nrate = "3/min"\n')
    loaded = load(file, environ={"PERFORMER_MCP": json.dumps({"time": {"command": "uvx"}})})

    rows = {name: rest for name, *rest in map(str.split, config_text.format_table(loaded).splitlines())}
    said = json.loads(config_text.format_json(loaded.config))["tools"]["discord.send"]

    assert rows['tools."discord.send".rate'] == ['"3/min"', str(file)]
    assert rows["mcp.time.command"] == ['"uvx"', "environment"]
    assert rows["mcp.time.timeout_s"][1] == "default"
    assert 'tools."discord.send".confirm' not in rows
    assert said == {"rate": "3/min"}


def test_tables_are_read_from_the_environment_as_json_over_those_of_the_file(file: Path) -> None:
    file.write_text(WEATHER)
    environ = {
        "PERFORMER_MCP": json.dumps({"weather": {"start_s": 3}}),
        "PERFORMER_TOOLS": json.dumps({"discord.send": {"rate": "1/h"}}),
        "PERFORMER_TOOLS__PLAY_SFX__CONFIRM": "owner",
    }

    loaded = load(file, environ=environ)

    assert (loaded.config.mcp["weather"].start_s, loaded.config.mcp["weather"].url[:5]) == (3.0, "https")
    assert find_rule("discord.send", loaded.config.tools.rules).rate == RateLimit.of("1/h")
    assert loaded.config.tools.play_sfx.confirm == "owner"
    assert loaded.winner("mcp", "weather", "start_s") == "PERFORMER_MCP"


def test_no_variable_names_a_table(file: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"'PERFORMER_MCP__WEATHER__URL' .* is no setting. Did you mean 'PERFORMER_MCP'"
    ):
        load(file, environ={"PERFORMER_MCP__WEATHER__URL": "x"})


def test_the_examples_of_the_first_file_are_right_as_they_stand(file: Path) -> None:
    text = config_text.format_commented_file()
    for example in EXAMPLES.values():
        shown = textwrap.indent(example, "#   ")
        assert shown in text
        text = text.replace(shown, example)
    file.write_text(text)

    config = load(file, environ={}).config

    assert (config.mcp["time"].command, config.prototypes["librarian"].mix) == ("uvx", ("researcher",))
    assert find_rule("discord.send", config.tools.rules).confirm == "owner"
