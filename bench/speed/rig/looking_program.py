"""Looks at the first screen as the performer does: `python -m bench.speed.rig.looking_program RATE look|picture`.

It makes a picture of every look, or of none but the first; it prints a line when it has looked once, and never ends.
"""

import sys
from contextlib import aclosing

import anyio

from performer.core.clock import SystemClock
from performer.vision.settings import ScreenSpec
from performer.vision.sources.screen import ScreenSource, find_screen


async def main(rate_hz: float, *, makes_pictures: bool) -> None:
    """Look at a rate until the process is ended."""
    spec = ScreenSpec()
    source = ScreenSource(SystemClock(), spec, find_screen(spec), rate_hz=rate_hz)
    async with aclosing(source.frames()) as looks:
        async for look in looks:
            if makes_pictures:
                await look.develop()
            print("looked", flush=True)
            break
        async for look in looks:
            if makes_pictures:
                await look.develop()


if __name__ == "__main__":
    anyio.run(lambda: main(float(sys.argv[1]), makes_pictures=sys.argv[2] == "picture"))
