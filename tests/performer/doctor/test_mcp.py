"""The doctor and servers of tools: real ones."""

import os
from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.doctor.mcp import check_mcp
from performer.tools.mcp.settings import McpSettings
from tests.fakes.mcp.pixellab import FakePixelLab
from tests.performer.doctor.taking import examined, taken
from tests.performer.tools.mcp.standing import lean

pytestmark = pytest.mark.anyio


async def test_each_server_is_told_with_what_it_has_or_with_what_is_wrong(clock: SystemClock, tmp_path: Path) -> None:
    settings = {
        "good": lean(),
        "new": lean(trusted=False),
        "gone": McpSettings(command="no-such-program"),
        "keyless": lean(env={"KEY": "${NO_SUCH_KEY}"}),
        "off": lean(enabled=False),
    }

    found = await taken(check_mcp, examined(clock=clock, home=tmp_path, environ=os.environ, mcp=settings))

    assert found.states == {"good": "ok", "new": "warning", "gone": "failed", "keyless": "failed", "off": "skipped"}
    assert found["good"].found == "it is there, and has 15 tools"
    assert found["new"].remedy.endswith(f"{COMMAND} mcp allow new")
    assert "there is no program 'no-such-program'; install it" in found["gone"].found
    assert found["gone"].remedy.endswith(f"{COMMAND} config set mcp.gone.enabled false")
    assert "names NO_SUCH_KEY, and the environment has none" in found["keyless"].found


async def test_one_that_is_known_by_name_is_told_by_what_it_still_needs(clock: SystemClock, tmp_path: Path) -> None:
    async with FakePixelLab("a-key-of-some-length") as lab:
        settings = {"lab": McpSettings(preset="pixellab", url=lab.address), "sky": McpSettings(preset="weathr")}
        key = {"PIXELLAB_API_KEY": lab.key}
        without = await taken(check_mcp, examined(clock=clock, home=tmp_path, mcp=settings))
        found = await taken(check_mcp, examined(clock=clock, home=tmp_path, mcp=settings, environ=key))

    assert without["lab"].found.startswith("it needs a key: get one at https://www.pixellab.ai/")
    assert found["lab"].found == "it is there; tools of ours stand for its own, 0 of which are used beside them"
    assert "Did you mean 'weather'" in found["sky"].found


async def test_what_the_settings_say_of_tools_that_a_server_has_not_is_told(clock: SystemClock, tmp_path: Path) -> None:
    settings = {"good": lean(tools=("add", "count"))}
    rules = {"mcp.good.count": {"clamp": {"size": [0, 1]}}, "first": ("mcp.good.ad", "mcp.good.wait")}

    what = examined(clock=clock, home=tmp_path, environ=os.environ, mcp=settings, tools=rules)
    found = await taken(check_mcp, what)

    assert found.states == {"good": "ok", "good rules": "warning"}
    assert found["good rules"].found == (
        "tools.first has 'mcp.good.ad': good has no such tool. Did you mean 'mcp.good.add'? "
        "[tools.mcp.good.count] clamp: it has no 'size'. There is none at all"
    )
