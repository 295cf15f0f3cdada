"""JSON for people and programs: nothing in it steers a terminal."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from performer.core.text import format_json_line, format_json_lines

STEERING = {"name": "é \x1b[2J\x9b31m\x7f\u202e\u2028\ud800", "more": [{"\x85": 1}]}


@pytest.mark.parametrize("write", [format_json_line, format_json_lines])
def test_what_could_steer_a_terminal_is_escaped_and_read_back_as_it_was(write: Callable[[Any], str]) -> None:
    written = write(STEERING)

    assert all(line.isprintable() for line in written.split("\n"))
    assert "é" in written
    assert json.loads(written) == STEERING


def test_over_several_lines_each_member_has_its_own() -> None:
    assert format_json_lines({"a": 1, "b": [2]}) == '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}'
