"""What is told of a server: why it is gone, and which rules fit nothing that it has."""

from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.events.parts import FileRefused, ServiceDown, ToolsListed
from performer.tools.mcp.settings import McpSettings
from performer.tools.mentions import ToolMentions
from performer.tools.settings import ToolRule
from tests.performer.tools.mcp.standing import lean, standing
from tests.systems import write_script

pytestmark = pytest.mark.anyio

GOING = """
echo . >> {tries}
n=$(wc -l < {tries})
[ $n = 3 ] && mv {program} {program}.away
echo at $n >&2
exit 3
"""
"""A program that fails, and is moved away while it does so for the third time."""


async def test_why_it_is_gone_is_told_anew_when_that_changes_and_not_for_each_try(
    clock: SystemClock, tmp_path: Path
) -> None:
    program, tries = tmp_path / "server", tmp_path / "tries"
    write_script(program, GOING.format(program=program, tries=tries))

    async with standing(clock, McpSettings(command=str(program))) as it:
        first, second = await it.heard(ServiceDown), await it.heard(ServiceDown)

    assert first.reason == "it ended with code 3: at 1"
    assert second.reason.startswith(f"there is no program '{program}'")


async def test_rules_that_fit_none_of_its_tools_are_told_once(clock: SystemClock) -> None:
    rules = {
        "mcp.lean.ad": ToolRule(deny=True),
        "mcp.lean.wait": ToolRule(deny=True),
        "mcp.lean.count": ToolRule.model_validate({"clamp": {"size": [0, 1]}}),
    }

    mentions = ToolMentions(
        tables={"tools": rules}, lists={"tools.first": ("mcp.lean.cuont",), "tools.confirm": ("say",)}
    )

    async with standing(clock, lean(trusted=False, tools=("add", "change", "count")), mentions=mentions) as it:
        told = [await it.heard(FileRefused) for _ in range(3)]
        await it.servers.allow("lean", {each.own_name: each.digest for each in it.server.listed})
        await it.call("mcp.lean.change")
        await it.heard(ToolsListed)

        assert {each.file for each in told} == {"a line of config.toml"}
        assert [each.reason for each in told] == [
            """[tools."mcp.lean.ad"]: lean has no such tool. Did you mean 'mcp.lean.add'?""",
            "tools.first has 'mcp.lean.cuont': lean has no such tool. Did you mean 'mcp.lean.count'?",
            "[tools.mcp.lean.count] clamp: it has no 'size'. There is none at all.",
        ]
        assert it.server.misfits == tuple(each.reason for each in told)
        assert not [each for each in it.reader.taken() if isinstance(each.event, FileRefused)]


async def test_of_many_misfits_few_are_told(clock: SystemClock) -> None:
    mentions = ToolMentions(tables={"tools": {"mcp.*": ToolRule.model_validate({"clamp": {"size": [0, 1]}})}})

    async with standing(clock, lean(), mentions=mentions) as it:
        told = [each.event.reason for each in it.reader.taken() if isinstance(each.event, FileRefused)]

    assert (len(told), told[-1]) == (11, "5 more do not fit the tools of lean.")
