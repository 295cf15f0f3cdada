"""Print what servers of tools cost: `python -m tests.performer.tools.mcp.figures [cold | overhead | kills | prompt]`.

cold: from nothing to the tools of five servers in the box, five real processes of ten tools each, in a fresh process
each time (n = 7), and the same of five servers from the registries. overhead: a call through a box over one by the raw
SDK, the same server, by turns (n = 1000). kills: from SIGKILL to the tools being back, and the worst gap of a
heartbeat of 10 ms meanwhile (n = 12, fresh servers); the same of one at an address of this machine that hangs up and
listens again at once, which nobody calls meanwhile. prompt: the characters in which a request tells a model of
all tools of five servers from the registries, and of those of them that it is offered.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
from anyio.abc import TaskGroup

from performer.core.clock import SystemClock
from performer.tools.find import FIND_TOOLS
from performer.tools.mcp.settings import McpSettings
from performer.tools.offer import ToolOffer
from performer.tools.tool import ToolSpec
from performer.tools.toolbox import Toolbox
from tests.fakes.mcp.web import FakeWeb
from tests.node import node_server
from tests.performer.tools.mcp.standing import LEAN, Standing, lean, standing

BEAT_S = 0.01


def main(which: str) -> None:
    """Measure what is asked for, or all."""
    if which in ("", "cold"):
        for kind in ("lean", "real"):
            times = [_in_a_fresh_process(kind) for _ in range(7)]
            seconds, rest = [float(each.split()[0]) for each in times], times[0].partition(" ")[2]
            print(f"cold, five servers, {kind:5} {_told(seconds)}; {rest}")
    if which in ("", "overhead"):
        anyio.run(_overhead)
    if which in ("", "kills"):
        anyio.run(_kills)
        anyio.run(_ends_of_the_web)
    if which in ("", "prompt"):
        with tempfile.TemporaryDirectory() as folder:
            anyio.run(_prompt, folder)


def _in_a_fresh_process(kind: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.performer.tools.mcp.figures", f"one-{kind}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


async def _cold(settings: Mapping[str, McpSettings]) -> None:
    """Tell how long it takes, and how late a heartbeat was at worst."""
    async with anyio.create_task_group() as tasks:
        heart = Heart(tasks)
        began = time.perf_counter()
        async with standing(SystemClock(), settings) as it:
            took = time.perf_counter() - began
            print(f"{took:.3f} {len(it.names)} tools, worst gap of a 10 ms heartbeat {heart.worst_s * 1000:.0f} ms")
        tasks.cancel_scope.cancel()


class Heart:
    """Beats every 10 ms, and knows the longest it was late."""

    def __init__(self, tasks: TaskGroup) -> None:
        self.worst_s = 0.0
        tasks.start_soon(self._beat)

    async def _beat(self) -> None:
        while True:
            began = time.perf_counter()
            await anyio.sleep(BEAT_S)
            self.worst_s = max(self.worst_s, time.perf_counter() - began - BEAT_S)


def _real(folder: str) -> dict[str, McpSettings]:
    def of_node(name: str, *arguments: str) -> McpSettings:
        node, script = node_server(name)
        return McpSettings(command=node, args=(script, *arguments), trusted=True)

    return {
        "time": McpSettings(command=sys.executable, args=("-m", "mcp_server_time"), trusted=True),
        "everything": of_node("server-everything"),
        "memory": of_node("server-memory"),
        "files": of_node("server-filesystem", folder),
        "more": of_node("server-filesystem", folder),
    }


async def _overhead() -> None:
    from mcp import Client, StdioServerParameters

    raw_ms, ours_ms = list[float](), list[float]()
    parameters = StdioServerParameters(command=sys.executable, args=["-I", str(LEAN)])
    async with standing(SystemClock(), lean()) as it, Client(parameters) as client:
        for _ in range(1000):
            began = time.perf_counter()
            await client.call_tool("add", {"a": 1, "b": 2})
            between = time.perf_counter()
            await it.call("mcp.lean.add", a=1, b=2)
            raw_ms.append((between - began) * 1000)
            ours_ms.append((time.perf_counter() - between) * 1000)
    raw, ours = statistics.median(raw_ms), statistics.median(ours_ms)
    print(f"overhead: raw {raw:.3f} ms, ours {ours:.3f} ms, over {ours - raw:.3f} ms, n={len(ours_ms)}")


async def _kills() -> None:
    took = []
    async with standing(SystemClock(), lean()):
        """Have the SDK imported: that is told with the cold figure."""
    async with anyio.create_task_group() as tasks:
        heart = Heart(tasks)
        for _ in range(12):
            async with standing(SystemClock(), lean()) as it:
                took.append(await _killed(it))
        print(f"killed, back after {_told(took)}; worst gap of a 10 ms heartbeat {heart.worst_s * 1000:.0f} ms")
        tasks.cancel_scope.cancel()


async def _killed(it: Standing) -> float:
    from performer.core.events.parts import ServiceUp

    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="utf-8").split()
    began = time.perf_counter()
    os.kill(int(children[0]), signal.SIGKILL)
    await it.heard(ServiceUp)
    await it.call("mcp.lean.add", a=1, b=2)
    return time.perf_counter() - began


async def _ends_of_the_web() -> None:
    from performer.core.events.parts import ServiceUp

    took = []
    async with FakeWeb() as web:
        for at in range(12):
            web.session = f"before {at}"
            async with standing(SystemClock(), {"sky": McpSettings(url=web.address, trusted=True)}) as it:
                await anyio.sleep(at % 4 * 0.25)
                began = time.perf_counter()
                await web.stop()
                web.session = f"after {at}"
                await web.start()
                await it.heard(ServiceUp)
                took.append(time.perf_counter() - began)
    print(f"at an address, back after {_told(took)}")


async def _prompt(folder: str) -> None:
    async with standing(SystemClock(), _real(folder)) as it:
        box = Toolbox([*it.servers.tools(), FIND_TOOLS])
    every, offered = box.specs[:-1], ToolOffer(box, "outside").specs("outside")
    print(f"prompt: {len(every)} tools {_chars(every):,} characters, {len(offered)} offered {_chars(offered):,}")


def _chars(specs: Sequence[ToolSpec]) -> int:
    from performer.models.http.server_client import format_tool_offer

    return len(json.dumps([format_tool_offer(each) for each in specs]))


def _told(times: list[float]) -> str:
    return f"median {statistics.median(times):.2f} s, worst {max(times):.2f} s, n={len(times)}"


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["one-lean"]:
            anyio.run(_cold, {f"lean{at}": lean("--ten") for at in range(5)})
        case ["one-real"]:
            with tempfile.TemporaryDirectory() as folder:
                anyio.run(_cold, _real(folder))
        case words:
            main(*words or [""])
