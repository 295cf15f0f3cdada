"""The newest changes of the settings, so that each can be undone."""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from performer.config.file import ConfigChange
from performer.config.keys import format_key
from performer.core.errors import ConfigError
from performer.core.values import dataclass

MOST: Final = 20


@dataclass(frozen=True, kw_only=True)
class MadeChange:
    """A change that was written."""

    number: int
    key: str
    before: Any
    """As it stood in the file; None where it did not stand there."""
    after: Any
    """None for a setting that was taken out."""


class ConfigHistory:
    """The newest 20 changes, the newest last; a change that was undone is no longer one."""

    def __init__(self) -> None:
        self._made: deque[MadeChange] = deque(maxlen=MOST)
        self._number = 0

    def add(self, change: ConfigChange, after: Any) -> MadeChange | None:
        """Add a change that was written; return None for one that left the file as it was."""
        if change.before == after:
            return None
        self._number += 1
        made = MadeChange(number=self._number, key=format_key(change.key), before=change.before, after=after)
        self._made.append(made)
        return made

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
        later = [each for each in self._made if each.number > wanted and each.key == found.key]
        if later:
            raise ConfigError(
                f"'{found.key}' was changed again after that. Undo change number {later[-1].number} first."
            )
        return found

    def remove(self, change: MadeChange) -> None:
        """Remove a change that was undone."""
        self._made.remove(change)
