"""Small texts by name: what else is needed at the next start."""

from dataclasses import dataclass
from typing import Final

from performer.core.storage import Store

_PUT: Final = "INSERT INTO kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


@dataclass(frozen=True)
class SqlKeyValueStore:
    """Keeps texts as the port `KeyValueStore` promises."""

    _store: Store

    async def kept(self, name: str) -> str:
        """Return what is kept by a name; empty when nothing is."""
        sql = "SELECT value FROM kept WHERE name = ?"
        row = await self._store.read(lambda it: it.execute(sql, (name,)).fetchone())
        return row["value"] if row else ""

    async def keep(self, name: str, value: str) -> None:
        """Write a text; it is on the disk when this returns."""
        await self._store.write(lambda it: it.execute(_PUT, (name, value)).rowcount)
