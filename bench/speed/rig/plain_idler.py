"""The plainest programs that idle: the floors beside which an idle performer is measured.

    python -m bench.speed.rig.plain_idler sleep|look

One imports an HTTP server and sleeps in an event loop; the other grabs the screen twice a second, and throws the
picture away. Each prints a line once it is at it, and goes on until it is ended.
"""

import asyncio
import sys
import time
from typing import Final

LOOKS_HZ: Final = 2.0


async def sleep() -> None:
    """Sleep, with an HTTP server loaded."""
    import aiohttp.web

    print("sleeps with", aiohttp.__version__, flush=True)
    await asyncio.Event().wait()


def look() -> None:
    """Grab the first screen at a steady rate."""
    import mss

    with mss.MSS() as screens:
        screens.grab(screens.monitors[1])
        print("looks", flush=True)
        while True:
            time.sleep(1 / LOOKS_HZ)
            screens.grab(screens.monitors[1])


if __name__ == "__main__":
    if sys.argv[1] == "look":
        look()
    else:
        asyncio.run(sleep())
