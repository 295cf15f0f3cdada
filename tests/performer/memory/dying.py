"""Performers that write into one memory, each killed at some moment: see `tests.dying`.

Each word of what was acknowledged is told at once. The last ends by itself.
"""

import itertools
from pathlib import Path

from performer.core.clock import SystemClock
from performer.core.remembered_conversation import RememberedMessage
from performer.memory.database import Database, SqlKeyValueStore, open_database
from performer.memory.messages import MessageStore
from performer.memory.notes import Notes
from tests.dying import Tell, die

_TOGETHER = 20
"""Messages that are heard before somebody waits for them."""


async def perform(folder: Path, number: int, tell: Tell, *, is_last: bool) -> None:
    """Write messages, notes and names without end, and tell what is acknowledged; the last writes nothing more."""
    async with open_database(SystemClock(), folder / "memory.db") as database:
        how = "kept" if database.is_kept and not database.trouble else database.trouble
        tell(f"opened {how}")
        for each in itertools.count() if not is_last else ():
            await _write(database, f"{number}-{each}", tell)


async def _write(database: Database, name: str, tell: Tell) -> None:
    clock = SystemClock()
    messages = MessageStore(clock, database)
    for each in range(_TOGETHER):
        said = RememberedMessage(role="user", text="a line", at=clock.utc(), author="anna", message=str(each))
        messages.heard(f"discord:{name}", said)
    await database.settled()
    tell(f"message {name}")
    await Notes(clock, database).keep(f"note {name}", f"discord:{name}")
    tell(f"note {name}")
    await SqlKeyValueStore(database).keep(name, "1")
    tell(f"kept {name}")
    await database.write(
        lambda it: it.execute("INSERT INTO kept VALUES (?, '2')", (f"d{name}",)).rowcount, durable=True
    )
    tell(f"kept d{name}")


if __name__ == "__main__":
    die(perform, oldest_s=0.12)
