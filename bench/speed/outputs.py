"""The two ends of a turn that people see and hear: its first sample in a sound device, its first frame of the page.

The sink is of a sound server of the bench's own, into which the product's own player plays; the page is the stage's, in
a real Chromium.
"""

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp
import anyio

from bench.speed.report import Series, make_series
from bench.speed.rig.browser import BenchPage, explain_missing_browser, open_page
from bench.speed.rig.sentences import Sentences
from bench.speed.rig.show_process import ShowProcess, connect, start_show
from bench.speed.rig.sink import explain_missing_sink, open_sink
from bench.speed.rig.token_server import TokenServer
from performer.tools.mcp.our_server.show_link import read_address

_SETTINGS = {
    "PACING__TALKATIVENESS": "silent",
    "MODEL__MODE": "native",
    "TOOLS__CALLS_PER_MIN": "600",
    "TOOLS__OVERLAY_TEXT__RATE": "600/min",
    "TOOLS__PROGRAM_CALLS_PER_MIN": "600",
}
_WARM_UPS = 2
_BUBBLE_S = 2
_LEAD_IN_S = 0.05


async def measure_sink(server: TokenServer, runs: int) -> tuple[list[Series], str]:
    """Measure from the token that makes a sentence certain to its first sample, beside a beep of PulseAudio's own.

    Returns:
        The figures, and why there are none.
    """
    if why := explain_missing_sink():
        return [], why
    sentences, floors, values = Sentences(2), list[float](), list[float]()
    async with AsyncExitStack() as stack:
        sink = await stack.enter_async_context(open_sink())
        options = ("--model", server.spec, "--frames", "arcade", "--no-desktop", "--sound")
        starting = start_show(*options, settings=_SETTINGS, environment=sink.server.address)
        show = await stack.enter_async_context(starting)
        control, _ = await stack.enter_async_context(connect(show, sounds=False))
        for number in range(_WARM_UPS + runs):
            await sink.wait_until_quiet()
            floors.append(await sink.measure_beep_ms())
            await sink.wait_until_quiet()
            answer, sent_at = server.expect(f"sink{number}end", sentences.draw(2)), time.time()
            await control.send("cue", kind="operator", text=f"Please tell me about sink{number}end now.")
            heard_at = await sink.find_sound(sent_at)
            values.append(1000 * (heard_at - answer.stops_at[0]))
            await control.ask("hush")
    group, ours = "first full stop → the first sample of that sentence in the sink", values[_WARM_UPS:]
    return [
        make_series("sink_floor", "a beep of PulseAudio's own", floors[_WARM_UPS:], group=group),
        make_series("stop_to_sink", "the performer", ours, floor="sink_floor", against="a beep", group=group),
    ], ""


async def measure_page(runs: int) -> tuple[list[Series], str]:
    """Measure from a program's tool call to the first frame of the page that shows it, beside a bare frame.

    A turn's own calls for fun wait for the line that they go with, and would be measured with it.

    Returns:
        The figures, and why there are none.
    """
    if why := explain_missing_browser():
        return [], why
    floors, values = list[float](), list[float]()
    async with AsyncExitStack() as stack:
        options = ("--model", "understudy", "--frames", "arcade", "--no-desktop", "--no-sound")
        show = await stack.enter_async_context(start_show(*options, settings=_SETTINGS))
        program = await stack.enter_async_context(_connect_program(show))
        page = await stack.enter_async_context(open_page(show.addresses["url"]))
        for number in range(_WARM_UPS + runs):
            await page.wait_until_gone("bubble")
            began_at = time.time()
            floors.append(1000 * (await page.find_bare_frame() - began_at))
            values.append(await _measure_call(page, program, number))
    group, ours = "a tool call → its first frame of the page", values[_WARM_UPS:]
    return [
        make_series("page_floor", "a bare frame", floors[_WARM_UPS:], group=group),
        make_series("call_to_frame", "the performer", ours, floor="page_floor", against="a bare frame", group=group),
    ], ""


async def _measure_call(page: BenchPage, program: aiohttp.ClientWebSocketResponse, number: int) -> float:
    """Return the milliseconds from a call to its bubble's first frame."""
    shown_at = list[float]()

    async def watch() -> None:
        shown_at.append(await page.find_frame_with("bubble"))

    arguments = {"text": f"Try {number}!", "duration_s": _BUBBLE_S}
    async with anyio.create_task_group() as watching:
        watching.start_soon(watch)
        await anyio.sleep(_LEAD_IN_S)
        called_at = time.time()
        await program.send_json({"id": number, "op": "call", "tool": "overlay_text", "arguments": arguments})
        await program.receive()
    return 1000 * (shown_at[0] - called_at)


@asynccontextmanager
async def _connect_program(show: ShowProcess) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Connect to a show as a program that uses its tools."""
    address = read_address(show.home / "run" / "stage.json")
    assert address, "the show takes calls of programs"
    url, token = address
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) as session,
        session.ws_connect(url) as socket,
    ):
        yield socket
