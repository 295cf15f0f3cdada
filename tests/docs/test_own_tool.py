"""The tool of ten lines is made and runs, and what it has you change is there."""

from typing import Any

import pytest

from performer.core.clock import VirtualClock
from performer.tools.hooks.arguments import drop_strays
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox
from tests.docs.pages import DOCS, ROOT, fences_of

PAGE = DOCS / "guides" / "own-tool.md"


def block(language: str) -> str:
    (only,) = [each.text for each in fences_of(PAGE) if each.language == language]
    return only


@pytest.mark.anyio
async def test_the_tool_of_ten_lines_runs(virtual_clock: VirtualClock) -> None:
    written: dict[str, Any] = {"__name__": "dice"}
    exec(compile(block("python"), "dice.py", "exec"), written)

    box = Toolbox(written["dice_tools"](virtual_clock))
    result = await box.call(ToolCall(id="1", name="roll_dice", arguments={"sides": 1}))

    more = Toolbox(written["dice_tools"](virtual_clock), [drop_strays])
    told = await more.call(ToolCall(id="2", name="roll_dice", arguments={"side": 20}))

    assert result.text == "It shows 1."
    assert told.text.endswith("There is no 'side' here, so it was left out. Did you mean 'sides'?")
    assert box.specs[0].parameters["properties"]["sides"]["description"] == "How many sides it has, 2 to 100."


def test_the_lines_that_it_has_you_change_are_there() -> None:
    source = ""
    for line in block("diff").splitlines():
        if line.startswith(" # "):
            source = (ROOT / line.removeprefix(" # ")).read_text(encoding="utf-8")
        elif not line.startswith("+"):
            assert line[1:].strip() in source
