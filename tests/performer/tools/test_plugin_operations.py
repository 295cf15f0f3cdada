"""The operations on plug-ins: each file with its tools, and the line of what is wrong."""

from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.tools.plugin_operations import PluginOperations
from performer.tools.plugins import PluginTools

pytestmark = pytest.mark.anyio

DICE = '"""Dice."""\n\n\ndef roll() -> int:\n    """Roll a die."""\n    return 4\n'


@pytest.mark.expects_log
async def test_files_are_told_with_their_tools_and_the_line_of_an_error(tmp_path: Path, clock: SystemClock) -> None:
    (tmp_path / "dice.py").write_text(DICE, encoding="utf-8")
    (tmp_path / "broken.py").write_text("x = 1\nthis is = none\n", encoding="utf-8")
    operations = PluginOperations(PluginTools(clock, EventStream(clock), tmp_path), Guard())

    assert await operations.all({}) == {"folder": str(tmp_path), "files": []}
    told = await operations.by_name()["plugins.reload"]({})

    broken, dice = told["files"]
    assert dice == {"name": "dice", "tools": ["roll"], "wrong": []}
    assert (broken["tools"], broken["wrong"][0]["line"]) == ([], 2)
    assert broken["wrong"][0]["reason"].startswith("SyntaxError")
