"""Small texts by name: what else is to be known at the next start."""

from typing import Final

from performer.core.storage import Store

_PUT: Final = "INSERT INTO kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


class SqlKeyValueStore:
    """Keeps texts as `recollection.Keeps` promises.

    Args:
        store: Where.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def kept(self, name: str) -> str:
        """Give what is kept by this name; empty when nothing is."""
        sql = "SELECT value FROM kept WHERE name = ?"
        row = await self._store.read(lambda it: it.execute(sql, (name,)).fetchone())
        return row["value"] if row else ""

    async def keep(self, name: str, value: str) -> None:
        """Keep it; written when this returns."""
        await self._store.write(lambda it: it.execute(_PUT, (name, value)).rowcount)
