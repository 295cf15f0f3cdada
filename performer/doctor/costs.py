"""What the show costs: the processor's time and the memory of each of its programs, measured while somebody looks."""

import os
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.core.clock import Clock

if TYPE_CHECKING:  # a show at which nobody looks loads nothing of it
    import psutil

_EVERY_S: Final = 1.0
_FIND_EVERY: Final = 5
"""So many measurements later it is looked for programs that came or went: that takes longer than measuring."""
_MODULES: Final = {
    "overlay": "window",
    "overlay.screen_capture": "eyes",
    "sfx": "sound",
    "sfx.microphone": "ears",
    "performer.speech.voices.pyttsx_child": "voice",
}
_PROGRAMS: Final = {"espeak-ng": "voice", "espeak": "voice", "piper": "voice"}
_SERVERS: Final = ("ollama",)
"""Beginnings of the names of programs that are not ours and work for us: their models run beside the game."""


class CostTopic(Protocol):
    """Who looks at the costs, and how they are sent."""

    async def wait_for(self, topic: Literal["costs"]) -> None:
        """Wait until somebody looks."""

    def is_watched(self, topic: Literal["costs"]) -> bool:
        """Whether somebody looks now."""

    def tell(self, topic: Literal["costs"], value: Any) -> None:
        """Send news to those who look."""


async def tell_costs(
    clock: Clock, watched: CostTopic, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
) -> None:
    """Send the costs of the last second, for as long as somebody looks, until cancelled."""
    task_status.started()
    while True:
        await watched.wait_for("costs")
        costs = ShowCosts(os.getpid())
        await anyio.to_thread.run_sync(costs.read)
        while watched.is_watched("costs"):
            await clock.sleep(_EVERY_S)
            watched.tell("costs", await anyio.to_thread.run_sync(costs.read))


class ShowCosts:
    """The costs of a program, of all that it has started, and of the models' server on the same machine."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._reads = 0
        self._named: dict[str, list[psutil.Process]] = {}
        self._used_s: Mapping[int, float] = {}
        self._at_s = 0.0

    def read(self) -> list[dict[str, Any]]:
        """Return for each name `percent` of the whole machine since the last reading, and `bytes` of memory.

        The first time all percentages are 0.
        """
        import psutil

        if self._reads % _FIND_EVERY == 0:
            self._named = self._find()
        self._reads += 1
        now_s = time.monotonic()
        span_s = (now_s - self._at_s) * (psutil.cpu_count() or 1)
        used_s: dict[int, float] = {}
        rows = [self._add_up(name, processes, used_s, span_s) for name, processes in self._named.items()]
        self._used_s, self._at_s = used_s, now_s
        return [row for row in rows if row["bytes"]]

    def _add_up(
        self, name: str, processes: "Sequence[psutil.Process]", used_s: dict[int, float], span_s: float
    ) -> dict[str, Any]:
        import psutil

        worked_s, memory = 0.0, 0
        for process in processes:
            try:
                with process.oneshot():
                    times, resident = process.cpu_times(), process.memory_info().rss
            except psutil.Error:  # it has just ended
                continue
            used_s[process.pid] = times.user + times.system
            worked_s += used_s[process.pid] - self._used_s.get(process.pid, used_s[process.pid])
            memory += resident
        return {"name": name, "percent": round(100 * max(worked_s, 0.0) / span_s, 2), "bytes": memory}

    def _find(self) -> "dict[str, list[psutil.Process]]":
        import psutil

        show = psutil.Process(self._pid)
        named: dict[str, list[psutil.Process]] = {"performer": [show]}
        for child in show.children(recursive=True):
            named.setdefault(_name_program(child), []).append(child)
        for process in psutil.process_iter():
            server = next((each for each in _SERVERS if _read_name(process).startswith(each)), "")
            if server:
                named.setdefault(server, []).append(process)
        return named


def _read_name(process: "psutil.Process") -> str:
    import psutil

    try:
        return process.name().casefold()
    except (psutil.Error, OSError):  # psutil hands on what is odd about a process of Windows
        return ""


def _name_program(process: "psutil.Process") -> str:
    """Return the part that a program plays, or the program's own name."""
    import psutil

    try:
        command = process.cmdline()
    except psutil.Error:
        return _read_name(process)
    module = command[command.index("-m") + 1] if "-m" in command[:-1] else ""
    name = _read_name(process)
    return _MODULES.get(module) or module or _PROGRAMS.get(name, name)
