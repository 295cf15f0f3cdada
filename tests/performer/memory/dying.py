"""Performers that write into one memory, each killed at some moment: `python -m … FOLDER KILLS SEED`.

Each word of what was acknowledged is a line in FOLDER/told, written at once. The last ends by itself.
"""

import itertools
import os
import random
import signal
import sys
import time
from functools import partial
from pathlib import Path

import anyio

from performer.clock import SystemClock
from performer.memory.database import Database, opened_database
from performer.memory.kept_names import KeptNames
from performer.memory.messages import Messages
from performer.memory.notes import Notes
from performer.recollection import Said

_TOGETHER = 20
"""Messages that are heard before somebody waits for them."""


async def perform(folder: Path, number: int, *, is_last: bool) -> None:
    """Write messages, notes and names without end, and tell what is acknowledged; the last writes nothing more."""
    tell = partial(os.write, os.open(folder / "told", os.O_WRONLY | os.O_APPEND | os.O_CREAT))
    async with opened_database(SystemClock(), folder / "memory.db") as database:
        how = "kept" if database.is_kept and not database.trouble else database.trouble
        tell(f"opened {how}\n".encode())
        for each in itertools.count() if not is_last else ():
            await _write(database, f"{number}-{each}", tell)


async def _write(database: Database, name: str, tell: "partial[int]") -> None:
    clock = SystemClock()
    messages = Messages(clock, database)
    for each in range(_TOGETHER):
        said = Said(role="user", text="a line", at=clock.utc(), author="anna", message=str(each))
        messages.heard(f"discord:{name}", said)
    await database.settled()
    tell(f"message {name}\n".encode())
    await Notes(clock, database).keep(f"note {name}", f"discord:{name}")
    tell(f"note {name}\n".encode())
    await KeptNames(database).keep(name, "1")
    tell(f"kept {name}\n".encode())
    await database.write(
        lambda it: it.execute("INSERT INTO kept VALUES (?, '2')", (f"d{name}",)).rowcount, durable=True
    )
    tell(f"kept d{name}\n".encode())


def die(folder: Path, kills: int, chance: random.Random) -> None:
    """Have one performer after the other, and kill each; the last ends by itself."""
    for number in range(kills):
        pid = _started(folder, number, is_last=False)
        time.sleep(chance.uniform(0.0, 0.12))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    _, status = os.waitpid(_started(folder, kills, is_last=True), 0)
    sys.exit(os.waitstatus_to_exitcode(status))


def _started(folder: Path, number: int, *, is_last: bool) -> int:
    if pid := os.fork():
        return pid
    try:
        anyio.run(partial(perform, folder, number, is_last=is_last))
        os._exit(0)
    finally:
        os._exit(1)


if __name__ == "__main__":
    die(Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3])))
