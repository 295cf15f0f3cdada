"""The program of a server: how it is found and started, what it is given, and that nothing of it is left."""

import os
import re
import sys
from functools import partial
from pathlib import Path

import anyio
import psutil
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.events.parts import ServiceDown
from performer.core.process.exit_code import describe_exit, was_ended_from_outside
from performer.tools.mcp import server_process
from performer.tools.mcp.server_process import run_process
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.settings import McpSettings
from tests.performer.tools.mcp.standing import lean, standing
from tests.performer.tools.mcp.test_supervisor import ended
from tests.systems import posix_only

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("settings", "trouble"),
    [
        (
            McpSettings(command="no-such-program"),
            "there is no program 'no-such-program'; install it, or write its path",
        ),
        (McpSettings(command="uvx", env={"PATH": "/nowhere"}), "there is no program 'uvx'; install uv"),
        (
            McpSettings(command=f"{sys.executable} -m mcp_server_time"),
            rf"write '{re.escape(sys.executable)}' into mcp\.lean\.command, and each word that follows into .*args\.?$",
        ),
        (McpSettings(command="no-such-program -m x"), "there is no program 'no-such-program -m x'; install it"),
        (
            McpSettings(command="~/no/such/program"),
            f"there is no program '{re.escape(str(Path.home() / 'no' / 'such' / 'program'))}'",
        ),
        (McpSettings(command=sys.executable, cwd="/no/such/folder"), "which is no folder"),
        (McpSettings(preset="moon"), "mcp.lean.preset has value 'moon', which is not known here"),
        (lean(env={"KEY": "${NO_SUCH_KEY}"}), "mcp.lean.env.KEY names NO_SUCH_KEY, and the environment has none"),
        (McpSettings(url="ftp://${PATH}"), "is no address"),
    ],
)
async def test_what_cannot_be_started_is_told_with_the_remedy(
    virtual_clock: VirtualClock, settings: McpSettings, trouble: str
) -> None:
    async with standing(virtual_clock, settings) as it:
        down = await it.heard(ServiceDown)

    assert re.search(trouble, down.reason)


async def test_what_it_complained_of_is_no_reason_where_somebody_ended_it(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for told in (describe_exit, was_ended_from_outside):
        monkeypatch.setattr(server_process, told.__name__, partial(told, system="win32"))
    program = "import sys; print('a complaint', file=sys.stderr); sys.exit({code})"

    async def explain_end(code: int) -> str:
        settings = McpSettings(command=sys.executable, args=("-c", program.format(code=code)))
        async with run_process(clock, ServerSpec.of("lean", settings)) as server:
            return await server.ended()

    assert await explain_end(3) == "it ended with code 3: a complaint"
    assert await explain_end(15) == "it was ended from outside"


async def test_it_gets_the_variables_that_it_is_given_and_no_others(clock: SystemClock) -> None:
    environ = {**os.environ, "WEATHER_KEY": "a-key-of-some-length", "OTHER": "other"}

    async with standing(clock, lean(env={"GIVEN": "<${WEATHER_KEY}>"}), environ=environ) as it:
        given = await it.call("mcp.lean.variable", name="GIVEN")
        other = await it.call("mcp.lean.variable", name="OTHER")
        path = await it.call("mcp.lean.variable", name="PATH")

    assert (given.text, other.text) == ("<a-key-of-some-length>", "(none)")
    assert path.text == os.environ["PATH"]


def left() -> tuple[list[psutil.Process], int]:
    """Return the children, and how many descriptors are open."""
    this = psutil.Process()
    return this.children(), this.num_fds()


@posix_only("counts descriptors")
@pytest.mark.slow
@pytest.mark.parametrize("how", [(), ("--apart",)])
async def test_nothing_of_it_is_left_when_the_show_ends(
    clock: SystemClock, tmp_path: Path, how: tuple[str, ...]
) -> None:
    async with standing(clock, lean()):
        pass  # the first program of a process starts the watcher of programs, which stays
    before = left()

    async with standing(clock, lean("--stay", "--child", str(tmp_path / "pid"), *how)):
        child = int((tmp_path / "pid").read_text(encoding="utf-8"))

    assert left() == before
    await ended(child)


SHOW = """
import anyio
from performer.core.clock import SystemClock
from tests.performer.tools.mcp.standing import lean, standing
from tests.performer.tools.mcp.test_supervisor import lean_process

async def main():
    async with standing(SystemClock(), lean()):
        print(lean_process().pid, flush=True)
        await anyio.sleep_forever()

anyio.run(main)
"""


@pytest.mark.slow
async def test_a_good_server_ends_with_a_show_that_is_killed() -> None:
    async with await anyio.open_process([sys.executable, "-c", SHOW], stderr=None) as show:
        assert show.stdout is not None
        server = int(await show.stdout.receive())
        show.kill()
        await show.wait()

        await ended(server)
