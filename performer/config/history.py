"""The newest changes of the settings, so that each can be undone."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from performer.core.errors import ConfigError
from performer.core.values import dataclass

MOST: Final = 20

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


class ConfigHistory:
    """The newest 20 changes, the newest last; a change that was undone is no longer one."""

    def __init__(self) -> None:
        self._made: deque[MadeChange] = deque(maxlen=MOST)
        self._number = 0

    def add(self, before: Mapping[str, Any], after: Mapping[str, Any], by: ChangedBy = "order") -> None:
        """Add a change that was written, unless it left the file as it was; it is of the keys of `before`."""
        changed = [key for key, value in before.items() if repr(value) != repr(after.get(key))]
        if not changed:
            return
        self._number += 1
        was, becomes = ({key: each.get(key) for key in changed} for each in (before, after))
        self._made.append(MadeChange(number=self._number, by=by, before=was, after=becomes))

    @property
    def made(self) -> Sequence[MadeChange]:
        """The changes, the newest last."""
        return tuple(self._made)

    def find(self, number: int | None) -> MadeChange:
        """Return the change with a number, or the newest.

        Raises:
            ConfigError: when there is no such change, or when a later one has changed the same setting.
        """
        if not self._made:
            raise ConfigError("There is no change that could be undone.")
        wanted = self._made[-1].number if number is None else number
        found = next((each for each in self._made if each.number == wanted), None)
        if found is None:
            raise ConfigError(f"The change number {number} is not among the newest {MOST}.")
        later = [each for each in self._made if each.number > wanted and each.before.keys() & found.before.keys()]
        if later:
            key = next(key for key in found.before if key in later[-1].before)
            raise ConfigError(f"'{key}' was changed again after that. Undo change number {later[-1].number} first.")
        return found

    def remove(self, change: MadeChange) -> None:
        """Remove a change that was undone."""
        self._made.remove(change)
