"""A measurement of a model beside the show: a child process runs the tool-choice bench on its short set."""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Final

from anyio.abc import Process
from anyio.streams.text import TextReceiveStream

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.home import CHECKOUT
from performer.core.own_text import own
from performer.core.process.child import kill_process, make_environment, open_piped
from performer.core.values import dataclass
from performer.core.work_board import BoardWork

CASES: Final = 60
"""The fewest of which a score may be shown as the model's."""
_PROGRESS: Final = re.compile(r"(\d+) of (\d+) done")
_MOST_TOLD: Final = 300


def make_command(spec: str, mode: str) -> tuple[str, ...]:
    """Return the command that measures a model by its spec, in one mode of calling tools, and keeps its score."""
    asked = ("--tag", "short", "--limit", str(CASES), "--mode", mode, "--json")
    return (sys.executable, "-m", "performer", "bench", "tools", spec, *asked)


@dataclass(frozen=True)
class ModelMeasurement:
    """Measures a model; its score is kept by the bench, in the user's data."""

    clock: Clock
    command: Sequence[str]

    async def __call__(self, work: BoardWork, tell: Callable[[], None]) -> None:
        """Measure, and note how far that is; raise ServiceError with the bench's last words when it fails."""
        work.total = CASES
        process = await open_piped(self.command, make_environment(), CHECKOUT, stdout=subprocess.DEVNULL)
        try:
            last = await self._follow(process, work, tell)
            if await process.wait():
                raise ServiceError(own("It was not measured: {last}", last=last or own("the bench ended early.")))
            work.done, work.words, work.left_s = work.total, "", None
        finally:
            await kill_process(process)

    async def _follow(self, process: Process, work: BoardWork, tell: Callable[[], None]) -> str:
        """Read what the bench says of its progress until it is over, and return its last line."""
        assert process.stderr is not None
        began_s, last, rest = self.clock.now(), "", ""
        async for piece in TextReceiveStream(process.stderr, errors="replace"):
            *lines, rest = (rest + piece).split("\n")
            for line in filter(None, (each.strip() for each in lines)):
                last = line[:_MOST_TOLD]
                if found := _PROGRESS.search(line):
                    work.done, work.total = int(found[1]), int(found[2])
                    took_s = self.clock.now() - began_s
                    work.left_s = took_s / max(work.done, 1) * (work.total - work.done)
                work.words = last
                tell()
        return last
