"""The tool of ten lines, as the page has it, is a tool that runs."""

from pathlib import Path

import pytest

from performer.tools.hooks.arguments import drop_strays
from performer.tools.plugins import read_plugin
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox
from tests.docs.pages import DOCS, fences_of

PAGE = DOCS / "guides" / "own-tool.md"


@pytest.mark.anyio
async def test_the_tool_of_ten_lines_runs(tmp_path: Path) -> None:
    (written,) = [each.text for each in fences_of(PAGE) if each.language == "python"]
    file = tmp_path / "roll_dice.py"
    file.write_text(written, encoding="utf-8")

    plugin = read_plugin(file, ())
    result = await Toolbox(plugin.tools).call(ToolCall(id="1", name="roll_dice", arguments={"sides": 1}, may="outside"))
    told = await Toolbox(plugin.tools, [drop_strays]).call(
        ToolCall(id="2", name="roll_dice", arguments={"side": 20}, may="outside")
    )

    assert sum(bool(line.strip()) for line in written.splitlines()) <= 10
    assert plugin.refused == ()
    assert result.text == "It shows 1."
    assert told.text.endswith("There is no 'side' here, so it was left out. Did you mean 'sides'?")
