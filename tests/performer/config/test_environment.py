"""The settings among the environment variables: read as a tree, and what reads them is loaded when there are some."""

import os
import subprocess
import sys

import pytest

from performer.config.environment import read_variables
from performer.core.errors import ConfigError

LOADS = """
import sys
from pathlib import Path
from performer.config.layers import load

print(load(Path("none.toml")).config.stage.port, "pydantic_settings" in sys.modules)
"""


def test_a_name_of_two_parts_is_a_key_of_a_section() -> None:
    given = {"MINE_STAGE__PORT": "7", "mine_sound__device": "Blue", "STAGE__HOST": "box", "MINE_VOICE__ENGINE": ""}

    assert read_variables(given, "MINE_") == {"stage": {"port": "7"}, "sound": {"device": "Blue"}}


def test_a_list_that_is_no_json_is_told() -> None:
    with pytest.raises(ConfigError, match="Lists are written as JSON"):
        read_variables({"MINE_MODELS": "ollama:gemma"}, "MINE_")


@pytest.mark.parametrize(("given", "told"), [({}, "None False"), ({"PERFORMER_STAGE__PORT": "7"}, "7 True")])
def test_what_reads_variables_is_loaded_when_one_is_a_setting(given: dict[str, str], told: str) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith(("PERFORMER", "OLLAMA"))}
    environ = {**kept, "PERFORMER_HOME": "nowhere", **given}

    done = subprocess.run([sys.executable, "-c", LOADS], env=environ, check=True, capture_output=True, text=True)

    assert done.stdout.strip() == told
