"""What a streamer enters of a new server: each mistake is named, and no key gets into the table."""

import sys
from typing import Any

import pytest

from performer.core.errors import PerformerError
from performer.tools.mcp.new_server import read_new_server


def test_a_line_becomes_a_program_and_its_words() -> None:
    new = read_new_server({"name": "lean", "command": f"'{sys.executable}' -I 'a file.py'"})

    assert new.table == {"command": sys.executable, "args": ["-I", "a file.py"]}
    assert new.keys == {}


def test_secrets_stand_in_the_table_as_variables_alone() -> None:
    given = {"name": "wiki", "url": "https://wiki.example/mcp", "headers": {"Authorization": "Bearer x4711"}}
    new = read_new_server({**given, "env": {"MODE": "${HOME}"}})

    assert new.table["headers"] == {"Authorization": "${MCP_WIKI_AUTHORIZATION}"}
    assert new.keys == {"MCP_WIKI_AUTHORIZATION": "Bearer x4711"}
    assert new.table["env"] == {"MODE": "${HOME}"}


def test_the_key_of_a_preset_is_kept_under_its_own_name() -> None:
    new = read_new_server({"name": "art", "preset": "pixellab", "key": "k-1"})

    assert (new.table, new.keys) == ({"preset": "pixellab"}, {"PIXELLAB_API_KEY": "k-1"})


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"name": "My Server", "command": "x"}, "'My Server' will not do"),
        ({"name": "it"}, "one of a preset, a command and an address"),
        ({"name": "it", "command": "x", "url": "https://a.example"}, "one of a preset"),
        ({"name": "it", "command": "no-such-program"}, "no program 'no-such-program'.*install it"),
        ({"name": "it", "command": "'half"}, "cannot be read"),
        ({"name": "it", "url": "https:///mcp"}, "'https:///mcp' names no server. Expected one such as"),
        ({"name": "it", "url": "ftp://a.example"}, "names no server"),
        ({"name": "it", "url": "http://[half"}, "names no server"),
        ({"name": "it", "preset": "whether"}, "no preset 'whether'. Did you mean 'weather'"),
        ({"name": "it", "url": "https://a.example", "headers": "Bearer"}, "'headers' is no object"),
        ({"name": "it", "url": "https://a.example", "env": {"a b": "c"}}, "'a b' is no name"),
    ],
)
def test_what_is_wrong_is_named_with_its_value_and_remedy(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(PerformerError, match=wrong):
        read_new_server(given)
