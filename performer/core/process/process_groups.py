"""The programs that this process has started, with all that they have started themselves: they end with it.

However it ends: by SIGKILL too, when nothing of its own runs any more. On Linux and macOS a small shell apart holds one
end of a pipe, and kills the groups that it was told of when the other end closes; on Linux all that has its mark
too. On Windows each program stands in a job, which the system ends with the last handle on it. What is left all
the same is known by a record to the next start.
"""

import itertools
import json
import logging
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO, Final, Protocol

from performer.core.platform import open_for_owner
from performer.core.platform.windows_jobs import WindowsJobs
from performer.core.process.leftovers import Record, end_leftovers, read_start
from performer.core.process.strays import MARK, end_strays

_log = logging.getLogger(__name__)

_WATCH: Final = """
exec 3<&0
{
    trap '' HUP INT TERM
    groups=' '
    while read -r sign group <&3; do
        case $sign in
            =) mark=$group ;;
            +) groups="$groups$group " ;;
            -) groups="${groups%% "$group" *} ${groups#* "$group" }" ;;
        esac
    done
    [ "$groups" != ' ' ] || exit
    for group in $groups; do kill -s KILL -- "-$group"; done
    for pass in 1 2 3 4 5; do
        for file in $(grep -lsz "^$mark[.]" /proc/[0-9]*/environ); do
            pid=${file#/proc/}
            kill -s KILL "${pid%/environ}"
        done
    done
} </dev/null >/dev/null 2>&1 &
"""


class Groups(Protocol):
    """The programs under way, each by the number of its first process, with what they have started themselves."""

    @property
    def creation_flags(self) -> int:
        """The flags with which a program is started, where the system has such."""
        ...

    def make_mark(self) -> Mapping[str, str]:
        """Return the variable that tells the next program of ours from any other."""
        ...

    def add(self, pid: int, mark: Mapping[str, str], *, most_memory: int = 0, keeps_children: bool = True) -> None:
        """Add a program that was just started with a mark, and is to end with this process.

        Args:
            pid: The number of its process.
            mark: What `make_mark` has returned for it.
            most_memory: To so many bytes its memory is limited where the system limits that from outside; 0: to none.
            keeps_children: Whether what it starts ends with it, where the system sees to that.

        Raises:
            OSError: when the system refuses; the program is to be killed by whoever started it.
        """
        ...

    def kill(self, pid: int) -> bool:
        """Kill a program with all that it has started; False: nobody knows it here."""
        ...

    def end_strays(self, pid: int) -> None:
        """Kill what a program has started in sessions of their own, where such can be known; it takes some 20 ms."""
        ...

    def remove(self, pid: int) -> None:
        """Forget a program that has ended."""
        ...

    def end_all(self) -> None:
        """Kill all that is left of every program, known or forgotten."""
        ...

    def record_in(self, file: Path) -> None:
        """End what an earlier record of the file tells of, and keep one there for the next start."""
        ...


class PosixGroups:
    """Process groups, whose leaders are the programs."""

    creation_flags = 0

    def __init__(self) -> None:
        self._lock = Lock()
        """Threads start programs too, and only one at a time tells the watcher."""
        self._mark = secrets.token_hex(16)
        self._numbers = itertools.count(1)
        self._started: dict[int, str] = {}
        """When each leader started, as the system tells it."""
        self._marks: dict[int, str] = {}
        self._watcher: IO[bytes] | None = None
        self._file: Path | None = None

    def make_mark(self) -> Mapping[str, str]:
        """Return a variable that no other program has, except those that the next one starts."""
        return {MARK: f"{self._mark}.{next(self._numbers)}"}

    def add(self, pid: int, mark: Mapping[str, str], *, most_memory: int = 0, keeps_children: bool = True) -> None:  # noqa: ARG002  it limits itself, and what has no mark is kept by nobody
        """Add a group, which is to end with this process."""
        with self._lock:
            self._started[pid] = read_start(pid)
            self._marks[pid] = mark[MARK]
            self._tell(f"+ {pid}\n")
            self._record()

    def kill(self, pid: int) -> bool:
        """Kill a whole group; what it consists of by now may have nothing to do with its first process."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        return True

    def end_strays(self, pid: int) -> None:
        """Kill what has left the group of a program that is not forgotten yet."""
        if mark := self._marks.get(pid):
            end_strays(mark)

    def remove(self, pid: int) -> None:
        """Forget a group; the watcher of none waits for the next, for a voice may start one for each sentence."""
        with self._lock:
            self._marks.pop(pid, None)
            if self._started.pop(pid, None) is None:
                return
            self._tell(f"- {pid}\n")
            self._record()

    def end_all(self) -> None:
        """Kill the groups that are left, and all that has left its group; the watcher ends."""
        for pid in [*self._started]:
            self.kill(pid)
            self.remove(pid)
        if self._watcher:
            watcher, self._watcher = self._watcher, None
            watcher.close()
        end_strays(self._mark)

    def record_in(self, file: Path) -> None:
        """End what an earlier record of the file tells of, and keep one there while there are groups."""
        for pid in end_leftovers(file):
            _log.info(
                "A show before this one had left program %d behind, with what it had started: they are ended.", pid
            )
        self._file = file
        self._record()

    def _tell(self, line: str) -> None:
        """Send the watcher a line; start one that was ended, or is not there yet, with all that it has to know."""
        if self._watcher:
            with suppress(OSError):
                self._watcher.write(line.encode())
                return
        self._watcher = _start_watcher()
        with suppress(OSError):
            known = "".join(f"+ {pid}\n" for pid in self._started)
            self._watcher.write(f"= {MARK}={self._mark}\n{known}".encode())

    def _record(self) -> None:
        if self._file is None:
            return
        with suppress(OSError):  # a full disk is told elsewhere, and the watcher does without
            if self._started:
                record = Record(mark=self._mark, groups=self._started)
                with open(self._file, "w", encoding="utf-8", opener=open_for_owner) as file:
                    json.dump(record, file)
            else:
                self._file.unlink(missing_ok=True)


def _start_watcher() -> IO[bytes]:
    """Start the watcher as nobody's child, in a session of its own: no signal for our terminal or group reaches it."""
    with subprocess.Popen(  # noqa: S603  the words are ours
        ["/bin/sh", "-c", _WATCH],
        stdin=subprocess.PIPE,
        bufsize=0,
        cwd="/",
        env={"PATH": os.defpath},
        start_new_session=True,
    ) as starter:
        assert starter.stdin is not None
        pipe, starter.stdin = starter.stdin, None
    return pipe


GROUPS: Final[Groups] = WindowsJobs() if sys.platform == "win32" else PosixGroups()
"""Those of this process: it has one life, and they have no other."""
