"""The two ends of a turn that people see and hear: its first sample in a sound device, its first frame of the page.

The sink is of a sound server of the bench's own, into which the product's own player plays; the page is the stage's, in
a real Chromium.
"""

import time
from contextlib import AsyncExitStack

import anyio

from bench.speed.report import Series, make_series
from bench.speed.rig.browser import explain_missing_browser, open_page
from bench.speed.rig.sentences import Sentences
from bench.speed.rig.show_process import connect, start_show
from bench.speed.rig.sink import explain_missing_sink, open_sink
from bench.speed.rig.token_server import TokenServer

_SETTINGS = {
    "PACING__TALKATIVENESS": "silent",
    "MODEL__MODE": "native",
    "TOOLS__CALLS_PER_MIN": "600",
    "TOOLS__OVERLAY_TEXT__RATE": "600/min",
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
        starting = start_show(*options, settings=_SETTINGS, environment=sink.environment)
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
    floor = make_series("sink_floor", "a beep of PulseAudio's own → the sink", floors[_WARM_UPS:])
    title = "full stop → its first sample in the sink"
    return [floor, make_series("stop_to_sink", title, values[_WARM_UPS:], floor="sink_floor", against="a beep")], ""


async def measure_page(server: TokenServer, runs: int) -> tuple[list[Series], str]:
    """Measure from a tool call, as the model's server sends it, to the first frame that shows it, beside a bare frame.

    Returns:
        The figures, and why there are none.
    """
    if why := explain_missing_browser():
        return [], why
    floors, values = list[float](), list[float]()
    async with AsyncExitStack() as stack:
        options = ("--model", server.spec, "--frames", "arcade", "--no-desktop", "--no-sound")
        show = await stack.enter_async_context(start_show(*options, settings=_SETTINGS))
        control, _ = await stack.enter_async_context(connect(show))
        page = await stack.enter_async_context(open_page(show.addresses["url"]))
        for number in range(_WARM_UPS + runs):
            await page.wait_until_gone("bubble")
            began_at = time.time()
            floors.append(1000 * (await page.find_bare_frame() - began_at))
            call = ("overlay_text", {"text": f"Try {number}!", "duration_s": _BUBBLE_S})
            answer, shown_at = server.expect(f"page{number}end", call=call), list[float]()
            async with anyio.create_task_group() as watching:

                async def watch(found: list[float] = shown_at) -> None:
                    found.append(await page.find_frame_with("bubble"))

                watching.start_soon(watch)
                await anyio.sleep(_LEAD_IN_S)
                await control.send("cue", kind="operator", text=f"Please show a bubble for page{number}end now.")
            values.append(1000 * (shown_at[0] - answer.tokens_at[0]))
    floor = make_series("page_floor", "a bare frame of the page", floors[_WARM_UPS:])
    title = "a tool call → its first frame of the page"
    return [floor, make_series("call_to_frame", title, values[_WARM_UPS:], floor="page_floor", against="a frame")], ""
