"""A performer whose disk fills up: `python -m … FOLDER`; it prints, as JSON, what it was told and still knows."""

import json
import sys
from pathlib import Path

import anyio

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.memory.database import SqlKeyValueStore, open_database

_ROWS = 200
_LARGE = "x" * 10_000
"""So many of them are more than the disk holds."""


async def fill(folder: Path) -> None:
    """Write until long after the disk is full, and look at what is known, in this run and in the next."""
    told: list[str] = []
    clock = SystemClock()
    async with open_database(clock, folder / "memory.db", told.append) as database:
        kept = SqlKeyValueStore(database)
        for number in range(_ROWS):
            await kept.keep(str(number), _LARGE)
        known = await database.read(lambda it: it.execute("SELECT count(*) FROM kept").fetchone()[0])
        try:
            await database.write(lambda _: None, durable=True)
            durable = ""
        except ServiceError as refused:
            durable = str(refused)
    async with open_database(clock, folder / "memory.db") as again:
        after = await again.read(lambda it: it.execute("SELECT count(*) FROM kept").fetchone()[0])
        print(json.dumps({"told": told, "known": known, "durable": durable, "after": after, "trouble": again.trouble}))


if __name__ == "__main__":
    anyio.run(fill, Path(sys.argv[1]))
