"""Programs that a show has left behind which was killed, with what watches over them: the next start ends them.

Only those that are provably ours: the process group stands in the record of that show, and in its environment each has
the mark that the show gave it, which nobody else can know; its leader has begun at the instant that was recorded. What
has left its group is known by its mark alone.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Final, TypedDict

from performer.core.process.strays import MARK, end_strays
from performer.core.values import dataclass

_LATE_S: Final = 5
"""Between the instant that was recorded and that of the system, where we do not know the system's."""
_PS: Final = ("ps", "-axww", "-E", "-o", "pid=,pgid=,lstart=,command=")
_PS_WORDS: Final = 7
"""Of a line, before the command: two numbers, and the five words of an instant."""
_PS_INSTANT: Final = "%a %b %d %H:%M:%S %Y"


class Record(TypedDict):
    """What a show tells the next one of its programs."""

    mark: str
    groups: dict[int, str]
    """When the leader of each group began."""


@dataclass(frozen=True, kw_only=True)
class RunningProcess:
    """A process of this machine."""

    pid: int
    group: int
    started: str
    environment: str = field(repr=False)
    """All that can be read of it; it may hold other words too."""


def read_start(pid: int) -> str:
    """Return when a process began, as it is recorded: by the system's own count where that costs nothing to read."""
    if sys.platform != "linux":
        return str(int(time.time()))
    with suppress(OSError, ValueError, IndexError):
        return _read_stat(pid)[1]
    return ""


def end_leftovers(file: Path) -> list[int]:
    """Kill what a record tells of that is still there and provably ours; the record is gone then.

    Returns the process groups, and the processes that have left theirs. On Windows nothing is left: the system ends
    the programs of a job with the show.
    """
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        record = Record(mark=str(told["mark"]), groups={int(pid): str(each) for pid, each in told["groups"].items()})
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return []
    found = list(list_processes()) if sys.platform != "win32" else []
    ended = [group for group in record["groups"] if is_ours(group, record, found)]
    for group in ended:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    known = {each.pid for each in found if each.group in ended}
    strays = [pid for pid in end_strays(record["mark"]) if pid not in known]
    with suppress(OSError):
        file.unlink(missing_ok=True)
    return [*ended, *strays]


def is_ours(group: int, record: Record, running: list[RunningProcess]) -> bool:
    """Whether a recorded group is still the one that was recorded."""
    mark = f"{MARK}={record['mark']}"
    members = [each for each in running if each.group == group]
    leader = next((each for each in members if each.pid == group), None)
    if leader is not None:
        return mark in leader.environment and _is_same_instant(leader.started, record["groups"][group])
    return any(mark in each.environment for each in members)


def list_processes() -> Iterator[RunningProcess]:
    """Yield the processes of this machine of which we may read the environment."""
    if sys.platform == "linux":
        yield from _list_proc()
        return
    with suppress(OSError, subprocess.SubprocessError):
        environ = {**os.environ, "LC_ALL": "C"}
        listed = subprocess.run(_PS, capture_output=True, check=True, timeout=10, env=environ)  # noqa: S603  our words
        yield from parse_ps(listed.stdout.decode(errors="replace"))


def parse_ps(listed: str) -> Iterator[RunningProcess]:
    """Parse what `ps` of macOS lists: the environment stands behind the command."""
    for line in listed.splitlines():
        words = line.split(maxsplit=_PS_WORDS)
        with suppress(ValueError, IndexError):
            pid, group = int(words[0]), int(words[1])
            began_s = time.mktime(time.strptime(" ".join(words[2:_PS_WORDS]), _PS_INSTANT))
            yield RunningProcess(pid=pid, group=group, started=str(int(began_s)), environment=words[_PS_WORDS])


def _list_proc() -> Iterator[RunningProcess]:
    for pid in (int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal()):
        with suppress(OSError, ValueError, IndexError):
            group, started = _read_stat(pid)
            environment = Path(f"/proc/{pid}/environ").read_text(encoding="utf-8", errors="replace")
            yield RunningProcess(pid=pid, group=group, started=started, environment=environment)


def _read_stat(pid: int) -> tuple[int, str]:
    """Return the group of a process and when it began, in ticks since the machine did."""
    told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return int(told[2]), told[19]


def _is_same_instant(one: str, other: str) -> bool:
    if sys.platform == "linux":
        return one == other
    return one.isdecimal() and other.isdecimal() and abs(int(one) - int(other)) <= _LATE_S
