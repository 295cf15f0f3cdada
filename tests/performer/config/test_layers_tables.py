"""Named tables in the layers: names, secrets and variables."""

import json
import re
from pathlib import Path

import pytest

from performer.config.layers import load
from performer.core.errors import ConfigError
from performer.tools.rates import RateLimit
from performer.tools.settings import find_rule

WEATHER = '[mcp.weather]\nurl = "https://weather.example/mcp"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


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
        ('[mcp."Big Weather"]\ncommand = "x"', "'mcp.\"Big Weather\"' ({file}): Expected a name of a-z, 0-9, _ and -"),
        ('[prototypes.a]\nmix = ["a"]', "It would be mixed of itself: a of a. It is written in {file}."),
        ('[prototypes.a]\nmix = ["reseacher"]', "has value 'reseacher'. There is no such prototype. Did you mean 'r"),
        ('[prototypes.a]\ntools = ["recal"]', "has value 'recal'. There is no such tool. Did you mean 'recall'"),
        ('[prototypes.a.rules.recal]', "'prototypes.a.rules.recal' ({file}): There is no such tool. Did you"),
        ('[prototypes.a.rules.recall]\nrat = 1', "Did you mean 'prototypes.a.rules.recall.rate'"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_table_is_said_with_place_value_and_remedy(file: Path, text: str, sentence: str) -> None:
    file.write_text(text, encoding="utf-8")

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
    file.write_text(text, encoding="utf-8")

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
    file.write_text(f"{WEATHER}{line}\n", encoding="utf-8")

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
    file.write_text(f"{WEATHER}{text}\n", encoding="utf-8")

    with pytest.raises(ConfigError) as error:
        load(file, environ={})

    assert "hunter2" not in str(error.value)


def test_tables_are_read_from_the_environment_as_json_over_those_of_the_file(file: Path) -> None:
    file.write_text(WEATHER, encoding="utf-8")
    environ = {
        "PERFORMER_MCP": json.dumps({"weather": {"start_s": 3}}),
        "PERFORMER_TOOLS": json.dumps({"discord.send": {"rate": "1/h"}}),
        "PERFORMER_TOOLS__PLAY_SFX__CONFIRM": "owner",
    }

    loaded = load(file, environ=environ)

    assert (loaded.config.mcp["weather"].start_s, loaded.config.mcp["weather"].url[:5]) == (3.0, "https")
    assert find_rule("discord.send", loaded.config.tools.rules).rate == RateLimit.of("1/h")
    assert loaded.config.tools.play_sfx.confirm == "owner"
    assert loaded.find_winner("mcp", "weather", "start_s") == "PERFORMER_MCP"


def test_no_variable_names_a_table(file: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"'PERFORMER_MCP__WEATHER__URL' .* is no setting. Did you mean 'PERFORMER_MCP'"
    ):
        load(file, environ={"PERFORMER_MCP__WEATHER__URL": "x"})
