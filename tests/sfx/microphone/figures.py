"""Measure what the listener costs on Linux: `python -m tests.sfx.microphone.figures [SECONDS]`.

A real PulseAudio whose microphone hears a null sink, silent at first and then full of speech without a pause; the share
of one core and the memory are the listener's own, as the system counts them.
"""

import os
import sys
from functools import partial
from pathlib import Path
from typing import Final

import anyio

from tests.pulse import SoundDesk, open_desk
from tests.sfx.microphone.listener import Listener, listening, play, plug_in_microphone
from tests.speaking import RATE, at_level, noise, spoken

SECONDS: Final = 20.0
TALK: Final = (
    "And so we went on over the hills and down along the river until the morning came, and there it was again, the "
    "tower that nobody had ever seen from the inside, with its door wide open and a light behind every window. "
)


async def main(seconds: float) -> None:
    """Print a line for each detector."""
    async with open_desk() as desk:
        await desk.add_sink("room", awake=False)  # nobody else asks it for short steps
        await plug_in_microphone(desk, "room")
        for detector in ("silero", "energy"):
            async with listening(desk.environment, "--detector", detector) as listener:
                await listener.hears("Headset")
                await anyio.sleep(3.0)
                silent = await share(listener, seconds)
                noisy = await beside(desk, listener, seconds, speaks=False)
                speaking = await beside(desk, listener, seconds, speaks=True)
                line = f"{silent:.2f} % of a core in silence, {noisy:.2f} % in noise, {speaking:.2f} % in speech"
                print(f"{detector}: {line}, {memory_mb(listener):.0f} MB; load {os.getloadavg()[0]:.1f}")


async def beside(desk: SoundDesk, listener: Listener, seconds: float, *, speaks: bool) -> float:
    """Measure while a room's noise is played, and somebody speaks in it or not."""
    talk = at_level(spoken(TALK, voice="en-gb"), -24)
    sound = noise(4.0, -55)
    while len(sound) < (seconds + 2) * RATE:
        sound += talk if speaks else sound
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(partial(play, desk, "room", sound, latency_ms=500))
        await anyio.sleep(1.0 if not speaks else 5.0)
        found = await share(listener, seconds - 4.0)
        tasks.cancel_scope.cancel()
    return found


async def share(listener: Listener, seconds: float) -> float:
    """Return how much of a core it takes, in percent."""
    before, began = spent_s(listener), anyio.current_time()
    await anyio.sleep(seconds)
    return (spent_s(listener) - before) / (anyio.current_time() - began) * 100


def spent_s(listener: Listener) -> float:
    """Return its processor time so far: by the scheduler's own count, in nanoseconds, of all its threads."""
    threads = Path(f"/proc/{listener.process.pid}/task").glob("*/schedstat")
    return sum(int(each.read_text(encoding="utf-8").split()[0]) for each in threads) / 1e9


def memory_mb(listener: Listener) -> float:
    """Return its share of the memory (PSS)."""
    rollup = Path(f"/proc/{listener.process.pid}/smaps_rollup").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1000


if __name__ == "__main__":
    anyio.run(main, float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
