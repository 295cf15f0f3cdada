"""What the page "Give it tools" shows is true: its tool is made and runs, its tables are settings."""

import re
import tomllib
from pathlib import Path

import pytest

from performer.clock import VirtualClock
from performer.config.layers import load
from performer.prototypes import prototypes
from performer.tools import Toolbox, ToolCall
from performer.tools.hooks import strays
from performer.tools.ranges import steps
from performer.tools.settings import ToolRule

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "give-it-tools.md").read_text(encoding="utf-8")
SERVERS = """[mcp.wiki]
url = "https://wiki.example/mcp"
[mcp.weather]
preset = "weather"
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.anyio
async def test_the_tool_of_ten_lines_runs(virtual_clock: VirtualClock) -> None:
    (source,) = blocks("python")
    written: dict[str, object] = {"__name__": "dice"}
    exec(compile(source, "dice.py", "exec"), written)

    box = Toolbox(written["dice_tools"](virtual_clock))  # type: ignore[operator]  # it is that function
    result = await box.call(ToolCall(id="1", name="roll_dice", arguments={"sides": 1}))

    more = Toolbox(written["dice_tools"](virtual_clock), [strays])  # type: ignore[operator]  # it is that function
    told = await more.call(ToolCall(id="2", name="roll_dice", arguments={"side": 20}))

    assert result.text == "It shows 1."
    assert told.text.endswith("There is no 'side' here, so it was left out. Did you mean 'sides'?")
    assert box.specs[0].parameters["properties"]["sides"]["description"] == "How many sides it has, 2 to 100."


def test_the_lines_that_it_has_you_change_are_there() -> None:
    (diff,) = blocks("diff")
    source = ""
    for line in diff.splitlines():
        if line.startswith(" # "):
            source = (ROOT / line.removeprefix(" # ")).read_text(encoding="utf-8")
        elif not line.startswith("+"):
            assert line[1:].strip() in source


@pytest.mark.parametrize("table", blocks("toml"))
def test_the_tables_are_settings(tmp_path: Path, table: str) -> None:
    file = tmp_path / "config.toml"
    known = (
        "" if "[mcp." in table else '[mcp.wiki]\nurl = "https://wiki.example/mcp"\n[mcp.weather]\npreset = "weather"\n'
    )
    file.write_text(known + table, encoding="utf-8")

    config = load(file, environ={}).config

    assert prototypes(config.prototypes)


def test_the_places_that_a_clamp_reaches_are_written_as_the_settings_take_them() -> None:
    (shown,) = re.findall(r"`(\{ \"size\.width\" .*?\})`", PAGE)
    written = tomllib.loads(f"clamp = {shown}")

    rule = ToolRule.model_validate(written)

    assert [steps(place) for place in rule.clamp or {}] == [["size", "width"], ["points", "[]", "x"]]
