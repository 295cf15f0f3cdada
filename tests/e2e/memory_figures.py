"""Measure the performer's memory under six chat lines a second: `python -m tests.e2e.memory_figures [SECONDS]`.

The understudy performs the demo game in a real process; its resident memory is printed every twentieth of the time. It
fails when the memory does not settle, or settles above what the product promises.
"""

import sys
import tempfile
from itertools import count
from pathlib import Path

import anyio

from tests.e2e.performing import Performing, performing

PER_SECOND = 6
MOST_MIB = 250
MOST_GROWTH_MIB = 15
"""Between the third and the last quarter of the time."""
LOOKS = 20


async def main(seconds: float) -> int:
    """Print the memory at each look, and return 1 when it is too much or goes on growing."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-sound", "--model", "understudy", "--frames", "arcade"]
        environment = {"PERFORMER_VOICE__ENGINE": "silent"}
        async with (
            performing(Path(folder), *options, environment=environment) as it,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(_flood, it)
            seen = []
            for look in range(1, LOOKS + 1):
                await anyio.sleep(seconds / LOOKS)
                seen.append(_resident_mib(it.process.pid))
                print(f"after {seconds * look / LOOKS:4.0f} s: {seen[-1]:.0f} MiB", flush=True)
            tasks.cancel_scope.cancel()
    third, last = max(seen[LOOKS // 2 : LOOKS * 3 // 4]), max(seen[LOOKS * 3 // 4 :])
    grown = last - third
    print(f"most {max(seen):.0f} MiB of {MOST_MIB}, grown by {grown:.0f} of {MOST_GROWTH_MIB} in the end")
    return int(max(seen) > MOST_MIB or grown > MOST_GROWTH_MIB)


async def _flood(it: Performing) -> None:
    for number in count():
        text = f"line {number} of somebody who writes a lot, and {number * 7} words more"
        await it.ask("cue", text=text, kind="chat", author=f"viewer{number % 300}")
        await anyio.sleep(1 / PER_SECOND)


def _resident_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


if __name__ == "__main__":
    sys.exit(anyio.run(main, float(sys.argv[1]) if len(sys.argv) > 1 else 600.0))
