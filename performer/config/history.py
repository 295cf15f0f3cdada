"""The newest changes of the settings, so that each can be undone, also after the show was begun again."""

import json
import logging
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, get_args

from performer.config.keys import Key, split_key
from performer.core.asker import Asker
from performer.core.errors import ConfigError
from performer.core.files.atomic import write_atomically
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

MOST: Final = 20
_MOST_BYTES: Final = 1_000_000

ChangedBy = Literal["hand", "order"]
"""How a change came: by hand in the file, or as an order of a page or a command."""


@dataclass(frozen=True, kw_only=True)
class MadeChange:
    """A change that was written, of one setting or of several at once."""

    number: int
    by: ChangedBy
    before: Mapping[str, Any]
    """By key, as it stood in the file; None where it did not stand there."""
    after: Mapping[str, Any]
    """By key; None for a setting that was taken out."""
    asker: Asker = ""
    """Who ordered it."""
    at_s: float = 0.0
    """When it was written, in seconds since 1970; 0: not known."""

    def is_of(self, path: Key) -> bool:
        """Whether a key of the change is the path, or below it."""
        return any(split_key(key)[: len(path)] == path for key in self.before)

    def list_changed(self, now: Mapping[str, Any]) -> list[str]:
        """Return the keys that do not have the values of this change any more; `now` is what they have."""
        return [key for key, value in self.after.items() if repr(value) != repr(now.get(key))]


class ConfigHistory:
    """The newest 20 changes, the newest last; a change that was undone is no longer one.

    With a file they outlive the show: what was changed, and held after the show was begun again, can be undone still.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._made: deque[MadeChange] = deque(_read(file), maxlen=MOST)
        self._number = max((each.number for each in self._made), default=0)

    def add(
        self,
        before: Mapping[str, Any],
        after: Mapping[str, Any],
        by: ChangedBy = "order",
        *,
        asker: Asker = "",
        at_s: float = 0.0,
    ) -> int:
        """Add a change, unless it left all as it was; it is of the keys of `before`. Return its number, or 0."""
        changed = [key for key, value in before.items() if repr(value) != repr(after.get(key))]
        if not changed:
            return 0
        self._number += 1
        was, becomes = ({key: each.get(key) for key in changed} for each in (before, after))
        made = MadeChange(number=self._number, by=by, before=was, after=becomes, asker=asker, at_s=at_s)
        self._made.append(made)
        self._keep()
        return made.number

    @property
    def made(self) -> Sequence[MadeChange]:
        """The changes, the newest last."""
        return tuple(self._made)

    def find(self, number: int | None = None, key: str = "") -> MadeChange:
        """Return the change with a number, or the newest, of a key or of one below it if one is named.

        Raises:
            ConfigError: when there is no such change.
        """
        path = split_key(key) if key else ()
        found = [each for each in self._made if number in {None, each.number} and each.is_of(path)]
        if found:
            return found[-1]
        if number is None:
            raise ConfigError("There is no change that could be undone.")
        raise ConfigError(f"The change number {number} is not among the newest {MOST}.")

    def remove(self, change: MadeChange) -> None:
        """Remove a change that was undone."""
        self._made.remove(change)
        self._keep()

    def _keep(self) -> None:
        if self._file is None:
            return
        fields = "number by before after asker at_s".split()
        kept = [{name: getattr(each, name) for name in fields} for each in self._made]
        try:
            write_atomically(self._file, json.dumps(kept, default=str).encode())
        except OSError as error:
            _log.info("The changes of the settings are not kept for the next show: %s", error)


def _read(file: Path | None) -> Iterator[MadeChange]:
    """Yield the changes that a file holds; one that cannot be read holds none."""
    try:
        if file is None or file.stat().st_size > _MOST_BYTES:
            return
        kept = json.loads(file.read_bytes())
    except FileNotFoundError:
        return
    except (OSError, ValueError, RecursionError) as error:
        _log.info("The changes of the settings before this show are not known: %s", error)
        return
    yield from (MadeChange(**each) for each in (kept if isinstance(kept, list) else ()) if _is_change(each))


def _is_change(kept: Any) -> bool:
    """Return whether something that was read has all that a change has."""
    match kept:
        case {"number": int(), "by": str(by), "before": dict(before), "after": dict(), "asker": str(asker), **rest}:
            is_known: Collection[bool] = (by in get_args(ChangedBy), asker in get_args(Asker), bool(before))
            return all(is_known) and isinstance(rest.pop("at_s", None), int | float) and not rest
    return False
