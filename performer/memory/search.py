"""The search in all that is remembered, for the streamer's eyes: notes, summaries, and what was said."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from sqlite3 import Connection, Row
from typing import Any, Final, Literal, get_args

import anyio.to_thread

from performer.core.operations import Arguments, read_choices, read_text
from performer.core.storage import Store
from performer.core.text import format_iso, parse_ms
from performer.core.values import dataclass
from performer.guard.guard import Guard

Kind = Literal["note", "summary", "said"]
_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_MOST_FOUND: Final = 100
_MOST_WORDS: Final = 200
"""Characters of what is searched for."""
_ALL: Final = """
    SELECT 'note' AS kind, id AS number, channel, person_id, person, text, at_ms FROM note
    UNION ALL SELECT 'summary', 0, channel, '', '', text, until_ms FROM summary
    UNION ALL SELECT 'said', 0, channel, author_id, author, text, at_ms FROM message
        WHERE role IN ('user', 'assistant') AND text <> ''
    ORDER BY at_ms DESC
"""
_SIZE: Final = """
    SELECT (SELECT count(*) FROM message) AS said, (SELECT count(*) FROM note) AS notes,
        (SELECT count(*) FROM summary) AS summaries,
        (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS bytes
"""


@dataclass(frozen=True)
class MemorySearch:
    """The operations `memory.search memory.size`."""

    _store: Store
    _guard: Guard

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"memory.search": self.search, "memory.size": self.size}

    async def search(self, arguments: Arguments) -> list[dict[str, Any]]:
        """Return what has all of some `words`, of these `kinds` (note, summary, said), the newest first, at most 100.

        Without words it is the newest of all. What the guard stops is masked.
        """
        wanted = arguments.get("words")
        words = read_text(arguments, "words", most=_MOST_WORDS) if wanted else ""
        kinds = read_choices(arguments, "kinds", _KINDS)
        found = await self._store.read(partial(_find, words.casefold().split(), kinds))
        # A hundred texts take the guard longer than the show may stand still.
        return await anyio.to_thread.run_sync(lambda: [self._format(row) for row in found])

    async def size(self, _arguments: Arguments) -> dict[str, int]:
        """Return how many messages, notes and summaries are kept, and the bytes of the file."""
        return await self._store.read(lambda it: dict(it.execute(_SIZE).fetchone()))

    def _format(self, row: Row) -> dict[str, Any]:
        # Whoever looks something up has nothing said: a mask is enough, and no stop is logged.
        person, text = (self._guard.recorded(row[name]) for name in ("person", "text"))
        same = {name: row[name] for name in ("kind", "number", "channel", "person_id")}
        return {**same, "person": person, "text": text, "at": format_iso(parse_ms(row["at_ms"]))}


def _find(words: Sequence[str], kinds: Sequence[Kind], connection: Connection) -> list[Row]:
    def look() -> Iterator[Row]:
        for row in connection.execute(_ALL):
            told = f"{row['person']} {row['text']}".casefold()
            if row["kind"] in kinds and all(word in told for word in words):
                yield row

    return list(islice(look(), _MOST_FOUND))
