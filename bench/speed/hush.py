"""How soon Hush is heard: from the order to the last sound in a sink, with a show, its player and its neural voice."""

import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

import anyio

from bench.speed.report import Series, make_series
from bench.speed.rig.show_process import Control, connect, start_show
from bench.speed.rig.sink import BenchSink, explain_missing_sink, open_sink

_WARM_UPS: Final = 1
_LINE: Final = (
    "Nobody looks at the potion on the table and nobody ever will for the goblin has it now"
    " and he runs down the stairs with it into the dark as quickly as his short legs can carry him"
)
"""Without a pause, in which nobody could tell whether it was cut."""
_AFTER_S: Final = (0.1, 1.5)
"""Seconds of a line that are heard before it is cut."""
_QUIET: Final = {"PACING__TALKATIVENESS": "silent"}


async def measure_hush(voice: Path, runs: int) -> tuple[list[Series], str]:
    """Measure Hush while the voice of a folder speaks.

    Returns:
        The figures, and why there are none.
    """
    if why := explain_missing_sink():
        return [], why
    chance, values = Random(1), list[float]()
    async with AsyncExitStack() as stack:
        sink = await stack.enter_async_context(open_sink())
        spoken = f"neural:{voice.name}"
        options = ("--model", "understudy", "--frames", "arcade", "--voice", spoken, "--no-desktop", "--sound")
        starting = start_show(*options, settings=_QUIET, environment=sink.server.address, voice=voice)
        show = await stack.enter_async_context(starting)
        control, _ = await stack.enter_async_context(connect(show, sounds=False))
        for _ in range(_WARM_UPS + runs):
            await sink.wait_until_quiet()
            values.append(await _hush(sink, control, chance.uniform(*_AFTER_S)))
    group = "Hush → the last sound in the sink, in steps of 5 ms"
    return [make_series("hush", "the neural voice", values[_WARM_UPS:], group=group)], ""


async def _hush(sink: BenchSink, control: Control, after_s: float) -> float:
    """Cut a line that is spoken, and return the milliseconds until it was silent, 0 where a word ended just then."""
    await control.send("say", text=_LINE)
    await sink.find_sound(time.time())
    await anyio.sleep(after_s)
    await sink.find_sound(time.time())
    cut_at = time.time()
    await control.send("hush")
    await sink.wait_until_quiet()
    return max(0.0, 1000 * (sink.last_loud_at - cut_at))
